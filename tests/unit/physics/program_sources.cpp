/// What acts on stencil programs from outside, against exact solutions.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <test_sources.hpp>

#include "tests/unit/physics/program_state.hpp"

namespace solenoid {
namespace {

using std::numbers::pi;
using SourcedProgram = programs::test_sources;
using SourcedState = testing_physics::ProgramState<SourcedProgram>;

/// The source that is a function of the place and time, on a grid.
SourceOfField source_on(const Grid& grid, const std::function<double(double, double, double)>& f) {
  return {true, [=](const Box& cells, double time, double* values) {
            for (std::size_t i = 0; i < cells.values(); ++i) {
              const std::array<int, 3> cell = cells.at(i);
              values[i] = f(grid.centre(0, cell[0]), grid.centre(1, cell[1]), time);
            }
          }};
}

double largest_error(const SourcedState& state, const std::string& field,
                     const std::function<double(double, double)>& exact) {
  const testing_physics::Values values = state.values(field);
  const Box all{{0, 0, 0}, state.grid().cells};
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto cell = all.at(i);
    const double expected = exact(state.grid().centre(0, cell[0]), state.grid().centre(1, cell[1]));
    largest = std::max(largest, std::abs(values[i] - expected));
  }
  return largest;
}

TEST(ProgramSources, ActWithTheOrderOfEachIntegrator) {
  // d_t w = (1 + x) cos(3 t) w, d_t u_x = (1 + x) cos(3 t), d_t u_z = y exp(t).
  const Grid grid{{6, 4, 1}, {0, 0, 0}, {1, 1, 1}};
  const double end = 0.8;
  for (const Integrator integrator : integrators) {
    const auto errors = [&](int steps) {
      SourcedState state(grid, {}, {}, integrator);
      state.set("w", [](double, double, double) { return 1.0; });
      state.state().set_sources(
          {{"growth",
            source_on(grid, [](double x, double, double t) { return (1 + x) * std::cos(3 * t); })},
           {"source of u_z",
            source_on(grid, [](double, double y, double t) { return y * std::exp(t); })}});
      for (int s = 0; s < steps; ++s) state.advance(end * s / steps, end / steps);
      const double integral = std::sin(3 * end) / 3;
      return std::array<double, 3>{
          largest_error(state, "w", [=](double x, double) { return std::exp((1 + x) * integral); }),
          largest_error(state, "u_x", [=](double x, double) { return (1 + x) * integral; }),
          largest_error(state, "u_z", [=](double, double y) { return y * (std::exp(end) - 1); })};
    };
    const auto coarse = errors(20), fine = errors(40);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_GT(std::log2(coarse[i] / fine[i]), order_of(integrator) - 0.25)
          << name_of(integrator) << " " << i;
      EXPECT_LT(fine[i], integrator == Integrator::euler ? 0.1 : 2e-3) << name_of(integrator) << i;
    }
  }
}

TEST(ProgramSources, KeepADiffusingFieldAtAManufacturedSolution) {
  // v = sin(k x - t) sin(k y) takes d_t v + 2 D k^2 v from outside.
  const double k = 2 * pi, diffusivity = 0.1, end = 0.3;
  const auto error = [&](int n) {
    const Grid grid{{n, n, 1}, {0, 0, 0}, {1, 1, 1}};
    SourcedState state(grid);
    const auto exact = [=](double x, double y, double t) {
      return std::sin(k * x - t) * std::sin(k * y);
    };
    state.set("v", [=](double x, double y, double) { return exact(x, y, 0); });
    state.state().set_sources({{"source of v", source_on(grid, [=](double x, double y, double t) {
                                  return -std::cos(k * x - t) * std::sin(k * y) +
                                         2 * diffusivity * k * k * exact(x, y, t);
                                })}});
    const int steps = n * n / 4;
    for (int s = 0; s < steps; ++s) state.advance(end * s / steps, end / steps);
    return largest_error(state, "v", [=](double x, double y) { return exact(x, y, end); });
  };
  const double coarse = error(8), fine = error(16);
  EXPECT_GT(std::log2(coarse / fine), 5.7);
  EXPECT_LT(fine, 1e-5);
}

TEST(ProgramSources, AreOfTheTimeOfAStateInItsReductions) {
  const Grid grid{{6, 4, 1}, {0, 0, 0}, {1, 1, 1}};
  SourcedState state(grid);
  state.state().set_sources(
      {{"growth", source_on(grid, [](double x, double, double t) { return x + t; })}});
  const auto growth_max = [&](double time) {
    const auto values = state.state().reductions(time);
    for (std::size_t r = 0; r < values.size(); ++r)
      if (SourcedProgram::reductions[r].name == std::string("growth_max")) return values[r];
    return 0.0;
  };
  EXPECT_EQ(growth_max(0), grid.centre(0, 5));
  state.advance(0, 0.25);
  EXPECT_EQ(growth_max(0.25), grid.centre(0, 5) + 0.25);
}

TEST(ProgramSources, HaveToBeThoseOfTheProgram) {
  SourcedState state(Grid{{6, 4, 1}, {0, 0, 0}, {1, 1, 1}});
  EXPECT_THROW(state.state().set_sources({{"wind_x", {}}}), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
