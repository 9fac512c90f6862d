#pragma once
/// \file
/// Exact solutions of Riemann problems of a gas whose specific internal energy eps is linear in
/// its temperature theta = p/rho between the points of a table.

#include <array>
#include <vector>

namespace solenoid::reference {

/// eps(theta), through (0, 0) and on beyond the last two points.
class CaloricCurve {
 public:
  CaloricCurve(std::vector<double> temperature, std::vector<double> energy);

  [[nodiscard]] double energy(double temperature) const;
  [[nodiscard]] double slope(double temperature) const { return slopes_[line(temperature)]; }
  [[nodiscard]] double sound_speed(double temperature) const;
  /// \name From one temperature to another at constant entropy
  /// d eps = theta d ln(rho), so that on a line of slope s ln(rho) gains s ln(theta), and the
  /// integral of c d ln(rho) is that of s c / theta.
  /// @{
  /// By what ln(rho) grows, and the integral of c d ln(rho).
  struct Change {
    double log_density = 0, velocity = 0;
  };
  [[nodiscard]] Change at_constant_entropy(double from, double to) const;
  /// @}

 private:
  [[nodiscard]] std::size_t line(double temperature) const;

  std::vector<double> temperature_, energy_, slopes_;
};

struct GasOfCurve {
  double density = 0, velocity = 0, pressure = 0;
  [[nodiscard]] double temperature() const { return pressure / density; }
};

/// A shock or a rarefaction to each side of a contact. A rarefaction is what smooth curves have:
/// small jumps of it where points make the speed of sound jump are left out.
class TabulatedRiemann {
 public:
  TabulatedRiemann(const GasOfCurve& left, const GasOfCurve& right, const CaloricCurve& curve);

  /// Left and right of the contact.
  [[nodiscard]] const std::array<GasOfCurve, 2>& middle() const { return middle_; }
  /// The state at x/t = `speed`, the jump having been at x = 0.
  [[nodiscard]] GasOfCurve at(double speed) const;

 private:
  /// The state behind the wave into `gas` that leads to a pressure; of its velocity what the wave
  /// takes off that of the gas, seen so that the wave runs to lower x.
  [[nodiscard]] GasOfCurve behind(const GasOfCurve& gas, double pressure) const;
  [[nodiscard]] GasOfCurve behind_shock(const GasOfCurve& gas, double pressure) const;
  /// At a temperature within a rarefaction.
  [[nodiscard]] GasOfCurve expanded(const GasOfCurve& gas, double temperature) const;
  /// The state at a speed on the left of the contact.
  [[nodiscard]] GasOfCurve on_left(const GasOfCurve& gas, const GasOfCurve& middle,
                                   double speed) const;

  GasOfCurve left_, right_;
  CaloricCurve curve_;
  std::array<GasOfCurve, 2> middle_;
};

}  // namespace solenoid::reference
