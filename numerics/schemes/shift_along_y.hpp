#pragma once
/// \file
/// Cells that move along a periodic y with what is in them, each column of cells by a distance of
/// its own: advection with a velocity that y does not change, without a limit on the step.
///
/// A shift is one by whole cells, the nearest number of them, and one by a part phi of a cell, no
/// more than half of one. The second is a conservative update: what passes a face is the part |phi|
/// of the cell that it comes from next to that face. Within cells values are parabolas with the
/// edges of WENO-Z (weno_z.hpp), so that its mean is
///
///     m +- (1 - |phi|) r / 12 - (1 - |phi|) (1 - 2 |phi|) b / 12
///
/// with the cell's mean m and six times the rise r and the bend b. Constants stay as they are to
/// the bit, and mirrored data move as mirrored.
///
/// Of a fluid both the part that leaves a cell and the one that stays have to have positive density
/// and pressure, else the cell is one of constants. What a cell holds after the shift is a mean of
/// two such parts, and the states of positive density and pressure are a convex set: the shift
/// never leaves it.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "numerics/device/spaces.hpp"
#include "numerics/schemes/weno_z.hpp"

namespace solenoid {

/// How far cells move up: so many whole cells, and a part of one between -1/2 and 1/2.
template <class Real>
struct RowShift {
  int whole;
  Real part;
};

/// The shift by `cells` of an axis of `count`.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION RowShift<Real> row_shift(double cells, int count) {
  const double whole = Kokkos::round(cells);
  const double rounds = Kokkos::floor(whole / double(count));
  return {int(whole - rounds * double(count)), Real(cells - whole)};
}

/// Of columns, in cells: `uniform` + `by_place` times the place of the column's centre.
struct ColumnShifts {
  double uniform = 0, by_place = 0;
  double lower = 0, spacing = 1;  ///< the lower end of the axis across, and its cells' width
  int first = 0;                  ///< the first column among the cells of that axis

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION double of(int column) const {
    return uniform + by_place * (lower + (first + column + 0.5) * spacing);
  }
};

/// A part of cells that leaves them.
template <class T>
struct LeavingPart {
  T part;        ///< of a cell, negative where it leaves downwards
  T size;        ///< the same without a sign
  T per_rest;    ///< 1 / (1 - size)
  T rise, bend;  ///< what a parabola's rise and bend add to its mean

  SOLENOID_INLINE explicit LeavingPart(const T& signed_part) : part(signed_part) {
    using Real = LaneReal<T>;
    const T one(Real(1));
    size = abs(part);
    const T rest = one - size;
    per_rest = reciprocal(rest);
    const T twelfth = T(Real(1.0 / 12.0)) * rest;
    rise = copysign(twelfth, part);
    bend = twelfth * (size + size - one);
  }
};

/// The mean of the leaving part of cell 0 by its mean and those of the cells around it.
template <class T>
SOLENOID_INLINE T mean_of_leaving(const LeavingPart<T>& leaving, const T (&means)[5]) {
  const CellParabola<T> parabola =
      weno_z<T>(means[1] - means[0], means[2] - means[1], means[3] - means[2], means[4] - means[3],
                abs(means[2]));
  return fma(leaving.rise, parabola.rise, fma(leaving.bend, parabola.bend, means[2]));
}

/// Memory of values of cells: at(field, column, row, layer).
template <class Real>
struct CellColumns {
  Real* first;
  std::ptrdiff_t field;
  std::ptrdiff_t column, row, layer;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Real* at(int f, int i, int j, int k) const {
    return first + f * field + i * column + j * row + k * layer;
  }
};

/// Which values move together.
struct ShiftedValues {
  static constexpr int capacity = 9;
  int count = 0;
  bool fluid = false;   ///< density, momentum, and
  bool energy = false;  ///< the total energy
  bool field = false;   ///< and a magnetic field

