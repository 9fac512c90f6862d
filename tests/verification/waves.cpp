/// \file
/// Smooth waves: the linear waves of MHD, oblique in 3D, and the circularly polarised Alfven wave.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tests/verification/reference/mhd_waves.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

const std::array<std::string, 8> conserved = {
    "density",      "momentum_x",       "momentum_y",       "momentum_z",
    "total_energy", "magnetic_field_x", "magnetic_field_y", "magnetic_field_z"};

/// Athena's measure: the L1 norms of the eight conserved variables, added in squares.
double linear_wave_error(const std::string& deck, int cells, int direction,
                         const Overrides& choices = {}) {
  Overrides overrides = choices;
  overrides.push_back(fmt::format("grid.cells=[{}, {}, {}]", cells, cells / 2, cells / 2));
  if (deck != "linear-wave-entropy") {
    overrides.push_back(fmt::format("constants.direction={}", direction));
  }
  ShippedDeck wave(deck, overrides);
  std::array<FieldValues, conserved.size()> start;
  for (std::size_t f = 0; f < conserved.size(); ++f) start[f] = wave.field(conserved[f]);
  wave.run();
  double sum = 0;
  for (std::size_t f = 0; f < conserved.size(); ++f) {
    sum += std::pow(mean_difference(wave.field(conserved[f]), start[f]), 2);
  }
  return std::sqrt(sum);
}

struct LinearWaveCase {
  std::string name;
  double threshold;  ///< of Athena++ on 64 x 32 x 32 cells, at its Courant number
};

class LinearWave : public testing::TestWithParam<LinearWaveCase> {};

TEST_P(LinearWave, ConvergesAtSecondOrder) {
  const std::string deck = "linear-wave-" + GetParam().name;
  const double coarse = linear_wave_error(deck, 32, 1);
  const double fine = linear_wave_error(deck, 64, 1);
  report("L1_32", coarse);
  report("L1_64", fine);
  report("order", order_of_convergence(coarse, fine));
  EXPECT_GT(order_of_convergence(coarse, fine), 1.9);
}

TEST_P(LinearWave, MeetsAthenasThresholdAtItsCourantNumber) {
  const std::string deck = "linear-wave-" + GetParam().name;
  const double error = linear_wave_error(deck, 64, 1, {"solver.cfl=0.3"});
  report("L1_64", error);
  EXPECT_LT(error, GetParam().threshold);
}

