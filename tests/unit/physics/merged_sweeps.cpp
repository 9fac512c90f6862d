/// \file
/// Steps that share half sweeps: how they are planned, what outputs show, going on from the middle.

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

constexpr SweepLimit never{1e9, 0.8};

TEST(MergedSweeps, AreAPalindromeAroundTheMiddleOne) {
  const std::vector<Axis> two{axis_x, axis_y};
  EXPECT_EQ(merged_sweeps(two, 0, 0.5, 0, never, false),
            (std::vector<PlannedSweep>{{axis_x, 0, 0.25, 0.25}, {axis_y, 0, 0.5, 0.25}}));
  EXPECT_EQ(merged_sweeps(two, 0.5, 0.25, 0.25, never, false),
            (std::vector<PlannedSweep>{{axis_x, 0.25, 0.375, 0.125}, {axis_y, 0.5, 0.25, 0.125}}));
  const std::vector<Axis> three{axis_z, axis_x, axis_y};
  EXPECT_EQ(merged_sweeps(three, 0.5, 0.25, 0.25, never, false),
            (std::vector<PlannedSweep>{{axis_z, 0.25, 0.375, 0},
                                       {axis_x, 0.5, 0.125, 0.125},
                                       {axis_y, 0.5, 0.25, 0.125},
                                       {axis_x, 0.625, 0.125, 0}}));
  EXPECT_EQ(closing_sweep(axis_z, 0.75, 0.125), (PlannedSweep{axis_z, 0.625, 0.125, 0}));
}

TEST(MergedSweeps, DampForAsLongAsAllSweepsWhereEachDamps) {
  for (const std::vector<Axis>& axes :
       {std::vector<Axis>{axis_x, axis_y}, std::vector<Axis>{axis_x, axis_y, axis_z}}) {
    double one_by_one = 0;
    for (const auto& sweep : sweeps_one_by_one(axes, 0, 0.5, true)) one_by_one += sweep.damped_time;
    double merged = 0;
    for (const auto& sweep : merged_sweeps(axes, 0, 0.5, 0.25, never, true))
      merged += sweep.damped_time;
    EXPECT_EQ(merged, one_by_one);
  }
}

TEST(MergedSweeps, AreDividedWhereSignalsHaveBecomeMuchFaster) {
  // Up to the Courant number 0.9 one sweep is enough, then parts of 0.8 at most.
  const SweepLimit limit{0.1, 0.8};
  EXPECT_EQ(limit.parts(0.1), 1);
  EXPECT_EQ(limit.parts(0.1124), 1);
  EXPECT_EQ(limit.parts(0.1126), 2);
  EXPECT_EQ(limit.parts(0.2001), 3);
  EXPECT_EQ((SweepLimit{0.1, 1.0}.parts(0.1)), 1);
  EXPECT_EQ((SweepLimit{0, 0.8}.parts(0.1)), 16);
  const auto sweeps = merged_sweeps({axis_x, axis_y}, 1, 0.125, 0.1875, {0.125, 0.8}, false);
  ASSERT_EQ(sweeps.size(), 3u);
  EXPECT_EQ(sweeps[0], (PlannedSweep{axis_x, 0.8125, 0.125, 0}));
  EXPECT_EQ(sweeps[1], (PlannedSweep{axis_x, 0.9375, 0.125, 0.0625}));
}

const std::vector<Grid>& grids() {
  static const std::vector<Grid> all{{{21, 9, 1}}, {{12, 9, 7}}};
  return all;
}

class Merged : public testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(MusclHancock, Merged, testing::ValuesIn(all_equations()), name_of_case);

TEST_P(Merged, AreThoseOfOneAxisWhereThereIsOne) {
  const Grid grid{{1, 40, 1}};
  const auto merged = start(GetParam(), grid, all_periodic, smooth, merging(GetParam()));
  const auto usual = start(GetParam(), grid, all_periodic, smooth, GetParam().settings());
  take_steps(*merged, 5);
  take_steps(*usual, 5);
  expect_same_state(*merged, *usual, GetParam());
  EXPECT_FALSE(merged->state_numbers().contains("unfinished_sweep"));
}

