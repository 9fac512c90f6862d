/// Uniforms that are reductions of the state at the begin of a step.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <test_bound.hpp>
#include <test_bound_alike.hpp>
#include <vector>

#include "physics/solvers/finite_difference_solver.hpp"
#include "physics/solvers/kernels/program_fields.hpp"

namespace solenoid {
namespace {

template <class Space, class Real = double>
using Bound = FiniteDifferenceSolver<programs::test_bound, Real, Space>;

const Grid odd_plane{{37, 22, 1}, {0, 0, 0}, {1, 1, 1}};

double start_of_c(std::size_t i) { return 2 + std::sin(double(i * i)); }

FieldMap bound_fields() {
  FieldMap fields;
  for (std::size_t i = 0; i < odd_plane.cell_count(); ++i) {
    fields["c"].push_back(start_of_c(i));
    fields["d"].push_back(1 + double(i));
  }
  return fields;
}

template <class Space>
Bound<Space> solver_at_start(Integrator integrator = Integrator::rk3) {
  FiniteDifferenceSettings settings;
  settings.time_step = 0.1;
  settings.integrator = integrator;
  Bound<Space> solver(odd_plane, {}, settings);
  solver.set_primitive(bound_fields(), 0);
  return solver;
}

double largest(const FieldValues& values) {
  return *std::max_element(values.begin(), values.end());
}

/// The factor of a step for d_t f = -f dt-wise: the first terms of exp(-z).
double factor(Integrator integrator, double z) {
  double sum = 1, term = 1;
  for (int power = 1; power <= order_of(integrator); ++power) sum += term *= -z / power;
  return sum;
}

TEST(BoundUniforms, AreReductionsAtTheBeginOfEachStep) {
  // Every value of c decays to the mean, which stays; d decays with the largest c, which is the
  // same in all substeps.
  for (const Integrator integrator : integrators) {
    auto solver = solver_at_start<HostSpace>(integrator);
    const FieldMap first = bound_fields();
    double mean = 0;
    for (const double c : first.at("c")) mean += c / double(odd_plane.cell_count());
    double distance = 1, product = 1;
    const double excess = largest(first.at("c")) - mean;
    for (int step = 0; step < 8; ++step) {
      product *= factor(integrator, 0.1 * (mean + excess * distance));
      distance *= factor(integrator, 0.1);
      solver.advance(0.1 * step, 0.1);
    }
    const FieldValues c = solver.field("c"), d = solver.field("d");
    for (std::size_t i = 0; i < c.size(); ++i) {
      EXPECT_NEAR(c[i], mean + (start_of_c(i) - mean) * distance, 2e-14);
      EXPECT_NEAR(d[i] / first.at("d")[i], product, 1e-14);
    }
  }
}

TEST(BoundUniforms, FollowTheStateInEachSubstepIfAsked) {
  // d decays with the largest c, mean + excess exp(-t), and with the order of the integrator.
  for (const Integrator integrator : integrators) {
    const auto error = [&](int steps) {
      FiniteDifferenceSettings settings;
      settings.time_step = 1.0 / steps;
      settings.integrator = integrator;
      settings.reductions_each_substep = true;
      Bound<HostSpace> solver(odd_plane, {}, settings);
      const FieldMap first = bound_fields();
      solver.set_primitive(first, 0);
      for (int step = 0; step < steps; ++step) solver.advance(double(step) / steps, 1.0 / steps);
      double mean = 0;
      for (const double c : first.at("c")) mean += c / double(odd_plane.cell_count());
      const double excess = largest(first.at("c")) - mean;
      return std::abs(solver.field("d")[0] - std::exp(-mean - excess * (1 - std::exp(-1))));
    };
    EXPECT_NEAR(std::log2(error(16) / error(32)), order_of(integrator), 0.25)
        << name_of(integrator);
  }
}

TEST(BoundUniforms, MayGoIntoOtherReductions) {
  EXPECT_EQ(programs::test_bound::reduction_rounds, 3);
  auto solver = solver_at_start<HostSpace>();
  for (int step = 0; step < 2; ++step) {
    const auto row = solver.history();
    EXPECT_EQ(row[0].second, largest(solver.field("c")));
    EXPECT_EQ(row[3].first, "largest_part");
    EXPECT_EQ(row[3].second, 2);
    EXPECT_EQ(row[4].second, row[0].second / 2);
    EXPECT_EQ(largest(solver.field("share")), 1);
    solver.advance(0.1 * step, 0.1);
    // Outputs are those of the present state, whether its reductions were asked for or not.
    EXPECT_EQ(largest(solver.field("share")), 1);
  }
}

TEST(BoundUniforms, MayMakeReductionsThatAreTheSameEverywhere) {
  using Program = programs::test_bound_alike;
  EXPECT_EQ(Program::reduction_rounds, 3);
  EXPECT_TRUE(Program::later_rounds_are_uniform);
  EXPECT_FALSE(programs::test_bound::later_rounds_are_uniform);
  FiniteDifferenceSettings settings;
  settings.time_step = 0.1;
  FiniteDifferenceSolver<Program, double, HostSpace> solver(odd_plane, {}, settings);
  FieldMap fields = bound_fields();
  fields.erase("d");
  solver.set_primitive(fields, 0);
  for (int step = 0; step < 2; ++step) {
    const FieldValues c = solver.field("c");
    double mean = 0;
    for (const double value : c) mean += value / double(c.size());
    const auto row = solver.history();
    EXPECT_EQ(row[0].second, largest(c));
    EXPECT_NEAR(row[1].second, mean, 1e-14);
    EXPECT_EQ(row[2].second, 2 * largest(c));
    EXPECT_EQ(row[3].second, -6 * largest(c));
    solver.advance(0.1 * step, 0.1);
  }
}

TEST(BoundUniforms, RestartsAndOutputsOnTheWayChangeNoBit) {
  for (const Integrator integrator : {Integrator::rk3, Integrator::rk4}) {
    auto straight = solver_at_start<HostSpace>(integrator);
    auto restarted = solver_at_start<HostSpace>(integrator);
    straight.advance(0, 0.1);
    restarted.restore(straight.save(), 0.1);
    EXPECT_EQ(largest(restarted.field("share")), 1);
    EXPECT_EQ(restarted.history().size(), 5U);
    for (auto* solver : {&straight, &restarted}) solver->advance(0.1, 0.1);
    EXPECT_EQ(straight.save().arrays, restarted.save().arrays);
    EXPECT_EQ(straight.history(), restarted.history());
  }
}

TEST(BoundUniforms, AreTheSameOnOneThreadAndOnAll) {
  auto all = solver_at_start<HostSpace>();
  auto one = solver_at_start<SequentialSpace>();
  for (int step = 0; step < 3; ++step) {
    all.advance(0.1 * step, 0.1);
    one.advance(0.1 * step, 0.1);
  }
  EXPECT_EQ(all.save().arrays, one.save().arrays);
}

TEST(BoundUniforms, AreNotSetFromOutside) {
  FiniteDifferenceSettings settings;
  settings.time_step = 0.1;
  settings.uniforms = {{"peak", 1}};
  EXPECT_THROW(Bound<HostSpace>(odd_plane, {}, settings), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
