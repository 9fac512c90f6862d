#pragma once
/// \file
/// The cells of a grid that an interval of coordinates touches.

#include <algorithm>
#include <cmath>

#include "numerics/grid/grid.hpp"

namespace solenoid {

/// Coordinates along an axis, lower < upper.
struct Interval {
  double lower = 0, upper = 1;
};

/// Cells along an axis from `begin` up to but not `end`.
struct CellInterval {
  int begin = 0, end = 0;
};

/// The cells of the grid along `axis` that `interval` touches with more than rounding, made whole
/// blocks of `block` cells, which are counted from the first cell on and divide the grid. At least
/// one block; the interval overlaps the grid.
inline CellInterval cells_between(const Grid& grid, Axis axis, const Interval& interval,
                                  int block = 1) {
  constexpr double rounding = 1e-6;  // of a cell
  const double width = block * grid.spacing(axis);
  const int blocks = grid.cells[axis] / block;
  const auto in_blocks = [&](double coordinate) { return (coordinate - grid.lower[axis]) / width; };
  const int begin = std::clamp(
      int(std::floor(std::max(in_blocks(interval.lower), -1.0) + rounding)), 0, blocks - 1);
  const int end =
      std::clamp(int(std::ceil(std::min(in_blocks(interval.upper), blocks + 1.0) - rounding)),
                 begin + 1, blocks);
  return {begin * block, end * block};
}

}  // namespace solenoid
