#include "numerics/device/passage.hpp"

#if SOLENOID_HAS_DEVICE

#include <memory>

#include "numerics/device/copies.hpp"

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

const Passage& Passage::of_process() {
  static std::unique_ptr<Passage> passage;
  if (!passage) {
    passage = std::make_unique<Passage>();
    Kokkos::push_finalize_hook([] { passage.reset(); });
  }
  return *passage;
}

void Passage::bring(const DeviceSpace& space, std::size_t piece, std::size_t count) const {
  copy_bytes<Here, There>(space, here(piece), there(piece), count);
}

void Passage::send(const DeviceSpace& space, std::size_t piece, std::size_t count) const {
  copy_bytes<There, Here>(space, there(piece), here(piece), count);
}

}  // namespace solenoid

#endif
