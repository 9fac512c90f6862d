#pragma once
/// \file
/// Backgrounds and waves on them for tests of the stratified equations.

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <string>

#include "tests/unit/physics/program_state.hpp"

namespace solenoid::testing_physics {

using std::numbers::pi;

/// A background that varies in all directions and is far from balance.
inline const std::map<std::string, FunctionOfPlace> rugged = {
    {"background_density",
     [](double x, double y, double z) { return 2 + std::sin(3 * x + y * z); }},
    {"background_pressure", [](double x, double y, double z) { return std::exp(x - 2 * y + z); }},
    {"background_magnetic_field_x", [](double, double y, double z) { return std::cos(y + 2 * z); }},
    {"background_magnetic_field_y", [](double x, double, double) { return 1 + x * x; }},
    {"background_magnetic_field_z",
     [](double x, double y, double) { return std::sin(7 * x * y); }}};

inline FixedBoundary behind_faces() {
  FixedBoundary fixed;
  fixed.values = [](const std::string& name, double x, double y, double z, double) {
    const auto found = rugged.find(name);
    return found == rugged.end() ? 0.0 : found->second(x, y, z);
  };
  return fixed;
}

/// Whether perturbations that are 0 on that background stay 0.
template <class P>
void expect_rest(const Grid& grid, const Boundaries& boundaries, Integrator integrator, int steps,
                 const std::map<std::string, double>& coefficients = {}) {
  ProgramState<P> state(grid, boundaries, behind_faces(), integrator);
  state.set_uniform("gravity_x", -1.5);
  state.set_uniform("gravity_y", 0.7);
  state.set_uniform("gravity_z", 0.3);
  for (const auto& [name, value] : coefficients) state.set_uniform(name, value);
  for (const auto& [name, f] : rugged) state.set(name, f);
  for (int step = 0; step < steps; ++step) state.advance(0.01 * step, 0.01);
  for (const ProgramField& field : P::fields) {
    if (!field.evolved) continue;
    for (const double value : state.values(field.name)) ASSERT_EQ(value, 0) << field.name;
  }
}

/// A circularly polarised Alfven wave (exact, of amplitude 0.1) that runs once along the diagonal
/// of a box in the time 1.
template <class P>
ProgramState<P> alfven_wave(int cells, Integrator integrator) {
  const Grid grid{{2 * cells, cells, 1}, {0, 0, 0}, {std::sqrt(5.0), std::sqrt(5.0) / 2, 1}};
  ProgramState<P> state(grid, {}, {}, integrator);
  const double c = 1 / std::sqrt(5.0), s = 2 / std::sqrt(5.0), a = 0.1;
  const auto phase = [=](double x, double y) { return 2 * pi * (c * x + s * y); };
  // Along, across and out of the plane: B = (1, a sin, a cos), v = -(0, a sin, a cos).
  const auto across = [=](double x, double y, double) { return a * std::sin(phase(x, y)); };
  const auto out = [=](double x, double y, double) { return a * std::cos(phase(x, y)); };
  const auto times = [](double factor, const FunctionOfPlace& f) -> FunctionOfPlace {
    return [=](double x, double y, double z) { return factor * f(x, y, z); };
  };
  const auto constant = [](double value) -> FunctionOfPlace {
    return [=](double, double, double) { return value; };
  };
  const std::map<std::string, FunctionOfPlace> start = {
      {"background_density", constant(1)},
      {"background_pressure", constant(0.1)},
      {"background_magnetic_field_x", constant(c)},
      {"background_magnetic_field_y", constant(s)},
      {"momentum_x", times(s, across)},
      {"momentum_y", times(-c, across)},
      {"momentum_z", times(-1, out)},
      {"magnetic_field_perturbation_x", times(-s, across)},
      {"magnetic_field_perturbation_y", times(c, across)},
      {"magnetic_field_perturbation_z", out},
      {"energy_perturbation", constant(a * a)}};
  for (const auto& [name, f] : start) state.set(name, f);
  return state;
}

inline double largest_difference(const Values& a, const Values& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

inline double mean(const Values& values) {
  double total = 0;
  for (const double value : values) total += value;
  return total / double(values.size());
}

}  // namespace solenoid::testing_physics
