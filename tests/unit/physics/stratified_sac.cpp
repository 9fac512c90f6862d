/// Perturbations on a background with hyperdiffusion, against the numbers of the Sheffield Advanced
/// Code (SWAT-Sheffield/SAC, commit b1140748, fourth-order differences, coefficients 0.04, 0.4,
/// 0.04, 0.04, repaired at periodic boundaries). Files in data/ hold doubles: density, momentum
/// (x, y), energy and field (x, y) of the perturbation, x fastest, of those snapshots and rows that
/// the tests name.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <string>
#include <test_stratified_sac.hpp>
#include <utility>
#include <vector>

#include "tests/sanitized.hpp"
#include "tests/source_folder.hpp"
#include "tests/unit/physics/program_state.hpp"

namespace solenoid {
namespace {

using std::numbers::pi;
using testing_physics::Values;
using SacState = testing_physics::ProgramState<programs::test_stratified_sac>;

const std::vector<std::string> evolved = {"density_perturbation",
                                          "momentum_x",
                                          "momentum_y",
                                          "energy_perturbation",
                                          "magnetic_field_perturbation_x",
                                          "magnetic_field_perturbation_y"};

/// A file of SAC's numbers.
class SacNumbers {
 public:
  explicit SacNumbers(const std::string& name)
      : file_(source_folder() / "tests/unit/physics/data" / name, std::ios::binary) {}
  Values next(std::size_t count) {
    Values values(count);
    file_.read(reinterpret_cast<char*>(values.data()), std::streamsize(count * sizeof(double)));
    if (!file_) throw std::runtime_error("the numbers of SAC end early");
    return values;
  }

