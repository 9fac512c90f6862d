/// \file
/// Sweeps and repairs, through the solver: rows and columns of all lengths, and what happens to
/// cells that a sweep leaves unphysical.

#include <gtest/gtest.h>

#include "physics/solvers/compiled_precisions.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

const Boundaries periodic = everywhere(BoundaryKind::periodic);

class Sweeps : public testing::TestWithParam<Scheme> {};
std::vector<Scheme> both_equations_and_precisions() {
  auto schemes = both_equations();
  if (!is_compiled(Precision::single_precision)) return schemes;
  for (Scheme s : both_equations()) {
    s.precision = Precision::single_precision;
    schemes.push_back(s);
  }
  return schemes;
}
INSTANTIATE_TEST_SUITE_P(MusclHancock, Sweeps, testing::ValuesIn(both_equations_and_precisions()),
                         name_of_case);

/// Takes steps of the given length, however long stable ones are.
void take_steps_of(Solver& solver, double dt, int steps) {
  for (int step = 0; step < steps; ++step) {
    static_cast<void>(solver.stable_step());
    solver.advance(step * dt, dt);
  }
}

/// What varies along y only is the same in every column of any number of columns.
TEST_P(Sweeps, ColumnsDoNotDependOnHowManyStandSideBySide) {
  const auto initial = [](const std::string& name, double, double y, double) {
    return smooth(name, 0.3, y, 0.6);
  };
  const int n = 70;
  const auto two = start(GetParam(), {{2, n, 1}}, periodic, initial, GetParam().settings());
  const double dt = 2e-3;
  take_steps_of(*two, dt, 4);
  for (const int columns : {3, 7, 8, 9, 15, 16, 17, 31, 33, 127, 129, 257}) {
    const Grid grid{{columns, n, 1}};
    const auto many = start(GetParam(), grid, periodic, initial, GetParam().settings());
    take_steps_of(*many, dt, 4);
    for (const auto& name : stored_fields(GetParam().magnetised)) {
      const auto expected = two->field(name);
      const auto values = many->field(name);
      for (std::size_t c = 0; c < values.size(); ++c)
        ASSERT_EQ(values[c], expected[c / std::size_t(columns) * 2])
            << name << " in cell " << c << " of " << columns << " columns";
    }
  }
}

/// A row does not depend on where its chunks end: cells far from its ends see the same neighbours
/// in longer rows.
TEST_P(Sweeps, RowsDoNotDependOnTheirLength) {
  const auto row = [&](int cells) {
    Grid grid{{cells, 1, 1}};
    grid.upper[0] = cells / 64.0;
    auto settings = GetParam().settings();
    settings.damping = DivergenceDamping::none;
    const auto state = [](const std::string& name, double x, double, double) {
      return smooth(name, 0.125 * x, 0.3, 0.6);
    };
    auto solver = start(GetParam(), grid, everywhere(BoundaryKind::outflow), state, settings);
    // One step, without a time step asked for before: the cleaning speed is 1.
    solver->advance(0, 1e-3);
    return solver;
  };
  const auto longest = row(600);
  for (const int cells : {5, 31, 60, 61, 123, 124, 125, 126, 127, 128, 247, 252, 253, 300, 505}) {
    const auto shorter = row(cells);
    for (const auto& name : stored_fields(GetParam().magnetised)) {
      const auto expected = longest->field(name);
      const auto values = shorter->field(name);
      for (std::size_t i = 0; i + 3 < values.size(); ++i)
        ASSERT_EQ(values[i], expected[i]) << name << " in cell " << i << " of " << cells;
    }
  }
}

/// Streams that part so fast that second order leaves no positive pressure behind.
double parting_streams(const std::string& name, double x, double y, double) {
  if (name == "density") return 1 + 0.3 * std::sin(2 * pi * y);
  if (name == "pressure") return 1e-3;
  if (name == "velocity_x") return std::sin(2 * pi * (x + 0.2)) > 0 ? 2.0 : -2.0;
  return name == "magnetic_field_y" ? 0.05 : 0.0;
}

