#pragma once
/// \file
/// What a picture shows of a plane of a field: means over pixels and the extent of all values, made
/// on the device.

#include <cstddef>
#include <vector>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// The pixels of a plane, which has more than one cell along two axes: of these the first is the
/// horizontal one.
struct PlanePixels {
  int width = 1, height = 1;
  bool positive = false;  ///< whether the picture can show positive values only (logarithmic)
};

/// Of all values of a plane.
struct ValueExtent {
  double lower = 0, upper = 0;   ///< of those that can be shown; 0 where there is none
  std::size_t shown = 0;         ///< how many those are
  std::size_t not_finite = 0;    ///< NaN or infinite
  std::size_t not_positive = 0;  ///< counted where only positive values can be shown
};

/// Adds the extent of other values.
void join(ValueExtent& extent, const ValueExtent& other);

struct PlaneMeans {
  /// Each pixel has the value of the cell at its centre, or the mean of the cells under it
  /// (numerics/grid/pixels.hpp). A value that is not finite makes its whole pixel NaN; where only
  /// positive ones can be shown another one makes it zero, so that averaging hides neither. Row by
  /// row from the top.
  std::vector<double> pixels;
  ValueExtent extent;
};

/// Of what `gather` makes in the memory of the device.
PlaneMeans plane_means(Device device, const Gather& gather, const Box& plane,
                       const PlanePixels& pixels);

}  // namespace solenoid
