#include "numerics/device/slab_staging.hpp"

#include <stdexcept>

#include "numerics/device/copies.hpp"

namespace solenoid {

#if SOLENOID_HAS_DEVICE

namespace {

using There = DeviceSpace::memory_space;
using Here = Kokkos::SharedHostPinnedSpace;

}  // namespace

struct SlabStaging::Memory {
  using Slab = Kokkos::View<std::byte*, Here>;
  std::array<Slab, 2> out, in;

  static void* of_size(Slab& slab, std::size_t bytes) {
    if (slab.size() < bytes)
      slab = Slab(Kokkos::view_alloc(Kokkos::WithoutInitializing, "slabs on their way"), bytes);
    return slab.data();
  }
};

SlabStaging::SlabStaging() : memory_(std::make_unique<Memory>()) {}
SlabStaging::~SlabStaging() = default;

std::array<void*, 2> SlabStaging::bring(const std::array<void*, 2>& slabs, std::size_t bytes) {
  const DeviceSpace space;
  // What has arrived before may still be read.
  space.fence();
  std::array<void*, 2> brought{};
  for (std::size_t side = 0; side < 2; ++side) {
    if (slabs[side] == nullptr) continue;
    void* const to = Memory::of_size(memory_->out[side], bytes);
    copy_bytes<Here, There>(space, to, slabs[side], bytes);
    brought[side] = to;
  }
  space.fence();
  return brought;
}

std::array<void*, 2> SlabStaging::arrivals(const std::array<void*, 2>& slabs, std::size_t bytes) {
  std::array<void*, 2> places{};
  for (std::size_t side = 0; side < 2; ++side)
    if (slabs[side] != nullptr) places[side] = Memory::of_size(memory_->in[side], bytes);
  return places;
}

void SlabStaging::send(const std::array<void*, 2>& slabs, std::size_t bytes) {
  for (std::size_t side = 0; side < 2; ++side)
    if (slabs[side] != nullptr)
      copy_bytes<There, Here>(DeviceSpace(), slabs[side], memory_->in[side].data(), bytes);
}

void* device_stream() { return DeviceSpace().cuda_stream(); }

void wait_for_device() { DeviceSpace().fence(); }

void copy_on_device(void* to, const void* from, std::size_t bytes) {
  copy_bytes<There, There>(DeviceSpace(), to, from, bytes);
}

std::shared_ptr<void> device_memory(std::size_t bytes) {
  return {Kokkos::kokkos_malloc<There>("slabs", bytes),
          [](void* memory) { Kokkos::kokkos_free<There>(memory); }};
}

#else

namespace {

[[noreturn]] void no_device() { throw std::logic_error("there is no device"); }

}  // namespace

struct SlabStaging::Memory {};

SlabStaging::SlabStaging() { no_device(); }
SlabStaging::~SlabStaging() = default;

std::array<void*, 2> SlabStaging::bring(const std::array<void*, 2>&, std::size_t) { no_device(); }

std::array<void*, 2> SlabStaging::arrivals(const std::array<void*, 2>&, std::size_t) {
  no_device();
}

void SlabStaging::send(const std::array<void*, 2>&, std::size_t) { no_device(); }

void* device_stream() { no_device(); }

void wait_for_device() {}

void copy_on_device(void*, const void*, std::size_t) { no_device(); }

std::shared_ptr<void> device_memory(std::size_t) { no_device(); }

#endif

}  // namespace solenoid