class Repairs : public testing::TestWithParam<Scheme> {
 protected:
  Grid grid{{40, 12, 1}};
  /// At which cells fall back.
  const double courant_number = GetParam().reconstruction == Reconstruction::weno_z ? 0.8 : 0.4;
  std::unique_ptr<Solver> streams(const MusclHancockSettings& settings) const {
    // Where streams part, parabolas give way to limited slopes early: it takes faster ones.
    const double speed = settings.reconstruction == Reconstruction::weno_z ? 2 : 1;
    const auto initial = [speed](const std::string& name, double x, double y, double z) {
      return parting_streams(name, x, y, z) * (name == "velocity_x" ? speed : 1);
    };
    return start(GetParam(), grid, periodic, initial, settings);
  }
};
INSTANTIATE_TEST_SUITE_P(MusclHancock, Repairs, testing::ValuesIn(both_equations()), name_of_case);

TEST_P(Repairs, ProblemOfTheseTestsBreaksWithoutThem) {
  const auto solver = streams(GetParam().settings());
  for (int step = 0; step < 40 && !solver->unphysical_cell(); ++step)
    solver->advance(0, solver->stable_step());
  EXPECT_TRUE(solver->unphysical_cell().has_value());
}

/// Parabolas that are not positive are limited, without being asked for, and counted.
TEST_P(Repairs, ParabolasAreLimitedWhereTheyAreNotPositive) {
  if (GetParam().reconstruction != Reconstruction::weno_z) GTEST_SKIP() << "has no parabolas";
  const auto dip = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1.0;
    if (name == "pressure") return std::abs(x - 0.5) < 0.05 ? 1e-3 : 1.0 + std::abs(x - 0.5);
    return name == "magnetic_field_y" ? 0.02 : 0.0;
  };
  const auto solver = start(GetParam(), {{64, 4, 1}}, periodic, dip, GetParam().settings());
  const auto before = solver->history();
  EXPECT_EQ(value_of(before, "limited_cells"), 0);
  take_steps(*solver, 6);
  EXPECT_FALSE(solver->unphysical_cell().has_value());
  const auto after = solver->history();
  EXPECT_GT(value_of(after, "limited_cells"), 0);
  EXPECT_EQ(value_of(after, "flattened_cells"), 0);
  for (const auto& label : solver->conserved_labels())
    EXPECT_NEAR(value_of(after, label), value_of(before, label), 1e-12) << label;
}

TEST_P(Repairs, FallbackIsConservative) {
  auto settings = GetParam().settings();
  settings.first_order_fallback = true;
  settings.courant_number = courant_number;
  const auto solver = streams(settings);
  const auto before = solver->history();
  take_steps(*solver, 20);
  EXPECT_FALSE(solver->unphysical_cell().has_value());
  const auto after = solver->history();
  EXPECT_GT(value_of(after, "flattened_cells") + value_of(after, "fallback_cells"), 0);
  EXPECT_EQ(value_of(after, "floored_cells"), 0);
  for (const auto& label : solver->conserved_labels())
    EXPECT_NEAR(value_of(after, label), value_of(before, label), 1e-12) << label;
}

TEST_P(Repairs, FloorsHoldAndTellTheEnergyTheyAdd) {
  auto settings = GetParam().settings();
  settings.density_floor = 0.05;
  settings.pressure_floor = 5e-4;
  settings.courant_number = 0.4;
  const auto solver = streams(settings);
  const auto before = solver->history();
  take_steps(*solver, 20);
  EXPECT_FALSE(solver->unphysical_cell().has_value());
  const auto after = solver->history();
  EXPECT_GT(value_of(after, "floored_cells"), 0);
  EXPECT_GT(value_of(after, "mass"), value_of(before, "mass"));
  EXPECT_NEAR(value_of(after, "tot-E") - value_of(before, "tot-E"), value_of(after, "floor_energy"),
              1e-12);
  for (const double rho : solver->field("density")) EXPECT_GE(rho, 0.05 * (1 - 1e-14));
  for (const double p : solver->field("pressure")) EXPECT_GE(p, 5e-4 * (1 - 1e-10));
}

