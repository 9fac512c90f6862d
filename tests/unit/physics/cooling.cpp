/// \file
/// Cooling of the schemes of fluids: exact for gas that stays where it is, of second order with
/// flow, with the energy that it takes in the history, and the same in parts and from checkpoints.

#include <gtest/gtest.h>

#include "physics/solvers/relaxing_tvd.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/schemes_by_name.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

/// Lambda = T^(1/2) up to T = 1, T^-1 above, and nothing below 0.1.
CoolingSettings moderate(double strength = 1, double courant_number = 0.5) {
  CoolingSettings settings;
  settings.temperature = {0.1, 1, 10};
  settings.rate = {strength * std::sqrt(0.1), strength, strength / 10};
  settings.courant_number = courant_number;
  return settings;
}

std::vector<NamedMake> cooled(const CoolingSettings& cooling,
                              Precision precision = Precision::double_precision) {
  return both_schemes(precision, [&](auto& settings) { settings.cooling = cooling; });
}

FieldMap start_of(const NamedMake& scheme, const Grid& grid, const InitialState& state) {
  return scheme.staggered ? sample_staggered(grid, state, no_potential())
                          : sample(*scheme.make(grid), grid, state);
}
TEST(Cooling, OfUniformGasIsExactInOneStepAndInMany) {
  const Grid grid{{8, 8, 1}};
  const double density = 1.25, start = 0.9, time = 0.6;
  // T^(1/2) falls linearly.
  const double root = std::sqrt(start) - density * (2.0 / 3) * time / 2;
  for (const NamedMake& scheme : cooled(moderate()))
    for (const int steps : {1, 2, 50}) {
      const auto solver = scheme.make(grid);
      solver->set_primitive(start_of(scheme, grid,
                                     [=](const std::string& name, double, double, double) {
                                       return name == "density"    ? density
                                              : name == "pressure" ? density * start
                                                                   : 0.25;
                                     }),
                            0);
      for (int s = 0; s < steps; ++s) {
        solver->advance(time * s / steps, time / steps);
        solver->stable_step();
      }
      solver->complete_step();
      EXPECT_NEAR(solver->field("pressure")[11], density * root * root, 1e-13)
          << scheme.name << ", steps: " << steps;
      for (int s = 0; s < 2; ++s) solver->advance(time, 1e5);
      EXPECT_NEAR(solver->field("pressure")[11], density * 0.1, 1e-13) << scheme.name;
    }
}

TEST(Cooling, TakesTheEnergyThatTheHistoryHasAndNothingElse) {
  const Grid grid{{12, 10, 8}, {0, 0, 0}, {1, 1, 2}};
  for (const NamedMake& scheme : cooled(moderate())) {
    const auto solver = scheme.make(grid);
    solver->set_primitive(smooth_start(scheme, grid), 0);
    auto before = numbers_of(*solver);
    EXPECT_EQ(before["radiated_energy"], 0);
    take_steps(*solver, 7);
    auto now = numbers_of(*solver);
    EXPECT_GT(now["radiated_energy"], 0.05);
    EXPECT_NEAR(before["tot-E"] - now["tot-E"], now["radiated_energy"], 2e-13) << scheme.name;
    for (const char* kept : {"mass", "1-mom", "2-mom", "3-mom"})
      EXPECT_NEAR(now[kept], before[kept], 1e-13) << scheme.name;
    const auto labels = solver->history_labels();
    const auto row = solver->history();
    ASSERT_EQ(labels.size(), row.size());
    for (std::size_t n = 0; n < row.size(); ++n) EXPECT_EQ(labels[n], row[n].first);
  }
}

TEST(Cooling, IsOfSecondOrderWithFlow) {
  SOLENOID_SKIP_IF_SANITIZED();
  const CoolingSettings strong = moderate(4, 0);
  for (const NamedMake& scheme : cooled(strong)) {
    std::vector<FieldValues> found;
    for (const int n : {16, 32, 64}) {
      const Grid grid{{n, n, 1}};
      const auto solver = scheme.make(grid);
      solver->set_primitive(smooth_start(scheme, grid), 0);
      const int steps = n / 2;
      for (int s = 0; s < steps; ++s) {
        solver->advance(0.08 * s / steps, 0.08 / steps);
        solver->stable_step();
      }
      solver->complete_step();
      found.push_back(solver->field("pressure"));
    }
    // Steps that all had the same order of sweeps and cooling would have 3.1 (Strang).
    EXPECT_GT(difference(found[0], found[1], 16) / difference(found[1], found[2], 32), 3.5)
        << scheme.name;
  }
}

TEST(Cooling, LimitsStepsByTheThermalTime) {
  const Grid grid{{8, 8, 1}};
  const auto uniform = [](const std::string& name, double x, double, double) {
    if (name == "density") return x < 0.2 ? 4.0 : 1.0;
    return name == "pressure" ? (x < 0.2 ? 4.0 : 0.15) : 0.0;
  };
  for (const NamedMake& scheme : cooled(moderate(1000))) {
    const auto solver = scheme.make(grid);
    solver->set_primitive(start_of(scheme, grid, uniform), 0);
    // Of the dense gas; the rest has less than half of its energy to lose.
    EXPECT_NEAR(solver->stable_step(), 0.5 / (2.0 / 3 * 4000), 1e-14) << scheme.name;
  }
  const auto free = cooled(moderate(1000, 0)), none = cooled({});
  for (std::size_t s = 0; s < free.size(); ++s) {
    std::vector<double> steps;
    for (const NamedMake& scheme : {free[s], none[s]}) {
      const auto solver = scheme.make(grid);
      solver->set_primitive(start_of(scheme, grid, uniform), 0);
      steps.push_back(solver->stable_step());
    }
    EXPECT_EQ(steps[0], steps[1]) << free[s].name;
  }
}

TEST(Cooling, HasTheSameBitsInParts) {
  const Grid grid{{14, 11, 10}, {0, 0, 0}, {1, 0.9, 1.1}};
  for (const Precision precision : compiled_precisions)
    for (const NamedMake& scheme : cooled(moderate(3, 0.01), precision))
      expect_same_in_parts(scheme.make, grid, smooth_start(scheme, grid), scheme.name);
}

TEST(Cooling, GoesOnFromACheckpointWithTheSameBits) {
  const Grid grid{{12, 10, 8}};
  const auto limited = cooled(moderate(3, 0.01)), free = cooled(moderate(3, 0));
  for (std::size_t s = 0; s < limited.size(); ++s) {
    const auto start = smooth_start(limited[s], grid);
    const auto one = limited[s].make(grid), other = free[s].make(grid);
    one->set_primitive(start, 0);
    other->set_primitive(start, 0);
    EXPECT_LT(one->stable_step(), other->stable_step()) << "nothing to restore";
    expect_restart_goes_on(limited[s], grid, start);
  }
}

TEST(Cooling, OfIsothermalGasIsRefused) {
  MusclHancockSettings settings;
  settings.equation_of_state = EquationOfState::isothermal;
  settings.cooling = moderate();
  EXPECT_THROW(static_cast<void>(make_muscl_hancock(Grid{{8, 8, 1}}, all_periodic, settings,
                                                    Precision::double_precision, Device::cpu)),
               std::invalid_argument);
}

}  // namespace
}  // namespace solenoid::testing_physics
