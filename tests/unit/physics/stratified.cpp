/// Perturbations on a magneto-hydrostatic background (physics/equations/stratified.stencil).

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <test_stratified.hpp>
#include <test_stratified_2.hpp>
#include <test_stratified_6.hpp>
#include <test_stratified_8.hpp>
#include <test_stratified_sponge.hpp>
#include <vector>

#include "physics/solvers/finite_difference_solver.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/backgrounds.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;
using Program = programs::test_stratified;
using State = ProgramState<Program>;

constexpr BoundaryKind all_kinds[] = {BoundaryKind::periodic,        BoundaryKind::outflow,
                                      BoundaryKind::reflecting,      BoundaryKind::fixed,
                                      BoundaryKind::symmetric,       BoundaryKind::antisymmetric,
                                      BoundaryKind::vertex_symmetric};

TEST(Stratified, WithoutAPerturbationNothingChangesToTheBit) {
  const Grid grid{{12, 6, 5}, {0, 0, 0}, {1, 0.8, 1.2}};
  for (const BoundaryKind kind : all_kinds)
    for (const Integrator integrator : integrators) {
      if (sanitized && integrator != Integrator::rk3) continue;
      Boundaries boundaries;
      for (auto& axis : boundaries.kind) axis = {kind, kind};
      expect_rest<Program>(grid, boundaries, integrator, sanitized ? 3 : 20);
    }
}

TEST(Stratified, WithoutAPerturbationNothingChangesInTenThousandSteps) {
  Boundaries walls;
  walls.kind = {{{BoundaryKind::fixed, BoundaryKind::outflow},
                 {BoundaryKind::reflecting, BoundaryKind::vertex_symmetric},
                 {BoundaryKind::symmetric, BoundaryKind::antisymmetric}}};
  expect_rest<Program>({{5, 4, 4}, {0, 0, 0}, {1, 0.8, 1.2}}, walls, Integrator::euler,
                       sanitized ? 3 : 10000);
}

TEST(Stratified, BehindAFaceTheBackgroundGoesOn) {
  // Were it mirrored there, as perturbations are, a wave in a rising density would be another one.
  const Grid grid{{24, 1, 1}, {0, 0, 0}, {1, 1, 1}};
  const auto density = [](double x) { return std::exp(-3 * x); };
  FixedBoundary fixed;
  std::map<std::string, int> asked;
  fixed.values = [&](const std::string& name, double x, double, double, double) {
    ++asked[name];
    return name == "background_density" || name == "background_pressure" ? density(x) : 0.0;
  };
  Boundaries boundaries;
  boundaries.kind[0] = {BoundaryKind::reflecting, BoundaryKind::outflow};
  State state(grid, boundaries, fixed);
  for (const char* name : {"background_density", "background_pressure"})
    state.set(name, [&](double x, double, double) { return density(x); });
  state.set("momentum_x", [](double, double, double) { return 1e-3; });
  state.advance(0, 1e-6);
  EXPECT_EQ(asked.at("background_density"), 2 * Program::radius);
  EXPECT_EQ(asked.count("momentum_x"), 0U);
  // d_t e' = -div(e_0 v) - p_0 div v; where m goes on, as at the outflow, e_0 v is the same
  // everywhere.
  const std::vector<double> energy = state.values("energy_perturbation");
  EXPECT_NEAR(energy.back() / (-3e-3 * 1e-6), 1, 1e-3);
}

/// The largest error of the momentum out of the plane after the time 1. Mass and energy have to
/// stay.
template <class P>
double error_of_alfven_wave(int cells, Integrator integrator, int steps) {
  auto state = alfven_wave<P>(cells, integrator);
  const Values before = state.values("momentum_z");
  const double mass = mean(state.values("density_perturbation"));
  const double energy = mean(state.values("energy_perturbation"));
  for (int step = 0; step < steps; ++step) state.advance(double(step) / steps, 1.0 / steps);
  EXPECT_NEAR(mean(state.values("density_perturbation")), mass, 1e-15);
  EXPECT_NEAR(mean(state.values("energy_perturbation")), energy, 2e-15);
  return largest_difference(state.values("momentum_z"), before);
}

template <class P>
void expect_order_in_space(double tolerance) {
  const auto error = [](int cells) {
    return error_of_alfven_wave<P>(cells, Integrator::rk4, 16 * cells);
  };
  const double coarse = error(8), fine = error(16);
  EXPECT_NEAR(std::log2(coarse / fine), P::order, tolerance) << coarse << " " << fine;
}

