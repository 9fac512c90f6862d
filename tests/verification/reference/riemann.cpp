#include "tests/verification/reference/riemann.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace solenoid::reference {
namespace {

double sound_speed(const GasState& state, double gamma) {
  return std::sqrt(gamma * state.pressure / state.density);
}

/// Velocity change across the wave that joins `state` to pressure p (Toro, eqs. 4.6 and 4.7), and
/// its derivative by p.
struct WaveJump {
  double velocity = 0, derivative = 0;
};

WaveJump jump_to(double p, const GasState& state, double gamma) {
  if (p > state.pressure) {
    const double a = 2 / ((gamma + 1) * state.density);
    const double b = (gamma - 1) / (gamma + 1) * state.pressure;
    const double root = std::sqrt(a / (p + b));
    const double change = p - state.pressure;
    return {change * root, root * (1 - 0.5 * change / (p + b))};
  }
  const double c = sound_speed(state, gamma);
  const double ratio = p / state.pressure;
  return {2 * c / (gamma - 1) * (std::pow(ratio, 0.5 * (gamma - 1) / gamma) - 1),
          std::pow(ratio, -0.5 * (gamma + 1) / gamma) / (state.density * c)};
}

double solve_for_pressure(const GasState& left, const GasState& right, double gamma) {
  double p = 0.5 * (left.pressure + right.pressure);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const WaveJump l = jump_to(p, left, gamma), r = jump_to(p, right, gamma);
    const double change =
        (l.velocity + r.velocity + right.velocity - left.velocity) / (l.derivative + r.derivative);
    const double next = std::max(p - change, 1e-3 * p);
    if (std::abs(next - p) < 1e-15 * p) return next;
    p = next;
  }
  return p;
}

/// The state at `speed` left of the contact.
GasState left_of_contact(const GasState& left, double star_pressure, double star_velocity,
                         double gamma, double speed) {
  const double c = sound_speed(left, gamma);
  const double ratio = star_pressure / left.pressure;
  if (ratio > 1) {
    const double shock =
        left.velocity - c * std::sqrt(0.5 / gamma * ((gamma + 1) * ratio + gamma - 1));
    if (speed < shock) return left;
    const double g = (gamma - 1) / (gamma + 1);
    return {left.density * (ratio + g) / (g * ratio + 1), star_velocity, star_pressure};
  }
  const double star_sound = c * std::pow(ratio, 0.5 * (gamma - 1) / gamma);
  if (speed < left.velocity - c) return left;
  if (speed > star_velocity - star_sound) {
    return {left.density * std::pow(ratio, 1 / gamma), star_velocity, star_pressure};
  }
  const double local_sound = 2 / (gamma + 1) * (c + 0.5 * (gamma - 1) * (left.velocity - speed));
  return {left.density * std::pow(local_sound / c, 2 / (gamma - 1)), speed + local_sound,
          left.pressure * std::pow(local_sound / c, 2 * gamma / (gamma - 1))};
}

}  // namespace

RiemannSolution::RiemannSolution(const GasState& left, const GasState& right, double gamma)
    : left_(left), right_(right), gamma_(gamma) {
  for (const GasState& state : {left, right}) {
    if (!(state.density > 0) || !(state.pressure > 0)) {
      throw std::invalid_argument("a Riemann problem needs positive densities and pressures");
    }
  }
  const double escape = 2 / (gamma - 1) * (sound_speed(left, gamma) + sound_speed(right, gamma));
  if (right.velocity - left.velocity >= escape) {
    throw std::invalid_argument("the two states of this Riemann problem leave a vacuum");
  }
  star_pressure_ = solve_for_pressure(left, right, gamma);
  star_velocity_ =
      0.5 * (left.velocity + right.velocity + jump_to(star_pressure_, right, gamma).velocity -
             jump_to(star_pressure_, left, gamma).velocity);
}

GasState RiemannSolution::at(double speed) const {
  if (speed <= star_velocity_) {
    return left_of_contact(left_, star_pressure_, star_velocity_, gamma_, speed);
  }
  const GasState mirrored{right_.density, -right_.velocity, right_.pressure};
  GasState state = left_of_contact(mirrored, star_pressure_, -star_velocity_, gamma_, -speed);
  state.velocity = -state.velocity;
  return state;
}

RiemannSolution sod_solution() { return {{1, 0, 1}, {0.125, 0, 0.1}, 1.4}; }

}  // namespace solenoid::reference
