#pragma once
/// \file
/// A plane of a field worked off in bands of rows on a device: the means under pixels and the
/// extent of all values. For files that are compiled for devices.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>

#include "numerics/grid/field_parts.hpp"
#include "numerics/grid/pixels.hpp"
#include "physics/fields/plane_means.hpp"

namespace solenoid {

/// Rows of cells that are in memory, and where they begin in the plane.
struct PlaneBand {
  const double* values;
  int first_row;
  int columns, rows;  ///< of the whole plane
};

/// A pixel a work item, those of the rows from the top on that begin with `first`.
struct MeanUnderPixel {
  PlaneBand band;
  PlanePixels pixels;
  int first;
  double* means;

  [[nodiscard]] KOKKOS_FUNCTION double value_of(int column, int row) const {
    return band.values[std::size_t(row - band.first_row) * std::size_t(band.columns) +
                       std::size_t(column)];
  }
  KOKKOS_FUNCTION void operator()(const int pixel) const {
    const CellRange across = cells_under_pixel(band.columns, pixels.width, pixel % pixels.width);
    const CellRange up = cells_under_pixel(band.rows, pixels.height,
                                           pixels.height - 1 - first - pixel / pixels.width);
    const double count = double(across.end - across.begin) * (up.end - up.begin);
    double sum = 0;
    bool finite = true, positive = true;
    for (int row = up.begin; row < up.end; ++row)
      for (int column = across.begin; column < across.end; ++column) {
        const double value = value_of(column, row);
        finite = finite && Kokkos::isfinite(value);
        positive = positive && !(value <= 0);
        sum += value;
      }
    double& mean = means[first * pixels.width + pixel];
    mean = sum / count;
    if (finite && !Kokkos::isfinite(sum)) {
      mean = 0;  // of values so large that their sum overflowed
      for (int row = up.begin; row < up.end; ++row)
        for (int column = across.begin; column < across.end; ++column)
          mean += value_of(column, row) / count;
    }
    if (pixels.positive && !positive) mean = 0;
    if (!finite) mean = Kokkos::Experimental::quiet_NaN_v<double>;
  }
};

/// The extent of values one after the other.
template <class Value>
struct FindExtent {
  const Value* values;
  bool positive;

  KOKKOS_FUNCTION void operator()(const std::size_t i, double& lower, double& upper,
                                  std::size_t& not_finite, std::size_t& not_positive) const {
    const auto value = double(values[i]);
    if (!Kokkos::isfinite(value)) {
      ++not_finite;
    } else if (positive && value <= 0) {
      ++not_positive;
    } else {
      if (value < lower) lower = value;
      if (value > upper) upper = value;
    }
  }
};

/// The extent of a box of values in a larger array of them.
struct FindExtentOfBox {
  FindExtent<float> find;        ///< from the first value on
  Kokkos::Array<int, 2> counts;  ///< of the box along x and y
  std::ptrdiff_t row, plane;     ///< of the array

  KOKKOS_FUNCTION void operator()(const std::size_t i, double& lower, double& upper,
                                  std::size_t& not_finite, std::size_t& not_positive) const {
    const int number = int(i), line = number / counts[0];
    const std::ptrdiff_t place =
        number - line * counts[0] + row * (line % counts[1]) + plane * (line / counts[1]);
    find(std::size_t(place), lower, upper, not_finite, not_positive);
  }
};

/// Adds the extent of `count` values, which `find` finds, to `extent`, waiting for them.
template <class Space, class Find>
void join_extent(const Space& space, ValueExtent& extent, const Find& find, std::size_t count) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double lower = infinity, upper = -infinity;
  std::size_t not_finite = 0, not_positive = 0;
  Kokkos::parallel_reduce(
      "extent of a plane",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>(space, 0, count), find,
      Kokkos::Min<double>(lower), Kokkos::Max<double>(upper), Kokkos::Sum<std::size_t>(not_finite),
      Kokkos::Sum<std::size_t>(not_positive));
  // Zeros are positive, whichever comes first.
  join(extent,
       {lower + 0.0, upper + 0.0, count - not_finite - not_positive, not_finite, not_positive});
}

/// The box of some rows of a plane.
inline Box rows_of(const Box& plane, int vertical, int first, int last) {
  Box rows = plane;
  rows.begin[std::size_t(vertical)] += first;
  rows.count[std::size_t(vertical)] = last - first;
  return rows;
}

/// How a plane of cells is cut into bands.
struct PlaneBands {
  int horizontal, vertical;  ///< axes
  int columns, rows;         ///< of cells
  int most_rows;             ///< of cells in a band

  PlaneBands(const Box& plane, const PlanePixels& pixels)
      : horizontal(plane.count[0] > 1 ? 0 : 1),
        vertical(plane.count[2] > 1 ? 2 : 1),
        columns(plane.count[std::size_t(horizontal)]),
        rows(plane.count[std::size_t(vertical)]),
        most_rows(std::max(int(transfer_values / std::size_t(columns)),
                           (rows + pixels.height - 1) / pixels.height)) {}

  /// Values of the largest band.
  [[nodiscard]] std::size_t values() const {
    return std::size_t(std::min(most_rows, rows)) * std::size_t(columns);
  }
};

/// Sets `means`, one for each pixel, through memory for the largest band; both are on the device.
template <class Space>
ValueExtent means_of_bands(const Space& space, const Gather& gather, const Box& plane,
                           const PlanePixels& pixels, double* band, double* means) {
  const PlaneBands cut(plane, pixels);
  const auto cells_of = [&](int row) {
    return cells_under_pixel(cut.rows, pixels.height, pixels.height - 1 - row);
  };
  ValueExtent extent;
  int above = cut.rows;  // rows from here on have been counted
  for (int first = 0, last = 0; first < pixels.height; first = last) {
    const int top = cells_of(first).end;
    for (last = first; last < pixels.height && top - cells_of(last).begin <= cut.most_rows;) ++last;
    const int bottom = cells_of(last - 1).begin;
    gather(rows_of(plane, cut.vertical, bottom, top), {Precision::double_precision, band});
    Kokkos::parallel_for(
        "pixels of a plane",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, (last - first) * pixels.width),
        MeanUnderPixel{{band, bottom, cut.columns, cut.rows}, pixels, first, means});
    join_extent(space, extent, FindExtent<double>{band, pixels.positive},
                std::size_t(above - bottom) * std::size_t(cut.columns));
    above = bottom;
  }
  return extent;
}

}  // namespace solenoid
