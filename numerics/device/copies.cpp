#include "numerics/device/copies.hpp"

namespace solenoid {

namespace {

using Host = Kokkos::HostSpace;
template <class Byte, class Memory>
using Bytes = Kokkos::View<Byte*, Memory, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

}  // namespace

template <class ToMemory, class FromMemory, class Space>
void copy_bytes(const Space& space, void* to, const void* from, std::size_t bytes) {
  Kokkos::deep_copy(space, Bytes<std::byte, ToMemory>(static_cast<std::byte*>(to), bytes),
                    Bytes<const std::byte, FromMemory>(static_cast<const std::byte*>(from), bytes));
}

template <class Memory, class Space>
void clear_bytes(const Space& space, void* to, std::size_t bytes) {
  Kokkos::deep_copy(space, Bytes<std::byte, Memory>(static_cast<std::byte*>(to), bytes),
                    std::byte{0});
}

template void copy_bytes<Host, Host>(const HostSpace&, void*, const void*, std::size_t);
template void clear_bytes<Host>(const HostSpace&, void*, std::size_t);
#if SOLENOID_HAS_DEVICE
using Device = DeviceSpace::memory_space;
using Pinned = Kokkos::SharedHostPinnedSpace;
template void copy_bytes<Pinned, Host>(const HostSpace&, void*, const void*, std::size_t);
template void copy_bytes<Pinned, Device>(const DeviceSpace&, void*, const void*, std::size_t);
template void copy_bytes<Device, Pinned>(const DeviceSpace&, void*, const void*, std::size_t);
template void copy_bytes<Device, Device>(const DeviceSpace&, void*, const void*, std::size_t);
template void copy_bytes<Device, Host>(const DeviceSpace&, void*, const void*, std::size_t);
template void copy_bytes<Host, Device>(const DeviceSpace&, void*, const void*, std::size_t);
template void clear_bytes<Device>(const DeviceSpace&, void*, std::size_t);
#endif

}  // namespace solenoid
