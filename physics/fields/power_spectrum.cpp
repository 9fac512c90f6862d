#include "physics/fields/power_spectrum.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "numerics/device/copies.hpp"
#include "numerics/fourier/fourier.hpp"
#include "numerics/fourier/wave_numbers.hpp"
#include "numerics/grid/box.hpp"
#include "numerics/grid/field_parts.hpp"

namespace solenoid {

namespace {

/// Squares of the wave numbers along an axis, in the order in which transforms hold them.
std::vector<double> squares_along(const Grid& grid, int axis) {
  const int cells = grid.cells[axis];
  std::vector<double> squares;
  for (int n = 0; n < cells; ++n) {
    const double k = (2 * n <= cells ? n : n - cells) * longest_waves(grid)[std::size_t(axis)];
    squares.push_back(k * k);
  }
  return squares;
}

KOKKOS_INLINE_FUNCTION int shell_of(double square) { return int(Kokkos::sqrt(square) + 0.5); }

/// Puts planes of cells where transforms expect them: rows that begin `row` values apart.
template <class Real>
struct SpaceOut {
  const Real* planes;
  int cells;  ///< of a row
  int row;
  Real* to;

  KOKKOS_FUNCTION void operator()(const std::size_t n) const {
    to[n / std::size_t(cells) * std::size_t(row) + n % std::size_t(cells)] = planes[n];
  }
};

/// The power of some rows of a transformed field by shells: those of one plane that a work item
/// has, which adds them up in their order.
template <class Real>
struct PowerOfRows {
  const Real* values;  ///< complex numbers, `row` of them in a row
  Kokkos::Array<int, 3> cells;
  int row, rows_an_item, items_a_plane, shells;
  const double* squares;  ///< of wave numbers along x, then y, then z
  double* sums;           ///< of each item, by shells

  KOKKOS_FUNCTION void operator()(const int item) const {
    const int k = item / items_a_plane;
    const int first = item % items_a_plane * rows_an_item;
    const int last = first + rows_an_item < cells[1] ? first + rows_an_item : cells[1];
    double* const sum = sums + std::size_t(item) * std::size_t(shells);
    for (int n = 0; n < shells; ++n) sum[n] = 0;
    for (int j = first; j < last; ++j) {
      const double across = squares[cells[0] + j] + squares[cells[0] + cells[1] + k];
      const Real* value =
          values + 2 * std::size_t(row) * (std::size_t(j) + std::size_t(cells[1]) * std::size_t(k));
      for (int i = 0; i < row; ++i, value += 2) {
        const double re = double(value[0]), im = double(value[1]);
        // The waves left out have the power of their opposites.
        const double waves = i == 0 || 2 * i == cells[0] ? 1 : 2;
        sum[shell_of(squares[i] + across)] += waves * (re * re + im * im);
      }
    }
  }
};

/// Adds all items' sums of a shell, divided, in their order.
struct AddItems {
  const double* sums;
  int items, shells;
  double divisor;
  double* power;

