/// \file
/// The solver at the faces of its box, under gravity, and the damping of psi.

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <set>

#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

class SolverBoundaries : public testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(MusclHancock, SolverBoundaries, testing::ValuesIn(both_equations()),
                         name_of_case);

/// A state at rest at the walls of the unit interval or not, with every field in play.
double between_walls(const std::string& name, double s) {
  if (name == "density") return 1 + 0.4 * s;
  if (name == "pressure") return 2 - s;
  if (name == "velocity_x") return 0.3 * std::cos(5 * s);
  if (name == "velocity_y") return 0.5 - s;
  if (name == "velocity_z") return 0.2 + s * s;
  if (name == "magnetic_field_x") return 0.2 + 0.1 * s;
  return name == "magnetic_field_y" ? 0.4 * s : 0.7 - s;
}

/// The name that a field has when x, y, z are turned cyclically so that x becomes `axis`.
std::string turned(std::string name, int axis) {
  if (name[name.size() - 2] == '_') name.back() = char('x' + (name.back() - 'x' + axis) % 3);
  return name;
}

TEST_P(SolverBoundaries, ReflectingWallsAreMirrorImagesToTheBit) {
  const int n = 32;  // image points are exact
  for (int axis = 0; axis < 3; ++axis) {
    Grid half, whole;
    half.cells[axis] = n;
    whole.cells[axis] = 2 * n;
    whole.upper[axis] = 2;
    const std::string normal_names[] = {turned("velocity_x", axis),
                                        turned("magnetic_field_x", axis)};
    const auto initial = [&](const std::string& name, double x, double y, double z) {
      const double s = axis == 0 ? x : axis == 1 ? y : z;
      const bool image = s > 1;
      const bool odd = name == normal_names[0] || name == normal_names[1];
      return between_walls(turned(name, 3 - axis), image ? 2 - s : s) * (image && odd ? -1 : 1);
    };
    const auto settings = GetParam().settings();
    const auto walls =
        start(GetParam(), half, everywhere(BoundaryKind::reflecting), initial, settings);
    const auto images =
        start(GetParam(), whole, everywhere(BoundaryKind::periodic), initial, settings);
    take_steps(*walls, 9);
    take_steps(*images, 9);
    for (const auto& name : stored_fields(GetParam().magnetised)) {
      auto expected = images->field(name);
      expected.resize(std::size_t(n));
      EXPECT_EQ(walls->field(name), expected) << name << " between walls normal to " << axis;
    }
  }
}

TEST_P(SolverBoundaries, AClosedBoxKeepsMassAndEnergy) {
  const Grid grid{{18, 13, 6}};
  const auto solver =
      start(GetParam(), grid, everywhere(BoundaryKind::reflecting), smooth, GetParam().settings());
  const auto before = solver->history();
  take_steps(*solver, 6);
  const auto after = solver->history();
  for (const char* label : {"mass", "tot-E"})
    EXPECT_NEAR(value_of(after, label), value_of(before, label), 1e-13) << label;
}

TEST_P(SolverBoundaries, OutflowLetsSupersonicFlowLeave) {
  const auto initial = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1 + (std::abs(x - 0.5) < 0.2 ? 0.5 : 0.0);
    if (name == "pressure") return 0.1;
    return name == "velocity_x" ? 3.0 : 0.0;
  };
  const Grid grid{{32, 4, 1}};
  const auto solver =
      start(GetParam(), grid, everywhere(BoundaryKind::outflow), initial, GetParam().settings());
  run_to(*solver, 0.6);
  for (const double rho : solver->field("density")) EXPECT_NEAR(rho, 1, 1e-3);
  for (const double v : solver->field("velocity_x")) EXPECT_NEAR(v, 3, 1e-6);
}

/// Gas that parts in the middle of the box, or with `speed` < 0 comes together there.
InitialState parting_at(double speed, int axis) {
  return [=](const std::string& name, double x, double y, double z) {
    const double s = axis == 0 ? x : axis == 1 ? y : z;
    if (name == std::string("velocity_") + "xyz"[axis]) return speed * (2 * s - 1);
    return name[0] == 'v' ? 0.1 : smooth(name, x, y, z);
  };
}

