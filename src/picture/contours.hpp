#pragma once
/// \file
/// Lines of equal value on a plane of cells.

#include <vector>

#include "src/picture/canvas.hpp"
#include "src/picture/plane.hpp"

namespace solenoid {

/// The lines on which the values, linear between the centres of cells, are `level` (marching
/// squares; a saddle is cut by the mean of its corners). Points are in cells from the lower left
/// corner of the plane, the centre of the first cell being (0.5, 0.5); a closed line ends where it
/// begins. Squares with a corner that is not finite have none.
std::vector<std::vector<Point>> contour_lines(const Plane& plane, double level);

}  // namespace solenoid
