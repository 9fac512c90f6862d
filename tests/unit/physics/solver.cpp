/// \file
/// The solver muscl-hancock as a whole: conservation, symmetries, order, restarts.

#include <gtest/gtest.h>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

class AllSchemes : public testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(MusclHancock, AllSchemes, testing::ValuesIn(all_schemes()), name_of_case);

class BothEquations : public testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(MusclHancock, BothEquations, testing::ValuesIn(all_equations()),
                         name_of_case);

TEST_P(AllSchemes, LeaveAUniformStateAsItIsToTheBit) {
  const Grid grid{{37, 6, 5}};
  const auto initial = [](const std::string& name, double, double, double) {
    return smooth(name, 0.1, 0.2, 0.3);
  };
  const auto solver = start(GetParam(), grid, all_periodic, initial, GetParam().settings());
  const auto untouched = start(GetParam(), grid, all_periodic, initial, GetParam().settings());
  take_steps(*solver, 4);
  expect_same_state(*solver, *untouched, GetParam());
}

TEST_P(AllSchemes, ConserveMassMomentumEnergyAndFlux) {
  const Grid grid{{37, 10, 7}};
  for (const auto& [splitting, splitting_name] : Names<Splitting>::rows) {
    SCOPED_TRACE(splitting_name);
    auto settings = GetParam().settings();
    settings.splitting = splitting;
    const auto solver = start(GetParam(), grid, all_periodic, smooth, settings);
    const auto before = solver->history();
    std::vector<double> flux;
    const auto fields = stored_fields(GetParam());
    for (const auto& name : fields) flux.push_back(sum(solver->field(name)));
    take_steps(*solver, sanitized ? 2 : 4);
    const auto after = solver->history();
    const double tolerance = 100 * GetParam().epsilon();
    for (const auto& label : solver->conserved_labels())
      EXPECT_NEAR(value_of(after, label), value_of(before, label), tolerance) << label;
    for (std::size_t f = 0; f < fields.size(); ++f) {
      if (fields[f] == "psi") continue;  // damped
      EXPECT_NEAR(sum(solver->field(fields[f])), flux[f], tolerance * double(grid.cell_count()))
          << fields[f];
    }
  }
}

/// A state that varies along one direction; its vectors are turned with the direction.
InitialState along(int axis, const InitialState& state) {
  return [axis, state](const std::string& name, double x, double y, double z) {
    const double s[3] = {x, y, z};
    std::string turned = name;
    if (name[name.size() - 2] == '_') {
      const int component = (name.back() - 'x' - axis + 3) % 3;
      turned.back() = char('x' + component);
    }
    return state(turned, s[axis], 0.3, 0.6);
  };
}

TEST_P(AllSchemes, DoTheSameAlongEveryDirectionToTheBit) {
  std::vector<std::unique_ptr<Solver>> solvers;
  for (int axis = 0; axis < 3; ++axis) {
    Grid grid;
    grid.cells[axis] = 261;  // several chunks of a row and segments of a column
    solvers.push_back(
        start(GetParam(), grid, all_periodic, along(axis, rounded(smooth)), GetParam().settings()));
    take_steps(*solvers.back(), 7);
  }
  for (int axis = 1; axis < 3; ++axis)
    for (const auto& name : stored_fields(GetParam())) {
      std::string turned = name;
      if (name[name.size() - 2] == '_') turned.back() = char('x' + (name.back() - 'x' + axis) % 3);
      EXPECT_EQ(solvers[axis]->field(turned), solvers[0]->field(name)) << turned;
    }
}

