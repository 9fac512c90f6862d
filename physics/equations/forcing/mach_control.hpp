#pragma once
/// \file
/// The power that keeps driven gas at a Mach number.

#include "numerics/grid/grid.hpp"
#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"

namespace solenoid {

/// Means over a box of gas.
struct StirredGas {
  double density = 0;
  double mach_number_squared = 0;  ///< of (v/c)^2, each cell weighing the same
  double sound_speed_squared = 0;
};

/// Proportional and integral control of the power P by the rms Mach number m of the gas. Turbulence
/// that velocities v = M c of a scale L stir takes about rho v^3/(2 L) from them, so that
///
///     P = rho (M c)^3/(2 L) exp(q) min((M/m)^3, 2),   dq/dt = -(9/2) (M c/L) exp(q) ln(m/M)
///
/// M being the target and L the longest side of the box over the mean of the wave numbers. Where
/// gas takes D (m/M)^3 rho (M c)^3/(2 L), u = ln(m/M) obeys u'' + 6 w u' + 9 w^2 u = 0 near the
/// target, w = D M c/(2 L): for any D u returns to 0 without swinging, as soon as the gas forgets
/// its motion, and q to ln D.
class MachControl {
 public:
  /// Of the settings' target, which is positive.
  MachControl(const Grid& grid, const DrivingSettings& settings);

  /// Per volume, now.
  [[nodiscard]] double power(const StirredGas& gas) const;
  /// Takes note of a step of `dt`.
  void learn(const StirredGas& gas, double dt);

  /// q: what a run that goes on has to know.
  [[nodiscard]] double feedback() const { return feedback_; }
  void set_feedback(double feedback) { feedback_ = feedback; }

 private:
  /// ln(m/M), as far below 0 as the power grows by it.
  [[nodiscard]] double excess(const StirredGas& gas) const;

  double target_;
  double length_;  ///< L
  double feedback_ = 0;
};

}  // namespace solenoid
