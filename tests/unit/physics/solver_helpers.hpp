#pragma once
/// \file
/// What tests of whole solvers share: schemes by name, initial states, running and comparing.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "physics/solvers/compiled_precisions.hpp"
#include "physics/solvers/muscl_hancock.hpp"
#include "tests/unit/physics/caloric_tables.hpp"

namespace solenoid::testing_physics {

inline constexpr double pi = 3.14159265358979323846;

/// One choice of everything that selects other code.
struct Scheme {
  RiemannSolver riemann = RiemannSolver::hlld;
  bool magnetised = true;
  Reconstruction reconstruction = Reconstruction::primitive;
  Precision precision = Precision::double_precision;
  EquationOfState gas = EquationOfState::ideal;

  [[nodiscard]] bool has_energy() const { return solenoid::has_energy(gas); }
  [[nodiscard]] MusclHancockSettings settings() const {
    MusclHancockSettings s;
    s.riemann = riemann;
    s.magnetised = magnetised;
    s.equation_of_state = gas;
    s.sound_speed = 0.8;
    if (gas == EquationOfState::tabulated) s.caloric_table = ionising_table();
    s.reconstruction = reconstruction;
    s.splitting = Splitting::strang;  // merged sweeps have tests of their own
    return s;
  }
  [[nodiscard]] double epsilon() const {
    return precision == Precision::single_precision ? 1.2e-7 : 2.3e-16;
  }
};

/// The settings of a scheme with merged sweeps.
inline MusclHancockSettings merging(const Scheme& scheme) {
  MusclHancockSettings settings = scheme.settings();
  settings.splitting = Splitting::merged;
  return settings;
}

inline std::string name(const Scheme& s) {
  std::string all = (s.gas == EquationOfState::ideal ? "" : std::string(name_of(s.gas)) + "_") +
                    (s.magnetised ? "mhd_" : "hydrodynamics_") + name_of(s.riemann) + "_" +
                    name_of(s.reconstruction) + "_" + name_of(s.precision);
  std::replace(all.begin(), all.end(), '-', '_');
  return all;
}

inline std::string name_of_case(const testing::TestParamInfo<Scheme>& info) {
  return name(info.param);
}
inline void PrintTo(const Scheme& scheme, std::ostream* to) { *to << name(scheme); }

inline std::vector<Scheme> all_schemes() {
  std::vector<Scheme> all;
  for (const bool magnetised : {false, true})
    for (const auto& [riemann, riemann_name] : Names<RiemannSolver>::rows)
      for (const auto& [reconstruction, its_name] : Names<Reconstruction>::rows)
        for (const auto precision : compiled_precisions)
          for (const auto& [gas, gas_name] : Names<EquationOfState>::rows)
            if (riemann_solvers(magnetised, gas).contains(riemann) &&
                (gas == EquationOfState::ideal || reconstruction != Reconstruction::conserved))
              all.push_back({riemann, magnetised, reconstruction, precision, gas});
  return all;
}

/// The most accurate solver of each equation set, with both stencils.
inline std::vector<Scheme> both_equations() {
  return {{RiemannSolver::hllc, false},
          {RiemannSolver::hlld, true},
          {RiemannSolver::hllc, false, Reconstruction::weno_z},
          {RiemannSolver::hlld, true, Reconstruction::weno_z}};
}

/// Those, and the same of other gases.
inline std::vector<Scheme> all_equations() {
  std::vector<Scheme> all = both_equations();
  for (const EquationOfState gas : {EquationOfState::isothermal, EquationOfState::tabulated})
    for (Scheme scheme : both_equations()) {
      scheme.gas = gas;
      all.push_back(scheme);
    }
  return all;
}

inline Boundaries everywhere(BoundaryKind kind) {
  Boundaries b;
  for (auto& faces : b.kind) faces = {kind, kind};
  return b;
}

/// A primitive field as a function of position.
using InitialState = std::function<double(const std::string& name, double x, double y, double z)>;

/// Values of all primitive fields at the cell centres.
inline FieldMap sample(const Solver& solver, const Grid& grid, const InitialState& initial) {
  FieldMap fields;
  for (const auto& name : solver.primitive_names())
    for (int k = 0; k < grid.cells[2]; ++k)
      for (int j = 0; j < grid.cells[1]; ++j)
        for (int i = 0; i < grid.cells[0]; ++i)
          fields[name].push_back(
              initial(name, grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)));
  return fields;
}

/// A solver on the CPU that starts from `initial` at time 0.
inline std::unique_ptr<Solver> start(const Scheme& scheme, const Grid& grid,
                                     const Boundaries& boundaries, const InitialState& initial,
                                     const MusclHancockSettings& settings,
                                     const FixedBoundary& fixed = {}) {
  auto solver =
      make_muscl_hancock(grid, boundaries, settings, scheme.precision, Device::cpu, fixed);
  solver->set_primitive(sample(*solver, grid, initial), 0);
  return solver;
}

