#pragma once
/// \file
/// Shock tube 2a of D. Ryu and T. W. Jones, Astrophys. J. 442, 228 (1995), from left to right.

#include <array>
#include <cmath>
#include <numbers>

namespace solenoid::reference::ryu_jones_2a {

/// Densities between the waves; rotations change none, so that there are six.
inline constexpr std::array<double, 6> densities = {1.08, 1.4903, 1.6343, 1.4735, 1.3090, 1.0};

/// Velocities along x on the same plateaux.
inline constexpr std::array<double, 6> velocities = {1.2, 0.60588, 0.57538, 0.57538, 0.53432, 0.0};

/// Speeds of the waves.
struct Speeds {
  double fast_left = 1.2 - 2.3305 / 1.08;
  double rotation_left = 0.60588 - 1 / std::sqrt(1.4903 * std::numbers::pi);
  double slow_left = 0.60588 - 0.51594 / 1.4903;
  double contact = 0.57538;
  double slow_right = 0.53432 + 0.48144 / 1.3090;
  double rotation_right = 0.53432 + 1 / std::sqrt(1.3090 * std::numbers::pi);
  double fast_right = 2.2638;
};

/// Density at x/t = `speed`, the jump having been at x = 0.
inline double density_at(double speed) {
  const Speeds waves;
  const std::array<double, 5> edges = {waves.fast_left, waves.slow_left, waves.contact,
                                       waves.slow_right, waves.fast_right};
  std::size_t plateau = 0;
  while (plateau < edges.size() && speed > edges[plateau]) ++plateau;
  return densities[plateau];
}

}  // namespace solenoid::reference::ryu_jones_2a