TEST_P(SolverBoundaries, DiodesAreOutflowWhereGasLeaves) {
  const Grid grid{{9, 8, 7}};
  for (int axis = 0; axis < 3; ++axis) {
    Boundaries open, diodes;
    open.kind[std::size_t(axis)] = {BoundaryKind::outflow, BoundaryKind::outflow};
    diodes.kind[std::size_t(axis)] = {BoundaryKind::diode, BoundaryKind::diode};
    const auto settings = GetParam().settings();
    const auto initial = parting_at(4, axis);
    const auto expected = start(GetParam(), grid, open, initial, settings);
    const auto found = start(GetParam(), grid, diodes, initial, settings);
    take_steps(*expected, 4);
    take_steps(*found, 4);
    expect_same_state(*found, *expected, GetParam().magnetised);
  }
}

TEST_P(SolverBoundaries, DiodesLetNoGasIn) {
  for (const Reconstruction reconstruction : {Reconstruction::primitive, Reconstruction::weno_z})
    for (int axis = 0; axis < 3; ++axis) {
      Grid grid{{6, 6, 6}};
      grid.cells[axis] = 24;
      const auto gained = [&](BoundaryKind kind, Side side) {
        Boundaries boundaries;
        auto& kinds = boundaries.kind[std::size_t(axis)];
        kinds = {BoundaryKind::reflecting, BoundaryKind::reflecting};
        kinds[side] = kind;
        auto settings = GetParam().settings();
        settings.reconstruction = reconstruction;
        const auto solver = start(GetParam(), grid, boundaries, parting_at(-0.5, axis), settings);
        const double before = value_of(solver->history(), "mass");
        run_to(*solver, 0.1);
        return value_of(solver->history(), "mass") / before - 1;
      };
      for (const Side side : {side_lower, side_upper}) {
        EXPECT_GT(gained(BoundaryKind::outflow, side), 0.04) << axis << " " << side;
        // A little leaves again, where waves from within reach the face.
        EXPECT_LE(gained(BoundaryKind::diode, side), 1e-13) << axis << " " << side;
      }
    }
}

TEST_P(SolverBoundaries, FixedFacesThatContinueAUniformStateChangeNothing) {
  const auto uniform = [](const std::string& name, double, double, double) {
    return smooth(name, 0.1, 0.2, 0.3);
  };
  FixedBoundary fixed;
  fixed.values = [&](const std::string& name, double x, double y, double z, double) {
    return uniform(name, x, y, z);
  };
  const Grid grid{{11, 6, 5}};
  const auto settings = GetParam().settings();
  const auto all = everywhere(BoundaryKind::fixed);
  const auto solver = start(GetParam(), grid, all, uniform, settings, fixed);
  const auto untouched = start(GetParam(), grid, all, uniform, settings, fixed);
  take_steps(*solver, 4);
  expect_same_state(*solver, *untouched, GetParam().magnetised);
}

/// Gas of density 2 flows in where there is gas of density 1: a contact enters at the speed 1.
TEST_P(SolverBoundaries, FixedFaceLetsInExactlyWhatFlows) {
  const auto gas = [](const std::string& name, double x, double, double) {
    if (name == "density") return x < 0 ? 2.0 : 1.0;
    if (name == "velocity_x" || name == "pressure") return 1.0;
    return 0.0;
  };
  FixedBoundary fixed;
  fixed.values = [&](const std::string& name, double x, double y, double z, double) {
    return gas(name, x, y, z);
  };
  Boundaries boundaries = everywhere(BoundaryKind::periodic);
  boundaries.kind[axis_x] = {BoundaryKind::fixed, BoundaryKind::outflow};
  const Grid grid{{40, 3, 1}};
  const auto solver = start(GetParam(), grid, boundaries, gas, GetParam().settings(), fixed);
  run_to(*solver, 0.5);
  EXPECT_NEAR(value_of(solver->history(), "mass"), 1.5, 1e-13);
  for (const double p : solver->field("pressure")) EXPECT_NEAR(p, 1, 1e-12);
  const auto density = solver->field("density");
  for (std::size_t i = 0; i < 15; ++i) EXPECT_NEAR(density[i], 2, 1e-3);
  for (std::size_t i = 25; i < 40; ++i) EXPECT_NEAR(density[i], 1, 1e-3);
}