TEST_P(AllSchemes, KeepMirrorSymmetryToTheBit) {
  const auto mirrored = [](const std::string& name, double x, double y, double z) {
    return smooth(name, 1 - x, y, z) * (name.ends_with("_x") ? -1 : 1);
  };
  const Grid grid{{64, 1, 1}};  // centres mirror exactly
  const auto solver = start(GetParam(), grid, all_periodic, smooth, GetParam().settings());
  const auto mirror = start(GetParam(), grid, all_periodic, mirrored, GetParam().settings());
  take_steps(*solver, 20);
  take_steps(*mirror, 20);
  for (const auto& name : stored_fields(GetParam())) {
    auto seen = mirror->field(name);
    std::reverse(seen.begin(), seen.end());
    if (name.ends_with("_x"))
      for (double& value : seen) value = 0 - value;
    EXPECT_EQ(seen, solver->field(name)) << name;
  }
}

TEST_P(AllSchemes, GoOnFromASavedStateToTheBit) {
  const Grid grid{{21, 9, 5}};
  for (const int steps : {3, 4}) {  // within a palindromic pair of steps and between two
    const auto solver = start(GetParam(), grid, all_periodic, smooth, GetParam().settings());
    const double time = take_steps(*solver, steps);
    const SolverState saved = solver->save();
    const auto other = make_muscl_hancock(grid, all_periodic, GetParam().settings(),
                                          GetParam().precision, Device::cpu);
    other->restore(saved, time);
    EXPECT_EQ(solver->stable_step(), other->stable_step());
    EXPECT_EQ(take_steps(*solver, 3, time), take_steps(*other, 3, time));
    expect_same_state(*solver, *other, GetParam());
    EXPECT_EQ(solver->history(), other->history());
  }
}

TEST_P(BothEquations, GoOnFromAStateOfAnotherReconstruction) {
  const Grid grid{{21, 9, 1}};
  for (const auto& [reconstruction, its_name] : Names<Reconstruction>::rows) {
    if (!GetParam().has_energy() && reconstruction == Reconstruction::conserved) continue;
    auto settings = GetParam().settings();
    settings.reconstruction = reconstruction;
    const auto other = start(GetParam(), grid, all_periodic, smooth, settings);
    const auto solver = start(GetParam(), grid, all_periodic, smooth, GetParam().settings());
    solver->restore(other->save(), 0);
    take_steps(*solver, 2);
    EXPECT_FALSE(solver->unphysical_cell().has_value()) << its_name;
  }
}

TEST_P(BothEquations, AreNotDisturbedByOutputs) {
  const Grid grid{{21, 9, 1}};
  const auto solver = start(GetParam(), grid, all_periodic, smooth, GetParam().settings());
  const auto watched = start(GetParam(), grid, all_periodic, smooth, GetParam().settings());
  double time = 0;
  for (int step = 0; step < 5; ++step) {
    static_cast<void>(watched->history());
    static_cast<void>(watched->save());
    static_cast<void>(watched->field("vorticity_z"));
    static_cast<void>(watched->unphysical_cell());
    const double dt = solver->stable_step();
    EXPECT_EQ(watched->stable_step(), dt);
    solver->advance(time, dt);
    watched->advance(time, dt);
    time += dt;
  }
  expect_same_state(*solver, *watched, GetParam());
}

TEST_P(BothEquations, RefuseAStateOfAnotherKind) {
  const Grid grid{{12, 4, 1}};
  const auto settings = GetParam().settings();
  const auto solver = start(GetParam(), grid, all_periodic, smooth, settings);
  const SolverState good = solver->save();

  SolverState other = good;
  other.precision = Precision::single_precision;
  EXPECT_THROW(solver->restore(other, 0), std::invalid_argument);
  other = good;
  other.arrays.erase("momentum_y");
  EXPECT_THROW(solver->restore(other, 0), std::invalid_argument);
  other = good;
  other.arrays["density"].pop_back();
  EXPECT_THROW(solver->restore(other, 0), std::invalid_argument);
  other = good;
  other.scalars.erase("signal");
  EXPECT_THROW(solver->restore(other, 0), std::invalid_argument);
}

