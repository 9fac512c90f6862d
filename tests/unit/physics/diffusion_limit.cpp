/// How diffusion of higher degree limits the time step: runs just below and just above the limit.

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <test_hyperdiffusion_2.hpp>
#include <test_hyperdiffusion_6.hpp>

#include "numerics/vertices/diffusion_limit.hpp"
#include "physics/solvers/finite_difference_solver.hpp"
#include "src/stencil/weights.hpp"

namespace solenoid {
namespace {

const Grid diffusive_plane{{8, 6, 1}, {0, 0, 0}, {1, 1, 1}};

/// How far the interval of stability reaches along the negative real axis: where the first terms of
/// exp(-z) are 1 or -1 again.
double stable_interval(Integrator integrator) {
  const auto factor = [&](double z) {
    double sum = 1;
    double term = 1;
    for (int i = 1; i <= order_of(integrator); ++i) sum += term *= -z / i;
    return std::abs(sum);
  };
  double inside = 1;
  for (double step = 1; step > 1e-12; step /= 2)
    while (factor(inside + step) <= 1) inside += step;
  return inside;
}

std::map<std::string, double> history_of(Solver& solver) {
  const auto row = solver.history();
  return {row.begin(), row.end()};
}

/// What 40 steps make of noise, in the field `name`, the step being `part` of the stable one.
template <class Program>
double growth(Integrator integrator, const std::map<std::string, double>& diffusivities,
              const std::string& name, double part) {
  FiniteDifferenceSettings settings;
  settings.integrator = integrator;
  settings.uniforms = diffusivities;
  settings.diffusive_number =
      part * stable_interval(integrator) / shortest_wave_curvature(Program::order);
  FiniteDifferenceSolver<Program, double, HostSpace> solver(diffusive_plane, {}, settings);
  FieldMap fields;
  for (const std::string& field : solver.primitive_names())
    for (std::size_t i = 0; i < diffusive_plane.cell_count(); ++i)
      fields[field].push_back(std::sin(double(i * i)));
  solver.set_primitive(fields, 0);
  const double before = history_of(solver).at(name + "_rms");
  const double dt = solver.stable_step();
  for (int step = 0; step < 40; ++step) solver.advance(step * dt, dt);
  return history_of(solver).at(name + "_rms") / before;
}

template <class Program>
void expect_exact_limit(const std::map<std::string, double>& diffusivities) {
  for (const Integrator integrator : integrators) {
    EXPECT_LT(growth<Program>(integrator, diffusivities, "f", 0.99), 1) << name_of(integrator);
    EXPECT_GT(growth<Program>(integrator, diffusivities, "f", 1.05), 2) << name_of(integrator);
    // Along axes the differences take a little less, the more so on a plane.
    EXPECT_LT(growth<Program>(integrator, diffusivities, "g", 0.99), 1) << name_of(integrator);
  }
}

TEST(DiffusionLimit, RunsBelowItAreStableAndRunsAboveItAreNot) {
  using Second = programs::test_hyperdiffusion_2;
  using Sixth = programs::test_hyperdiffusion_6;
  for (const char* degree : {"fourth", "sixth"}) {
    expect_exact_limit<Second>({{degree, 1e-4}});
    expect_exact_limit<Sixth>({{degree, 1e-4}});
  }
  // All three, each about as strong for the shortest waves.
  expect_exact_limit<Second>({{"second", 0.3}, {"fourth", 1e-3}, {"sixth", 2e-6}});
  expect_exact_limit<Sixth>({{"second", 0.3}, {"fourth", 6e-4}, {"sixth", 1e-6}});
}

TEST(DiffusionLimit, NoDifferenceTakesMoreFromTheShortestWave) {
  for (const int order : {2, 4, 6, 8}) {
    const double second = shortest_wave_curvature(order);
    for (const int degree : {2, 4, 6}) {
      const auto weights = stencil::difference_weights(degree, order);
      double taken = 0;
      for (const stencil::Fraction& w : weights)
        taken += std::abs(double(w.numerator) / double(w.denominator));
      EXPECT_LE(taken, std::pow(second, degree / 2) * (1 + 1e-14)) << order << " " << degree;
      EXPECT_GE(taken, 0.75 * std::pow(second, degree / 2)) << order << " " << degree;
      if (degree == 2 || order == 2) {
        EXPECT_DOUBLE_EQ(taken, std::pow(second, degree / 2)) << order << " " << degree;
      }
    }
  }
}

TEST(DiffusionLimit, DegreesAreReadFromNames) {
  EXPECT_EQ(diffusivity_degree("diffusivity"), 2);
  EXPECT_EQ(diffusivity_degree("diffusivity_4"), 4);
  EXPECT_EQ(diffusivity_degree("diffusivity_16"), 16);
  for (const char* other : {"diffusivity_", "diffusivity_2", "diffusivity_5", "diffusivity_18",
                            "diffusivity_4x", "diffusivity4", "diffusivity_of_c", "conductivity"})
    EXPECT_EQ(diffusivity_degree(other), 0) << other;
}

}  // namespace
}  // namespace solenoid
