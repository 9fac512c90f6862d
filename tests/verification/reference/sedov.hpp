#pragma once
/// \file
/// Sedov's self-similar blast wave in a uniform gas without pressure.

#include "tests/verification/reference/riemann.hpp"

namespace solenoid::reference {

/// J. R. Kamm and F. X. Timmes, Los Alamos report LA-UR-07-2849 (2007), standard case.
class SedovSolution {
 public:
  /// `dimensions`: 2 for a line of energy (`energy` per length), 3 for a point; `density` of the
  /// gas around. Throws std::invalid_argument for other dimensions and unless 1 < gamma < 2, where
  /// the closed form holds.
  SedovSolution(int dimensions, double gamma, double energy, double density);

  /// alpha in energy = alpha density radius^(dimensions + 2) / time^2.
  [[nodiscard]] double energy_coefficient() const { return coefficient_; }
  [[nodiscard]] double shock_radius(double time) const;
  /// Density, radial velocity and pressure; beyond the shock the gas at rest.
  [[nodiscard]] GasState at(double radius, double time) const;

 private:
  /// Density, velocity and pressure over their values behind the shock, at a fraction of its
  /// radius.
  [[nodiscard]] GasState profile(double fraction) const;
  [[nodiscard]] double integrate_energy() const;

  int dimensions_;
  double gamma_, energy_, density_;
  double coefficient_ = 0;
};

}  // namespace solenoid::reference