TEST_P(Repairs, FloorsHoldWhereOnlyFacesAreUnphysical) {
  auto settings = GetParam().settings();
  settings.reconstruction = Reconstruction::conserved;
  settings.density_floor = 1e-3;
  settings.pressure_floor = 1e-5;
  settings.courant_number = 0.4;
  const auto solver = streams(settings);
  take_steps(*solver, 20);
  EXPECT_FALSE(solver->unphysical_cell().has_value());
  for (const double p : solver->field("pressure")) EXPECT_GT(p, 0.99e-5);
  EXPECT_GT(value_of(solver->history(), "floored_faces"), 0);
}

TEST_P(Repairs, FallbackOfFacesUnderAPressureFloorKeepsMassAndMomentum) {
  auto settings = GetParam().settings();
  settings.first_order_fallback = true;
  settings.pressure_floor = 9.5e-4;
  settings.courant_number = courant_number;
  const auto solver = streams(settings);
  const auto before = solver->history();
  take_steps(*solver, 20);
  const auto after = solver->history();
  EXPECT_GT(value_of(after, "fallback_cells"), 0);
  for (const char* label : {"mass", "1-mom", "2-mom", "3-mom"})
    EXPECT_NEAR(value_of(after, label), value_of(before, label), 1e-12) << label;
  EXPECT_NEAR(value_of(after, "tot-E") - value_of(before, "tot-E"), value_of(after, "floor_energy"),
              1e-12);
}

TEST_P(Repairs, FloorsTellTheEnergyTheyAddWithSymmetricSplitting) {
  auto settings = GetParam().settings();
  settings.splitting = Splitting::symmetric;
  settings.density_floor = 0.05;
  settings.pressure_floor = 5e-4;
  settings.courant_number = 0.4;
  const auto solver = streams(settings);
  const auto before = solver->history();
  take_steps(*solver, 20);
  const auto after = solver->history();
  EXPECT_GT(value_of(after, "floored_cells"), 0);
  EXPECT_NEAR(value_of(after, "tot-E") - value_of(before, "tot-E"), value_of(after, "floor_energy"),
              1e-12);
}

TEST_P(Repairs, ChangeNothingWhereNothingIsWrong) {
  auto settings = GetParam().settings();
  const auto plain = start(GetParam(), grid, periodic, smooth, settings);
  settings.first_order_fallback = true;
  settings.density_floor = settings.pressure_floor = 1e-6;
  const auto guarded = start(GetParam(), grid, periodic, smooth, settings);
  take_steps(*plain, 5);
  take_steps(*guarded, 5);
  expect_same_state(*plain, *guarded, GetParam().magnetised);
}

TEST_P(Repairs, CountsGoOnFromASavedState) {
  auto settings = GetParam().settings();
  settings.first_order_fallback = true;
  settings.pressure_floor = 5e-4;
  const auto solver = streams(settings);
  const double time = take_steps(*solver, 7);
  const auto other =
      make_muscl_hancock(grid, periodic, settings, GetParam().precision, Device::cpu);
  other->restore(solver->save(), time);
  EXPECT_EQ(solver->history(), other->history());
  take_steps(*solver, 3, time);
  take_steps(*other, 3, time);
  expect_same_state(*solver, *other, GetParam().magnetised);
  if (GetParam().reconstruction == Reconstruction::weno_z) {
    EXPECT_GT(value_of(solver->history(), "limited_cells"), 0);
    EXPECT_EQ(value_of(solver->history(), "limited_cells"),
              value_of(other->history(), "limited_cells"));
  }
  for (const char* label : {"flattened_cells", "floored_faces", "fallback_cells", "floored_cells"})
    EXPECT_EQ(value_of(solver->history(), label), value_of(other->history(), label)) << label;
}

}  // namespace
}  // namespace solenoid
