#pragma once
/// \file
/// From where a box is looked at.

#include <array>
#include <numbers>
#include <vector>

#include "numerics/grid/grid_cuts.hpp"

namespace solenoid {

/// Where a box is looked at from, from far away (a parallel projection); z is upwards.
struct Camera {
  double azimuth = 30;  ///< degrees about z: at 0 from the side of positive x, at 90 of positive y
  double elevation = 25;  ///< degrees above the plane of x and y, from -90 to 90
  double zoom = 1;        ///< at 1 the whole box is in the image however it is turned
};

inline double in_radians(double degrees) { return degrees * (std::numbers::pi / 180); }

/// The direction in which a camera looks.
std::array<double, 3> direction_of(const Camera& camera);
/// The parts of a grid in an order in which all rays to a camera's pixels go through them.
std::vector<int> front_to_back(const GridCuts& cuts, const Camera& camera);

}  // namespace solenoid
