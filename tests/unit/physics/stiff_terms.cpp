/// \file
/// Local terms that are faster than the steps of a fluid (physics/solvers/stiff_terms.hpp).

#include <gtest/gtest.h>

#include <test_stiff.hpp>
#include <test_stiff_conduction.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "physics/solvers/compiled_precisions.hpp"
#include "tests/unit/physics/terms_helpers.hpp"
#include "tests/unit/physics/terms_maker.hpp"

namespace solenoid::testing_physics {
namespace {

using Uniforms = std::map<std::string, double>;

Scheme gas(Precision precision = Precision::double_precision) {
  Scheme scheme;
  scheme.magnetised = false;
  scheme.riemann = RiemannSolver::hllc;
  scheme.precision = precision;
  return scheme;
}

template <class Program>
std::unique_ptr<Solver> start_gas(const Grid& grid, const InitialState& state,
                                  const Uniforms& uniforms, const Scheme& scheme = gas()) {
  MusclHancockSettings settings = scheme.settings();
  settings.terms.make = terms_maker<Program>(scheme.precision);
  settings.terms.reach = Program::radius;
  settings.terms.numbers.uniforms = uniforms;
  settings.terms.numbers.uniforms["gamma"] = 5.0 / 3;
  return start(scheme, grid, all_periodic, state, settings);
}

/// The same everywhere, and moving.
double wind(const std::string& name, double, double, double) {
  if (name == "density") return 2;
  if (name == "pressure") return 0.1;
  return name == "velocity_x" ? 3 : name == "velocity_y" ? -1 : 0;
}
const Grid line{{8, 1, 1}};
constexpr double energy_of_motion = 0.5 * 2 * (9 + 1), heat = 0.1 / (2.0 / 3);

TEST(StiffTerms, SlowAFlowDownForAsLongAsTheyAct) {
  // The last one begins with a step of 5e11 times what may decay in one.
  for (const double drag : {1.0, 1e2, 1e4, 1e7, 1e12}) {
    const auto solver = start_gas<programs::test_stiff>(line, wind, {{"drag", drag}});
    solver->stable_step();
    const double dt = 0.25 * std::max(1.0, 70 / drag);
    solver->advance(0, dt);
    const double left = std::exp(-drag * dt);
    EXPECT_NEAR(solver->field("momentum_x")[3], 6 * left, 6e-4) << drag;
    EXPECT_NEAR(solver->field("momentum_y")[3], -2 * left, 2e-4) << drag;
    EXPECT_NEAR(solver->field("total_energy")[3], heat + energy_of_motion * left * left, 1e-3)
        << drag << ": what motion loses is gone, and no heat";
  }
}

TEST(StiffTerms, AreAsExactAsTheirIntegrationWhereStepsResolveThem) {
  // 40 cuts would be as exact; here no two steps are the same.
  const auto solver = start_gas<programs::test_stiff>(line, wind, {{"drag", 2.0}});
  solver->stable_step();
  solver->advance(0, 10);
  EXPECT_NEAR(solver->field("momentum_x")[3], 6 * std::exp(-20), 1e-4);
  EXPECT_NEAR(solver->field("total_energy")[3], heat, 2e-4);
}

TEST(StiffTerms, SeeWhereTheyAre) {
  const Grid row{{24, 1, 1}};
  for (const double exchange : {1e3, 1e9}) {
    const auto solver = start_gas<programs::test_stiff>(
        row,
        [](const std::string& name, double, double, double) {
          return name == "density" || name == "pressure" ? 1.0 : 0.0;
        },
        {{"exchange", exchange}});
    solver->stable_step();
    solver->advance(0, 0.25);
    const FieldValues pressure = solver->field("pressure"), density = solver->field("density");
    for (int i = 0; i < 24; ++i)
      EXPECT_NEAR(pressure[std::size_t(i)] / density[std::size_t(i)], 1 + row.centre(0, i), 1e-4);
  }
}

TEST(StiffTerms, DoWhatManyStepsDo) {
  // On both sides of where cells begin to integrate on their own.
  const auto after = [](int steps) {
    const auto solver =
        start_gas<programs::test_stiff>({{16, 12, 1}}, smooth, {{"drag", 3e5}, {"exchange", 1e5}});
    for (int s = 0; s < steps; ++s) {
      solver->advance(5e-5 * s / steps, 5e-5 / steps);
      solver->stable_step();
    }
    solver->complete_step();
    return solver->field("total_energy");
  };
  const FieldValues few = after(1), many = after(64);
  for (std::size_t i = 0; i < few.size(); ++i) EXPECT_NEAR(few[i] / many[i], 1, 1e-3);
}

TEST(StiffTerms, LeaveTheOthersAsTheyAre) {
  // A gas at rest that conducts, with a drag that has nothing to act on.
  const InitialState wave = [](const std::string& name, double x, double y, double) {
    if (name == "density") return 1 / (1 + 0.1 * std::sin(2 * pi * (x + y)));
    return name == "pressure" ? 1.0 : 0.0;
  };
  const auto after = [&](double drag) {
    const auto solver = start_gas<programs::test_stiff_conduction>(
        {{16, 12, 1}}, wave, {{"drag", drag}, {"conductivity", 0.5}});
    solver->stable_step();
    solver->advance(0, 1e-3);
    return solver->field("total_energy");
  };
  EXPECT_EQ(after(1e9), after(1e7)) << "each with one step of conduction, and of nothing else";
  const FieldValues with = after(1e9), without = after(0);
  double moved = 0;
  for (std::size_t i = 0; i < with.size(); ++i) {
    EXPECT_NEAR(with[i], without[i], 1e-5);
    moved = std::max(moved, std::abs(without[i] - 1.5));
  }
  EXPECT_GT(moved, 1e-3);
}

template <class Real>
void expect_same_bits_in_packs_and_alone() {
  using Program = programs::test_stiff;
  for (const int cells : {1, 13}) {
    const int stride = 64, rows = 6;
    std::vector<Real> memory[2];
    for (std::vector<Real>& values : memory) values.resize(Program::field_count * stride * rows);
    for (int f = 0; f < Program::field_count; ++f)
      for (int i = 0; i < stride * rows; ++i)
        for (std::vector<Real>& values : memory)
          values[std::size_t(f * stride * rows + i)] =
              f < 2 ? Real(1 + 3 * f) + Real(i % 7) / 8 : Real((i * (f + 1)) % 11 - 5) / 5;
    const auto fields_in = [&](std::vector<Real>& values) {
      VertexFields<Real, Program::field_count> fields{};
      for (int f = 0; f < Program::field_count; ++f)
        fields.now[f] = fields.previous[f] = fields.next[f] = values.data() + f * stride * rows;
      for (int axis = 0; axis < 3; ++axis) {
        fields.cells[axis] = axis == 0 ? cells : axis == 1 ? 2 : 3;
        fields.stride[axis] = axis == 0 ? 1 : axis == 1 ? stride : 2 * stride;
        fields.spacing[axis] = Real(0.125);
      }
      return fields;
    };
    ProgramRun<Real, Program::uniform_count> run{};
    run.uniforms = {Real(5.0 / 3), Real(300), Real(2000)};
    run.spacing = {1, 1, 1};
    run.time_step = 1;
    run.substep_keep = -1;
    run.substep_weight = 1;
    integrate_local<Program>(SequentialSpace{}, fields_in(memory[0]), run);
    const StiffTermsDevice<Program, Real> device{
        {fields_in(memory[1]), Program::Local::prepare(run)}};
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 2; ++j)
        for (int i = 0; i < cells; ++i) device(i, j, k);
    for (int f = 0; f < Program::field_count; ++f)
      for (int row = 0; row < rows; ++row)
        for (int i = 0; i < cells; ++i) {
          const auto at = std::size_t((f * rows + row) * stride + i);
          EXPECT_EQ(memory[0][at], memory[1][at]) << Program::fields[f].name << " " << i;
        }
  }
}

TEST(StiffTerms, HaveTheSameBitsInPacksAndAlone) {
  expect_same_bits_in_packs_and_alone<double>();
  expect_same_bits_in_packs_and_alone<float>();
}

TEST(StiffTerms, WorkInSinglePrecision) {
  if (!is_compiled(Precision::single_precision)) GTEST_SKIP() << "built without single precision";
  const auto solver = start_gas<programs::test_stiff>(line, wind, {{"drag", 1e7}},
                                                      gas(Precision::single_precision));
  solver->stable_step();
  solver->advance(0, 0.25);
  EXPECT_NEAR(solver->field("momentum_x")[3], 0, 6e-3);
  EXPECT_NEAR(solver->field("total_energy")[3], heat, 1e-2);
}

TEST(StiffTerms, ThatAreNoNumbersEndTheRun) {
  const auto solver = start_gas<programs::test_stiff>(line, wind, {{"drag", 1e300}});
  solver->stable_step();
  solver->advance(0, 0.25);
  solver->advance(0.25, 0.25);
  EXPECT_TRUE(solver->unphysical_cell().has_value());
}

}  // namespace
}  // namespace solenoid::testing_physics
