#include "physics/fields/kept_values.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <stdexcept>

#include "numerics/device/copies.hpp"
#include "numerics/device/memory_shelf.hpp"
#include "numerics/device/one_of_process.hpp"
#include "numerics/grid/field_parts.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

class ValuesOnHost final : public KeptValues {
 public:
  ValuesOnHost(Device device, const Gather& gather, const Box& box, Precision precision)
      : KeptValues(box, precision), bytes_(shelf().take(box.values() * bytes_of_value(precision))) {
    bring_to_host(device, gather, box, {precision, bytes_.get()});
  }

 protected:
  void copy(std::size_t first, std::size_t bytes, void* here) const override {
    std::memcpy(here, bytes_.get() + first, bytes);
  }

 private:
  /// For small outputs that are taken often; large ones take their time anyway.
  static MemoryShelf& shelf() {
    static MemoryShelf of_process(std::size_t(1) << 26);
    return of_process;
  }
  MemoryShelf::Piece bytes_;
};

#if SOLENOID_HAS_DEVICE

/// What threads that read kept values have for themselves, one at a time: a queue of the device
/// beside that of the steps, and memory through which values go.
class SideWay {
 public:
  static constexpr std::size_t bytes = transfer_values * sizeof(double);

  static SideWay& of_process() { return one_of_process<SideWay>(); }
  [[nodiscard]] std::unique_lock<std::mutex> take() const { return std::unique_lock(mutex_); }
  [[nodiscard]] const DeviceSpace& space() const { return space_; }
  [[nodiscard]] std::byte* here(std::size_t piece) const { return here_[piece % 2].data(); }

 private:
  using Here = Kokkos::View<std::byte*, Kokkos::SharedHostPinnedSpace>;
  static Here make() {
    return Here(Kokkos::view_alloc(Kokkos::WithoutInitializing, "side way to the host"), bytes);
  }
  DeviceSpace space_ = Kokkos::Experimental::partition_space(DeviceSpace(), 1)[0];
  std::array<Here, 2> here_{make(), make()};
  mutable std::mutex mutex_;
};

class ValuesOnDevice final : public KeptValues {
 public:
  ValuesOnDevice(const Gather& gather, const Box& box, Precision precision)
      : KeptValues(box, precision),
        way_(SideWay::of_process()),
        there_(Kokkos::view_alloc(Kokkos::WithoutInitializing, "kept values"),
               box.values() * bytes_of_value(precision)) {
    gather(box, {precision, there_.data()});
    DeviceSpace().fence();
    note_brought_to_host(there_.extent(0));
  }

 protected:
  void copy(std::size_t first, std::size_t bytes, void* here) const override {
    const std::size_t pieces = (bytes + SideWay::bytes - 1) / SideWay::bytes;
    const auto length = [&](std::size_t n) {
      return std::min(SideWay::bytes, bytes - n * SideWay::bytes);
    };
    const auto send = [&](std::size_t n) {
      if (n == pieces) return;
      copy_bytes<Kokkos::SharedHostPinnedSpace, DeviceSpace::memory_space>(
          way_.space(), way_.here(n), there_.data() + first + n * SideWay::bytes, length(n));
    };
    const auto taken = way_.take();
    send(0);
    for (std::size_t n = 0; n < pieces; ++n) {
      way_.space().fence();
      send(n + 1);
      std::memcpy(static_cast<std::byte*>(here) + n * SideWay::bytes, way_.here(n), length(n));
    }
  }

 private:
  const SideWay& way_;
  Kokkos::View<std::byte*, DeviceSpace::memory_space> there_;
};

#endif

}  // namespace

void KeptValues::read(const Box& slab, const MutableValues& here) const {
  if (here.precision != precision_)
    throw std::invalid_argument("kept values are read in the precision in which they were kept");
  const std::size_t bytes = bytes_of_value(precision_);
  copy(box_.value_at(slab.begin) * bytes, slab.values() * bytes, here.data);
}

bool keeps_on_device([[maybe_unused]] const Solver& solver, [[maybe_unused]] std::size_t bytes) {
#if SOLENOID_HAS_DEVICE
  if (solver.device() == Device::cpu) return false;
  // What else the device has to have room for: transforms of spectra, buffers, the system's own.
  constexpr std::size_t reserve = std::size_t(1) << 30;
  std::size_t free = 0, all = 0;
  return cudaMemGetInfo(&free, &all) == cudaSuccess && bytes + reserve <= free;
#else
  return false;
#endif
}

std::shared_ptr<const KeptValues> keep_values(const Solver& solver, const Gather& gather,
                                              const Box& box, Precision precision,
                                              [[maybe_unused]] bool on_device) {
#if SOLENOID_HAS_DEVICE
  if (on_device) return std::make_shared<ValuesOnDevice>(gather, box, precision);
#endif
  return std::make_shared<ValuesOnHost>(solver.device(), gather, box, precision);
}

}  // namespace solenoid
