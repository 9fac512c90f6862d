/// \file
/// Smooth and weakly magnetised flows: Kelvin-Helmholtz, field loop, conservation.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

std::string cells(int x, int y) { return fmt::format("grid.cells=[{}, {}]", x, y); }

/// Volume integral of the kinetic energy of the motion across the shear layers.
double transverse_energy(const ShippedDeck& run) { return run.history().at("2-KE"); }

TEST(KelvinHelmholtz, GrowsAsInItsFinerSolution) {
  const double begin = 0.4;
  const double end = 1.2;
  std::array<double, 3> rate{};
  for (int level = 0; level < 3; ++level) {
    const int count = 32 << level;
    ShippedDeck run("kelvin-helmholtz", {cells(count, 2 * count)});
    run.run_until(begin);
    const double before = transverse_energy(run);
    run.run_until(end);
    rate[level] = 0.5 * std::log(transverse_energy(run) / before) / (end - begin);
    report(fmt::format("growth_rate_{}", count), rate[level]);
  }
  EXPECT_GT(rate[2], 0.5);
  EXPECT_LT(std::abs(rate[1] / rate[2] - 1), 0.05);
  EXPECT_LT(std::abs(rate[1] - rate[2]), std::abs(rate[0] - rate[2]));
}

TEST(KelvinHelmholtz, BothLayersMirrorEachOther) {
  ShippedDeck run("kelvin-helmholtz", {cells(32, 64), "run.end_time=2"});
  run.run();
  const FieldValues density = run.field("density");
  // The layers at y = 0.5 and 1.5 are mirror images, y to 2 - y, half a wavelength apart in x.
  FieldValues mirrored(density.size());
  for (int j = 0; j < 64; ++j)
    for (int i = 0; i < 32; ++i) mirrored[i + 32 * j] = density[(i + 16) % 32 + 32 * (63 - j)];
  const double asymmetry = largest_difference(density, mirrored);
  report("asymmetry_density", asymmetry);
  EXPECT_LT(asymmetry, 1e-10);
}

double kept_magnetic_energy(int count) {
  ShippedDeck run("field-loop", {cells(count, count / 2)});
  const double start = run.magnetic_energy();
  run.run();
  const double kept = run.magnetic_energy() / start;
  report(fmt::format("magnetic_energy_kept_{}", count), kept);
  return kept;
}

TEST(FieldLoop, KeepsMostOfItsMagneticEnergy) {
  const double coarse = kept_magnetic_energy(128);
  const double fine = kept_magnetic_energy(192);
  // The fit of Gardiner and Stone (2005) to Athena with 128 x 64 cells.
  const double athena = 1 - std::pow(2 / 1.061e4, 0.291);
  report("magnetic_energy_kept_by_athena_128", athena);
  EXPECT_GT(fine, athena);
  EXPECT_GT(coarse, 0.85);
  EXPECT_LT(fine, 1);
  EXPECT_LT((1 - fine) / (1 - coarse), 0.75);
}

TEST(FieldLoop, GrowsNoFieldAlongTheVelocityNormalToThePlane) {
  ShippedDeck run("field-loop", {cells(128, 64), "initial.velocity_z=1"});
  run.run();
  const double strongest = largest_magnitude(run.field("magnetic_field_magnitude"));
  const double created = largest_magnitude(run.field("magnetic_field_z")) / strongest;
  report("field_z_relative_to_field", created);
  EXPECT_LT(created, 0.1);
}

struct PeriodicDeck {
  std::string name, cells;
  double momentum_scale;  ///< mass times a typical speed
};

class Conservation : public testing::TestWithParam<PeriodicDeck> {};

TEST_P(Conservation, OfMassMomentumAndEnergyToRounding) {
  ShippedDeck run(GetParam().name, {"grid.cells=" + GetParam().cells});
  run.run();
  const double error = run.conservation_error(GetParam().momentum_scale);
  report("conservation_error", error);
  EXPECT_LT(error, 1e-13);
}

INSTANTIATE_TEST_SUITE_P(PeriodicDecks, Conservation,
                         testing::Values(PeriodicDeck{"alfven-wave", "[32, 16]", 0.25},
                                         PeriodicDeck{"blast-2d", "[64, 64]", 1},
                                         PeriodicDeck{"field-loop", "[64, 32]", 4},
                                         PeriodicDeck{"kelvin-helmholtz", "[32, 64]", 3},
                                         PeriodicDeck{"linear-wave-fast", "[32, 16, 16]", 1},
                                         PeriodicDeck{"linear-wave-slow", "[32, 16, 16]", 1},
                                         PeriodicDeck{"linear-wave-alfven", "[32, 16, 16]", 1},
                                         PeriodicDeck{"linear-wave-entropy", "[32, 16, 16]", 6.75},
                                         PeriodicDeck{"orszag-tang", "[64, 64]", 0.2}),
                         [](const auto& deck) {
                           std::string name = deck.param.name;
                           for (char& letter : name) letter = letter == '-' ? '_' : letter;
                           return name;
                         });

}  // namespace
}  // namespace solenoid::verification