TEST_P(Merged, GoOnFromASavedStateToTheBit) {
  for (const Grid& grid : grids())
    for (const int steps : {1, 2, 3, 4}) {
      const auto settings = merging(GetParam());
      const auto solver = start(GetParam(), grid, all_periodic, smooth, settings);
      const double time = take_steps(*solver, steps);
      const auto other = make_muscl_hancock(grid, all_periodic, settings,
                                            Precision::double_precision, Device::cpu);
      other->restore(solver->save(), time);
      expect_same_state(*solver, *other, GetParam());
      EXPECT_EQ(solver->history(), other->history());
      EXPECT_EQ(solver->stable_step(), other->stable_step());
      EXPECT_EQ(take_steps(*solver, 3, time), take_steps(*other, 3, time));
      EXPECT_EQ(solver->save().arrays, other->save().arrays);
      expect_same_state(*solver, *other, GetParam());
    }
}

TEST_P(Merged, AreNotDisturbedByOutputsAfterEveryStep) {
  for (const bool repaired : {false, true})
    for (const Grid& grid : grids()) {
      auto settings = merging(GetParam());
      if (repaired && grid.dimensions() == 3) continue;
      if (repaired) {
        settings.first_order_fallback = true;
        // Isothermal gas, which does not cool, is not swept out as fast.
        settings.density_floor = GetParam().has_energy() ? 0.05 : 0.8;
        if (GetParam().has_energy()) settings.pressure_floor = 5e-4;
        settings.sound_speed = 0.03;
        settings.courant_number = 0.4;
      }
      const InitialState initial = repaired ? InitialState(torn) : InitialState(smooth);
      const auto solver = start(GetParam(), grid, all_periodic, initial, settings);
      const auto watched = start(GetParam(), grid, all_periodic, initial, settings);
      double time = 0;
      for (int step = 0; step < 5; ++step) {
        watched->complete_step();
        EXPECT_FALSE(watched->unphysical_cell());
        static_cast<void>(watched->history());
        static_cast<void>(watched->save());
        static_cast<void>(watched->field("vorticity_z"));
        static_cast<void>(watched->field("density"));
        const double dt = solver->stable_step();
        EXPECT_EQ(watched->stable_step(), dt);
        solver->advance(time, dt);
        watched->advance(time, dt);
        time += dt;
      }
      EXPECT_EQ(solver->save().arrays, watched->save().arrays);
      expect_same_state(*solver, *watched, GetParam());
      if (!repaired) continue;
      for (const char* label : {"flattened_cells", "fallback_cells", "floored_cells"})
        EXPECT_EQ(value_of(solver->history(), label), value_of(watched->history(), label)) << label;
      EXPECT_GT(value_of(solver->history(), "floored_cells"), 0);
    }
}

TEST_P(Merged, CountLimitedCellsOfTheRunApartFromThoseOfOutputs) {
  if (!GetParam().has_energy()) GTEST_SKIP() << "has no pressure that dips alone";
  if (GetParam().reconstruction != Reconstruction::weno_z) GTEST_SKIP() << "has no parabolas";
  const auto dip = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1.0;
    if (name == "pressure") return std::abs(x - 0.5) < 0.05 ? 1e-3 : 1.0 + std::abs(x - 0.5);
    return name == "magnetic_field_y" ? 0.02 : 0.0;
  };
  const Grid grid{{64, 8, 1}};
  const auto solver = start(GetParam(), grid, all_periodic, dip, merging(GetParam()));
  const auto watched = start(GetParam(), grid, all_periodic, dip, merging(GetParam()));
  double time = 0;
  double most = 0;
  for (int step = 0; step < 6; ++step) {
    most = std::max(most, value_of(watched->history(), "limited_cells"));
    const double dt = solver->stable_step();
    EXPECT_EQ(watched->stable_step(), dt);
    solver->advance(time, dt);
    watched->advance(time, dt);
    time += dt;
  }
  EXPECT_GT(most, 0);
  EXPECT_EQ(solver->state_numbers(), watched->state_numbers());
  EXPECT_EQ(solver->history(), watched->history());
  EXPECT_GE(value_of(solver->history(), "limited_cells"),
            solver->state_numbers().at("limited_cells"));
}