TEST(Stratified, AlfvenWaveConvergesWithTheOrderOfTheDifferences) {
  SOLENOID_SKIP_IF_SANITIZED();
  expect_order_in_space<programs::test_stratified_2>(0.3);
  expect_order_in_space<Program>(0.3);
  expect_order_in_space<programs::test_stratified_6>(0.4);
  expect_order_in_space<programs::test_stratified_8>(0.8);
}

TEST(Stratified, AlfvenWaveConvergesWithTheOrderOfTheIntegrator) {
  SOLENOID_SKIP_IF_SANITIZED();
  // On one grid, towards what the differences make of the wave.
  for (const Integrator integrator : integrators) {
    const auto after = [&](int steps) {
      auto state = alfven_wave<Program>(8, integrator);
      for (int step = 0; step < steps / 4; ++step) state.advance(double(step) / steps, 1.0 / steps);
      return state.values("momentum_z");
    };
    const Values coarse = after(64), middle = after(128), fine = after(256);
    EXPECT_NEAR(std::log2(largest_difference(coarse, middle) / largest_difference(middle, fine)),
                order_of(integrator), 0.15)
        << name_of(integrator);
  }
}

/// A packet of sound, of the amplitude 1e-6, that goes up, after the time 2.4, in a box without or
/// with a sponge from 1.4 to 2: its velocity below the sponge. The speed of sound is 1.
Values below_sponge(double length, double rate, double gravity) {
  using Sponge = ProgramState<programs::test_stratified_sponge>;
  const int cells = int(std::lround(100 * length));
  const double gamma = 5.0 / 3, height = gravity > 0 ? 1 / (gamma * gravity) : 1e9;
  const auto density = [=](double x, double = 0, double = 0) { return std::exp(-x / height); };
  const auto pressure = [=](double x, double = 0, double = 0) { return density(x) / gamma; };
  const auto damping = [=](double x, double = 0, double = 0) {
    return x < 1.4 ? 0 : rate * (x - 1.4) * (x - 1.4) / 0.36;
  };
  Boundaries fixed;
  fixed.kind[0] = {BoundaryKind::fixed, BoundaryKind::fixed};
  FixedBoundary behind;
  behind.values = [=](const std::string& name, double x, double, double, double) {
    return name == "background_density"    ? density(x)
           : name == "background_pressure" ? pressure(x)
           : name == "damping_rate"        ? damping(x)
                                           : 0;
  };
  Sponge state(Grid{{cells, 1, 1}, {0, 0, 0}, {length, 1, 1}}, fixed, behind);
  state.set_uniform("gravity_x", -gravity);
  state.set("background_density", density);
  state.set("background_pressure", pressure);
  state.set("damping_rate", damping);
  const auto pulse = [](double x, double = 0, double = 0) {
    return 1e-6 * std::exp(-std::pow((x - 0.6) / 0.12, 2)) * std::cos(2 * pi * (x - 0.6) / 0.15);
  };
  const auto momentum = [=](double x, double, double) { return density(x) * pulse(x); };
  state.set("momentum_x", momentum);
  state.set("density_perturbation", momentum);
  state.set("energy_perturbation",
            [=](double x, double, double) { return density(x) * pulse(x) / (gamma - 1); });
  for (int step = 0; step < 300; ++step) state.advance(0.008 * step, 0.008);
  Values velocity = state.values("momentum_x");
  velocity.resize(140);
  for (std::size_t i = 0; i < velocity.size(); ++i)
    velocity[i] /= 1e-6 * density(0.01 * (double(i) + 0.5));
  return velocity;
}

TEST(Stratified, SpongesReflectLittle) {
  SOLENOID_SKIP_IF_SANITIZED();
  for (const double gravity : {0.0, 0.5}) {
    const Values alone = below_sponge(3.5, 0, gravity);
    EXPECT_GT(largest_difference(below_sponge(2, 0, gravity), alone), 0.5);
    EXPECT_LT(largest_difference(below_sponge(2, 40, gravity), alone), 2e-3) << gravity;
  }
}

