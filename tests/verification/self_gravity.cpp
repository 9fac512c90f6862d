/// \file
/// Gas that attracts itself: waves longer and shorter than the Jeans length, a slab in balance, a
/// cold sphere that collapses, and the energy of all. Their problems are shipped decks.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

using std::numbers::pi;

/// The deck jeans-waves in so many dimensions, the wave at the same angle to all axes, with 4 pi G
/// rho / (c k)^2 = attraction.
Overrides waves(int dimensions, int cells, double attraction, double cfl) {
  const char* const along[] = {"x", "x + y", "x + y + z"};
  const std::string phase = fmt::format("2*pi*({})", along[dimensions - 1]);
  const bool grows = attraction > 1;
  const std::string velocity =
      fmt::format("\"{}amplitude*rate/k/sqrt({})*{}({})\"", grows ? "-" : "", dimensions,
                  grows ? "sin" : "cos", phase);
  std::string all = std::to_string(cells);
  Overrides overrides;
  for (int axis = 0; axis < 3; ++axis)
    overrides.push_back(
        fmt::format("initial.velocity_{}={}", "xyz"[axis], axis < dimensions ? velocity : "0"));
  for (int axis = 1; axis < dimensions; ++axis) all += ", " + std::to_string(cells);
  overrides.insert(
      overrides.end(),
      {"grid.cells=[" + all + "]", fmt::format("constants.k=\"2*pi*sqrt({})\"", dimensions),
       fmt::format("constants.rate=\"k*sqrt(abs({} - 1))\"", attraction),
       "constants.amplitude=1e-6", fmt::format("solver.cfl={}", cfl), "run.end_time=10",
       fmt::format("gravity.gravitational_constant=\"{}*k^2/(4*pi)\"", attraction),
       fmt::format("initial.density=\"1 + amplitude*cos({})\"", phase),
       fmt::format("initial.pressure=\"0.6*(1 + 5/3*amplitude*cos({}))\"", phase)});
  return overrides;
}

/// Amplitude and phase of the wave in the density.
std::complex<double> wave(const ShippedDeck& run) {
  const Grid grid = run.grid();
  const FieldValues density = run.field("density");
  std::complex<double> sum = 0;
  std::size_t at = 0;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i) {
        const double place = grid.centre(0, i) + (grid.active(1) ? grid.centre(1, j) : 0) +
                             (grid.active(2) ? grid.centre(2, k) : 0);
        sum += (density[at++] - 1) * std::polar(1.0, 2 * pi * place);
      }
  return sum / double(density.size());
}

/// By how much the growth rate differs from the exact one, of which it is a part.
double growth_error(int dimensions, int cells, double cfl) {
  ShippedDeck run("jeans-waves", waves(dimensions, cells, 2, cfl));
  const double rate = 2 * pi * std::sqrt(dimensions);
  run.run_until(1 / rate);
  const double time = run.time(), before = std::abs(wave(run));
  run.run_until(2.5 / rate);
  const double error = std::log(std::abs(wave(run)) / before) / (run.time() - time) / rate - 1;
  report(fmt::format("growth_{}d_{}", dimensions, cells), error);
  return error;
}

TEST(JeansInstability, GrowsAtItsRate) {
  const double coarse = growth_error(1, 32, 0.8), fine = growth_error(1, 64, 0.8);
  EXPECT_GT(order_of_convergence(std::abs(coarse), std::abs(fine)), 1.9);
  EXPECT_LT(std::abs(fine), 1.2e-3);
  EXPECT_LT(std::abs(growth_error(1, 128, 0.8)), 0.4e-3);
  EXPECT_LT(std::abs(growth_error(2, 64, 0.2)), 1e-3);
  EXPECT_LT(std::abs(growth_error(3, 32, 0.15)), 1e-3);
}

TEST(JeansInstability, OfAnIsothermalGasWithAFieldGrowsAtItsRate) {
  // A field along the wave does nothing to it, but all of its values stand where a gas with an
  // equation of energy has that.
  const double k = 2 * pi;
  ShippedDeck run(
      "isothermal-shock-tube",
      {"grid.cells=[64]", "grid.boundary_x=\"periodic\"", "gravity.self_gravity=true",
       fmt::format("gravity.gravitational_constant={:.17g}", 2 * k * k / (4 * pi)),
       "initial.density=\"1 + 1e-6*cos(2*pi*x)\"", "initial.velocity_x=\"-1e-6*sin(2*pi*x)\"",
       "initial.velocity_y=0", "initial.velocity_z=0", "initial.magnetic_field_x=0.5",
       "initial.magnetic_field_y=0", "initial.magnetic_field_z=0", "run.end_time=10"});
  run.run_until(1 / k);
  const double time = run.time(), before = std::abs(wave(run));
  run.run_until(2.5 / k);
  const double error = std::log(std::abs(wave(run)) / before) / (run.time() - time) / k - 1;
  report("growth_isothermal", error);
  EXPECT_LT(std::abs(error), 1.2e-3);
}

