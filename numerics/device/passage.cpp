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

void Passage::bring(const DeviceSpace& space, std::size_t piece, std::size_t count) const {
  copy_bytes<Here, There>(space, here(piece), there(piece), count);
}

void Passage::send(const DeviceSpace& space, std::size_t piece, std::size_t count) const {
  copy_bytes<There, Here>(space, there(piece), here(piece), count);
}

}  // namespace solenoid

#endif
