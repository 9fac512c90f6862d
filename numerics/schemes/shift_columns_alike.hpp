#pragma once
/// \file
/// Few columns of cells that all move along y by the same distance (shift_along_y.hpp, with the
/// same bits), with lanes along y: values of a column are neighbours in memory that goes on
/// periodically.

#include "numerics/schemes/shift_along_y.hpp"

namespace solenoid {

/// For how many rows beyond its own memory of a column goes on.
inline constexpr int periodic_rows = 3;

/// Memory of values that are apart, each with columns, rows and layers as the others.
template <class Real>
struct SeparateColumns {
  Real* first[ShiftedValues::capacity];
  std::ptrdiff_t column, row, layer;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Real* at(int f, int i, int j, int k) const {
    return first[f] + i * column + j * row + k * layer;
  }
};

/// Copies columns into such memory, moved up by so many whole rows: a column of one value and layer
/// a work item on a host, a single row on a device.
template <class Real, class From = CellColumns<Real>>
struct KeepColumns {
  From from;
  CellColumns<Real> to;
  std::array<int, 3> cells;
  int whole;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int rows() const {
    return cells[1] + 2 * periodic_rows;
  }
  KOKKOS_FUNCTION void keep(int column, int row) const {
    const int i = column % cells[0], rest = column / cells[0];
    const int k = rest % cells[2], v = rest / cells[2];
    *to.at(v, i, row, k) = *from.at(v, i, row_around(row - whole, cells[1]), k);
  }
};

template <class Real, class From>
struct KeepColumnsOnHost {
  KeepColumns<Real, From> kernel;
  void operator()(const int column) const {
    for (int row = 0; row < kernel.rows(); ++row) kernel.keep(column, row - periodic_rows);
  }
};

template <class Real, class From>
struct KeepColumnsOnDevice {
  KeepColumns<Real, From> kernel;
  KOKKOS_FUNCTION void operator()(const int item) const {
    const int column = item / kernel.rows();
    kernel.keep(column, item - column * kernel.rows() - periodic_rows);
  }
};

/// Keeps `values` values.
template <class Space, class Real, class From>
void keep_columns(const Space& space, const KeepColumns<Real, From>& kernel, int values) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  const int columns = values * kernel.cells[0] * kernel.cells[2];
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for("keep columns", Policy(space, 0, columns),
                         KeepColumnsOnHost<Real, From>{kernel});
  else
    Kokkos::parallel_for("keep columns", Policy(space, 0, columns * kernel.rows()),
                         KeepColumnsOnDevice<Real, From>{kernel});
}

/// Moves them by a part of a row: a column of one layer a work item on a host, a single row on a
/// device.
template <class Real, class To = CellColumns<Real>>
struct ShiftColumnsAlike {
  static constexpr int capacity = ShiftedValues::capacity;

  CellColumns<const Real> from;
  To to;
  CellColumns<Real> mass_flux;  ///< or null
  std::array<int, 3> cells;
  Real part;
  ShiftedValues values;

  /// Rows from j on.
  template <class T>
  SOLENOID_INLINE void move(int i, int j, int k) const {
    const LeavingPart<T> leaving{T(part)};
    const int giver = part < Real(0) ? j : j - 1;
    T below[capacity], above[capacity];
    values.passing(
        leaving, [&](int v, int n) { return load<T>(from.at(v, i, giver - 2 + n, k)); }, below);
    values.passing(
        leaving, [&](int v, int n) { return load<T>(from.at(v, i, giver - 1 + n, k)); }, above);
    if (mass_flux.first != nullptr) put(mass_flux, 0, i, j, k, below[0]);
    values.for_each(
        [&](int v) { put(to, v, i, j, k, load<T>(from.at(v, i, j, k)) - (above[v] - below[v])); });
  }

 private:
  template <class T, class Columns>
  SOLENOID_INLINE static void put(const Columns& to, int v, int i, int j, int k, const T& values) {
    for (int n = 0; n < lane_width<T>; ++n) *to.at(v, i, j + n, k) = lane(values, n);
  }
};

template <class Real, class To>
struct ShiftColumnsAlikeOnHost {
  ShiftColumnsAlike<Real, To> kernel;
  void operator()(const int item) const {
    using Lanes = HostPack<Real>;
    constexpr int width = lane_width<Lanes>;
    const int i = item % kernel.cells[0], k = item / kernel.cells[0];
    int j = 0;
    for (; j + width <= kernel.cells[1]; j += width) kernel.template move<Lanes>(i, j, k);
    for (; j < kernel.cells[1]; ++j) kernel.template move<Real>(i, j, k);
  }
};

template <class Real, class To>
struct ShiftColumnsAlikeOnDevice {
  ShiftColumnsAlike<Real, To> kernel;
  KOKKOS_FUNCTION void operator()(const int item) const {
    const int column = item / kernel.cells[1];
    kernel.template move<Real>(column % kernel.cells[0], item - column * kernel.cells[1],
                               column / kernel.cells[0]);
  }
};

template <class Space, class Real, class To>
void shift_columns_alike(const Space& space, const ShiftColumnsAlike<Real, To>& kernel) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  const int columns = kernel.cells[0] * kernel.cells[2];
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for("shift columns alike", Policy(space, 0, columns),
                         ShiftColumnsAlikeOnHost<Real, To>{kernel});
  else
    Kokkos::parallel_for("shift columns alike", Policy(space, 0, columns * kernel.cells[1]),
                         ShiftColumnsAlikeOnDevice<Real, To>{kernel});
}

}  // namespace solenoid