/// The same of the frequency of a wave that runs, after a period.
double frequency_error(int dimensions, int cells, double cfl) {
  ShippedDeck run("jeans-waves", waves(dimensions, cells, 0.5, cfl));
  const double period = std::sqrt(2.0 / dimensions);  // 2 pi / (c k sqrt(1/2))
  run.run_until(period);
  const double error = std::arg(wave(run)) / (2 * pi);
  report(fmt::format("frequency_{}d_{}", dimensions, cells), error);
  return error;
}

TEST(JeansWaves, OscillateAtTheirFrequency) {
  EXPECT_LT(std::abs(frequency_error(1, 32, 0.8)), 1e-3);
  EXPECT_LT(std::abs(frequency_error(1, 64, 0.8)), 0.3e-3);
  EXPECT_LT(std::abs(frequency_error(2, 64, 0.4)), 1e-3);
  EXPECT_LT(std::abs(frequency_error(3, 32, 0.2)), 1e-3);
}

/// What total and gravitational energy change, over what gravity has given.
double energy_error(int cells) {
  Overrides overrides = waves(2, cells, 2, 0.8);
  overrides.insert(overrides.end(), {"constants.amplitude=0.1"});
  ShippedDeck run("jeans-waves", overrides);
  auto before = run.history();
  run.run_until(0.22);
  auto now = run.history();
  const double given = now["grav-E"] - before["grav-E"];
  const double error = (now["tot-E"] - before["tot-E"] + given) / std::abs(given);
  report(fmt::format("energy_{}", cells), error);
  return error;
}

TEST(JeansInstability, KeepsTheSumOfEnergiesToSecondOrder) {
  const double coarse = energy_error(64), fine = energy_error(128);
  EXPECT_LT(std::abs(coarse), 8e-3);
  EXPECT_GT(order_of_convergence(std::abs(coarse), std::abs(fine)), 1.7);
}

/// rho = sech^2(x/H), p = c^2 rho, H^2 = c^2 / (2 pi G), with nothing around it.
double slab_error(int cells) {
  const std::string slab = "\"cosh(x)^(-2)\"";
  ShippedDeck run("jeans-waves",
                  {fmt::format("grid.cells=[{}]", cells), "grid.lower=[-5]", "grid.upper=[5]",
                   "grid.boundary_x=fixed", "run.end_time=3", "gravity.boundary=isolated",
                   "gravity.gravitational_constant=\"1/(2*pi)\"", "initial.density=" + slab,
                   "initial.pressure=" + slab, "initial.velocity_x=0", "initial.velocity_y=0"});
  const FieldValues before = run.field("density");
  run.run();
  const double error = mean_difference(before, run.field("density"));
  report(fmt::format("slab_{}", cells), error);
  return error;
}

TEST(SelfGravity, HoldsASlabInBalance) {
  const double coarse = slab_error(64), fine = slab_error(128);
  EXPECT_LT(fine, 2e-4);
  EXPECT_GT(order_of_convergence(coarse, fine), 1.7);
}

/// The mean density of the inner part of a sphere of radius `outer`.
double inner_density(const ShippedDeck& run, double outer) {
  const Grid grid = run.grid();
  const FieldValues density = run.field("density");
  double sum = 0;
  int cells = 0;
  std::size_t at = 0;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i, ++at) {
        const double x = grid.centre(0, i), y = grid.centre(1, j), z = grid.centre(2, k);
        if (x * x + y * y + z * z > 0.36 * outer * outer) continue;
        sum += density[at];
        ++cells;
      }
  return sum / cells;
}

TEST(SelfGravity, LetsAColdSphereFallFreely) {
  ShippedDeck run("collapsing-sphere", {"grid.cells=[40, 40, 40]"});
  auto before = run.history();
  const auto time_of = [](double x) {
    return 2 / pi * (std::acos(std::sqrt(x)) + std::sqrt(x * (1 - x)));
  };
  for (const double x : {0.9, 0.7, 0.55}) {
    run.run_until(time_of(x));
    // Steps do not end there: the radius that belongs to the time reached.
    double lower = 0.3, upper = 1;
    for (int bisection = 0; bisection < 50; ++bisection) {
      const double middle = 0.5 * (lower + upper);
      (time_of(middle) > run.time() ? lower : upper) = middle;
    }
    // It stays uniform and keeps its mass.
    const double error = std::pow(inner_density(run, 0.8 * lower), -1.0 / 3) / lower - 1;
    report(fmt::format("radius_error_at_{}", x), error);
    EXPECT_NEAR(error, 0, 0.01);
  }
  auto now = run.history();
  const double given = now["grav-E"] - before["grav-E"];
  report("energy_of_the_sphere", (now["tot-E"] - before["tot-E"] + given) / std::abs(given));
  EXPECT_NEAR(now["tot-E"] - before["tot-E"], -given, 0.03 * std::abs(given));
  for (const char* momentum : {"1-mom", "2-mom", "3-mom"}) EXPECT_NEAR(now[momentum], 0, 1e-14);
}

}  // namespace
}  // namespace solenoid::verification
