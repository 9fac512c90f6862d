/// \file
/// Source terms of the schemes of fluids, against exact solutions.

#include <gtest/gtest.h>

#include "physics/solvers/relaxing_tvd.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

/// Of a term that is the same everywhere: its course in time; none for those not given.
using Courses = std::array<std::function<double(double)>, source_term_count>;

SourceTerms uniform_terms(const Courses& courses) {
  SourceTerms terms;
  for (std::size_t t = 0; t < source_term_count; ++t)
    terms.given[t] = terms.depends_on_time[t] = bool(courses[t]);
  terms.evaluate = [courses](int term, const Box& cells, double time, double* values) {
    std::fill_n(values, cells.values(), courses[std::size_t(term)](time));
  };
  return terms;
}

/// Each scheme of steps, with and without a magnetic field.
std::vector<std::unique_ptr<Solver>> all_solvers(const Grid& grid, const SourceTerms& terms,
                                                 bool magnetised) {
  std::vector<std::unique_ptr<Solver>> solvers;
  for (const Splitting splitting : {Splitting::strang, Splitting::merged, Splitting::symmetric}) {
    MusclHancockSettings settings;
    settings.magnetised = magnetised;
    settings.riemann = magnetised ? RiemannSolver::hlld : RiemannSolver::hllc;
    settings.splitting = splitting;
    settings.sources = terms;
    solvers.push_back(
        make_muscl_hancock(grid, all_periodic, settings, Precision::double_precision, Device::cpu));
  }
  RelaxingTvdSettings settings;
  settings.magnetised = magnetised;
  settings.sources = terms;
  solvers.push_back(
      make_relaxing_tvd(grid, all_periodic, settings, Precision::double_precision, Device::cpu));
  return solvers;
}

void advance(Solver& solver, double end, int steps) {
  for (int s = 0; s < steps; ++s) {
    solver.advance(end * s / steps, end / steps);
    solver.stable_step();
  }
  solver.complete_step();
}

TEST(Sources, MoveAndHeatAUniformGas) {
  const double omega = 5, end = 0.4, density = 1.7, pressure = 0.6, gamma = 5.0 / 3;
  const auto cosine = [=](double t) { return std::cos(omega * t); };
  const double integral = std::sin(omega * end) / omega;
  const SourceTerms terms = uniform_terms({[&](double t) { return 0.3 * cosine(t); },
                                           {},
                                           [&](double t) { return -2 * cosine(t); },
                                           [&](double t) { return 0.7 * cosine(t); }});
  const Grid grid{{8, 8, 1}};
  const auto errors = [&](int steps) {
    std::vector<std::array<double, 2>> found;
    for (const auto& solver : all_solvers(grid, terms, false)) {
      solver->set_primitive(
          sample(*solver, grid,
                 [=](const std::string& name, double, double, double) {
                   return name == "density" ? density : name == "pressure" ? pressure : 0.1;
                 }),
          0);
      advance(*solver, end, steps);
      EXPECT_NEAR(solver->field("velocity_x")[5], 0.1 + 0.3 * integral, 1e-3);
      EXPECT_NEAR(solver->field("velocity_y")[5], 0.1, 1e-14);
      found.push_back(
          {std::abs(solver->field("velocity_z")[5] - (0.1 - 2 * integral)),
           std::abs(solver->field("pressure")[5] - pressure - (gamma - 1) * 0.7 * integral)});
    }
    return found;
  };
  const auto coarse = errors(20), fine = errors(40);
  for (std::size_t i = 0; i < fine.size(); ++i)
    for (std::size_t j = 0; j < 2; ++j) {
      EXPECT_LT(fine[i][j], 3e-4) << i;
      EXPECT_NEAR(coarse[i][j] / fine[i][j], 4, 0.1) << i << " " << j;
    }
}

TEST(Sources, LeaveWavesAsTheyAreInAFrameThatSwings) {
  SOLENOID_SKIP_IF_SANITIZED();
  // After a period of the swing the frame is where and as it was.
  const double period = 0.25;
  const SourceTerms swing =
      uniform_terms({[=](double t) { return 25 * std::cos(2 * pi * t / period); },
                     [=](double t) { return 25 * std::cos(2 * pi * t / period); },
                     {},
                     {}});
  const auto differences = [&](int n) {
    const Grid grid{{n, n, 1}};
    const auto still = all_solvers(grid, {}, false), swinging = all_solvers(grid, swing, false);
    std::vector<double> found;
    for (std::size_t i = 0; i < still.size(); ++i) {
      for (const auto* solver : {&still[i], &swinging[i]}) {
        (*solver)->set_primitive(sample(**solver, grid, smooth), 0);
        advance(**solver, period, 5 * n / 2);
      }
      const FieldValues a = still[i]->field("pressure"), b = swinging[i]->field("pressure");
      double sum = 0;
      for (std::size_t c = 0; c < a.size(); ++c) sum += std::abs(a[c] - b[c]);
      found.push_back(sum / double(a.size()));
    }
    return found;
  };
  const auto coarse = differences(32), fine = differences(64);
  for (std::size_t i = 0; i < fine.size(); ++i) {
    EXPECT_LT(fine[i], 2e-3) << i;
    EXPECT_GT(coarse[i] / fine[i], 2.9) << i;
  }
}

TEST(Sources, ActInMagnetisedGasAndInParts) {
  const Grid grid{{12, 8, 1}};
  SourceTerms terms;
  terms.given = {true, false, false, true};
  terms.evaluate = [](int term, const Box& cells, double, double* values) {
    for (std::size_t i = 0; i < cells.values(); ++i)
      values[i] = term + 0.1 * cells.at(i)[0] + 0.01 * cells.at(i)[1];
  };
  for (const auto& solver : all_solvers(grid, terms, true)) {
    solver->begin_state(StateForm::primitive);
    for (const StateField& field : solver->state_fields(StateForm::primitive)) {
      const Box box = whole_field(grid, field.placement);
      const bool gas = field.name == "density" || field.name == "pressure";
      const FieldValues values(box.values(), gas ? 1 : 0);
      solver->set_part(field.name, box, {Precision::double_precision, values.data()});
    }
    solver->finish_state(0, {});
    solver->advance(0, 1e-6);
    solver->complete_step();
    const FieldValues velocity = solver->field("velocity_x"), pressure = solver->field("pressure");
    for (const int cell : {0, 17, 95}) {
      const double expected = 0.1 * (cell % 12) + 0.01 * (cell / 12);
      EXPECT_NEAR(velocity[std::size_t(cell)] / 1e-6, expected, 1e-4);
      EXPECT_NEAR((pressure[std::size_t(cell)] - 1) / 1e-6, (3 + expected) * 2 / 3, 1e-4);
    }
  }
}

}  // namespace
}  // namespace solenoid
