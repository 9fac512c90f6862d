#include "numerics/device/passage.hpp"

#if SOLENOID_HAS_DEVICE

#include "numerics/device/copies.hpp"
#include "numerics/device/one_of_process.hpp"

namespace solenoid {

namespace {

using There = DeviceSpace::memory_space;
using Here = Kokkos::SharedHostPinnedSpace;

}  // namespace

Passage::Passage() {
  for (auto& piece : there_)
    piece = Bytes<There>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "passage"), bytes);
  for (auto& piece : here_)
    piece = Bytes<Here>(Kokkos::view_alloc(Kokkos::WithoutInitializing, "passage"), bytes);
}

const Passage& Passage::of_process() { return one_of_process<Passage>(); }

void bring(const DeviceSpace& space, void* here, const void* there, std::size_t count) {
  copy_bytes<Here, There>(space, here, there, count);
}
void send(const DeviceSpace& space, void* there, const void* here, std::size_t count) {
  copy_bytes<There, Here>(space, there, here, count);
}

bool is_page_locked(const void* memory, std::size_t bytes) {
  const auto is_locked = [](const void* byte) {
    cudaPointerAttributes attributes{};
    return cudaPointerGetAttributes(&attributes, byte) == cudaSuccess &&
           attributes.type == cudaMemoryTypeHost;
  };
  // Part of an array may have been locked.
  return bytes > 0 && is_locked(memory) &&
         is_locked(static_cast<const std::byte*>(memory) + bytes - 1);
}

}  // namespace solenoid

#endif
