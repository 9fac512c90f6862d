/// \file
/// The scheme relaxing-tvd on the shipped decks: the paper's tests, waves, and the other scheme.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/verification/reference/mhd_waves.hpp"
#include "tests/verification/reference/riemann.hpp"
#include "tests/verification/reference/ryu_jones.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

ShippedDeck relaxing_tvd(const std::string& deck, const std::vector<int>& cells,
                         Overrides overrides = {}) {
  overrides.push_back("solver.scheme=relaxing-tvd");
  overrides.push_back(fmt::format("grid.cells=[{}]", fmt::join(cells, ", ")));
  return ShippedDeck(deck, overrides);
}

/// The largest |div B| of the field on faces, in units of the largest |B| over a cell's width.
double divergence(const ShippedDeck& run) {
  return largest_magnitude(run.field("divergence_b")) * run.grid().spacing(0) /
         largest_magnitude(run.field("magnetic_field_magnitude"));
}

/// Positive, conserved where the box is periodic, and free of divergence.
void expect_sound(const ShippedDeck& run, bool conserved) {
  EXPECT_GT(smallest(run.field("density")), 0);
  EXPECT_GT(smallest(run.field("pressure")), 0);
  report("divergence", divergence(run));
  EXPECT_LT(divergence(run), 1e-12);
  if (!conserved) return;
  const double error = run.conservation_error(run.history().at("mass"));
  report("conservation_error", error);
  EXPECT_LT(error, 1e-13);
}

TEST(RelaxingTvdBrioWu, ConvergesToTheSolutionOfTheOtherScheme) {
  ShippedDeck reference("brio-wu", {"grid.cells=[4096]"});
  reference.run();
  std::array<double, 2> errors{};
  for (const int level : {0, 1}) {
    const int count = 512 << level;
    ShippedDeck run = relaxing_tvd("brio-wu", {count});
    run.run();
    expect_sound(run, false);
    for (const std::string name : {"density", "velocity_x", "magnetic_field_y"}) {
      const double difference = mean_difference(
          run.field(name), coarsened(reference.field(name), reference.grid(), 8 >> level));
      report(fmt::format("L1_{}_{}", name, count), difference);
      errors[std::size_t(level)] += difference;
    }
    for (const double normal : run.field("magnetic_field_x")) ASSERT_EQ(normal, 0.75);
  }
  EXPECT_LT(errors[0], 0.03);
  EXPECT_LT(errors[1] / errors[0], 0.65);
}

TEST(RelaxingTvdDaiWoodward, ConvergesToTheExactSolution) {
  std::array<double, 2> errors{};
  for (const int level : {0, 1}) {
    ShippedDeck run = relaxing_tvd("ryu-jones-2a", {512 << level});
    run.run();
    expect_sound(run, false);
    FieldValues exact;
    for (int i = 0; i < run.grid().cells[0]; ++i)
      exact.push_back(
          reference::ryu_jones_2a::density_at((run.grid().centre(0, i) - 0.5) / run.time()));
    errors[std::size_t(level)] = mean_difference(run.field("density"), exact);
    report(fmt::format("L1_density_{}", 512 << level), errors[std::size_t(level)]);
  }
  EXPECT_LT(errors[0], 0.015);
  EXPECT_LT(errors[1] / errors[0], 0.65);
}

TEST(RelaxingTvdSod, ConvergesToTheExactSolutionWithoutAField) {
  const reference::RiemannSolution solution = reference::sod_solution();
  std::array<double, 2> errors{};
  for (const int level : {0, 1}) {
    ShippedDeck run = relaxing_tvd("sod", {400 << level});
    run.run();
    FieldValues exact;
    for (int i = 0; i < run.grid().cells[0]; ++i)
      exact.push_back(solution.at((run.grid().centre(0, i) - 0.5) / run.time()).density);
    errors[std::size_t(level)] = mean_difference(run.field("density"), exact);
    report(fmt::format("L1_density_{}", 400 << level), errors[std::size_t(level)]);
  }
  EXPECT_LT(errors[0], 0.006);
  EXPECT_LT(errors[1] / errors[0], 0.65);
}

