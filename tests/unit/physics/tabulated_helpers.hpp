#pragma once
/// \file
/// Tabulated gases beside ideal ones.

#include <algorithm>
#include <cmath>

#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid::testing_physics {

/// Takes steps of an ideal gas and of one with its table, and expects the same but for rounding.
inline void expect_to_stay_together(Solver& tabulated, Solver& ideal, const Scheme& scheme) {
  double time = 0;
  for (int step = 0; step < 6; ++step) {
    const double dt = ideal.stable_step();
    EXPECT_NEAR(tabulated.stable_step() / dt, 1, 1e-13);
    ideal.advance(time, dt);
    tabulated.advance(time, dt);
    time += dt;
  }
  for (const auto& name : stored_fields(scheme)) {
    const FieldValues a = ideal.field(name), b = tabulated.field(name);
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
    EXPECT_LT(largest, 1e-12) << name;
  }
}

}  // namespace solenoid::testing_physics
