#pragma once
/// \file
/// The waves that fit a periodic box.

#include <algorithm>
#include <array>
#include <numbers>

#include "numerics/grid/grid.hpp"

namespace solenoid {

/// The unit of wave numbers that people use: 2 pi over the longest side of the box along which
/// there is more than one cell.
inline double wave_number_unit(const Grid& grid) {
  double longest = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (grid.active(axis)) longest = std::max(longest, grid.upper[axis] - grid.lower[axis]);
  return 2 * std::numbers::pi / longest;
}

/// Wave numbers, in that unit, of the longest wave that fits each side; 0 where there is one cell.
inline std::array<double, 3> longest_waves(const Grid& grid) {
  std::array<double, 3> waves{};
  for (int axis = 0; axis < 3; ++axis)
    if (grid.active(axis))
      waves[axis] =
          2 * std::numbers::pi / (grid.upper[axis] - grid.lower[axis]) / wave_number_unit(grid);
  return waves;
}

}  // namespace solenoid
