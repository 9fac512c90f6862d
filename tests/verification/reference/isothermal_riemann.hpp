#pragma once
/// \file
/// Exact solutions of Riemann problems of isothermal gases, p = c^2 rho.

#include <array>
#include <complex>
#include <vector>

namespace solenoid::reference {

struct IsothermalState {
  double density = 0, velocity = 0;
};

/// Without a magnetic field: a shock or a rarefaction to each side, and between them one density
/// and one velocity.
class IsothermalRiemann {
 public:
  IsothermalRiemann(const IsothermalState& left, const IsothermalState& right, double sound_speed);

  [[nodiscard]] const IsothermalState& middle() const { return middle_; }
  /// The state at x/t = `speed`, the jump having been at x = 0.
  [[nodiscard]] IsothermalState at(double speed) const;

 private:
  IsothermalState left_, right_, middle_;
  double sound_speed_;
};

/// A state of one-dimensional MHD, transverse vectors as complex numbers y + i z.
struct IsothermalMhdState {
  double density = 0, velocity = 0;
  std::complex<double> transverse_velocity, transverse_field;
};

/// In MHD, where all six waves are shocks or rotations: to each side a fast shock, a rotation and a
/// slow shock, found by Newton's iteration from the Rankine-Hugoniot conditions.
class IsothermalMhdShocks {
 public:
  /// Waves of one side: the densities behind the fast and the slow shock, by what the transverse
  /// field is multiplied in each, and the angle by which it turns between them.
  struct Waves {
    double fast_density, fast_growth, angle, slow_density, slow_growth;
  };
  /// `left_guess` and `right_guess` are where the iteration starts. Throws std::runtime_error if it
  /// ends nowhere.
  IsothermalMhdShocks(const IsothermalMhdState& left, const IsothermalMhdState& right,
                      double normal_field, double sound_speed, const Waves& left_guess,
                      const Waves& right_guess);

  /// The states from left to right, seven of them, and the speeds of the six waves between them.
  [[nodiscard]] const std::vector<IsothermalMhdState>& states() const { return states_; }
  [[nodiscard]] const std::vector<double>& speeds() const { return speeds_; }
  [[nodiscard]] const IsothermalMhdState& at(double speed) const;

 private:
  std::vector<IsothermalMhdState> states_;
  std::vector<double> speeds_;
};

}  // namespace solenoid::reference
