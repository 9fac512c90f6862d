#include "physics/solvers/driving.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>
#include <type_traits>

#include "numerics/device/spaces.hpp"
#include "physics/solvers/instantiate.hpp"

namespace solenoid {

namespace {

/// What waves make of rows of cells, a row and wave number along x a work item.
struct SumWavesOfRow {
  static constexpr int numbers = numbers_of_row_and_wave;
  const double* modes;                  ///< six amplitudes each
  const int* waves;                     ///< along y and z, two each
  const int* first_mode;                ///< of a wave number along x, and the end behind the last
  std::array<const double*, 2> tables;  ///< of y and z: cosines, then sines of a wave number
  std::array<int, 2> rows;              ///< how many along y and z
  int wave_count;                       ///< along x, with 0
  double* of_rows;

  KOKKOS_FUNCTION void operator()(const int item) const {
    const int row = item / wave_count, n = item - row * wave_count;
    const int j = row % rows[0], k = row / rows[0];
    double sums[numbers] = {0, 0, 0, 0, 0, 0};
    for (int mode = first_mode[n]; mode < first_mode[n + 1]; ++mode) {
      const int m = waves[2 * mode], l = waves[2 * mode + 1];
      const double cy = cosine(0, m, j), sy = sine(0, m, j);
      const double cz = cosine(1, l, k), sz = sine(1, l, k);
      const double c = cy * cz - sy * sz, s = sy * cz + cy * sz;
      const double* const amplitudes = modes + 6 * mode;
      for (int d = 0; d < 3; ++d) {
        sums[d] += amplitudes[d] * c + amplitudes[3 + d] * s;
        sums[3 + d] += amplitudes[3 + d] * c - amplitudes[d] * s;
      }
    }
    for (int s = 0; s < numbers; ++s) of_rows[item * numbers + s] = sums[s];
  }
  KOKKOS_FORCEINLINE_FUNCTION double cosine(int axis, int wave, int cell) const {
    return tables[std::size_t(axis)]
                 [2 * (wave < 0 ? -wave : wave) * rows[std::size_t(axis)] + cell];
  }
  KOKKOS_FORCEINLINE_FUNCTION double sine(int axis, int wave, int cell) const {
    const double size =
        tables[std::size_t(axis)]
              [(2 * (wave < 0 ? -wave : wave) + 1) * rows[std::size_t(axis)] + cell];
    return wave < 0 ? -size : size;
  }
};

/// Moves cells by scale (a - mean) for a time dt, as sources do.
template <class Real>
struct Drive {
  DrivenCells<Real> cells;
  std::array<double, 3> mean;
  double scaled_time;  ///< dt times the scale

