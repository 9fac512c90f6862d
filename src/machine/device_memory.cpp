#include "src/machine/device_memory.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstring>
#include <new>

#include "numerics/device/spaces.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

#if SOLENOID_HAS_DEVICE
namespace {

template <class Value, class Space>
using Bytes = Kokkos::View<Value*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
using DeviceMemory = DeviceSpace::memory_space;

}  // namespace
#endif

void copy_from_device([[maybe_unused]] Device device, void* to, const void* from,
                      std::size_t bytes) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu)
    return Kokkos::deep_copy(
        Bytes<char, Kokkos::HostSpace>(static_cast<char*>(to), bytes),
        Bytes<const char, DeviceMemory>(static_cast<const char*>(from), bytes));
#endif
  std::memcpy(to, from, bytes);
}

void copy_to_device([[maybe_unused]] Device device, void* to, const void* from, std::size_t bytes) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu)
    return Kokkos::deep_copy(
        Bytes<char, DeviceMemory>(static_cast<char*>(to), bytes),
        Bytes<const char, Kokkos::HostSpace>(static_cast<const char*>(from), bytes));
#endif
  std::memcpy(to, from, bytes);
}

void* allocate_on_device(Device device, std::size_t bytes) {
  // The runtime would end the process.
  if (device == Device::gpu && !Kokkos::is_initialized())
    throw UsageError("there is no memory of a GPU to be had before the first simulation");
  void* memory = nullptr;
  bytes = std::max<std::size_t>(bytes, 1);  // of an empty box there is memory, too
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