  KOKKOS_FUNCTION void operator()(const int shell) const {
    constexpr int together = 16;  // are on the way from memory at a time
    double all = power[shell];
    for (int first = 0; first < items; first += together) {
      double values[together];
      for (int n = 0; n < together; ++n)
        values[n] = first + n < items
                        ? sums[std::size_t(first + n) * std::size_t(shells) + std::size_t(shell)]
                        : 0.0;
      for (int n = 0; n < together; ++n)
        if (first + n < items) all += values[n] / divisor;
    }
    power[shell] = all;
  }
};

template <class Space, class Value>
using Memory = Kokkos::View<Value*, typename Space::memory_space>;

template <class Value, class Space>
Memory<Space, Value> room_for(const Space& space, std::size_t count) {
  return Memory<Space, Value>(
      Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "power spectrum"), count);
}

/// The transform of the field that `gather` brings, as transform_on_host() and its like leave it.
template <class Real, class Space>
Memory<Space, Real> transformed(const Space& space, const Grid& grid, const Gather& gather) {
  const std::size_t plane = std::size_t(grid.cells[0]) * std::size_t(grid.cells[1]);
  const int planes = std::clamp(int(transfer_values / plane), 1, grid.cells[2]);
  const std::size_t row = 2 * transformed_row(grid.cells);
  const auto values = room_for<Real>(space, 2 * transformed_size(grid.cells));
  const auto slab = room_for<Real>(space, plane * std::size_t(planes));
  for (int first = 0; first < grid.cells[2]; first += planes) {
    const int count = std::min(planes, grid.cells[2] - first);
    gather(
        {{0, 0, first}, {grid.cells[0], grid.cells[1], count}},
        {sizeof(Real) == sizeof(float) ? Precision::single_precision : Precision::double_precision,
         slab.data()});
    Kokkos::parallel_for(
        "space out",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>(space, 0,
                                                                   plane * std::size_t(count)),
        SpaceOut<Real>{slab.data(), grid.cells[0], int(row),
                       values.data() + row * std::size_t(grid.cells[1]) * std::size_t(first)});
  }
  space.fence();
#if SOLENOID_HAS_DEVICE
  if constexpr (!is_host_space<Space>) {
    transform_on_device(grid.cells, values.data());
    return values;
  }
#endif
  transform_on_host(grid.cells, values.data());
  return values;
}

/// A table of the host in the memory of a space.
template <class Space>
Memory<Space, double> sent(const Space& space, const std::vector<double>& table) {
  const auto values = room_for<double>(space, table.size());
  set_on_host(values, [&](const auto& there) {
    for (std::size_t n = 0; n < table.size(); ++n) there(n) = table[n];
  });
  return values;
}

/// Adds the power by shells, computed where the field is.
template <class Real, class Space>
void add_power(const Space& space, const Grid& grid, const Gather& gather,
               std::vector<double>& all_power) {
  const auto values = transformed<Real>(space, grid, gather);
  std::vector<double> all_squares;
  for (int axis = 0; axis < 3; ++axis)
    for (const double square : squares_along(grid, axis)) all_squares.push_back(square);
  const auto squares = sent(space, all_squares);
  // Sums of items are added up in their order, so that threads do not change a bit.
  const int rows = is_host_space<Space> ? grid.cells[1] : 8;
  const int items_a_plane = (grid.cells[1] + rows - 1) / rows;
  const int items = items_a_plane * grid.cells[2];
  const int shells = int(all_power.size());
  const auto sums = room_for<double>(space, std::size_t(items) * std::size_t(shells));
  const auto power = sent(space, all_power);
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  Kokkos::parallel_for("power of rows", Policy(space, 0, items),
                       PowerOfRows<Real>{values.data(),
                                         {grid.cells[0], grid.cells[1], grid.cells[2]},
                                         int(transformed_row(grid.cells)),
                                         rows,
                                         items_a_plane,
                                         shells,
                                         squares.data(),
                                         sums.data()});
  const double cells = double(grid.cell_count());
  Kokkos::parallel_for("power by shells", Policy(space, 0, shells),
                       AddItems{sums.data(), items, shells, cells * cells, power.data()});
  space.fence();
  const auto here = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), power);
  all_power.assign(here.data(), here.data() + here.extent(0));
}

template <class Real>
void add_power_on(Device device, const Grid& grid, const Gather& gather,
                  std::vector<double>& power) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) return add_power<Real>(DeviceSpace(), grid, gather, power);
#endif
  static_cast<void>(device);
  add_power<Real>(HostSpace(), grid, gather, power);
}

}  // namespace

int shell_count(const Grid& grid) {
  double square = 0;
  for (int axis = 0; axis < 3; ++axis)
    square += squares_along(grid, axis)[std::size_t(grid.cells[axis] / 2)];
  return shell_of(square) + 1;
}

PowerSpectrum::PowerSpectrum(const Grid& grid, Precision precision, Device device)
    : grid_(grid),
      precision_(precision),
      device_(device),
      power_(std::size_t(shell_count(grid)), 0.0) {}

void PowerSpectrum::add(const Gather& gather) {
  if (precision_ == Precision::single_precision)
    add_power_on<float>(device_, grid_, gather, power_);
  else
    add_power_on<double>(device_, grid_, gather, power_);
}

}  // namespace solenoid
