/// \file
/// Passive scalars: a dye in shear layers that roll up.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

std::unique_ptr<ShippedDeck> dyed_layers(int count) {
  auto run = std::make_unique<ShippedDeck>(
      "kelvin-helmholtz-dye",
      Overrides{fmt::format("grid.cells=[{}, {}]", count, 2 * count), "run.end_time=2.5"});
  run->run();
  return run;
}

TEST(KelvinHelmholtzDye, ConvergesWhileTheLayersRollUp) {
  const auto finest = dyed_layers(128);
  std::array<double, 2> error{};
  for (int level = 0; level < 2; ++level) {
    const int count = 32 << level;
    const auto run = dyed_layers(count);
    error[level] = mean_difference(run->field("dye"),
                                   coarsened(finest->field("dye"), finest->grid(), 128 / count));
    report(fmt::format("l1_dye_{}", count), error[level]);
  }
  EXPECT_LT(error[1], 0.03);
  EXPECT_LT(error[1] / error[0], 0.4);
}

TEST(KelvinHelmholtzDye, KeepsItsMassAndItsBounds) {
  const auto run = dyed_layers(64);
  const double mass = run->history().at("dye_mass");
  // The profiles on both sides add up to half of the box.
  report("dye_mass_error", std::abs(mass - 1));
  EXPECT_NEAR(mass, 1, 1e-9);
  EXPECT_LT(run->conservation_error(1), 1e-13);
  for (const double dye : run->field("dye")) {
    EXPECT_GE(dye, 0);
    EXPECT_LE(dye, 1);
  }
}

}  // namespace
}  // namespace solenoid::verification
