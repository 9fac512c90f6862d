/// \file
/// The sweep that measures the fastest signal does so before cells are repaired: what steps follow
/// from is the signal of the cells as they are, with every scheme.

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>

#include "physics/solvers/step_numbers.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

/// Compares the steps of a solver with those of others that begin with its states and measure them.
void expect_steps_that_follow_from_states(const std::function<std::unique_ptr<Solver>()>& make) {
  const auto solver = make();
  double time = 0, repaired = 0;
  int pairs_that_repair = 0;
  for (int pair = 0; pair < 4; ++pair) {
    time = take_steps(*solver, 2, time);
    auto saved = solver->save();
    saved.scalars.at(signal_known_number) = 0;
    const auto other = make();
    other->restore(saved, time);
    EXPECT_EQ(solver->stable_step(), other->stable_step()) << "after pair " << pair;
    const double sum = value_of(solver->history(), "fallback_cells") +
                       value_of(solver->history(), "floored_cells");
    pairs_that_repair += sum > repaired ? 1 : 0;
    repaired = sum;
  }
  EXPECT_GE(pairs_that_repair, 2);
}

template <class Settings>
void ask_for_repairs(Settings& settings, bool falls_back, bool has_energy) {
  settings.first_order_fallback = falls_back;
  settings.density_floor = has_energy ? 0.05 : 0.8;
  if (has_energy) settings.pressure_floor = 5e-4;
  settings.courant_number = 0.3;
}

TEST(SignalsOfRepairedCells, AreMeasuredWithMusclHancock) {
  for (const Scheme& scheme : all_equations())
    for (const Splitting splitting : {Splitting::strang, Splitting::merged})
      for (const bool falls_back : {false, true}) {
        SCOPED_TRACE(name(scheme) + (falls_back ? " with fallback" : " with floors"));
        MusclHancockSettings settings = scheme.settings();
        ask_for_repairs(settings, falls_back, scheme.has_energy());
        settings.splitting = splitting;
        settings.sound_speed = 0.03;
        expect_steps_that_follow_from_states([&] {
          return start(scheme, {{32, 16, 1}}, all_periodic, torn, settings);
        });
      }
}

TEST(SignalsOfRepairedCells, AreMeasuredWithRelaxingTvd) {
  for (const bool magnetised : {false, true})
    for (const bool falls_back : {false, true}) {
      SCOPED_TRACE(std::string(magnetised ? "mhd" : "hydrodynamics") +
                   (falls_back ? " with fallback" : " with floors"));
      RelaxingTvdSettings settings;
      ask_for_repairs(settings, falls_back, true);
      settings.magnetised = magnetised;
      settings.limiter = Limiter::monotonised_central;
      expect_steps_that_follow_from_states([&] {
        return start_staggered({{32, 16, 1}}, all_periodic, torn, no_potential(), settings);
      });
    }
}

}  // namespace
}  // namespace solenoid::testing_physics
