/// \file
/// Gases with a table of their energy: exact Riemann problems and sound.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/verification/reference/tabulated_riemann.hpp"
#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

reference::CaloricCurve curve_of(const Deck& deck) {
  return {deck.caloric_table().temperature, deck.caloric_table().energy};
}

/// Hydrogen of inputs/ionising-hydrogen.txt.
struct TubeOfTable {
  const char* name;
  reference::GasOfCurve left, right;
  double end_time;
  double bound;  ///< of the error with 200 cells
};

ShippedDeck run_of(const TubeOfTable& tube, const std::string& riemann, int cells) {
  const auto either_side = [](const char* field, double left, double right) {
    return fmt::format("initial.{}=\"x < 0.5 ? {} : {}\"", field, left, right);
  };
  ShippedDeck run("ionising-hydrogen",
                  {fmt::format("grid.cells=[{}]", cells), "solver.riemann=" + riemann,
                   fmt::format("run.end_time={}", tube.end_time),
                   either_side("density", tube.left.density, tube.right.density),
                   either_side("velocity_x", tube.left.velocity, tube.right.velocity),
                   either_side("pressure", tube.left.pressure, tube.right.pressure)});
  run.run();
  return run;
}

/// Mean error of density, velocity and pressure, over their ranges, added.
double tabulated_tube_error(const TubeOfTable& tube, const std::string& riemann, int cells) {
  const ShippedDeck run = run_of(tube, riemann, cells);
  const reference::TabulatedRiemann exact(tube.left, tube.right, curve_of(run.deck()));
  const FieldValues density = run.field("density"), velocity = run.field("velocity_x"),
                    pressure = run.field("pressure");
  std::array<double, 3> sum{}, low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
  for (int i = 0; i < cells; ++i) {
    const auto n = std::size_t(i);
    const reference::GasOfCurve gas = exact.at((run.grid().centre(0, i) - 0.5) / run.time());
    const std::array<double, 3> wanted{gas.density, gas.velocity, gas.pressure};
    const std::array<double, 3> found{density[n], velocity[n], pressure[n]};
    for (std::size_t f = 0; f < 3; ++f) {
      sum[f] += std::abs(found[f] - wanted[f]) / cells;
      low[f] = std::min(low[f], wanted[f]);
      high[f] = std::max(high[f], wanted[f]);
    }
  }
  return sum[0] / (high[0] - low[0]) + sum[1] / (high[1] - low[1]) + sum[2] / (high[2] - low[2]);
}

TEST(TabulatedTube, ConvergesToTheExactSolution) {
  const TubeOfTable tubes[] = {{"shipped", {1, 0, 10}, {0.125, 0, 0.03}, 0.08, 0.03},
                               {"two_shocks", {1, 3, 0.5}, {0.5, -3, 0.3}, 0.1, 0.03},
                               {"two_rarefactions", {1, -3, 8}, {1, 3, 8}, 0.08, 0.03}};
  for (const TubeOfTable& tube : tubes)
    for (const std::string riemann : {"hllc", "hll", "llf"}) {
      const double coarse = tabulated_tube_error(tube, riemann, 200);
      const double fine = tabulated_tube_error(tube, riemann, 800);
      const std::string name = fmt::format("{}_{}", tube.name, riemann);
      report(name + "_200", coarse);
      report(name + "_800", fine);
      EXPECT_LT(coarse, tube.bound) << name;
      EXPECT_LT(fine / coarse, 0.4) << name;
    }
}

TEST(TabulatedTube, HasTheStatesThatTheDeckTells) {
  const ShippedDeck deck("ionising-hydrogen");
  const reference::TabulatedRiemann exact({1, 0, 10}, {0.125, 0, 0.03}, curve_of(deck.deck()));
  const reference::GasOfCurve& shocked = exact.middle()[1];
  const double shock = shocked.density * shocked.velocity / (shocked.density - 0.125);
  EXPECT_NEAR(0.5 + 0.08 * shocked.velocity, 0.787, 5e-4);
  EXPECT_NEAR(0.5 + 0.08 * shock, 0.810, 5e-4);
  EXPECT_NEAR(shocked.density / 0.125, 13.7, 0.05);
  EXPECT_NEAR(shocked.temperature(), 1.03, 5e-3);
}

/// Where a function that falls from `low` to `high` passes 0.
template <class Function>
double root(double low, double high, const Function& function) {
  for (int step = 0; step < 100; ++step) {
    const double middle = 0.5 * (low + high);
    (function(middle) > 0 ? low : high) = middle;
  }
  return low;
}

