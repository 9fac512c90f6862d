#include "numerics/device/slab_staging.hpp"

#include <stdexcept>
#include <vector>

#include "numerics/device/copies.hpp"

namespace solenoid {

#if SOLENOID_HAS_DEVICE

namespace {

using There = DeviceSpace::memory_space;
using Here = Kokkos::SharedHostPinnedSpace;

}  // namespace

struct SlabStaging::Memory {
  using Slab = Kokkos::View<std::byte*, Here>;
  std::vector<Slab> out, in;

  static void* of_size(std::vector<Slab>& slabs, std::size_t number, std::size_t bytes) {
    if (slabs.size() <= number) slabs.resize(number + 1);
    Slab& slab = slabs[number];
    if (slab.size() < bytes)
      slab = Slab(Kokkos::view_alloc(Kokkos::WithoutInitializing, "slabs on their way"), bytes);
    return slab.data();
  }
};

SlabStaging::SlabStaging() : memory_(std::make_unique<Memory>()) {}
SlabStaging::~SlabStaging() = default;

void* SlabStaging::bring(std::size_t number, const void* from, std::size_t bytes) {
  void* const to = Memory::of_size(memory_->out, number, bytes);
  copy_bytes<Here, There>(DeviceSpace(), to, from, bytes);
  return to;
}

void* SlabStaging::arrival(std::size_t number, std::size_t bytes) {
  return Memory::of_size(memory_->in, number, bytes);
}

void SlabStaging::send(std::size_t number, void* to, std::size_t bytes) {
  copy_bytes<There, Here>(DeviceSpace(), to, memory_->in[number].data(), bytes);
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

void* SlabStaging::bring(std::size_t, const void*, std::size_t) { no_device(); }
void* SlabStaging::arrival(std::size_t, std::size_t) { no_device(); }
void SlabStaging::send(std::size_t, void*, std::size_t) { no_device(); }

void* device_stream() { no_device(); }

void wait_for_device() {}

void copy_on_device(void*, const void*, std::size_t) { no_device(); }

std::shared_ptr<void> device_memory(std::size_t) { no_device(); }

#endif

}  // namespace solenoid
