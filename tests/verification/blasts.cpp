/// \file
/// Strong shocks in several dimensions: symmetries, positivity, blast waves, rotors, implosion.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/verification/reference/sedov.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

std::string square(int count) { return fmt::format("grid.cells=[{0}, {0}]", count); }

/// The field with x and y exchanged, of a grid with as many cells in both.
FieldValues transposed(const FieldValues& values, const Grid& grid) {
  FieldValues result(values.size());
  const int n = grid.cells[0];
  std::size_t at = 0;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        result[at++] = values[j + std::size_t(n) * (i + std::size_t(n) * k)];
  return result;
}

FieldValues turned_by_half(const FieldValues& values) { return {values.rbegin(), values.rend()}; }

double relative_difference(const FieldValues& a, const FieldValues& b) {
  return largest_difference(a, b) / largest_magnitude(a);
}

void expect_positive(const ShippedDeck& run) {
  const double density = smallest(run.field("density"));
  const double pressure = smallest(run.field("pressure"));
  report("smallest_density", density);
  report("smallest_pressure", pressure);
  EXPECT_GT(density, 0);
  EXPECT_GT(pressure, 0);
}

/// No floor and no fallback acted.
void expect_no_repairs(const ShippedDeck& run) {
  EXPECT_EQ(run.deck().number("solver", "pressure_floor"), 0);
  EXPECT_EQ(run.deck().number("solver", "density_floor"), 0);
  EXPECT_FALSE(run.deck().flag("solver", "first_order_fallback"));
}

TEST(Implosion, IsSymmetricAboutTheDiagonalBitForBit) {
  ShippedDeck run("implosion", {square(100)});
  run.run();
  const Grid grid = run.grid();
  for (const std::string scalar : {"density", "total_energy"}) {
    const FieldValues values = run.field(scalar);
    EXPECT_TRUE(identical(values, transposed(values, grid))) << scalar;
  }
  EXPECT_TRUE(identical(run.field("velocity_y"), transposed(run.field("velocity_x"), grid)));
  // The jet along the diagonal is there: the symmetry is not that of rest.
  EXPECT_GT(largest_magnitude(run.field("velocity_x")), 0.1);
}

TEST(Implosion, ConservesMassAndEnergyBetweenMirrors) {
  ShippedDeck run("implosion", {square(64)});
  const auto start = run.history();
  run.run();
  const auto end = run.history();
  for (const std::string label : {"mass", "tot-E"}) {
    const double error = std::abs(end.at(label) / start.at(label) - 1);
    report("drift_" + label, error);
    EXPECT_LT(error, 1e-12) << label;
  }
}

TEST(Blast2D, StaysPositiveConservesAndIsSymmetricAboutTheField) {
  ShippedDeck run("blast-2d", {square(128), "solver.splitting=symmetric"});
  run.run();
  expect_positive(run);
  expect_no_repairs(run);
  const double error = run.conservation_error(run.history().at("mass"));
  report("conservation_error", error);
  EXPECT_LT(error, 1e-13);
  for (const std::string scalar : {"density", "total_energy"}) {
    const FieldValues values = run.field(scalar);
    EXPECT_TRUE(identical(values, transposed(values, run.grid()))) << scalar;
    const double turned = relative_difference(values, turned_by_half(values));
    report("asymmetry_under_half_turn_" + scalar, turned);
    EXPECT_LT(turned, 1e-10) << scalar;
  }
}

TEST(Blast2D, IsNearlySymmetricAboutTheFieldWithSplitSweeps) {
  ShippedDeck run("blast-2d", {square(128)});
  run.run();
  expect_positive(run);
  const FieldValues density = run.field("density");
  const double asymmetry = mean_difference(density, transposed(density, run.grid()));
  report("L1_asymmetry_density", asymmetry);
  EXPECT_LT(asymmetry, 5e-3);
}

/// Shared sweeps of merged steps, the default, are longer than stable steps while signals become
/// faster.
TEST(Blasts, StayPositiveAndConserve) {
  const std::pair<std::string, std::string> blasts[] = {{"blast-2d", square(128)},
                                                        {"blast-3d", "grid.cells=[32, 32, 32]"}};
  for (const auto& [deck, cells] : blasts)
    for (const std::string reconstruction : {"weno-z", "primitive"}) {
      SCOPED_TRACE(deck + " " + reconstruction);
      ShippedDeck run(deck, {cells, "solver.reconstruction=" + reconstruction});
      run.run();
      expect_positive(run);
      expect_no_repairs(run);
      EXPECT_LT(run.conservation_error(run.history().at("mass")), 1e-13);
    }
}