/// Neumann's solution of the front of inputs/ionisation-front.toml, at a distance from the hot
/// side.
class IonisationFront {
 public:
  explicit IonisationFront(double time) : length_(2 * std::sqrt(2.0 / 3 * time)) {}
  [[nodiscard]] double place() const { return speed_ * length_; }
  /// T/T0.
  [[nodiscard]] double temperature(double x) const {
    const double q = x / length_;
    return q < speed_ ? 2 - std::erf(q) / std::erf(speed_)
                      : 0.5 * (1 + std::erfc(q) / std::erfc(speed_));
  }

 private:
  double length_;
  double speed_ = root(1e-6, 3, [](double s) {
    return (0.3 / std::erf(s) - 0.15 / std::erfc(s)) * std::exp(-s * s) -
           s * std::sqrt(std::numbers::pi);
  });
};

/// Mean error of the temperature over T0. The hot side is the centre of the cell behind the face.
double ionisation_front_error(int cells) {
  ShippedDeck run("ionisation-front", {fmt::format("grid.cells=[{}]", cells)});
  run.run();
  const IonisationFront exact(run.time());
  EXPECT_NEAR(exact.place(), 0.117, 5e-4);
  FieldValues wanted, found = run.field("temperature");
  for (double& value : found) value /= 1e-8;
  for (int i = 0; i < cells; ++i)
    wanted.push_back(exact.temperature(run.grid().centre(0, i) + run.grid().spacing(0) / 2));
  return mean_difference(found, wanted);
}

TEST(IonisationFront, MovesAsStefansProblemSays) {
  const double coarse = ionisation_front_error(64), fine = ionisation_front_error(256);
  report("L1_64", coarse);
  report("L1_256", fine);
  EXPECT_LT(coarse, 0.004);
  EXPECT_LT(fine, 0.0005);
}

/// A plane wave along x with the amplitude 1e-6 after one period, at a temperature at which the gas
/// ionises, between two points: density 1, and with a field B = (1, 1.5, 0). Mean error over all
/// fields.
double tabulated_wave_error(const std::string& family, int direction, int cells,
                            const std::string& reconstruction) {
  const double pressure = 0.82, bx = 1, by = 1.5;
  const ShippedDeck shipped("ionising-hydrogen");
  const double c = curve_of(shipped.deck()).sound_speed(pressure), c2 = c * c;
  const double sum = c2 + bx * bx + by * by, root = std::sqrt(sum * sum - 4 * c2 * bx * bx);
  const bool magnetised = family != "sound";
  const double speed =
      direction * (magnetised ? std::sqrt(0.5 * (sum + (family == "fast" ? 1 : -1) * root)) : c);
  const double field = magnetised ? speed * speed * by / (speed * speed - bx * bx) : 0;
  const double size = std::max(1.0, std::abs(field));
  const auto wave = [&](const char* name, double base, double change) {
    return fmt::format("initial.{}=\"{} + {:.17g}*cos(2*pi*x)\"", name, base, 1e-6 * change / size);
  };
  Overrides overrides{fmt::format("grid.cells=[{}]", cells),
                      "grid.boundary_x=periodic",
                      "solver.cfl=0.4",
                      "solver.reconstruction=" + reconstruction,
                      fmt::format("run.end_time={:.17g}", 1 / std::abs(speed)),
                      wave("density", 1, 1),
                      wave("velocity_x", 0, speed),
                      wave("pressure", pressure, c2)};
  std::vector<std::string> names = {"density", "velocity_x", "pressure"};
  if (magnetised) {
    overrides.insert(overrides.end(), {"physics.equations=mhd", "initial.magnetic_field_x=1",
                                       wave("velocity_y", 0, -bx * field / speed),
                                       wave("magnetic_field_y", by, field)});
    names.insert(names.end(), {"velocity_y", "magnetic_field_y"});
  }
  ShippedDeck run("ionising-hydrogen", overrides);
  return change_over_run(run, names);
}

TEST(TabulatedWaves, ConvergeAtSecondOrder) {
  expect_waves_of_second_order({"sound", "fast", "slow"}, tabulated_wave_error);
}

/// A magnetised blast in 2D keeps mass, momentum and energy.
TEST(TabulatedBlast, KeepsWhatIsConserved) {
  ShippedDeck run("ionising-hydrogen",
                  {"physics.equations=mhd", "grid.cells=[48, 48]", "grid.boundary_x=periodic",
                   "run.end_time=0.05", "initial.density=1",
                   "initial.pressure=\"(x-0.5)^2 + (y-0.5)^2 < 0.02 ? 20 : 0.3\"",
                   "initial.magnetic_field_x=1", "initial.magnetic_field_y=0.5"});
  run.run();
  EXPECT_GT(run.steps(), 20);
  const double error = run.conservation_error(1);
  report("conservation", error);
  EXPECT_LT(error, 1e-12);
  EXPECT_GT(smallest(run.field("pressure")), 0);
}

}  // namespace
}  // namespace solenoid::verification
