#include "physics/solvers/cooling.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "numerics/device/spaces.hpp"
#include "physics/solvers/cooling_cells.hpp"
#include "physics/solvers/instantiate.hpp"
#include "physics/solvers/kernels/shared_parts.hpp"

SOLENOID_SHARED_PARTS(extern, float);
SOLENOID_SHARED_PARTS(extern, double);

namespace solenoid {

namespace {

/// Records how fast gas cools: a row a work item on a host, a cell on a device.
template <class Real>
struct MeasureRow {
  CoolingCells<Real> cells;
  Monitor<double> monitor;

  [[nodiscard]] int items() const { return cells.cells[1] * cells.cells[2]; }
  void operator()(const int row) const { monitor.record_signal(row, cells.speed_of_row(row)); }
};
template <class Real>
struct MeasureCell {
  CoolingCells<Real> cells;
  Monitor<double> monitor;

  [[nodiscard]] int items() const { return cells.count(); }
  KOKKOS_FUNCTION void operator()(const int cell) const {
    monitor.record_signal(cell, cells.speed(cell));
  }
};

}  // namespace

template <class R, class S>
Cooling<R, S>::Cooling(const Subdomain& part, const CoolingSettings& settings, double gamma)
    : cell_volume_(part.whole.cell_volume()),
      gamma_(gamma),
      courant_number_(settings.courant_number) {
  if (!settings.given()) return;
  const CoolingTable table(settings);
  const auto send = [](auto& to, const auto& from, const char* name) {
    to = std::decay_t<decltype(to)>(name, from.size());
    set_on_host(to, [&](const auto& host) { std::ranges::copy(from, host.data()); });
  };
  send(pieces_, table.pieces, "cooling curve");
  send(first_pieces_, table.first_pieces, "bins of the cooling curve");
  curve_ = table.curve();
  lowest_ = curve_.lowest();
  curve_.pieces = pieces_.data();
  curve_.first_pieces = first_pieces_.data();
  sums_ = std::make_unique<CellSums<1, S>>();
  if (courant_number_ > 0)
    speeds_ = std::make_unique<MonitorStorage<double, typename S::memory_space>>();
}

template <class R, class S>
CoolingCells<R> Cooling<R, S>::cells(const FluidCells<R>& fluid, const MagneticCells<R>& magnetic,
                                     double dt, double coldest) const {
  return {fluid, magnetic, curve_, gamma_ - 1, dt, coldest, fluid.cells};
}

template <class R, class S>
void Cooling<R, S>::apply(const S& space, const FluidCells<R>& fluid,
                          const MagneticCells<R>& magnetic, double dt,
                          const NeighbourGhosts<R, S>& parts) {
  auto radiated = sums_->of(space, cells(fluid, magnetic, dt, lowest_));
  radiated.join_parts(parts);
  energy_ += radiated.total(0) * cell_volume_;
}

template <class R, class S>
double Cooling<R, S>::limited(double step, bool begins, const S& space, const FluidCells<R>& fluid,
                              const MagneticCells<R>& magnetic,
                              const NeighbourGhosts<R, S>& parts) {
  if (speeds_ == nullptr) return step;
  if (begins || speed_ < 0) {
    Monitor<double> monitor;
    monitor.fastest = speeds_->fastest.data();
    using Measure = std::conditional_t<is_host_space<S>, MeasureRow<R>, MeasureCell<R>>;
    // Gas that is about to reach the lowest temperature has not so much to lose.
    const double coldest = lowest_ / (1 - courant_number_);
    const Measure measure{cells(fluid, magnetic, 0, coldest), monitor};
    Kokkos::parallel_for("measure cooling",
                         Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space, 0, measure.items()),
                         measure);
    speed_ = parts.largest(speeds_->take(space).fastest);
  }
  return step * speed_ > courant_number_ ? courant_number_ / speed_ : step;
}

template <class R, class S>
std::map<std::string, double> Cooling<R, S>::numbers() const {
  if (!active()) return {};
  return {{radiated_energy_label, energy_}, {"cooling_speed", speed_}};
}

template <class R, class S>
void Cooling<R, S>::go_on(const std::map<std::string, double>& numbers) {
  const auto number = [&](const char* name, double otherwise) {
    const auto found = numbers.find(name);
    return found == numbers.end() ? otherwise : found->second;
  };
  energy_ = number(radiated_energy_label, 0);
  speed_ = number("cooling_speed", -1);
}

SOLENOID_INSTANTIATE_FOR_FLUIDS(Cooling);

}  // namespace solenoid