TEST_P(LinearWave, HasTheSameErrorBothWays) {
  const std::string deck = "linear-wave-" + GetParam().name;
  if (GetParam().name == "entropy") GTEST_SKIP() << "an entropy wave runs with the medium only";
  const double up = linear_wave_error(deck, 32, 1);
  const double down = linear_wave_error(deck, 32, -1);
  report("relative_difference", std::abs(up / down - 1));
  EXPECT_LT(std::abs(up / down - 1), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Families, LinearWave,
                         testing::Values(LinearWaveCase{"fast", 4.5e-8},
                                         LinearWaveCase{"alfven", 4.0e-8},
                                         LinearWaveCase{"slow", 5.0e-8},
                                         LinearWaveCase{"entropy", 2.75e-8}),
                         [](const auto& wave) { return wave.param.name; });

/// The errors that an independent program, in NumPy, of the same scheme has on 32 x 16 x 16 cells
/// with the same steps.
TEST(LinearWaves, HaveTheErrorsOfAnIndependentProgram) {
  const std::string strang = "solver.splitting=strang";
  const std::string merged = "solver.splitting=merged";
  const std::string slopes = "solver.reconstruction=primitive";
  const std::string weno_z = "solver.reconstruction=weno-z";
  const struct {
    const char* deck;
    Overrides choices;
    double error;
  } waves[] = {{"linear-wave-fast", {strang, slopes}, 1.3797e-7},
               {"linear-wave-fast", {merged, slopes}, 6.1629e-8},
               {"linear-wave-fast", {merged, weno_z}, 3.4808e-8},
               {"linear-wave-alfven", {strang, slopes}, 2.3434e-7},
               {"linear-wave-alfven", {merged, slopes}, 1.1745e-7},
               {"linear-wave-alfven", {merged, weno_z}, 8.8217e-8}};
  for (auto wave : waves) {
    wave.choices.push_back("solver.cfl=0.8");
    const double error = linear_wave_error(wave.deck, 32, 1, wave.choices);
    const std::string choices = fmt::format("{}", fmt::join(wave.choices, " "));
    report(fmt::format("{} {} L1_32", wave.deck, choices), error);
    EXPECT_NEAR(error / wave.error, 1, 1e-3) << wave.deck << " " << choices;
  }
}

TEST(LinearWaves, OfOtherSplittingsAndReconstructionsConvergeAtSecondOrder) {
  for (const char* deck : {"linear-wave-fast", "linear-wave-alfven"})
    for (const std::string splitting : {"strang", "merged"})
      for (const std::string reconstruction : {"primitive", "weno-z"}) {
        const Overrides choices = {"solver.splitting=" + splitting,
                                   "solver.reconstruction=" + reconstruction, "solver.cfl=0.8"};
        const double coarse = linear_wave_error(deck, 32, 1, choices);
        const double fine = linear_wave_error(deck, 64, 1, choices);
        const std::string name = fmt::format("{}_{}_{}", deck, splitting, reconstruction);
        report(name + "_L1_64", fine);
        report(name + "_order_32_64", order_of_convergence(coarse, fine));
        EXPECT_GT(order_of_convergence(coarse, fine), 1.9) << name;
      }
}

/// L1 of the transverse magnetic field after one period, against the exact wave.
double alfven_wave_error(int cells, int direction, double flow) {
  ShippedDeck wave("alfven-wave", {fmt::format("grid.cells=[{}, {}]", cells, cells / 2),
                                   fmt::format("constants.direction={}", direction),
                                   fmt::format("constants.flow={}", flow)});
  wave.run();
  const Grid grid = wave.grid();
  const double cosine = 1 / std::sqrt(5.0);
  const double sine = 2 / std::sqrt(5.0);
  const reference::CircularAlfvenWave exact{0.1, direction, flow, cosine, sine};
  const FieldValues bx = wave.field("magnetic_field_x");
  const FieldValues by = wave.field("magnetic_field_y");
  const FieldValues bz = wave.field("magnetic_field_z");
  double sum = 0;
  std::size_t at = 0;
  for (int j = 0; j < grid.cells[1]; ++j)
    for (int i = 0; i < grid.cells[0]; ++i, ++at) {
      const auto b = exact.at({grid.centre(0, i), grid.centre(1, j), 0}, wave.time());
      const double across =
          (by[at] - b.magnetic_field[1]) * cosine - (bx[at] - b.magnetic_field[0]) * sine;
      sum += std::hypot(across, bz[at] - b.magnetic_field[2]);
    }
  return sum / double(grid.cell_count());
}

TEST(CircularAlfvenWave, ConvergesAtSecondOrder) {
  const std::array<int, 4> cells = {32, 64, 128, 256};
  std::array<double, 4> error{};
  for (std::size_t n = 0; n < cells.size(); ++n) {
    error[n] = alfven_wave_error(cells[n], 1, 0);
    report(fmt::format("L1_{}", cells[n]), error[n]);
    if (n > 0) {
      report(fmt::format("order_{}_{}", cells[n - 1], cells[n]),
             order_of_convergence(error[n - 1], error[n]));
    }
  }
  EXPECT_GT(order_of_convergence(error[1], error[2]), 1.9);
  EXPECT_GT(order_of_convergence(error[2], error[3]), 1.9);
  EXPECT_LT(error[3], 2e-4);
  EXPECT_LT(error[3] / error[2], 0.3);
}

/// The same against the wave as the grid held it at the start.
double alfven_wave_change(int cells, const Overrides& choices) {
  Overrides overrides = choices;
  overrides.push_back(fmt::format("grid.cells=[{}, {}]", cells, cells / 2));
  overrides.emplace_back("solver.cfl=0.8");
  ShippedDeck wave("alfven-wave", overrides);
  std::array<FieldValues, 3> change;
  const auto component = [](int c) { return std::string("magnetic_field_") + char('x' + c); };
  for (int c = 0; c < 3; ++c) change[std::size_t(c)] = wave.field(component(c));
  wave.run();
  for (int c = 0; c < 3; ++c) {
    const FieldValues now = wave.field(component(c));
    for (std::size_t i = 0; i < now.size(); ++i) change[std::size_t(c)][i] -= now[i];
  }
  double sum = 0;
  for (std::size_t i = 0; i < change[0].size(); ++i)
    sum += std::hypot((change[1][i] - 2 * change[0][i]) / std::sqrt(5.0), change[2][i]);
  return sum / double(change[0].size());
}

/// On 64 x 32 and on 128 x 64 cells.
TEST(CircularAlfvenWave, HasTheErrorsOfAnIndependentProgram) {
  const std::string strang = "solver.splitting=strang";
  const std::string merged = "solver.splitting=merged";
  const std::string slopes = "solver.reconstruction=primitive";
  const std::string weno_z = "solver.reconstruction=weno-z";
  const struct {
    Overrides choices;
    double coarse, fine;
  } schemes[] = {{{strang, slopes}, 1.3693e-3, 3.5295e-4},
                 {{strang, weno_z}, 1.0545e-3, 2.6323e-4},
                 {{merged, slopes}, 1.0834e-3, 2.7982e-4},
                 {{merged, weno_z}, 4.0376e-4, 1.00447e-4}};
  for (const auto& scheme : schemes) {
    const std::string choices = fmt::format("{}", fmt::join(scheme.choices, " "));
    const double coarse = alfven_wave_change(64, scheme.choices);
    const double fine = alfven_wave_change(128, scheme.choices);
    report(choices + " L1_64", coarse);
    report(choices + " L1_128", fine);
    report(choices + " order", order_of_convergence(coarse, fine));
    EXPECT_NEAR(coarse / scheme.coarse, 1, 0.01) << choices;
    EXPECT_NEAR(fine / scheme.fine, 1, 0.01) << choices;
    EXPECT_GT(order_of_convergence(coarse, fine), 1.9) << choices;
  }
}

TEST(CircularAlfvenWave, HasTheSameErrorBothWays) {
  const double up = alfven_wave_error(64, 1, 0);
  const double down = alfven_wave_error(64, -1, 0);
  report("relative_difference", std::abs(up / down - 1));
  EXPECT_LT(std::abs(up / down - 1), 1e-6);
}

TEST(CircularAlfvenWave, StandsInAMediumThatRunsAgainstIt) {
  const double coarse = alfven_wave_error(64, 1, -1);
  const double fine = alfven_wave_error(128, 1, -1);
  report("L1_64", coarse);
  report("L1_128", fine);
  report("order", order_of_convergence(coarse, fine));
  EXPECT_GT(order_of_convergence(coarse, fine), 1.9);
}

}  // namespace
}  // namespace solenoid::verification