TEST(RelaxingTvdOrszagTang, ConvergesToTheSolutionOfTheOtherScheme) {
  ShippedDeck reference("orszag-tang", {"grid.cells=[256, 256]"});
  reference.run();
  std::array<double, 2> errors{};
  for (const int level : {0, 1}) {
    const int count = 64 << level;
    ShippedDeck run = relaxing_tvd("orszag-tang", {count, count});
    run.run();
    expect_sound(run, true);
    errors[std::size_t(level)] = mean_difference(
        run.field("density"), coarsened(reference.field("density"), reference.grid(), 4 >> level));
    report(fmt::format("L1_density_{}", count), errors[std::size_t(level)]);
  }
  EXPECT_LT(errors[0], 0.025);
  EXPECT_LT(errors[1] / errors[0], 0.65);
}

TEST(RelaxingTvdOrszagTang, IsCloseToItInSinglePrecision) {
  ShippedDeck doubles = relaxing_tvd("orszag-tang", {128, 128});
  ShippedDeck singles = relaxing_tvd("orszag-tang", {128, 128}, {"run.precision=single"});
  doubles.run();
  singles.run();
  const double mean = mean_difference(singles.field("density"), doubles.field("density"));
  report("L1_single_against_double", mean);
  EXPECT_LT(mean, 1e-5);
  EXPECT_FALSE(identical(singles.field("density"), doubles.field("density")));
}

TEST(RelaxingTvdBlast, IsSoundIn2DAnd3D) {
  ShippedDeck plane = relaxing_tvd("blast-2d", {128, 128});
  plane.run();
  expect_sound(plane, true);
  ShippedDeck box = relaxing_tvd("blast-3d", {32, 32, 32}, {"run.end_time=0.1"});
  box.run();
  expect_sound(box, true);
}

class RelaxingTvdRotor : public testing::TestWithParam<std::string> {};

TEST_P(RelaxingTvdRotor, IsSoundAndNearTheSolutionOfTheOtherScheme) {
  ShippedDeck run = relaxing_tvd(GetParam(), {192, 192});
  run.run();
  expect_sound(run, false);
  const FieldValues density = run.field("density");
  const FieldValues turned(density.rbegin(), density.rend());
  const double asymmetry = largest_difference(density, turned) / largest_magnitude(density);
  report("asymmetry", asymmetry);
  EXPECT_LT(asymmetry, 1e-10);
  ShippedDeck other(GetParam(), {"grid.cells=[192, 192]"});
  other.run();
  const double energy = run.magnetic_energy() / other.magnetic_energy() - 1;
  report("relative_magnetic_energy_difference", energy);
  EXPECT_LT(std::abs(energy), 0.02);
}

INSTANTIATE_TEST_SUITE_P(Decks, RelaxingTvdRotor, testing::Values("rotor-1", "rotor-2"),
                         [](const auto& deck) { return "number" + deck.param.substr(6); });

/// L1 of the transverse magnetic field after one period, against the exact wave.
double alfven_wave_error(int cells, int direction) {
  ShippedDeck wave = relaxing_tvd("alfven-wave", {cells, cells / 2},
                                  {fmt::format("constants.direction={}", direction)});
  wave.run();
  EXPECT_LT(divergence(wave), 1e-12);
  const Grid grid = wave.grid();
  const double cosine = 1 / std::sqrt(5.0);
  const double sine = 2 / std::sqrt(5.0);
  const reference::CircularAlfvenWave exact{0.1, direction, 0, cosine, sine};
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

TEST(RelaxingTvdAlfvenWave, ConvergesAtSecondOrderBothWays) {
  std::array<double, 3> errors{};
  for (std::size_t level = 0; level < 3; ++level) {
    errors[level] = alfven_wave_error(64 << level, 1);
    report(fmt::format("L1_{}", 64 << level), errors[level]);
  }
  report("order", order_of_convergence(errors[1], errors[2]));
  EXPECT_GT(order_of_convergence(errors[1], errors[2]), 1.8);
  const double down = alfven_wave_error(64, -1);
  report("relative_difference", std::abs(errors[0] / down - 1));
  EXPECT_LT(std::abs(errors[0] / down - 1), 1e-6);
}

}  // namespace
}  // namespace solenoid::verification