/// What is the same everywhere is accelerated as a whole, and heated: v = a sin(w t)/w, and the
/// energy is that of the flow and the heat.
TEST(Stratified, DriversDoWork) {
  using Driven = ProgramState<programs::test_stratified_sponge>;
  const double density = 1.7, acceleration[] = {0.3, -0.2}, heating = 0.4, frequency = 0.8;
  const double omega = 2 * pi * frequency, time = 0.9;
  const auto error_after = [&](int steps) {
    Driven state(Grid{{8, 8, 1}, {0, 0, 0}, {1, 1, 1}}, {}, {}, Integrator::rk4);
    const auto uniform = [](double value) { return [=](double, double, double) { return value; }; };
    state.set_uniform("driving_frequency", frequency);
    state.set("background_density", uniform(density));
    state.set("background_pressure", uniform(1));
    state.set("driving_acceleration_x", uniform(acceleration[0]));
    state.set("driving_acceleration_y", uniform(acceleration[1]));
    state.set("heating_rate", uniform(heating));
    for (int step = 0; step < steps; ++step) state.advance(time * step / steps, time / steps);
    const double integral = std::sin(omega * time) / omega;
    const double flow = 0.5 * density * integral * integral *
                        (acceleration[0] * acceleration[0] + acceleration[1] * acceleration[1]);
    EXPECT_NEAR(state.values("momentum_y")[9], density * acceleration[1] * integral, 1e-5);
    EXPECT_EQ(state.values("density_perturbation")[9], 0);
    return std::abs(state.values("energy_perturbation")[9] - (flow + heating * integral));
  };
  const double coarse = error_after(20), fine = error_after(40);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.15);
  EXPECT_LT(fine, 1e-6);
}

/// The same by [source], each term with a course in time of its own.
TEST(Stratified, SourcesDoWork) {
  using Sourced = ProgramState<programs::test_stratified_sponge>;
  const double density = 1.7, time = 0.9;
  const auto source = [](const std::function<double(double)>& course) {
    return SourceOfField{true, [=](const Box& cells, double t, double* values) {
                           std::fill_n(values, cells.values(), course(t));
                         }};
  };
  const auto error_after = [&](int steps) {
    Sourced state(Grid{{8, 8, 1}, {0, 0, 0}, {1, 1, 1}}, {}, {}, Integrator::rk4);
    state.set("background_density", [=](double, double, double) { return density; });
    state.set("background_pressure", [](double, double, double) { return 1.0; });
    state.state().set_sources(
        {{"acceleration_x", source([](double t) { return 0.3 * std::cos(5 * t); })},
         {"acceleration_z", source([](double t) { return -0.2 * std::exp(t); })},
         {"heating", source([](double t) { return 0.4 * t; })}});
    for (int step = 0; step < steps; ++step) state.advance(time * step / steps, time / steps);
    const double v_x = 0.06 * std::sin(5 * time), v_z = -0.2 * (std::exp(time) - 1);
    EXPECT_NEAR(state.values("momentum_x")[9], density * v_x, 1e-6);
    EXPECT_NEAR(state.values("momentum_z")[9], density * v_z, 1e-6);
    EXPECT_EQ(state.values("momentum_y")[9], 0);
    return std::abs(state.values("energy_perturbation")[9] -
                    (0.5 * density * (v_x * v_x + v_z * v_z) + 0.2 * time * time));
  };
  const double coarse = error_after(20), fine = error_after(40);
  EXPECT_NEAR(std::log2(coarse / fine), 4, 0.15);
  EXPECT_LT(fine, 1e-6);
}

TEST(Stratified, SpongesLimitTheStep) {
  using Sponge = WithoutOutputs<programs::test_stratified_sponge>;
  using Solver = FiniteDifferenceSolver<Sponge, double, HostSpace>;
  const Grid grid{{20, 10, 1}, {0, 0, 0}, {2, 2, 1}};
  Solver solver(grid, {}, FiniteDifferenceSettings{});
  FieldMap fields;
  for (const std::string& name : solver.primitive_names())
    fields[name] = FieldValues(grid.cell_count(), 0);
  fields["background_density"].assign(grid.cell_count(), 1);
  fields["background_pressure"].assign(grid.cell_count(), 0.6);
  fields["damping_rate"].assign(grid.cell_count(), 30);
  solver.set_primitive(fields, 0);
  EXPECT_NEAR(solver.stable_step(), 0.8 / (std::sqrt(125.0) + 30), 1e-15);
}

}  // namespace
}  // namespace solenoid
