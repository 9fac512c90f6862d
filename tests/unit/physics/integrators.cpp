/// Integrators of stencil programs: their order in time, and what they leave as it is.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <test_integrators.hpp>
#include <vector>

#include "physics/solvers/finite_difference_solver.hpp"

namespace solenoid {
namespace {

using IntegratedProgram = programs::test_integrators;
template <class Real>
using ProgramSolution = FiniteDifferences<IntegratedProgram, Real, HostSpace>;
using ProgramSolver = FiniteDifferenceSolver<IntegratedProgram, double, HostSpace>;

const Grid integrated_plane{{8, 6, 1}, {0, 0, 0}, {1, 1, 1}};

/// The values of a, p and q at a vertex.
using Point = std::array<double, 3>;

Point rates(const Point& u, double t) {
  const double square = u[1] * u[1] + u[2] * u[2];
  return {-u[0] * u[0] * std::cos(t), -u[2] * square, u[1] * square};
}

Point sum(const Point& u, double factor, const Point& k) {
  return {u[0] + factor * k[0], u[1] + factor * k[1], u[2] + factor * k[2]};
}

/// A step as textbooks have it.
Point textbook_step(Integrator integrator, const Point& u, double t, double dt) {
  const Point k1 = rates(u, t);
  if (integrator == Integrator::euler) return sum(u, dt, k1);
  const Point k2 = rates(sum(u, dt / 2, k1), t + dt / 2);
  if (integrator == Integrator::rk2) return sum(u, dt, k2);
  if (integrator == Integrator::rk4) {
    const Point k3 = rates(sum(u, dt / 2, k2), t + dt / 2);
    const Point k4 = rates(sum(u, dt, k3), t + dt);
    return sum(sum(sum(sum(u, dt / 6, k1), dt / 3, k2), dt / 3, k3), dt / 6, k4);
  }
  if (integrator == Integrator::ssp_rk3) {
    const auto mean = [](const Point& a, double part, const Point& b) {
      return sum({a[0] * (1 - part), a[1] * (1 - part), a[2] * (1 - part)}, part, b);
    };
    const Point u1 = sum(u, dt, k1);
    const Point u2 = mean(u, 0.25, sum(u1, dt, rates(u1, t + dt)));
    return mean(u, 2.0 / 3, sum(u2, dt, rates(u2, t + dt / 2)));
  }
  Point state = u, change = {};
  for (int s = 0; s < 3; ++s) {
    const std::array<double, 3> alpha = {0, -5.0 / 9, -153.0 / 128}, time = {0, 1.0 / 3, 0.75};
    const Point rate = rates(state, t + time[std::size_t(s)] * dt);
    for (std::size_t i = 0; i < 3; ++i)
      change[i] = alpha[std::size_t(s)] * change[i] + dt * rate[i];
    state = sum(state, Williamson3::weight<double>(s), change);
  }
  return state;
}

const Point start = {1, 1.2, 0};

Point exact(double t) {
  const double angle = 1.44 * t;
  return {1 / (1 + std::sin(t)), 1.2 * std::cos(angle), 1.2 * std::sin(angle)};
}

template <class Real>
void set_start(ProgramSolution<Real>& solution) {
  for (std::size_t f = 0; f < 3; ++f)
    solution.set(int(f), std::vector<Real>(integrated_plane.cell_count(), Real(start[f])));
}

double distance(const Point& a, const Point& b) {
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

Point at_time_1(Integrator integrator, int steps) {
  ProgramSolution<double> solution(integrated_plane, {}, {}, integrator);
  set_start(solution);
  for (int step = 0; step < steps; ++step) solution.advance(double(step) / steps, 1.0 / steps);
  Point found{};
  for (std::size_t f = 0; f < 3; ++f) {
    const std::vector<double> values = solution.values<double>(int(f));
    EXPECT_EQ(values, std::vector<double>(values.size(), values[0]));
    found[f] = values[0];
  }
  return found;
}

TEST(Integrators, ConvergeWithTheirOrderInTime) {
  for (const Integrator integrator : integrators) {
    const double coarse = distance(at_time_1(integrator, 64), exact(1));
    const double fine = distance(at_time_1(integrator, 128), exact(1));
    EXPECT_NEAR(std::log2(coarse / fine), order_of(integrator), 0.1) << name_of(integrator);
  }
}

TEST(Integrators, AreThoseOfTextbooks) {
  for (const Integrator integrator : integrators) {
    Point expected = start;
    for (int step = 0; step < 16; ++step)
      expected = textbook_step(integrator, expected, step / 16.0, 1 / 16.0);
    EXPECT_LT(distance(at_time_1(integrator, 16), expected), 2e-15) << name_of(integrator);
  }
}

template <class Real>
void expect_rest(Integrator integrator) {
  ProgramSolution<Real> solution(integrated_plane, {}, {}, integrator);
  solution.uniforms()[0] = 1;
  std::vector<Real> values(integrated_plane.cell_count());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = Real(1) / Real(3 + i / 8);
  set_start(solution);
  solution.set(3, values);
  for (int step = 0; step < 20; ++step) solution.advance(step * 0.01, 0.01);
  EXPECT_EQ(solution.template values<Real>(3), values) << name_of(integrator);
}

TEST(Integrators, LeaveAFieldAtRestAsItIs) {
  for (const Integrator integrator : integrators) {
    expect_rest<double>(integrator);
    expect_rest<float>(integrator);
  }
}

ProgramSolver solver_with(Integrator integrator,
                          const std::map<std::string, double>& uniforms = {}) {
  FiniteDifferenceSettings settings;
  settings.integrator = integrator;
  settings.uniforms = uniforms;
  ProgramSolver solver(integrated_plane, {}, settings);
  FieldMap fields;
  for (const std::string& name : solver.primitive_names())
    for (std::size_t i = 0; i < integrated_plane.cell_count(); ++i)
      fields[name].push_back(std::sin(double(i) + double(name[0])));
  solver.set_primitive(fields, 0);
  return solver;
}

TEST(Integrators, RestartsGoOnBitForBit) {
  for (const Integrator integrator : integrators) {
    ProgramSolver straight = solver_with(integrator, {{"speed", 1}});
    ProgramSolver restarted = solver_with(integrator, {{"speed", 1}});
    straight.advance(0, 0.01);
    restarted.restore(straight.save(), 0.01);
    for (ProgramSolver* solver : {&straight, &restarted}) solver->advance(0.01, 0.01);
    EXPECT_EQ(straight.save().arrays, restarted.save().arrays) << name_of(integrator);
  }
}

TEST(Integrators, StepsAreShortEnoughForWavesToBeDamped) {
  // |1/dx|^2 is 64 + 36.
  const std::map<std::string, double> uniforms = {{"speed", 2}, {"damping", 0.004}};
  const double undamped = 0.8 / (2 * 10.0);
  EXPECT_DOUBLE_EQ(solver_with(Integrator::rk3, uniforms).stable_step(), undamped);
  EXPECT_DOUBLE_EQ(solver_with(Integrator::rk4, uniforms).stable_step(), undamped);
  EXPECT_DOUBLE_EQ(solver_with(Integrator::euler, uniforms).stable_step(), 0.8 * 0.001);
  EXPECT_DOUBLE_EQ(solver_with(Integrator::rk2, uniforms).stable_step(),
                   0.8 * std::cbrt(0.001 / 400));
  EXPECT_DOUBLE_EQ(solver_with(Integrator::euler, {{"damping", 0.5}}).stable_step(),
                   0.25 / (0.5 * 100));
  for (const Integrator integrator : integrators) {
    ProgramSolver undamped_waves = solver_with(integrator, {{"speed", 2}});
    if (amplifies_waves(integrator))
      EXPECT_THROW(static_cast<void>(undamped_waves.stable_step()), std::runtime_error);
    else
      EXPECT_DOUBLE_EQ(undamped_waves.stable_step(), undamped);
  }
}

TEST(Integrators, TrafficIsThatOfTheirSubsteps) {
  // Of four fields; the classical scheme sums its stages besides.
  const std::array<double, 5> expected = {12, 24, 36, 64, 36};
  for (const Integrator integrator : integrators)
    EXPECT_EQ(solver_with(integrator).traffic().values_per_update,
              expected[std::size_t(integrator)]);
}

}  // namespace
}  // namespace solenoid