TEST_P(SolverBoundaries, FixedFacesAskForCentresOfGhostCellsAtTheTimeOfTheStep) {
  std::set<double> x_asked, times;
  FixedBoundary fixed;
  fixed.depends_on_time = true;
  fixed.values = [&](const std::string& name, double x, double y, double z, double t) {
    x_asked.insert(x);
    times.insert(t);
    return smooth(name, x, y, z);
  };
  Boundaries boundaries = everywhere(BoundaryKind::periodic);
  boundaries.kind[axis_x] = {BoundaryKind::fixed, BoundaryKind::fixed};
  const Grid grid{{8, 4, 1}};
  const auto solver = start(GetParam(), grid, boundaries, smooth, GetParam().settings(), fixed);
  static_cast<void>(solver->stable_step());
  solver->advance(0.25, 1e-3);
  static_cast<void>(solver->stable_step());
  solver->advance(0.5, 1e-3);
  EXPECT_EQ(times, (std::set<double>{0.25, 0.5}));
  std::set<double> centres;
  for (int layer = 1; layer <= muscl_hancock_ghosts(GetParam().reconstruction).layers; ++layer)
    centres.insert({grid.centre(0, -layer), grid.centre(0, 7 + layer)});
  EXPECT_EQ(x_asked, centres);
}

TEST_P(SolverBoundaries, FixedValuesThatDoNotDependOnTimeAreAskedForOnce) {
  int calls = 0;
  FixedBoundary fixed;
  fixed.values = [&](const std::string& name, double x, double y, double z, double) {
    ++calls;
    return smooth(name, x, y, z);
  };
  const Grid grid{{8, 1, 1}};
  const auto solver = start(GetParam(), grid, everywhere(BoundaryKind::fixed), smooth,
                            GetParam().settings(), fixed);
  take_steps(*solver, 5);
  const int ghosts = 2 * muscl_hancock_ghosts(GetParam().reconstruction).layers;
  EXPECT_EQ(calls, ghosts * int(solver->primitive_names().size()));
}

TEST_P(SolverBoundaries, GasFallsFreely) {
  const auto uniform = [](const std::string& name, double, double, double) {
    return smooth(name, 0.1, 0.2, 0.3);
  };
  auto settings = GetParam().settings();
  settings.gravity = {0.5, -1, 0.25};
  const Grid grid{{9, 6, 5}};
  const auto solver =
      start(GetParam(), grid, everywhere(BoundaryKind::periodic), uniform, settings);
  const double time = take_steps(*solver, 6);
  for (std::size_t d = 0; d < 3; ++d) {
    const std::string name = std::string("velocity_") + char('x' + d);
    const double expected = uniform(name, 0, 0, 0) + settings.gravity[d] * time;
    for (const double v : solver->field(name)) EXPECT_NEAR(v, expected, 1e-14) << name;
  }
  const double pressure = uniform("pressure", 0, 0, 0);
  for (const double p : solver->field("pressure")) EXPECT_NEAR(p, pressure, 1e-13);
}

/// Sum of the potential energy -rho g.x.
double potential_energy(Solver& solver, const Grid& grid, const std::array<double, 3>& gravity) {
  const auto density = solver.field("density");
  double total = 0;
  for (std::size_t c = 0; c < density.size(); ++c) {
    const int i = int(c) % grid.cells[0];
    const int j = int(c) / grid.cells[0];
    total -= density[c] * (gravity[0] * grid.centre(0, i) + gravity[1] * grid.centre(1, j));
  }
  return total * grid.cell_volume();
}

/// Gas at rest in layers, which has to be held up by the walls.
double layers(const std::string& name, double x, double y, double) {
  if (name == "density") return 1 + y + 0.3 * std::sin(2 * pi * x);
  return name == "pressure" ? 1.0 : 0.0;
}

