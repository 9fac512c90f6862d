#pragma once
/// \file
/// Initial states with a magnetic field on faces for tests of the solver `relaxing-tvd`.

#include "physics/solvers/relaxing_tvd.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid::testing_physics {

/// A component of a vector potential as a function of position.
using VectorPotential = std::function<double(int component, const std::array<double, 3>& x)>;

inline VectorPotential no_potential() {
  return [](int, const std::array<double, 3>&) { return 0.0; };
}

/// A potential that has all harmonics of `smooth`, periodic on the unit box.
inline double smooth_potential(int component, const std::array<double, 3>& x) {
  const double a = 2 * pi * x[std::size_t((component + 1) % 3)];
  const double b = 2 * pi * x[std::size_t((component + 2) % 3)];
  return (0.08 * std::sin(a + 0.3 * component) + 0.05 * std::cos(b - a)) *
         (1 + 0.2 * std::cos(2 * pi * x[std::size_t(component)]));
}

/// Fluid variables at cell centres; on faces the curl of `potential`, by Stokes' theorem, plus the
/// field of `fluid` at their centres.
inline FieldMap sample_staggered(const Grid& grid, const InitialState& fluid,
                                 const VectorPotential& potential) {
  FieldMap fields;
  const std::array<std::string, 3> letter{"x", "y", "z"};
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        for (const std::string name :
             {"density", "velocity_x", "velocity_y", "velocity_z", "pressure"})
          fields[name].push_back(
              fluid(name, grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)));
  for (int c = 0; c < 3; ++c) {
    auto n = grid.cells;
    if (grid.active(c)) ++n[std::size_t(c)];
    auto& values = fields["magnetic_field_" + letter[std::size_t(c)]];
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) {
          std::array<double, 3> at{grid.centre(0, i), grid.centre(1, j), grid.centre(2, k)};
          if (grid.active(c)) at[std::size_t(c)] -= 0.5 * grid.spacing(c);
          double curl = fluid("magnetic_field_" + letter[std::size_t(c)], at[0], at[1], at[2]);
          for (const int term : {1, 2}) {
            const int along = (c + term) % 3;
            if (!grid.active(along)) continue;
            auto lower = at;
            auto upper = at;
            lower[std::size_t(along)] -= 0.5 * grid.spacing(along);
            upper[std::size_t(along)] += 0.5 * grid.spacing(along);
            const int component = (c + 3 - term) % 3;
            curl += (term == 1 ? 1 : -1) *
                    (potential(component, upper) - potential(component, lower)) /
                    grid.spacing(along);
          }
          values.push_back(curl);
        }
  }
  return fields;
}

/// A solver on the CPU at time 0.
inline std::unique_ptr<Solver> start_staggered(const Grid& grid, const Boundaries& boundaries,
                                               const InitialState& fluid,
                                               const VectorPotential& potential,
                                               const RelaxingTvdSettings& settings = {},
                                               Precision precision = Precision::double_precision,
                                               const FixedBoundary& fixed = {}) {
  auto solver = make_relaxing_tvd(grid, boundaries, settings, precision, Device::cpu, fixed);
  solver->set_primitive(sample_staggered(grid, fluid, potential), 0);
  return solver;
}

/// `smooth` without its magnetic field.
inline double smooth_fluid(const std::string& name, double x, double y, double z) {
  return name.starts_with("magnetic") ? 0.3 : smooth(name, x, y, z);
}

/// Every stored value, faces among them.
inline std::vector<std::string> staggered_fields() {
  return {"density",
          "momentum_x",
          "momentum_y",
          "momentum_z",
          "total_energy",
          "magnetic_field_face_x",
          "magnetic_field_face_y",
          "magnetic_field_face_z"};
}

inline double largest(const FieldValues& values) {
  double most = 0;
  for (const double value : values) most = std::max(most, std::abs(value));
  return most;
}

/// The largest |div B|, in units of the largest field over the narrowest cell.
inline double relative_divergence(Solver& solver, const Grid& grid) {
  double width = 1e300;
  for (int d = 0; d < 3; ++d)
    if (grid.active(d)) width = std::min(width, grid.spacing(d));
  return largest(solver.field("divergence_b")) * width /
         largest(solver.field("magnetic_field_magnitude"));
}

}  // namespace solenoid::testing_physics
