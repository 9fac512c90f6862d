/// Substeps whose passes go through strips of rows make what passes make that go through all rows
/// one after the other.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <test_stratified_sac.hpp>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/program_state.hpp"

namespace solenoid::testing_physics {
namespace {

using std::numbers::pi;
using Program = programs::test_stratified_sac;
using State = ProgramState<Program>;

constexpr int period = 16;  // rows: fewer than two strips
const std::vector<std::string> evolved = {"density_perturbation",
                                          "momentum_x",
                                          "momentum_y",
                                          "momentum_z",
                                          "energy_perturbation",
                                          "magnetic_field_perturbation_x",
                                          "magnetic_field_perturbation_y",
                                          "magnetic_field_perturbation_z"};

/// Waves that repeat after `period` rows, on a grid of so many rows, after some steps.
State stepped(int rows, const Boundaries& boundaries) {
  State state(Grid{{44, rows, 1}, {0, 0, 0}, {1, double(rows) / period, 1}}, boundaries, {},
              Integrator::rk3);
  const Grid one{{44, period, 1}, {0, 0, 0}, {1, 1, 1}};
  double phase = 0;
  for (const std::string& name : evolved) {
    phase += 0.7;
    const Values wave = sampled(one, [&](double x, double y, double) {
      return 0.1 * std::sin(2 * pi * (x + 2 * y) + phase) + 0.05 * std::cos(2 * pi * y - phase);
    });
    Values all;
    for (int row = 0; row < rows; row += period) all.insert(all.end(), wave.begin(), wave.end());
    state.set(name, all);
  }
  state.set("background_density", [](double, double, double) { return 1.0; });
  state.set("background_pressure", [](double, double, double) { return 1.0; });
  for (int step = 0; step < 3; ++step) state.advance(0.01 * step, 0.01);
  return state;
}

TEST(Strips, EachPeriodIsThatOfAGridWithoutStrips) {
  const int rows = (sanitized ? 6 : 16) * period;
  State whole = stepped(rows, {});
  State one = stepped(period, {});
  for (const std::string& name : evolved) {
    const Values expected = one.values(name);
    const Values found = whole.values(name);
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(found[i], expected[i % expected.size()]) << name << ' ' << i;
  }
}

/// A mirror at both ends, or none that images stand for.
class StripsAtWalls : public testing::TestWithParam<BoundaryKind> {};

TEST_P(StripsAtWalls, AreThoseOfRowsTheOtherWayRound) {
  // What is along y with strips is along x without.
  Boundaries along_y, along_x;
  along_y.kind[axis_y] = {GetParam(), GetParam()};
  along_x.kind[axis_x] = {GetParam(), GetParam()};
  FixedBoundary behind;
  behind.values = [](const std::string& name, double, double, double, double) {
    return name == "background_density" || name == "background_pressure" ? 1.0 : 0.0;
  };
  constexpr int rows = 200, columns = 24;
  State tall(Grid{{columns, rows, 1}, {0, 0, 0}, {0.24, 2, 1}}, along_y, behind, Integrator::rk3);
  State wide(Grid{{rows, columns, 1}, {0, 0, 0}, {2, 0.24, 1}}, along_x, behind, Integrator::rk3);
  for (State* const state : {&tall, &wide}) {
    const bool swapped = state == &wide;
    const auto set = [&](const std::string& name, double phase) {
      state->set(name, [=](double x, double y, double) {
        const double across = swapped ? y : x, along = swapped ? x : y;
        return 0.1 * std::sin(pi * (along + across * 25 / 3) + phase);
      });
    };
    set("density_perturbation", 0.1);
    set("energy_perturbation", 0.5);
    set(swapped ? "momentum_y" : "momentum_x", 0.9);
    set(swapped ? "momentum_x" : "momentum_y", 1.3);
    state->set("background_density", [](double, double, double) { return 1.0; });
    state->set("background_pressure", [](double, double, double) { return 1.0; });
    for (int step = 0; step < (sanitized ? 1 : 3); ++step) state->advance(0.002 * step, 0.002);
  }
  const Values found = tall.values("density_perturbation");
  const Values expected = wide.values("density_perturbation");
  double largest = 0;
  for (int j = 0; j < rows; ++j)
    for (int i = 0; i < columns; ++i)
      largest = std::max(largest, std::abs(found[std::size_t(j * columns + i)] -
                                           expected[std::size_t(i * rows + j)]));
  EXPECT_LT(largest, 1e-13);
}

INSTANTIATE_TEST_SUITE_P(Kinds, StripsAtWalls,
                         testing::Values(BoundaryKind::reflecting, BoundaryKind::outflow,
                                         BoundaryKind::symmetric));

}  // namespace
}  // namespace solenoid::testing_physics