TEST_P(SolverBoundaries, AClosedBoxKeepsItsMassUnderGravity) {
  auto settings = GetParam().settings();
  settings.gravity = {0, -2, 0};
  const Grid grid{{16, 24, 1}};
  const auto solver =
      start(GetParam(), grid, everywhere(BoundaryKind::reflecting), layers, settings);
  const double before = value_of(solver->history(), "mass");
  take_steps(*solver, 10);
  EXPECT_NEAR(value_of(solver->history(), "mass"), before, 1e-13);
}

TEST_P(SolverBoundaries, AClosedBoxKeepsTotalAndPotentialEnergyUnderGravity) {
  auto settings = GetParam().settings();
  settings.gravity = {0.5, -2, 0};
  const Grid grid{{16, 24, 1}};
  const auto solver =
      start(GetParam(), grid, everywhere(BoundaryKind::reflecting), layers, settings);
  const auto energy = [&] {
    return value_of(solver->history(), "tot-E") + potential_energy(*solver, grid, settings.gravity);
  };
  const double before = energy();
  take_steps(*solver, 10);
  EXPECT_NEAR(energy(), before, 1e-13);
}

/// In a periodic box thin gas falls through the bottom and comes back on top: what its mass,
/// falling freely, does to the potential energy on the way is added.
TEST_P(SolverBoundaries, AFallingBlobGainsWhatItsPotentialEnergyLoses) {
  const auto blob = [](const std::string& name, double x, double y, double) {
    if (name == "density")
      return 1e-3 + std::exp(-100 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)));
    return name == "pressure" ? 1e-2 : 0.0;
  };
  auto settings = GetParam().settings();
  settings.gravity = {0, -1, 0};
  const Grid grid{{24, 24, 1}};
  const auto solver = start(GetParam(), grid, everywhere(BoundaryKind::periodic), blob, settings);
  const auto before = solver->history();
  const double potential = potential_energy(*solver, grid, settings.gravity);
  const double time = take_steps(*solver, 4);
  const auto after = solver->history();
  const double mass = value_of(before, "mass");
  EXPECT_NEAR(value_of(after, "2-mom") - value_of(before, "2-mom"), -mass * time, 1e-14);
  const double lost = potential - potential_energy(*solver, grid, settings.gravity);
  const double gained = value_of(after, "tot-E") - value_of(before, "tot-E");
  EXPECT_NEAR(gained, lost + 1e-3 * 0.5 * time * time, 1e-12);
  EXPECT_GT(lost, 0.5 * gained);
}

/// psi, uniform, in a uniform state: only its damping acts.
TEST(DivergenceDampingRate, IsTheOneThatTheSettingNames) {
  const auto uniform = [](const std::string& name, double, double, double) {
    return smooth(name, 0.1, 0.2, 0.3);
  };
  for (const auto damping : {DivergenceDamping::dedner, DivergenceDamping::listing,
                             DivergenceDamping::paper, DivergenceDamping::none}) {
    Scheme scheme;
    auto settings = scheme.settings();
    settings.damping = damping;
    settings.damping_length = 0.4;
    settings.courant_number = 0.5;
    const Grid grid{{8, 4, 1}};
    const auto solver = start(scheme, grid, everywhere(BoundaryKind::periodic), uniform, settings);
    SolverState state = solver->save();
    const std::vector<double> ones(grid.cell_count(), 1.0);
    std::memcpy(state.arrays.at("psi").data(), ones.data(), ones.size() * sizeof(double));
    solver->restore(state, 0);

    const double dt = solver->stable_step();
    const double cleaning_speed = 0.5 * grid.spacing(axis_x) / dt;
    solver->advance(0, dt);
    // Those of Bard & Dorelli act after each of the two sweeps.
    const std::map<DivergenceDamping, double> rates = {
        {DivergenceDamping::none, 0},
        {DivergenceDamping::dedner, cleaning_speed / 0.4},
        {DivergenceDamping::listing, 2 * cleaning_speed / 0.4},
        {DivergenceDamping::paper, 2 / (0.4 * 0.4)}};
    const double rate = rates.at(damping);
    for (const double psi : solver->field("psi")) EXPECT_NEAR(psi, std::exp(-rate * dt), 1e-14);
  }
}

}  // namespace
}  // namespace solenoid
