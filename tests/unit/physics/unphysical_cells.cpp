/// \file
/// When a solver knows of cells that cannot go on.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/unit/physics/schemes_by_name.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

/// Gas so cold that its pressure is less than what a step does to its motion.
double cold_gas(const std::string& name, double x, double y, double) {
  if (name == "density") return 1;
  if (name == "pressure") return 1e-6;
  return name == "velocity_x" ? 20 * std::sin(2 * pi * (x + y)) : 0.0;
}

/// Within a pair of steps a device is not held up to ask for them; but who keeps a state waits for
/// it anyway, and is to know what it is worth.
TEST(UnphysicalCells, OfTheFirstStepOfAPairAreKnownAfterWaiting) {
  const Grid grid{{20, 8, 1}};
  for (const Precision precision : compiled_precisions)
    for (const NamedMake& scheme : both_schemes(precision, [](auto&) {})) {
      if (scheme.name == "relaxing mhd") continue;  // looks at the end of a pair
      const auto solver = scheme.make(grid);
      solver->set_primitive(scheme.staggered ? sample_staggered(grid, cold_gas, no_potential())
                                             : sample(*solver, grid, cold_gas),
                            0);
      solver->advance(0, solver->stable_step());
      solver->wait();
      EXPECT_TRUE(solver->unphysical_cell().has_value()) << scheme.name;
    }
}

}  // namespace
}  // namespace solenoid::testing_physics
