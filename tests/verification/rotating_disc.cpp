/// \file
/// Gas that orbits in a potential by formula and carries a dye round: the shipped deck, whose flow
/// is steady and whose dye is known at all times.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

constexpr double softening = 0.5, width = 0.1;

/// The dye that a flow with the angular velocity of a circular orbit has carried to (x, y).
double carried(double x, double y, double time) {
  const double turned = std::pow(x * x + y * y + softening * softening, -0.75) * time;
  return 0.5 * (1 + std::tanh((x * std::cos(turned) + y * std::sin(turned)) / width));
}

/// Means over the box of how far density and dye are from the exact ones.
struct Distance {
  double density = 0, dye = 0;
};

Distance distance(const Overrides& overrides) {
  ShippedDeck run("rotating-disc", overrides);
  run.run();
  const Grid grid = run.grid();
  const FieldValues density = run.field("density"), dye = run.field("dye");
  Distance found;
  std::size_t at = 0;
  for (int j = 0; j < grid.cells[1]; ++j)
    for (int i = 0; i < grid.cells[0]; ++i, ++at) {
      found.density += std::abs(density[at] - 1) / double(density.size());
      found.dye += std::abs(dye[at] - carried(grid.centre(0, i), grid.centre(1, j), run.time())) /
                   double(dye.size());
    }
  return found;
}

TEST(RotatingDisc, StaysAsItIsAndCarriesItsDyeRound) {
  std::array<Distance, 2> error{};
  for (int level = 0; level < 2; ++level) {
    const int count = 48 << level;
    error[level] = distance({fmt::format("grid.cells=[{0}, {0}]", count), "run.end_time=2"});
    report(fmt::format("l1_density_{}", count), error[level].density);
    report(fmt::format("l1_dye_{}", count), error[level].dye);
  }
  EXPECT_LT(error[1].density, 1.5e-3);
  EXPECT_LT(error[1].density / error[0].density, 0.5);
  EXPECT_LT(error[1].dye, 5e-3);
  EXPECT_LT(error[1].dye / error[0].dye, 0.4);
}

}  // namespace
}  // namespace solenoid::verification