/// Takes stable steps from `time`; returns the time reached.
inline double take_steps(Solver& solver, int steps, double time = 0) {
  for (int s = 0; s < steps; ++s) {
    const double dt = solver.stable_step();
    EXPECT_GT(dt, 0);
    solver.advance(time, dt);
    time += dt;
  }
  return time;
}

/// Steps of equal length, as long as is stable at the start, to `end`.
inline void run_to(Solver& solver, double end) {
  const int steps = int(std::ceil(end / (0.9 * solver.stable_step())));
  for (int s = 0; s < steps; ++s) {
    solver.advance(end * s / steps, end / steps);
    solver.stable_step();
  }
}

/// The fields that are stored: they show the state to the last bit.
inline std::vector<std::string> stored_fields(bool magnetised, bool has_energy = true) {
  std::vector<std::string> names = {"density", "momentum_x", "momentum_y", "momentum_z"};
  if (has_energy) names.emplace_back("total_energy");
  if (magnetised)
    for (const char* name : {"magnetic_field_x", "magnetic_field_y", "magnetic_field_z", "psi"})
      names.emplace_back(name);
  return names;
}

inline std::vector<std::string> stored_fields(const Scheme& scheme) {
  return stored_fields(scheme.magnetised, scheme.has_energy());
}

/// Both solvers have the same state, bit for bit.
inline void expect_same_state(Solver& a, Solver& b, bool magnetised, bool has_energy = true) {
  for (const auto& name : stored_fields(magnetised, has_energy))
    EXPECT_EQ(a.field(name), b.field(name)) << name;
}
inline void expect_same_state(Solver& a, Solver& b, const Scheme& scheme) {
  expect_same_state(a, b, scheme.magnetised, scheme.has_energy());
}

inline const Boundaries all_periodic = everywhere(BoundaryKind::periodic);

/// A smooth periodic state on the unit box, different in every field and direction.
inline double smooth(const std::string& name, double x, double y, double z) {
  const double a = 2 * pi * x;
  const double b = 2 * pi * y;
  const double c = 2 * pi * z;
  if (name == "density") return 1 + 0.3 * std::sin(a + b + 0.3) * std::cos(c);
  if (name == "pressure") return 0.8 + 0.2 * std::cos(a - c) * std::sin(b + 1);
  if (name == "velocity_x") return 0.5 * std::sin(b + 0.2) + 0.3 * std::cos(c + a);
  if (name == "velocity_y") return 0.4 * std::cos(a + c) - 0.2;
  if (name == "velocity_z") return 0.6 * std::sin(a - b);
  if (name == "magnetic_field_x") return 0.5 * std::sin(b + 0.7) + 0.4;
  if (name == "magnetic_field_y") return 0.6 * std::cos(c + a);
  if (name == "magnetic_field_z") return 0.3 * std::sin(a + b) + 0.2;
  throw std::invalid_argument("no initial value for " + name);
}

/// Streams that part: cells between them fall below floors and back to first order.
inline double torn(const std::string& name, double x, double y, double) {
  if (name == "density") return 1;
  if (name == "pressure") return 1e-3;
  if (name == "velocity_x") return 2.5 * std::sin(2 * pi * x);
  if (name == "velocity_y") return -2.5 * std::sin(2 * pi * y);
  return name == "magnetic_field_z" ? 0.01 : 0.0;
}

/// `state` in numbers of few bits, so that its energy is exact in whatever order it is summed.
inline InitialState rounded(const InitialState& state) {
  return [state](const std::string& name, double x, double y, double z) {
    return std::round(state(name, x, y, z) * 64) / 64;
  };
}

inline double value_of(const std::vector<std::pair<std::string, double>>& row,
                       const std::string& label) {
  for (const auto& [name, value] : row)
    if (name == label) return value;
  ADD_FAILURE() << "the history has no " << label;
  return std::nan("");
}

inline double sum(const FieldValues& values) {
  long double total = 0;
  for (const double value : values) total += value;
  return double(total);
}

/// A state behind fixed faces, which moves along x with time.
inline FixedBoundary moving_behind_faces(const InitialState& state) {
  return {[state](const std::string& name, double x, double y, double z, double t) {
            return state(name, x + 0.1 * t, y, z);
          },
          true};
}

/// The mean of |a - b|, b being on a grid of twice as many cells along x and y.
inline double difference(const FieldValues& a, const FieldValues& b, std::size_t n) {
  double sum = 0;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) {
      const double* const fine = &b[2 * i + 2 * n * (2 * j)];
      sum += std::abs(a[i + n * j] - 0.25 * (fine[0] + fine[1] + fine[2 * n] + fine[2 * n + 1]));
    }
  return sum / double(n * n);
}

}  // namespace solenoid::testing_physics