TEST_P(Merged, FloorsTellTheEnergyTheyAddToWhatOutputsShow) {
  if (!GetParam().has_energy()) GTEST_SKIP() << "has no energy";
  auto settings = merging(GetParam());
  settings.density_floor = 0.05;
  settings.pressure_floor = 5e-4;
  settings.courant_number = 0.4;
  const auto solver = start(GetParam(), {{32, 16, 1}}, all_periodic, torn, settings);
  const double energy = value_of(solver->history(), "tot-E");
  double time = 0;
  for (int step = 0; step < 6; ++step) {
    time = take_steps(*solver, 1, time);
    const auto now = solver->history();
    EXPECT_NEAR(value_of(now, "tot-E") - energy, value_of(now, "floor_energy"), 1e-12) << step;
  }
  EXPECT_GT(value_of(solver->history(), "floored_cells"), 0);
}

TEST_P(Merged, LeaveACheckpointFromWhichOtherSplittingsGoOn) {
  const Grid grid{{12, 9, 7}};
  const auto solver = start(GetParam(), grid, all_periodic, smooth, merging(GetParam()));
  const double time = take_steps(*solver, 3);
  auto others = std::vector{GetParam().settings(), GetParam().settings(), merging(GetParam())};
  others[1].splitting = Splitting::symmetric;
  others[2].order = SweepOrder::zyx;
  for (const auto& settings : others) {
    const auto other =
        make_muscl_hancock(grid, all_periodic, settings, Precision::double_precision, Device::cpu);
    other->restore(solver->save(), time);
    expect_same_state(*solver, *other, GetParam());
    EXPECT_FALSE(other->state_numbers().contains("unfinished_sweep"));
    take_steps(*other, 2, time);
    EXPECT_FALSE(other->unphysical_cell());
  }
  // Checkpoints of versions without merged sweeps are those of other splittings.
  const auto before = start(GetParam(), grid, all_periodic, smooth, GetParam().settings());
  take_steps(*before, 3);
  const auto merged = make_muscl_hancock(grid, all_periodic, merging(GetParam()),
                                         Precision::double_precision, Device::cpu);
  merged->restore(before->save(), time);
  expect_same_state(*before, *merged, GetParam());
  take_steps(*merged, 2, time);
  EXPECT_FALSE(merged->unphysical_cell());
}

/// The axis that stands where x (y, z) stood, for an order of sweeps that takes the place of x y z.
InitialState turned(const InitialState& state, const std::array<Axis, 3>& axes) {
  return [=](const std::string& name, double x, double y, double z) {
    const double at[3] = {x, y, z};
    std::string known = name;
    if (name[name.size() - 2] == '_')
      known.back() =
          char('x' + (std::find(axes.begin(), axes.end(), name.back() - 'x') - axes.begin()));
    return state(known, at[axes[0]], at[axes[1]], at[axes[2]]);
  };
}

TEST_P(Merged, DoTheSameWithAxesPermutedToTheBit) {
  const Grid grid{{12, 9, 7}};
  for (const Splitting splitting : {Splitting::merged, Splitting::strang}) {
    auto settings = GetParam().settings();
    settings.splitting = splitting;
    settings.gravity = {0.1, -0.2, 0.05};
    const auto solver = start(GetParam(), grid, all_periodic, rounded(smooth), settings);
    take_steps(*solver, 5);
    for (const auto& [order, order_name] : Names<SweepOrder>::rows) {
      const std::array<Axis, 3> axes = axes_in(order);
      Grid permuted;
      auto its_settings = settings;
      its_settings.order = order;
      for (std::size_t d = 0; d < 3; ++d) {
        permuted.cells[std::size_t(axes[d])] = grid.cells[d];
        its_settings.gravity[std::size_t(axes[d])] = settings.gravity[d];
      }
      const auto other =
          start(GetParam(), permuted, all_periodic, turned(rounded(smooth), axes), its_settings);
      take_steps(*other, 5);
      for (const auto& name : stored_fields(GetParam())) {
        std::string its_name = name;
        if (name[name.size() - 2] == '_')
          its_name.back() = char('x' + axes[std::size_t(name.back() - 'x')]);
        const auto values = solver->field(name);
        const auto its_values = other->field(its_name);
        std::size_t different = 0;
        for (std::size_t i = 0; i < values.size(); ++i) {
          const auto cell = whole_field(grid, Placement::cells).at(i);
          std::array<int, 3> its_cell{};
          for (std::size_t d = 0; d < 3; ++d) its_cell[std::size_t(axes[d])] = cell[d];
          const Box whole = whole_field(permuted, Placement::cells);
          different += values[i] != its_values[whole.value_at(its_cell)];
        }
        EXPECT_EQ(different, 0u) << order_name << ", " << name;
      }
    }
  }
}

