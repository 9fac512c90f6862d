/// \file
/// Constant gravity: free fall, an atmosphere at rest, the Rayleigh-Taylor instability. Their
/// problems are shipped decks with another initial state.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

/// An isothermal atmosphere of scale height 1 between mirrors.
Overrides atmosphere(int count) {
  return {fmt::format("grid.cells=[{}]", count), "run.end_time=1",
          "grid.boundary_x=reflecting",          "physics.gravity=[-1, 0, 0]",
          "initial.density=\"exp(-x)\"",         "initial.pressure=\"exp(-x)\""};
}

TEST(Gravity, HoldsAnAtmosphereNearlyAtRest) {
  std::array<double, 2> speed{};
  for (const int level : {0, 1}) {
    ShippedDeck run("sod", atmosphere(64 << level));
    run.run();
    speed[level] = largest_magnitude(run.field("velocity_x"));
    report(fmt::format("largest_speed_{}", 64 << level), speed[level]);
  }
  EXPECT_LT(speed[0], 0.02);
  EXPECT_LT(speed[1] / speed[0], 0.6);
}

TEST(Gravity, AcceleratesAUniformGasExactly) {
  ShippedDeck run(
      "kelvin-helmholtz",
      {"grid.cells=[16, 16]", "run.end_time=0.5", "physics.gravity=[0.25, -0.5, 0]",
       "initial.density=1", "initial.velocity_x=0", "initial.velocity_y=0", "initial.pressure=1"});
  run.run();
  for (const double v : run.field("velocity_x")) ASSERT_NEAR(v, 0.125, 1e-12);
  for (const double v : run.field("velocity_y")) ASSERT_NEAR(v, -0.25, 1e-12);
  for (const double p : run.field("pressure")) ASSERT_NEAR(p, 1, 1e-12);
}

constexpr double gravity = 0.1;
constexpr double layer = 0.01;
constexpr double wavenumber = 4 * std::numbers::pi;

/// Heavy gas (density 2) over light gas (1), joined by a thin layer that a small wave disturbs.
ShippedDeck heavy_over_light(int count) {
  return ShippedDeck("kelvin-helmholtz",
                     {fmt::format("grid.cells=[{}, {}]", count, 4 * count), "grid.lower=[0, -1]",
                      "grid.upper=[0.5, 1]", "grid.boundary_y=reflecting",
                      fmt::format("physics.gravity=[0, {}, 0]", -gravity), "run.end_time=3",
                      fmt::format("initial.density=\"1.5 + 0.5*tanh(y/{})\"", layer),
                      "initial.velocity_x=\"1e-3*sign(y)*sin(4*pi*x)*exp(-4*pi*abs(y))\"",
                      "initial.velocity_y=\"1e-3*cos(4*pi*x)*exp(-4*pi*abs(y))\"",
                      fmt::format("initial.pressure=\"10 - {0}*(1.5*y + 0.5*{1}*ln(cosh(y/{1})))\"",
                                  gravity, layer)});
}

/// The wave's part in the velocity, which leaves out motions that do not vary with x.
double wave_amplitude(const ShippedDeck& run) {
  const Grid grid = run.grid();
  const FieldValues velocity = run.field("velocity_y");
  double sum = 0;
  std::size_t at = 0;
  for (int j = 0; j < grid.cells[1]; ++j)
    for (int i = 0; i < grid.cells[0]; ++i)
      sum += velocity[at++] * std::cos(wavenumber * grid.centre(0, i));
  return sum;
}

TEST(Gravity, RayleighTaylorGrowsAtItsLinearRate) {
  ShippedDeck run = heavy_over_light(64);
  run.run_until(2);
  const double before = wave_amplitude(run);
  run.run_until(3);
  const double growth = wave_amplitude(run) / before;
  // From rest displacement the velocity grows as cosh(rate t), rate^2 = A g k for a sharp layer
  // and less for one of finite thickness, by 1/(1 + A k L), L = rho/(d rho/dy) at its steepest.
  const double atwood = 1.0 / 3;
  const double sharp = std::sqrt(atwood * gravity * wavenumber);
  const double thick = sharp / std::sqrt(1 + atwood * wavenumber * 3 * layer);
  const auto expected = [](double rate) { return std::cosh(3 * rate) / std::cosh(2 * rate); };
  report("growth", growth);
  report("growth_of_a_sharp_layer", expected(sharp));
  report("growth_of_a_thick_layer", expected(thick));
  EXPECT_LT(growth, expected(sharp));
  EXPECT_NEAR(growth, expected(thick), 0.05 * expected(thick));
}

}  // namespace
}  // namespace solenoid::verification
