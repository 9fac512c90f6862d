/// \file
/// Gravity towards a reflecting face.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

/// An isothermal atmosphere of scale height 1 between mirrors.
Overrides atmosphere_between_mirrors(int count) {
  return {fmt::format("grid.cells=[{}]", count), "run.end_time=1",
          "grid.boundary_x=reflecting",          "physics.gravity=[-1, 0, 0]",
          "initial.density=\"exp(-x)\"",         "initial.pressure=\"exp(-x)\""};
}

TEST(Gravity, LosesNoMassThroughMirrors) {
  ShippedDeck run("sod", atmosphere_between_mirrors(64));
  const double mass = run.history().at("mass");
  run.run();
  report("mass_change", run.history().at("mass") / mass - 1);
  EXPECT_NEAR(run.history().at("mass") / mass, 1, 1e-13);
}

}  // namespace
}  // namespace solenoid::verification