TEST_P(Merged, AreTakenInPartsThatAreStableWhereTheyAreLong) {
  const auto wave = [](const std::string& name, double x, double, double) {
    if (name == "density") return x < 0.5 ? 2.0 : 1.0;
    if (name == "pressure" || name == "velocity_x") return 1.0;
    return 0.0;
  };
  const Grid grid{{64, 8, 1}};
  const auto solver = start(GetParam(), grid, all_periodic, wave, merging(GetParam()));
  SolverState saved = solver->save();
  saved.scalars["signal_known"] = 0;
  saved.scalars["unfinished_sweep"] = 6 * solver->stable_step();
  saved.scalars["unfinished_axis"] = axis_x;
  solver->restore(saved, 1);
  const double dt = solver->stable_step();
  solver->advance(1, dt);
  EXPECT_FALSE(solver->unphysical_cell());
  // Parabolas are not monotonic, and contacts of tabulated gases make sound.
  const bool steady = GetParam().reconstruction != Reconstruction::weno_z &&
                      GetParam().gas != EquationOfState::tabulated;
  const double beyond = steady ? 1e-12 : 0.02;
  for (const double rho : solver->field("density")) {
    EXPECT_GE(rho, 1 - beyond);
    EXPECT_LE(rho, 2 + beyond);
  }
}

/// What steps of `dt` from torn streams leave: an unphysical cell in what the run goes on from,
/// only in what outputs show, or nowhere.
enum class Found { before_the_end, at_the_end, nowhere };
Found found_after(const Scheme& scheme, int steps, double dt) {
  const auto streams = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1.0;
    if (name == "pressure") return 1e-6;
    return name == "velocity_x" ? (x < 0.5 ? -1.0 : 1.0) : 0.0;
  };
  const auto solver =
      start(scheme, {{32, 8, 1}}, everywhere(BoundaryKind::outflow), streams, merging(scheme));
  static_cast<void>(solver->stable_step());
  for (int step = 0; step < steps; ++step) solver->advance(step * dt, dt);
  static_cast<void>(solver->save());  // reads what the sweeps found
  if (const auto bad = solver->unphysical_cell()) {
    EXPECT_NEAR(bad->cell[0], 16, 12);  // the first of all, where the step is far too long
    return Found::before_the_end;
  }
  solver->complete_step();
  const auto bad = solver->unphysical_cell();
  if (!bad) return Found::nowhere;
  // Why it lies farther from the jump in a tabulated gas is not known.
  const int slopes_reach = scheme.gas == EquationOfState::tabulated ? 6 : 4;
  const int reach = scheme.reconstruction == Reconstruction::weno_z ? 8 : slopes_reach;
  EXPECT_NEAR(bad->cell[0], 16, reach);
  EXPECT_NEAR(bad->position[0], 0.5, (reach + 0.8) / 32);
  // The values are those of the state that is shown.
  const auto at = std::size_t(bad->cell[0] + 32 * bad->cell[1]);
  const double density = bad->state.front().second;
  const double shown = solver->field("density")[at];
  EXPECT_TRUE(density == shown || (std::isnan(density) && std::isnan(shown)));
  return Found::at_the_end;
}

TEST_P(Merged, FindUnphysicalCellsInHalfSweeps) {
  if (!GetParam().has_energy()) GTEST_SKIP() << "has no pressure to lose";
  std::set<Found> found;
  for (const int steps : {1, 2})
    for (int i = 1; i <= 15; ++i) found.insert(found_after(GetParam(), steps, 0.25 * i / 32));
  EXPECT_EQ(found, (std::set<Found>{Found::before_the_end, Found::at_the_end, Found::nowhere}));
}

}  // namespace
}  // namespace solenoid