  /// Cell i of a row, which stands at `at`, or a pack from there on.
  template <class T>
  SOLENOID_INLINE void move(int i, int row, int at) const {
    using Values = std::conditional_t<std::is_same_v<Real, double>, T, Real>;
    T a[3];
    cells.acceleration(i, row, a);
    Values change[3];
    for (std::size_t d = 0; d < 3; ++d) change[d] = Values(T(scaled_time) * (a[d] - T(mean[d])));
    push(cells.fluid, at, {true, true, true}, change);
  }
};

/// A row a work item, on a host.
template <class Real>
struct DriveRow {
  Drive<Real> drive;
  void operator()(const int row) const {
    using Lanes = typename DrivenCells<Real>::Lanes;
    const int cells = drive.cells.cells[0], at = drive.cells.fluid.place(row * cells);
    int i = 0;
    for (; i + lane_width<Lanes> <= cells; i += lane_width<Lanes>)
      drive.template move<Lanes>(i, row, at + i);
    for (; i < cells; ++i) drive.template move<double>(i, row, at + i);
  }
};

/// A cell a work item, on a device.
template <class Real>
struct DriveCell {
  Drive<Real> drive;
  KOKKOS_FUNCTION void operator()(const int cell) const {
    const int row = cell / drive.cells.cells[0];
    drive.template move<double>(cell - row * drive.cells.cells[0], row,
                                drive.cells.fluid.place(cell));
  }
};

/// By what the waves are multiplied, and what is taken off before, so that no net force is left.
struct DrivingScale {
  std::array<double, 3> mean{};
  double scale = 0;
  double work = 0;  ///< that they do in the time, per cell volume, all cells together
};

/// Of the sums over all `cells` cells, for a rms acceleration that is given, or else a power P per
/// volume: the scale s solves s b + s^2 dt c / 2 = P cells, b = sum of rho v.(a - mean),
/// c = sum of rho (a - mean)^2, so that the work of the step is exactly P dt (Stone, Ostriker &
/// Gammie 1998).
DrivingScale driving_scale(const std::array<double, driving_sum_count>& sums, double cells,
                           double acceleration, double power, double dt) {
  DrivingScale result;
  double b = sums[7], c = sums[8];
  for (std::size_t d = 0; d < 3; ++d) {
    result.mean[d] = sums[4 + d] / sums[0];
    b -= result.mean[d] * sums[1 + d];
    c -= result.mean[d] * sums[4 + d];
  }
  if (!(c > 0)) return result;
  result.scale = acceleration;
  if (acceleration == 0) {
    const double wanted = power * cells;
    const double root = std::sqrt(b * b + 2 * dt * c * wanted);
    result.scale = b > 0 ? 2 * wanted / (b + root) : (root - b) / (dt * c);
  }
  result.work = dt * result.scale * (b + 0.5 * dt * result.scale * c);
  return result;
}

}  // namespace

template <class Real, class Space>
Driving<Real, Space>::Driving(const Subdomain& part, const DrivingSettings& settings,
                              const Gas& gas)
    : part_(part),
      settings_(settings),
      heat_ratio_(gas.gamma * (gas.gamma - 1)),
      sound_speed_squared_(gas.sound_speed * gas.sound_speed),
      power_(settings.power) {
  if (!settings.given()) return;
  if (settings.mach_number > 0) control_ = std::make_unique<MachControl>(part.whole, settings);
  process_ = std::make_unique<OrnsteinUhlenbeck>(part.whole, settings);
  const auto& modes = process_->at(settings.start_time);
  for (const DrivingMode& mode : modes)
    for (std::size_t axis = 0; axis < 3; ++axis)
      wave_counts_[axis] = std::max(wave_counts_[axis], std::abs(mode.waves[axis]) + 1);
  make_tables();
  list_waves(modes);
  const std::size_t rows = std::size_t(part.cells[1]) * std::size_t(part.cells[2]);
  rows_ = Numbers("waves of rows", rows * std::size_t(wave_counts_[0]) * SumWavesOfRow::numbers);
  modes_ = Numbers("waves", 6 * modes.size());
}

template <class Real, class Space>
void Driving<Real, Space>::make_tables() {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto cells = std::size_t(part_.cells[axis]);
    tables_[axis] = Numbers("cosines and sines", 2 * std::size_t(wave_counts_[axis]) * cells);
    const double whole = part_.whole.cells[axis];
    set_on_host(tables_[axis], [&](const auto& table) {
      for (std::size_t wave = 0; wave < std::size_t(wave_counts_[axis]); ++wave)
        for (std::size_t i = 0; i < cells; ++i) {
          const double place = part_.first[axis] + double(i) + 0.5;
          const double angle =
              2 * std::numbers::pi * std::fmod(double(wave) * place, whole) / whole;
          table(2 * wave * cells + i) = std::cos(angle);
          table((2 * wave + 1) * cells + i) = std::sin(angle);
        }
    });
  }
}

template <class Real, class Space>
void Driving<Real, Space>::list_waves(const std::vector<DrivingMode>& modes) {
  waves_ = Integers("wave numbers along y and z", 2 * modes.size());
  set_on_host(waves_, [&](const auto& waves) {
    for (std::size_t mode = 0; mode < modes.size(); ++mode)
      for (std::size_t axis = 1; axis < 3; ++axis)
        waves(2 * mode + axis - 1) = modes[mode].waves[axis];
  });
  first_mode_ = Integers("first waves", std::size_t(wave_counts_[0]) + 1);
  set_on_host(first_mode_, [&](const auto& first) {
    for (int n = 0; n <= wave_counts_[0]; ++n) {
      int before = 0;
      for (const DrivingMode& mode : modes) before += mode.waves[0] < n ? 1 : 0;
      first(std::size_t(n)) = before;
    }
  });
}