  /// Whether values of a fluid have positive density and pressure. False for NaN.
  template <class T>
  SOLENOID_INLINE LaneMask<T> is_physical(const T (&u)[capacity]) const {
    using Real = LaneReal<T>;
    const LaneMask<T> dense = less(T(Real(0)), u[0]);
    if (!energy) return dense;
    // 2 rho times the inequality, for want of a division.
    T others = dot(u[1], u[2], u[3], u[1], u[2], u[3]);
    if (field) others = fma(u[0], dot(u[5], u[6], u[7], u[5], u[6], u[7]), others);
    return dense && less(others, T(Real(2)) * u[0] * u[4]);
  }
  /// What passes a face, upwards, of all values; at(v, n) is value v of the cells around the one
  /// that gives, which is number 2.
  template <class T, class At>
  SOLENOID_INLINE void passing(const LeavingPart<T>& leaving, const At& at,
                               T (&through)[capacity]) const {
    T mean[capacity];
    for_each([&](int v) {
      T means[5];
      for (int n = 0; n < 5; ++n) means[n] = at(v, n);
      mean[v] = means[2];
      through[v] = mean_of_leaving(leaving, means);
    });
    if (fluid) flatten(leaving, mean, through);
    for_each([&](int v) { through[v] = leaving.part * through[v]; });
  }
  /// Calls body(v) for each: on a device written out, since a loop that a compiler leaves as one
  /// keeps what it indexes in memory there. On a host that is in the cache, and a loop is faster.
  template <class Body>
  SOLENOID_INLINE void for_each(const Body& body) const {
    KOKKOS_IF_ON_DEVICE((written_out(body, std::make_integer_sequence<int, capacity>());))
    KOKKOS_IF_ON_HOST((for (int v = 0; v < count; ++v) body(v);))
  }

 private:
  template <class Body, int... v>
  SOLENOID_INLINE void written_out(const Body& body, std::integer_sequence<int, v...>) const {
    ((v < count ? body(v) : void()), ...);
  }
  /// Takes the mean of a cell for its parts where one of them were unphysical.
  template <class T>
  SOLENOID_INLINE void flatten(const LeavingPart<T>& leaving, const T (&mean)[capacity],
                               T (&part)[capacity]) const {
    T rest[capacity];
    for_each([&](int v) { rest[v] = (mean[v] - leaving.size * part[v]) * leaving.per_rest; });
    const LaneMask<T> good = is_physical(part) && is_physical(rest);
    for_each([&](int v) { part[v] = select(good, part[v], mean[v]); });
  }
};

/// The row of `rows` that a number means where they go on periodically.
KOKKOS_FORCEINLINE_FUNCTION constexpr int row_around(int row, int rows) {
  const int rest = row % rows;
  return rest < 0 ? rest + rows : rest;
}

/// Rows [begin, end) of a column, or of a pack of columns from `column` on, in a layer.
struct RowRun {
  int column, begin, end, layer;
};

/// The shift of values of cells, columns side by side.
template <class Real>
struct ShiftAlongY {
  using Number = Real;
  static constexpr int capacity = ShiftedValues::capacity;

  CellColumns<const Real> from;
  CellColumns<Real> to;
  CellColumns<Real> mass_flux;  ///< takes what passes lower faces of value 0, in cells; or null
  ColumnShifts shifts;
  std::array<int, 3> cells;  ///< columns, rows, layers
  ShiftedValues values;

  /// Cells go from row j - whole to row j, of all lanes in one direction.
  template <class T>
  SOLENOID_INLINE void move(const RowRun& run, int whole, const T& part) const {
    const LeavingPart<T> leaving(part);
    const bool upwards = !(lane(part, 0) < Real(0));
    T below[capacity], above[capacity];
    passing(leaving, upwards, run, run.begin - whole, below);
    for (int j = run.begin; j < run.end; ++j) {
      passing(leaving, upwards, run, j + 1 - whole, above);
      const int source = row_around(j - whole, cells[1]);
      if (mass_flux.first != nullptr) store(mass_flux.at(0, run.column, j, run.layer), below[0]);
      values.for_each([&](int v) {
        const T old = load<T>(from.at(v, run.column, source, run.layer));
        store(to.at(v, run.column, j, run.layer), old - (above[v] - below[v]));
        below[v] = above[v];
      });
    }
  }