TEST_P(BothEquations, KeepDiagonalSymmetryToTheBitWithSymmetricSplitting) {
  const int n = 24;
  const Grid grid{{n, n, 1}};
  const auto exchanged = [](std::string name) {
    if (name.ends_with("_x"))
      name.back() = 'y';
    else if (name.ends_with("_y"))
      name.back() = 'x';
    return name;
  };
  const auto initial = [&](const std::string& name, double x, double y, double) {
    const auto half = rounded(smooth);
    return half(name, x, y, 0.4) + half(exchanged(name), y, x, 0.4);
  };
  auto settings = GetParam().settings();
  settings.splitting = Splitting::symmetric;
  const auto solver = start(GetParam(), grid, all_periodic, initial, settings);
  take_steps(*solver, 5);
  for (const auto& name : stored_fields(GetParam())) {
    const auto values = solver->field(name);
    const auto others = solver->field(exchanged(name));
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        EXPECT_EQ(values[std::size_t(i + n * j)], others[std::size_t(j + n * i)])
            << name << " in cell " << i << ", " << j;
  }
}

TEST(SolverPrecision, SingleIsCloseToDouble) {
  if (!is_compiled(Precision::single_precision)) GTEST_SKIP() << "built without single precision";
  for (const bool magnetised : {false, true}) {
    Scheme scheme{magnetised ? RiemannSolver::hlld : RiemannSolver::hllc, magnetised};
    const Grid grid{{20, 18, 1}};
    const auto in_double = start(scheme, grid, all_periodic, smooth, scheme.settings());
    scheme.precision = Precision::single_precision;
    const auto in_single = start(scheme, grid, all_periodic, smooth, scheme.settings());
    for (int step = 0; step < 6; ++step) {
      const double dt = in_double->stable_step();
      EXPECT_NEAR(in_single->stable_step(), dt, 1e-5 * dt);
      in_double->advance(step * dt, dt);
      in_single->advance(step * dt, dt);
    }
    for (const auto& name : stored_fields(magnetised)) {
      const auto a = in_double->field(name);
      const auto b = in_single->field(name);
      double largest = 0;
      for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
      EXPECT_LT(largest, 3e-5) << name;
      EXPECT_GT(largest, 0) << name << ": single precision is not used";
    }
  }
}

/// Mean absolute error of a field after `wave` has moved on by `end` with speed 1.
double advection_error(const Scheme& scheme, const Grid& grid, const InitialState& wave,
                       const std::string& field, double end,
                       Splitting splitting = Splitting::strang) {
  auto settings = scheme.settings();
  settings.splitting = splitting;
  settings.limiter = Limiter::van_leer;
  settings.gamma = 1.4;
  const auto solver = start(scheme, grid, all_periodic, wave, settings);
  run_to(*solver, end);
  const auto moved = [&](const std::string& name, double x, double y, double z) {
    return wave(name, x - end, y - (grid.active(1) ? end : 0), z);
  };
  const auto exact = sample(*solver, grid, moved).at(field);
  const auto values = solver->field(field);
  double error = 0;
  for (std::size_t i = 0; i < values.size(); ++i) error += std::abs(values[i] - exact[i]);
  return error / double(values.size());
}

TEST(SolverOrder, SmoothAdvectionAlongTheDiagonalIsOfSecondOrder) {
  SOLENOID_SKIP_IF_SANITIZED();
  const auto wave = [](const std::string& name, double x, double y, double) {
    if (name == "density") return 1 + 0.2 * std::sin(2 * pi * (x + y));
    if (name == "pressure") return 1.0;
    if (name == "velocity_x" || name == "velocity_y") return 1.0;
    return name == "magnetic_field_z" ? 0.5 : 0.0;
  };
  for (const auto& scheme : both_equations())
    for (const auto& [splitting, splitting_name] : Names<Splitting>::rows) {
      const auto error = [&, splitting = splitting](int n) {
        return advection_error(scheme, {{n, n, 1}}, wave, "density", 0.5, splitting);
      };
      const double coarse = error(32);
      const double fine = error(64);
      EXPECT_GT(std::log2(coarse / fine), 1.9)
          << splitting_name << ": " << coarse << " to " << fine;
    }
}

