#pragma once
/// \file
/// Solvers of several schemes as tests make them, by name, and that restarts go on.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {

struct NamedMake {
  std::string name;
  bool staggered;
  Make make;
};

/// Six steps, and the last three of them from what is saved after three, give the same bits.
/// `interlude` happens between steps of the first solver, and is to change nothing.
inline void expect_restart_goes_on(
    const NamedMake& scheme, const Grid& grid, const FieldMap& start,
    const std::function<void(Solver&)>& interlude = [](Solver&) {}) {
  const auto straight = scheme.make(grid), restarted = scheme.make(grid);
  straight->set_primitive(start, 0);
  double time = 0;
  for (int step = 0; step < 6; ++step) {
    if (step == 3) restarted->restore(straight->save(), time);
    const double dt = straight->stable_step();
    if (step == 2) interlude(*straight);
    straight->advance(time, dt);
    if (step >= 3) {
      EXPECT_EQ(restarted->stable_step(), dt) << scheme.name;
      restarted->advance(time, dt);
    }
    time += dt;
  }
  EXPECT_EQ(straight->save().arrays, restarted->save().arrays) << scheme.name;
  EXPECT_EQ(straight->history(), restarted->history()) << scheme.name;
}

}  // namespace solenoid::testing_physics
