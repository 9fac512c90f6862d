#pragma once
/// \file
/// The exact solution of the Riemann problem of an ideal gas.

namespace solenoid::reference {

struct GasState {
  double density = 0, velocity = 0, pressure = 0;
};

/// E. F. Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics (2009), chapter 4.
class RiemannSolution {
 public:
  /// Throws std::invalid_argument for a state without density or pressure, and for states that
  /// move apart so fast that a vacuum forms between them.
  RiemannSolution(const GasState& left, const GasState& right, double gamma);

  [[nodiscard]] double star_pressure() const { return star_pressure_; }
  [[nodiscard]] double star_velocity() const { return star_velocity_; }
  /// The state at x/t = `speed`, the jump having been at x = 0.
  [[nodiscard]] GasState at(double speed) const;

 private:
  GasState left_, right_;
  double gamma_;
  double star_pressure_ = 0, star_velocity_ = 0;
};

/// Sod's states at gamma = 1.4.
RiemannSolution sod_solution();

}  // namespace solenoid::reference