/// A sound wave of small amplitude to the right in a gas whose speed of sound is 1.
TEST(SolverOrder, SoundWaveIsOfSecondOrder) {
  const auto wave = [](const std::string& name, double x, double, double) {
    const double change = 1e-7 * std::sin(2 * pi * x);
    if (name == "density") return 1 + change;
    if (name == "pressure") return 1 / 1.4 + change;
    return name == "velocity_x" ? change : 0.0;
  };
  for (const auto& scheme : both_equations())
    for (const auto& [reconstruction, its_name] : Names<Reconstruction>::rows) {
      Scheme chosen = scheme;
      chosen.reconstruction = reconstruction;
      const double coarse = advection_error(chosen, {{64, 1, 1}}, wave, "velocity_x", 1);
      const double fine = advection_error(chosen, {{128, 1, 1}}, wave, "velocity_x", 1);
      EXPECT_GT(std::log2(coarse / fine), 1.9) << coarse << " to " << fine;
    }
}

/// L1 change of a field that should be the same again after a time 1, at a Courant number of 0.8.
double change_in_a_period(const Scheme& scheme, int cells, const InitialState& wave,
                          const std::string& field) {
  const auto solver = start(scheme, {{cells, 1, 1}}, all_periodic, wave, scheme.settings());
  const auto before = solver->field(field);
  const int steps = int(std::ceil(1 / solver->stable_step()));
  for (int step = 0; step < steps; ++step) {
    solver->advance(double(step) / steps, 1.0 / steps);
    solver->stable_step();
  }
  const auto after = solver->field(field);
  double change = 0;
  for (std::size_t i = 0; i < after.size(); ++i) change += std::abs(after[i] - before[i]);
  return change / double(after.size());
}

void expect_third_order(const Scheme& scheme, const InitialState& wave, const std::string& field,
                        double bound) {
  const double coarse = change_in_a_period(scheme, 32, wave, field);
  const double middle = change_in_a_period(scheme, 64, wave, field);
  const double fine = change_in_a_period(scheme, 128, wave, field);
  EXPECT_GT(std::log2(coarse / middle), 2.9) << coarse << " to " << middle;
  EXPECT_GT(std::log2(middle / fine), 2.9) << middle << " to " << fine;
  EXPECT_LT(fine, bound);
}

TEST(SolverOrder, ParabolasMakeAnEntropyWaveOfThirdOrder) {
  const auto wave = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1 + 0.2 * std::sin(2 * pi * x);
    if (name == "pressure" || name == "velocity_x") return 1.0;
    return name == "magnetic_field_x" || name == "magnetic_field_z" ? 0.5 : 0.0;
  };
  for (const Scheme& scheme : both_equations())
    if (scheme.reconstruction == Reconstruction::weno_z)
      expect_third_order(scheme, wave, "density", 1e-6);
}

/// A circularly polarised Alfven wave in a medium at rest. It is small: that A is held while a
/// parabola is traced leaves a term of second order times the square of the amplitude.
TEST(SolverOrder, ParabolasMakeAnAlfvenWaveOfThirdOrder) {
  const auto wave = [](const std::string& name, double x, double, double) {
    const double phase = 2 * pi * x;
    if (name == "density" || name == "magnetic_field_x") return 1.0;
    if (name == "pressure") return 0.1;
    if (name == "velocity_y") return -1e-4 * std::sin(phase);
    if (name == "velocity_z") return -1e-4 * std::cos(phase);
    if (name == "magnetic_field_y") return 1e-4 * std::sin(phase);
    return name == "magnetic_field_z" ? 1e-4 * std::cos(phase) : 0.0;
  };
  expect_third_order({RiemannSolver::hlld, true, Reconstruction::weno_z}, wave, "magnetic_field_z",
                     1e-9);
}

}  // namespace
}  // namespace solenoid
