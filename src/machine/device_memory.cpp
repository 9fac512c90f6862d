#include "src/machine/device_memory.hpp"

#include <Kokkos_Core.hpp>
#include <cstring>
#include <new>

#include "numerics/device/spaces.hpp"

namespace solenoid {

void copy_from_device([[maybe_unused]] Device device, void* to, const void* from,
                      std::size_t bytes) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) {
    using Unmanaged = Kokkos::MemoryTraits<Kokkos::Unmanaged>;
    const Kokkos::View<const char*, DeviceSpace::memory_space, Unmanaged> there(
        static_cast<const char*>(from), bytes);
    const Kokkos::View<char*, Kokkos::HostSpace, Unmanaged> here(static_cast<char*>(to), bytes);
    return Kokkos::deep_copy(here, there);
  }
#endif
  std::memcpy(to, from, bytes);
}

void* allocate_on_device([[maybe_unused]] Device device, std::size_t bytes) {
  void* memory = nullptr;
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) memory = Kokkos::kokkos_malloc<DeviceSpace::memory_space>(bytes);
#endif
  if (memory == nullptr) memory = ::operator new(bytes);
  return memory;
}

void free_on_device([[maybe_unused]] Device device, void* memory) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) return Kokkos::kokkos_free<DeviceSpace::memory_space>(memory);
#endif
  ::operator delete(memory);
}

}  // namespace solenoid
