#include "tests/verification/reference/sedov.hpp"

#include <cmath>
#include <numbers>
#include <stdexcept>

namespace solenoid::reference {
namespace {

/// Exponents and factors of Kamm and Timmes' eqs. 32 to 48 for a uniform density; j is the
/// dimension. The similarity variable V enters through x2, which runs from 0 at the centre to 1
/// at the shock.
struct ClosedForm {
  double j, gamma;
  double a0 = 2 / (j + 2);
  double a2 = -(gamma - 1) / (2 * (gamma - 1) + j);
  double a1 = (j + 2) * gamma / (2 + j * (gamma - 1)) *
              (2 * j * (2 - gamma) / (gamma * (j + 2) * (j + 2)) - a2);
  double a3 = j / (2 * (gamma - 1) + j);
  double a4 = a1 * (j + 2) / (2 - gamma);
  double a5 = -2 / (2 - gamma);
  double b = (gamma + 1) / (gamma - 1);
  double c = 0.5 * (j + 2) * gamma;
  double e = 0.5 * (2 + j * (gamma - 1));
  double a = 0.25 * (j + 2) * (gamma + 1);
  double d = (j + 2) * (gamma + 1) / ((j + 2) * (gamma + 1) - 4 * e);

  [[nodiscard]] double similarity(double x2) const { return (1 + x2 / b) / c; }
  [[nodiscard]] double x1(double x2) const { return a * similarity(x2); }
  [[nodiscard]] double x3(double x2) const { return d * (1 - e * similarity(x2)); }
  [[nodiscard]] double x4(double x2) const { return b * (1 - c * similarity(x2) / gamma); }
  /// Radius over that of the shock; rises with x2.
  [[nodiscard]] double radius(double x2) const {
    return std::pow(x1(x2), -a0) * std::pow(x2, -a2) * std::pow(x3(x2), -a1);
  }
};

/// x2 at a fraction of the shock's radius. Near the centre it is a high power of the fraction:
/// bisect its logarithm.
double x2_at(const ClosedForm& form, double fraction) {
  double lower = -700, upper = 0;
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double middle = 0.5 * (lower + upper);
    (form.radius(std::exp(middle)) < fraction ? lower : upper) = middle;
  }
  return std::exp(0.5 * (lower + upper));
}

}  // namespace

SedovSolution::SedovSolution(int dimensions, double gamma, double energy, double density)
    : dimensions_(dimensions), gamma_(gamma), energy_(energy), density_(density) {
  if (dimensions != 2 && dimensions != 3) {
    throw std::invalid_argument("a Sedov blast has 2 or 3 dimensions");
  }
  if (!(gamma > 1) || !(gamma < 2)) {
    throw std::invalid_argument("this form of Sedov's solution needs 1 < gamma < 2");
  }
  coefficient_ = integrate_energy();
}

GasState SedovSolution::profile(double fraction) const {
  const ClosedForm form{double(dimensions_), gamma_};
  const double x2 = x2_at(form, fraction);
  const double x1 = form.x1(x2), x3 = form.x3(x2), x4 = form.x4(x2);
  return {std::pow(x2, form.a3) * std::pow(x3, form.a4) * std::pow(x4, form.a5), x1 * fraction,
          std::pow(x1, form.a0 * form.j) * std::pow(x3, form.a4 - 2 * form.a1) *
              std::pow(x4, 1 + form.a5)};
}

/// Kinetic and internal energy within the shock, in units of density radius^(j + 2) / time^2.
double SedovSolution::integrate_energy() const {
  const double j = dimensions_, gamma = gamma_;
  const double shock_speed = 2 / (j + 2);
  const double velocity = 2 * shock_speed / (gamma + 1);
  const double density = (gamma + 1) / (gamma - 1);
  const double pressure = 2 * shock_speed * shock_speed / (gamma + 1);
  constexpr int points = 4000;
  double sum = 0;
  for (int i = 0; i < points; ++i) {
    const double fraction = (i + 0.5) / points;
    const GasState state = profile(fraction);
    const double speed = velocity * state.velocity;
    sum += std::pow(fraction, j - 1) * (0.5 * density * state.density * speed * speed +
                                        pressure * state.pressure / (gamma - 1));
  }
  const double sphere = dimensions_ == 2 ? 2 * std::numbers::pi : 4 * std::numbers::pi;
  return sphere * sum / points;
}

double SedovSolution::shock_radius(double time) const {
  return std::pow(energy_ * time * time / (coefficient_ * density_), 1.0 / (dimensions_ + 2));
}

GasState SedovSolution::at(double radius, double time) const {
  const double shock = shock_radius(time);
  if (radius > shock) return {density_, 0, 0};
  const double speed = 2.0 / (dimensions_ + 2) * shock / time;
  const GasState shape = profile(radius / shock);
  return {density_ * (gamma_ + 1) / (gamma_ - 1) * shape.density,
          2 * speed / (gamma_ + 1) * shape.velocity,
          2 * density_ * speed * speed / (gamma_ + 1) * shape.pressure};
}

}  // namespace solenoid::reference