template <class Real, class Space>
void Driving<Real, Space>::send(const std::vector<DrivingMode>& modes) {
  set_on_host(modes_, [&](const auto& to) {
    for (std::size_t mode = 0; mode < modes.size(); ++mode)
      for (std::size_t d = 0; d < 3; ++d) {
        to(6 * mode + d) = modes[mode].cosine[d];
        to(6 * mode + 3 + d) = modes[mode].sine[d];
      }
  });
}

template <class Real, class Space>
void Driving<Real, Space>::sum_waves_of_rows(const Space& space) const {
  SumWavesOfRow kernel{};
  kernel.modes = modes_.data();
  kernel.waves = waves_.data();
  kernel.first_mode = first_mode_.data();
  kernel.tables = {tables_[1].data(), tables_[2].data()};
  kernel.rows = {part_.cells[1], part_.cells[2]};
  kernel.wave_count = wave_counts_[0];
  kernel.of_rows = rows_.data();
  const int items = part_.cells[1] * part_.cells[2] * wave_counts_[0];
  Kokkos::parallel_for("waves of rows",
                       Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, items), kernel);
}

template <class Real, class Space>
StirredGas Driving<Real, Space>::measure(const Space& space, const FluidCells<Real>& fluid,
                                         const MagneticCells<Real>& magnetic,
                                         const NeighbourGhosts<Real, Space>& parts) {
  auto sums = speeds_.of(
      space, SpeedsOfCells<Real>{fluid, magnetic, heat_ratio_, sound_speed_squared_, fluid.cells});
  sums.join_parts(parts);
  const double cells = double(part_.whole.cell_count());
  return {sums.total(0) / cells, sums.total(1) / cells, sums.total(2) / cells};
}

template <class Real, class Space>
double Driving<Real, Space>::longest_step(const Space& space, const FluidCells<Real>& fluid,
                                          const MagneticCells<Real>& magnetic,
                                          const NeighbourGhosts<Real, Space>& parts) {
  double width = std::numeric_limits<double>::infinity();
  if (!active()) return width;
  for (int axis = 0; axis < 3; ++axis)
    if (part_.active(axis)) width = std::min(width, part_.spacing(axis));
  constexpr double peak = 4;  // of an acceleration, relative to its rms
  if (settings_.acceleration > 0) return std::sqrt(width / (peak * settings_.acceleration));
  if (density_ == 0) {
    const StirredGas gas = measure(space, fluid, magnetic, parts);
    density_ = gas.density;
    if (control_ != nullptr) power_ = control_->power(gas);
  }
  // P dt = rho v^2/2.
  return std::pow(width / (peak * std::sqrt(2 * power_ / density_)), 2.0 / 3);
}

template <class Real, class Space>
void Driving<Real, Space>::apply(const Space& space, const FluidCells<Real>& fluid,
                                 const MagneticCells<Real>& magnetic, double time, double dt,
                                 const NeighbourGhosts<Real, Space>& parts) {
  if (control_ != nullptr) {
    const StirredGas gas = measure(space, fluid, magnetic, parts);
    power_ = control_->power(gas);
    control_->learn(gas, dt);
  }
  send(process_->at(time));
  sum_waves_of_rows(space);
  const DrivenCells<Real> cells{fluid, fluid.cells, tables_[0].data(), rows_.data(),
                                wave_counts_[0]};
  auto found = sums_.of(space, cells);
  found.join_parts(parts);
  std::array<double, driving_sum_count> sums{};
  for (int s = 0; s < driving_sum_count; ++s) sums[std::size_t(s)] = found.total(s);
  const DrivingScale scale =
      driving_scale(sums, double(part_.whole.cell_count()), settings_.acceleration, power_, dt);
  energy_ += scale.work * part_.whole.cell_volume();
  const Drive<Real> drive{cells, scale.mean, dt * scale.scale};
  if constexpr (is_host_space<Space>)
    for_each_item(space, "drive", part_.cells[1] * part_.cells[2], DriveRow<Real>{drive});
  else
    for_each_item(space, "drive", cells.count(), DriveCell<Real>{drive});
}

SOLENOID_INSTANTIATE_FOR_FLUIDS(Driving);

}  // namespace solenoid
