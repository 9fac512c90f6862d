#include "physics/fields/plane_means.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <limits>

#include "numerics/device/copies.hpp"
#include "numerics/grid/field_parts.hpp"
#include "numerics/grid/pixels.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Rows of cells that are in memory, and where they begin in the plane.
struct Band {
  const double* values;
  int first_row;
  int columns, rows;  ///< of the whole plane
};

/// A pixel a work item, those of the rows from the top on that begin with `first`.
struct MeanUnderPixel {
  Band band;
  PlanePixels pixels;
  int first;
  double* means;

  KOKKOS_FUNCTION void operator()(const int pixel) const {
    const CellRange across = cells_under_pixel(band.columns, pixels.width, pixel % pixels.width);
    const CellRange up = cells_under_pixel(band.rows, pixels.height,
                                           pixels.height - 1 - first - pixel / pixels.width);
    double sum = 0;
    bool finite = true, positive = true;
    for (int row = up.begin; row < up.end; ++row)
      for (int column = across.begin; column < across.end; ++column) {
        const double value =
            band.values[std::size_t(row - band.first_row) * std::size_t(band.columns) +
                        std::size_t(column)];
        finite = finite && Kokkos::isfinite(value);
        positive = positive && !(value <= 0);
        sum += value;
      }
    double& mean = means[first * pixels.width + pixel];
    mean = sum / (double(across.end - across.begin) * (up.end - up.begin));
    if (pixels.positive && !positive) mean = 0;
    if (!finite) mean = Kokkos::Experimental::quiet_NaN_v<double>;
  }
};

/// The extent of values one after the other.
struct FindExtent {
  const double* values;
  bool positive;

  KOKKOS_FUNCTION void operator()(const std::size_t i, double& lower, double& upper,
                                  std::size_t& not_finite, std::size_t& not_positive) const {
    const double value = values[i];
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

template <class Space>
void join_extent(const Space& space, ValueExtent& extent, const FindExtent& find,
                 std::size_t count) {
  double lower = infinity, upper = -infinity;
  std::size_t not_finite = 0, not_positive = 0;
  Kokkos::parallel_reduce(
      "extent of a plane",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<std::size_t>>(space, 0, count), find,
      Kokkos::Min<double>(lower), Kokkos::Max<double>(upper), Kokkos::Sum<std::size_t>(not_finite),
      Kokkos::Sum<std::size_t>(not_positive));
  const bool first = extent.shown == 0;
  const std::size_t shown = count - not_finite - not_positive;
  if (shown > 0) {
    extent.lower = first ? lower : std::min(extent.lower, lower);
    extent.upper = first ? upper : std::max(extent.upper, upper);
  }
  extent.shown += shown;
  extent.not_finite += not_finite;
  extent.not_positive += not_positive;
}

/// The box of some rows of a plane.
Box rows_of(const Box& plane, int vertical, int first, int last) {
  Box rows = plane;
  rows.begin[std::size_t(vertical)] += first;
  rows.count[std::size_t(vertical)] = last - first;
  return rows;
}

/// Works the plane off from the top in bands of rows of pixels.
template <class Space>
PlaneMeans means_on(const Space& space, const Gather& gather, const Box& plane,
                    const PlanePixels& pixels) {
  const int horizontal = plane.count[0] > 1 ? 0 : 1;
  const int vertical = plane.count[2] > 1 ? 2 : 1;
  const int columns = plane.count[std::size_t(horizontal)];
  const int rows = plane.count[std::size_t(vertical)];
  const auto cells_of = [&](int row) {
    return cells_under_pixel(rows, pixels.height, pixels.height - 1 - row);
  };
  const int most_rows = std::max(int(transfer_values / std::size_t(columns)),
                                 (rows + pixels.height - 1) / pixels.height);
  using Values = Kokkos::View<double*, typename Space::memory_space>;
  const Values band(Kokkos::view_alloc(Kokkos::WithoutInitializing, "rows of a plane"),
                    std::size_t(std::min(most_rows, rows)) * std::size_t(columns));
  const Values means(Kokkos::view_alloc(Kokkos::WithoutInitializing, "pixels of a plane"),
                     std::size_t(pixels.width) * std::size_t(pixels.height));
  PlaneMeans found;
  int above = rows;  // rows from here on have been counted
  for (int first = 0, last = 0; first < pixels.height; first = last) {
    const int top = cells_of(first).end;
    for (last = first; last < pixels.height && top - cells_of(last).begin <= most_rows;) ++last;
    const int bottom = cells_of(last - 1).begin;
    gather(rows_of(plane, vertical, bottom, top), {Precision::double_precision, band.data()});
    Kokkos::parallel_for(
        "pixels of a plane",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, (last - first) * pixels.width),
        MeanUnderPixel{{band.data(), bottom, columns, rows}, pixels, first, means.data()});
    join_extent(space, found.extent, {band.data(), pixels.positive},
                std::size_t(above - bottom) * std::size_t(columns));
    above = bottom;
  }
  const auto here = on_host(means);
  found.pixels.assign(here.data(), here.data() + here.extent(0));
  return found;
}

}  // namespace

PlaneMeans plane_means(Device device, const Gather& gather, const Box& plane,
                       const PlanePixels& pixels) {
  note_brought_to_host(std::size_t(pixels.width) * std::size_t(pixels.height) * sizeof(double));
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) return means_on(DeviceSpace(), gather, plane, pixels);
#endif
  static_cast<void>(device);
  return means_on(HostSpace(), gather, plane, pixels);
}

}  // namespace solenoid
