#pragma once
/// \file
/// Atmospheres in hydrostatic balance: where temperature or density is given along gravity, the
/// pressure whose central differences balance the weight.

#include <functional>
#include <vector>

namespace solenoid {

/// What is known of an atmosphere, all functions of the place along gravity.
struct AtmosphereModel {
  std::function<double(double)> temperature;  ///< pressure/density; or none
  std::function<double(double)> density;      ///< or none: one of both is given
  double gravity = 0;                         ///< the acceleration along the axis, with its sign
  double pressure = 1;                        ///< where the place is `at`
  double at = 0;
};

/// Where it is wanted: vertices place(0) ... place(vertices - 1), a spacing apart, and `layers` of
/// them behind each end.
struct AtmosphereColumn {
  std::function<double(int)> place;
  double spacing = 1;
  int vertices = 0, layers = 0;
  int order = 4;  ///< of the differences
};

/// At the vertices of a column, from the lowest layer behind its lower end on.
struct Atmosphere {
  std::vector<double> places, density, pressure;
};

/// The atmosphere of which the central differences of this order of the pressure are gravity times
/// density at all vertices 0 ... vertices - 1, to rounding: that nearest to the exact integral of
/// the model, by the sum of squares of relative differences. Throws std::invalid_argument where the
/// model is not positive or not finite there, or the layers are fewer than the differences reach.
Atmosphere balanced_atmosphere(const AtmosphereModel& model, const AtmosphereColumn& column);

}  // namespace solenoid