 private:
  /// What passes the lower face of a row.
  template <class T>
  SOLENOID_INLINE void passing(const LeavingPart<T>& leaving, bool upwards, const RowRun& run,
                               int row, T (&through)[capacity]) const {
    int rows[5];
    rows[0] = row_around((upwards ? row - 1 : row) - 2, cells[1]);
    for (int n = 1; n < 5; ++n) rows[n] = rows[n - 1] + 1 == cells[1] ? 0 : rows[n - 1] + 1;
    values.passing(
        leaving, [&](int v, int n) { return load<T>(from.at(v, run.column, rows[n], run.layer)); },
        through);
  }
};

/// \name Shifts of all cells
/// @{
/// Rows of a work item.
inline constexpr int rows_on_host = 16, rows_on_device = 8;
KOKKOS_FORCEINLINE_FUNCTION constexpr int runs_of(int rows, int of_item) {
  return (rows + of_item - 1) / of_item;
}

/// On a host: all columns of some rows a work item, packs of those that move in one direction by
/// the same number of whole cells.
template <class Kernel>
struct ShiftRowsOnHost {
  Kernel kernel;

  void operator()(const int item) const {
    using Real = typename Kernel::Number;
    using Lanes = HostPack<Real>;
    constexpr int width = lane_width<Lanes>;
    const int count = runs_of(kernel.cells[1], rows_on_host), begin = item % count * rows_on_host;
    RowRun run{0, begin, std::min(begin + rows_on_host, kernel.cells[1]), item / count};
    while (run.column < kernel.cells[0]) {
      Real parts[width];
      const RowShift<Real> shift = shift_of(run.column);
      bool alike = run.column + width <= kernel.cells[0];
      for (int n = 0; alike && n < width; ++n) {
        const RowShift<Real> other = shift_of(run.column + n);
        alike = other.whole == shift.whole && (other.part < 0) == (shift.part < 0);
        parts[n] = other.part;
      }
      if (alike)
        kernel.template move<Lanes>(run, shift.whole, load<Lanes>(parts));
      else
        kernel.template move<Real>(run, shift.whole, shift.part);
      run.column += alike ? width : 1;
    }
  }
  [[nodiscard]] RowShift<typename Kernel::Number> shift_of(int column) const {
    return row_shift<typename Kernel::Number>(kernel.shifts.of(column), kernel.cells[1]);
  }
};

/// On a device: some rows of one column a work item.
template <class Kernel>
struct ShiftRowsOnDevice {
  Kernel kernel;

  KOKKOS_FUNCTION void operator()(const int item) const {
    using Real = typename Kernel::Number;
    const int column = item % kernel.cells[0], rest = item / kernel.cells[0];
    const int rows = kernel.cells[1];
    const int count = runs_of(rows, rows_on_device), begin = rest % count * rows_on_device;
    const int end = begin + rows_on_device < rows ? begin + rows_on_device : rows;
    const RowShift<Real> shift = row_shift<Real>(kernel.shifts.of(column), rows);
    kernel.template move<Real>({column, begin, end, rest / count}, shift.whole, shift.part);
  }
};

template <class Space, class Kernel>
void shift_along_y(const Space& space, const Kernel& kernel) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  constexpr int of_item = is_host_space<Space> ? rows_on_host : rows_on_device;
  const int runs = runs_of(kernel.cells[1], of_item) * kernel.cells[2];
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for("shift along y", Policy(space, 0, runs), ShiftRowsOnHost<Kernel>{kernel});
  else
    Kokkos::parallel_for("shift along y", Policy(space, 0, runs * kernel.cells[0]),
                         ShiftRowsOnDevice<Kernel>{kernel});
}
/// @}

}  // namespace solenoid
