/// \file
/// Fallback and floors of the solver `relaxing-tvd`, and what both schemes have in common in them.

#include <gtest/gtest.h>

#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

/// Streams that part so fast that second order leaves no positive pressure behind.
double parting_streams(const std::string& name, double x, double y, double) {
  if (name == "density") return 1 + 0.3 * std::sin(2 * pi * y);
  if (name == "pressure") return 1e-2;
  if (name == "velocity_x") return std::sin(2 * pi * (x + 0.2)) > 0 ? 0.3 : -0.3;
  return name == "magnetic_field_y" ? 0.05 : 0.0;
}

class RelaxingTvdRepairs : public testing::TestWithParam<bool> {
 protected:
  Grid grid{{40, 12, 1}};
  Boundaries periodic = everywhere(BoundaryKind::periodic);
  RelaxingTvdSettings settings;

  void SetUp() override {
    settings.magnetised = GetParam();
    settings.limiter = Limiter::monotonised_central;
    settings.courant_number = 0.3;
  }
  std::unique_ptr<Solver> begin(const InitialState& state) const {
    return start_staggered(grid, periodic, state, no_potential(), settings);
  }
};
INSTANTIATE_TEST_SUITE_P(Equations, RelaxingTvdRepairs, testing::Bool(), [](const auto& equations) {
  return equations.param ? "mhd" : "hydrodynamics";
});

TEST_P(RelaxingTvdRepairs, ProblemOfTheseTestsBreaksWithoutThem) {
  const auto solver = begin(parting_streams);
  for (int step = 0; step < 20; ++step) solver->advance(0, solver->stable_step());
  EXPECT_TRUE(solver->unphysical_cell().has_value());
}

TEST_P(RelaxingTvdRepairs, FallbackIsConservative) {
  settings.first_order_fallback = true;
  const auto solver = begin(parting_streams);
  const auto before = solver->history();
  take_steps(*solver, 20);
  // With a field an update may start from a pressure that only the next field update mends.
  EXPECT_EQ(solver->unphysical_cell().has_value(), settings.magnetised);
  const auto after = solver->history();
  EXPECT_GT(value_of(after, "fallback_cells"), 0);
  EXPECT_EQ(value_of(after, "floored_cells"), 0);
  for (const auto& label : solver->conserved_labels())
    EXPECT_NEAR(value_of(after, label), value_of(before, label), 1e-12) << label;
}

TEST_P(RelaxingTvdRepairs, FloorsHoldAndTellTheEnergyTheyAdd) {
  settings.density_floor = 0.05;
  settings.pressure_floor = 5e-4;
  const auto solver = begin(parting_streams);
  const auto before = solver->history();
  take_steps(*solver, 20);
  EXPECT_FALSE(solver->unphysical_cell().has_value());
  const auto after = solver->history();
  EXPECT_GT(value_of(after, "floored_cells"), 0);
  EXPECT_NEAR(value_of(after, "tot-E") - value_of(before, "tot-E"), value_of(after, "floor_energy"),
              1e-12);
  for (const double rho : solver->field("density")) EXPECT_GE(rho, 0.05 * (1 - 1e-14));
}

/// The whole grid may stand below its floors, however large it is.
void expect_all_raised(Solver& solver, const Grid& grid) {
  // With a field relaxing-tvd floors the pressure in the second step of a pair.
  take_steps(solver, 2);
  EXPECT_FALSE(solver.unphysical_cell().has_value());
  for (const double rho : solver.field("density")) ASSERT_EQ(rho, 0.5);
  for (const double p : solver.field("pressure")) ASSERT_NEAR(p, 0.7, 1e-15);
  EXPECT_GE(value_of(solver.history(), "floored_cells"), double(grid.cell_count()));
}

TEST_P(RelaxingTvdRepairs, OfAllCellsOfALargeGrid) {
  const Grid large{{320, 240, 1}};
  const auto thin = [](const std::string& name, double, double, double) {
    return name == "density" ? 0.25 : name == "pressure" ? 0.125 : 0.0;
  };
  for (const bool falls_back : {false, true}) {
    settings.first_order_fallback = falls_back;
    settings.density_floor = 0.5;
    settings.pressure_floor = 0.7;
    const auto relaxing = start_staggered(large, periodic, thin, no_potential(), settings);
    expect_all_raised(*relaxing, large);
    MusclHancockSettings muscl;
    static_cast<RepairSettings<double>&>(muscl) = settings;
    muscl.magnetised = GetParam();
    muscl.riemann = RiemannSolver::hll;
    const auto other =
        make_muscl_hancock(large, periodic, muscl, Precision::double_precision, Device::cpu);
    other->set_primitive(sample(*other, large, thin), 0);
    expect_all_raised(*other, large);
  }
}

TEST_P(RelaxingTvdRepairs, ChangeNothingWhereNothingIsWrong) {
  const auto plain = begin(smooth_fluid);
  settings.first_order_fallback = true;
  settings.density_floor = settings.pressure_floor = 1e-6;
  const auto guarded = begin(smooth_fluid);
  take_steps(*plain, 6);
  take_steps(*guarded, 6);
  EXPECT_EQ(plain->save().arrays, guarded->save().arrays);
}

TEST_P(RelaxingTvdRepairs, CountsGoOnFromASavedState) {
  settings.first_order_fallback = true;
  settings.pressure_floor = 5e-4;
  const auto solver = begin(parting_streams);
  const double time = take_steps(*solver, 16);
  EXPECT_GT(value_of(solver->history(), "fallback_cells"), 0);
  const auto other = begin(parting_streams);
  other->restore(solver->save(), time);
  EXPECT_EQ(solver->history(), other->history());
  take_steps(*solver, 3, time);
  take_steps(*other, 3, time);
  EXPECT_EQ(solver->save().arrays, other->save().arrays);
  const auto expected = solver->history();
  for (const auto& [label, value] : other->history())
    if (label == "floor_energy")  // threads add to it in any order
      EXPECT_NEAR(value, value_of(expected, label), 1e-13 * value);
    else
      EXPECT_EQ(value, value_of(expected, label)) << label;
}

}  // namespace
}  // namespace solenoid::testing_physics