TEST(Blast3D, StaysPositiveAndIsTheSameForAllOrdersOfAxes) {
  ShippedDeck run("blast-3d",
                  {"grid.cells=[32, 32, 32]", "solver.splitting=symmetric", "run.end_time=0.1"});
  run.run();
  expect_positive(run);
  expect_no_repairs(run);
  const FieldValues density = run.field("density");
  const int n = run.grid().cells[0];
  FieldValues cyclic(density.size());
  std::size_t at = 0;
  for (int k = 0; k < n; ++k)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        cyclic[at++] = density[j + std::size_t(n) * (k + std::size_t(n) * i)];
  const double swap = relative_difference(density, transposed(density, run.grid()));
  const double cycle = relative_difference(density, cyclic);
  report("difference_after_swap", swap);
  report("difference_after_cycle", cycle);
  EXPECT_LT(swap, 1e-12);
  EXPECT_LT(cycle, 1e-12);
  const double error = run.conservation_error(run.history().at("mass"));
  report("conservation_error", error);
  EXPECT_LT(error, 1e-13);
}

class Rotor : public testing::TestWithParam<std::string> {};

TEST_P(Rotor, StaysPositiveSymmetricAndNearItsFinerSolution) {
  ShippedDeck run(GetParam(), {square(128)});
  run.run();
  expect_positive(run);
  for (const std::string scalar : {"density", "pressure"}) {
    const FieldValues values = run.field(scalar);
    const double asymmetry = relative_difference(values, turned_by_half(values));
    report("asymmetry_" + scalar, asymmetry);
    EXPECT_LT(asymmetry, 1e-10) << scalar;
  }
  ShippedDeck fine(GetParam(), {square(256)});
  fine.run();
  const double energy = run.magnetic_energy() / fine.magnetic_energy() - 1;
  report("relative_magnetic_energy_difference", energy);
  EXPECT_LT(std::abs(energy), 0.01);
}

INSTANTIATE_TEST_SUITE_P(Decks, Rotor, testing::Values("rotor-1", "rotor-2"),
                         [](const auto& deck) { return "number" + deck.param.substr(6); });

/// The mean radius, over all cells near the largest density of their ray, of Sedov's shock.
double sedov_shock_radius(const ShippedDeck& run, double expected) {
  const Grid grid = run.grid();
  const FieldValues density = run.field("density");
  const int rays = 16;
  double sum = 0;
  for (int ray = 0; ray < rays; ++ray) {
    const double angle = (ray + 0.5) / rays * std::acos(0.0);
    // From outside in, the shock is where the density has risen half way to its jump.
    for (double radius = 1.3 * expected; radius > 0; radius -= 0.1 * grid.spacing(0)) {
      const int i = int(radius * std::cos(angle) / grid.spacing(0));
      const int j = int(radius * std::sin(angle) / grid.spacing(1));
      if (density[i + std::size_t(grid.cells[0]) * j] > 2.5) {
        sum += radius;
        break;
      }
    }
  }
  return sum / rays;
}

/// L1 of the density against the self-similar solution.
double sedov_density_error(const ShippedDeck& run, const reference::SedovSolution& exact) {
  const Grid grid = run.grid();
  const FieldValues density = run.field("density");
  double sum = 0;
  std::size_t at = 0;
  for (int j = 0; j < grid.cells[1]; ++j)
    for (int i = 0; i < grid.cells[0]; ++i) {
      const double radius = std::hypot(grid.centre(0, i), grid.centre(1, j));
      sum += std::abs(density[at++] - exact.at(radius, run.time()).density);
    }
  return sum / double(grid.cell_count());
}

TEST(Sedov, ConvergesToTheSelfSimilarSolution) {
  const reference::SedovSolution exact(2, 1.4, 0.311357, 1);
  std::array<double, 2> errors{};
  for (const int level : {0, 1}) {
    ShippedDeck run("sedov", {square(64 << level)});
    run.run();
    expect_positive(run);
    const double expected = exact.shock_radius(run.time());
    const double radius = sedov_shock_radius(run, expected);
    errors[level] = sedov_density_error(run, exact);
    report(fmt::format("shock_radius_{}", 64 << level), radius);
    report(fmt::format("L1_density_{}", 64 << level), errors[level]);
    report(fmt::format("peak_density_{}", 64 << level), largest_magnitude(run.field("density")));
    EXPECT_NEAR(radius, expected, 1.5 * run.grid().spacing(0));
  }
  EXPECT_LT(errors[1] / errors[0], 0.7);
}

}  // namespace
}  // namespace solenoid::verification