 private:
  std::ifstream file_;
};

void set_coefficients(SacState& state, double gamma) {
  state.set_uniform("gamma", gamma);
  state.set_uniform("hyperdiffusion_of_velocity", 0.4);
  for (const char* what : {"density", "energy", "magnetic_field"})
    state.set_uniform(std::string("hyperdiffusion_of_") + what, 0.04);
}

/// Steps to a snapshot, and compares every `rows`th row with it.
void expect_snapshot(SacState& state, SacNumbers& numbers, std::pair<int, int> steps, double dt,
                     int rows, double tolerance) {
  for (int step = steps.first; step < steps.second; ++step) state.advance(dt * step, dt);
  const auto width = std::size_t(state.grid().cells[0]);
  for (const std::string& name : evolved) {
    const Values ours = state.values(name);
    double largest = 0;
    for (std::size_t row = 0; row < ours.size(); row += width * std::size_t(rows)) {
      const Values theirs = numbers.next(width);
      for (std::size_t i = 0; i < width; ++i)
        largest = std::max(largest, std::abs(ours[row + i] - theirs[i]));
    }
    EXPECT_LE(largest, tolerance) << name << " after " << steps.second << " steps";
  }
}

/// Behind faces, a background that is the same everywhere.
FixedBoundary uniform_background(double value) {
  FixedBoundary fixed;
  fixed.values = [=](const std::string&, double, double, double, double) { return value; };
  return fixed;
}

/// 32 x 32 vertices in a periodic unit square, gravity, and a background in which density, energy
/// and field vary. The file begins with the whole start, the background's energy, density and field
/// (x, y) included.
SacState varying_background(SacNumbers& numbers, Integrator integrator = Integrator::euler) {
  constexpr double gamma = 5.0 / 3;
  SacState state(Grid{{32, 32, 1}, {0, 0, 0}, {1, 1, 1}}, {}, {}, integrator);
  const auto next = [&] { return numbers.next(32 * 32); };
  for (const std::string& name : evolved) state.set(name, next());
  const Values energy = next();
  state.set("background_density", next());
  const Values field_x = next(), field_y = next();
  state.set("background_magnetic_field_x", field_x);
  state.set("background_magnetic_field_y", field_y);
  Values pressure = energy;
  for (std::size_t i = 0; i < energy.size(); ++i)
    pressure[i] =
        (gamma - 1) * (energy[i] - 0.5 * (field_x[i] * field_x[i] + field_y[i] * field_y[i]));
  state.set("background_pressure", pressure);
  set_coefficients(state, gamma);
  state.set_uniform("gravity_x", -1.5);
  state.set_uniform("gravity_y", 0.7);
  return state;
}

// SAC's own rounding errors, against its formulas in extended precision: 2e-16 after a step, 9e-16
// after ten. The ratio in the coefficients then amplifies them, after 100 to 1e-12 and 1.5e-11 in
// the first two tests.

TEST(StratifiedSac, StepsOnAVaryingBackground) {
  SacNumbers numbers("sac-bg2.bin");
  SacState state = varying_background(numbers);
  expect_snapshot(state, numbers, {0, 1}, 1e-3, 4, 4e-16);
  expect_snapshot(state, numbers, {1, 10}, 1e-3, 4, 9e-16);
  expect_snapshot(state, numbers, {10, 100}, 1e-3, 4, 4e-12);
}

TEST(StratifiedSac, StepsOfItsRungeKuttaSchemes) {
  // Behind the snapshots of Euler's steps.
  for (const Integrator integrator : {Integrator::ssp_rk3, Integrator::rk4}) {
    SacNumbers numbers("sac-bg2.bin");
    SacState state = varying_background(numbers, integrator);
    state.state().set_reductions_each_substep(true);
    static_cast<void>(numbers.next((integrator == Integrator::ssp_rk3 ? 3 : 5) * 6 * 8 * 32));
    expect_snapshot(state, numbers, {0, 1}, 1e-3, 4, 4e-16);
    // Three or four times as many sums as in Euler's steps.
    expect_snapshot(state, numbers, {1, 10}, 1e-3, 4, 4e-15);
  }
}

TEST(StratifiedSac, StepsOfTheVortexOfOrszagAndTang) {
  SacNumbers numbers("sac-ot64.bin");
  SacState state(Grid{{64, 64, 1}, {0, 0, 0}, {1, 1, 1}}, {}, {}, Integrator::euler);
  for (const std::string& name : evolved) state.set(name, numbers.next(64 * 64));
  set_coefficients(state, 5.0 / 3);
  expect_snapshot(state, numbers, {0, 1}, 2e-4, 8, 4e-16);
  expect_snapshot(state, numbers, {1, 10}, 2e-4, 8, 9e-16);
  if (!sanitized) expect_snapshot(state, numbers, {10, 100}, 2e-4, 8, 4e-11);
}

TEST(StratifiedSac, StepsOfTheShockTubeOfBrioAndWu) {
  // 160 of the 796 vertices, which the waves do not leave.
  SacNumbers numbers("sac-bw800.bin");
  Boundaries outflow;
  outflow.kind[0] = {BoundaryKind::outflow, BoundaryKind::outflow};
  SacState state(Grid{{160, 1, 1}, {-0.1, 0, 0}, {0.1, 1, 1}}, outflow, uniform_background(0),
                 Integrator::euler);
  const auto sides = [](double left, double right) {
    return [=](double x, double, double) { return x < 0 ? left : right; };
  };
  state.set("density_perturbation", sides(1, 0.125));
  state.set("energy_perturbation", sides(1.78125, 0.88125));
  state.set("magnetic_field_perturbation_x", sides(0.75, 0.75));
  state.set("magnetic_field_perturbation_y", sides(1, -1));
  set_coefficients(state, 2);
  for (const auto& [from, to] : {std::pair(0, 1), std::pair(1, 10), std::pair(10, 100)})
    expect_snapshot(state, numbers, {from, to}, 5e-5, 1, 1e-14);
}

/// What is the same everywhere: dm/dt = rho a, and the energy of SMAUG's driver, dE/dt = rho a^2/2.
TEST(StratifiedSac, DriverOfSmaug) {
  const double density = 1.7, acceleration[] = {0.3, -0.2}, frequency = 0.8, time = 0.9;
  const auto uniform = [](double value) { return [=](double, double, double) { return value; }; };
  SacState state(Grid{{8, 8, 1}, {0, 0, 0}, {1, 1, 1}}, {}, {}, Integrator::rk4);
  state.set_uniform("driving_frequency", frequency);
  state.set_uniform("driving_phase", pi / 2);
  state.set("background_density", uniform(density));
  state.set("background_pressure", uniform(1));
  state.set("driving_acceleration_x", uniform(acceleration[0]));
  state.set("driving_acceleration_y", uniform(acceleration[1]));
  for (int step = 0; step < 40; ++step) state.advance(time * step / 40, time / 40);
  const double omega = 2 * pi * frequency;
  const double square = acceleration[0] * acceleration[0] + acceleration[1] * acceleration[1];
  EXPECT_NEAR(state.values("momentum_x")[9],
              density * acceleration[0] * (1 - std::cos(omega * time)) / omega, 1e-6);
  EXPECT_NEAR(state.values("energy_perturbation")[9],
              density * square / 4 * (time - std::sin(2 * omega * time) / (2 * omega)), 1e-6);
}

TEST(StratifiedSac, WhatHyperdiffusionTakesBecomesHeat) {
  // Noise from vertex to vertex, on a uniform background: without hyperdiffusion it would stay.
  SacState state(Grid{{12, 10, 6}, {0, 0, 0}, {1.2, 1, 0.6}}, {}, {}, Integrator::euler);
  unsigned seed = 1;
  const auto set = [&](const std::string& name, double mean, double size) {
    state.set(name, [&](double, double, double) {
      seed = 1664525U * seed + 1013904223U;
      return mean + size * (double(seed) / 4294967296.0 - 0.5);
    });
  };
  set("background_density", 1, 0);
  set("background_pressure", 0.6, 0);
  set("density_perturbation", 0, 0.1);
  set("energy_perturbation", 0.3, 0.1);
  for (const char* axis : {"x", "y", "z"}) {
    set(std::string("background_magnetic_field_") + axis, 0.4, 0);
    set(std::string("magnetic_field_perturbation_") + axis, 0, 0.2);
    set(std::string("momentum_") + axis, 0, 0.2);
  }
  struct Sums {
    double mass, energy, field, kinetic;
  };
  const auto sums = [&] {
    Sums all{};
    const Values mass = state.values("density_perturbation");
    const Values energy = state.values("energy_perturbation");
    for (std::size_t i = 0; i < mass.size(); ++i) {
      all.mass += mass[i];
      all.energy += energy[i];
    }
    for (const char* axis : {"x", "y", "z"}) {
      const Values b = state.values(std::string("magnetic_field_perturbation_") + axis);
      const Values m = state.values(std::string("momentum_") + axis);
      for (std::size_t i = 0; i < b.size(); ++i) {
        all.field += b[i] * b[i] / 2;
        all.kinetic += m[i] * m[i] / (2 * (1 + mass[i]));
      }
    }
    return all;
  };
  const Sums before = sums();
  for (int step = 0; step < 40; ++step) state.advance(0.002 * step, 0.002);
  const Sums after = sums();
  EXPECT_NEAR(after.mass, before.mass, 1e-12);
  EXPECT_NEAR(after.energy, before.energy, 1e-12);
  EXPECT_LT(after.kinetic, 0.7 * before.kinetic);
  EXPECT_LT(after.field, 0.9 * before.field);
}

TEST(StratifiedSac, WallsTakeFromAFlowTowardsThem) {
  // Coefficients are no vectors: behind a mirror they keep their signs, or a wall would drive.
  Boundaries walls;
  for (auto& axis : walls.kind) axis = {BoundaryKind::reflecting, BoundaryKind::reflecting};
  const Grid grid{{12, 12, 12}, {0, 0, 0}, {1, 1, 1}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    SacState state(grid, walls, uniform_background(1), Integrator::euler);
    for (const char* of :
         {"density", "pressure", "magnetic_field_x", "magnetic_field_y", "magnetic_field_z"})
      state.set(std::string("background_") + of, [](double, double, double) { return 1; });
    const std::string momentum = std::string("momentum_") + "xyz"[axis];
    // At the vertices next to both walls. Without hyperdiffusion the first step leaves it as it is.
    state.set(momentum, [&](double x, double y, double z) {
      const double along = std::array{x, y, z}[axis];
      return along < 0.08 ? -1e-6 : along > 0.92 ? 1e-6 : 0;
    });
    state.advance(0, 1e-3);
    const Values after = state.values(momentum);
    EXPECT_LT(std::abs(after.front()), 0.99e-6) << axis;
    EXPECT_LT(std::abs(after.back()), 0.99e-6) << axis;
  }
}

TEST(StratifiedSac, WithoutAPerturbationHyperdiffusionAddsNothing) {
  SacNumbers numbers("sac-bg2.bin");
  SacState state = varying_background(numbers);
  for (const std::string& name : evolved) state.set(name, Values(32 * 32, 0.0));
  for (int step = 0; step < 5; ++step) state.advance(0, 1e-3);
  for (const std::string& name : evolved)
    for (const double value : state.values(name)) ASSERT_EQ(value, 0) << name;
}

}  // namespace
}  // namespace solenoid
