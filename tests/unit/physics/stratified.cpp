/// Perturbations on a magneto-hydrostatic background (physics/equations/stratified.stencil).

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <string>
#include <test_stratified.hpp>
#include <vector>

#include "tests/unit/physics/program_state.hpp"

namespace solenoid {
namespace {

using std::numbers::pi;
using Program = programs::test_stratified;
using State = testing_physics::ProgramState<Program>;
using Function = testing_physics::FunctionOfPlace;

/// A background that varies in all directions and is far from balance.
const std::map<std::string, Function> rugged = {
    {"background_density",
     [](double x, double y, double z) { return 2 + std::sin(3 * x + y * z); }},
    {"background_pressure", [](double x, double y, double z) { return std::exp(x - 2 * y + z); }},
    {"background_magnetic_field_x", [](double, double y, double z) { return std::cos(y + 2 * z); }},
    {"background_magnetic_field_y", [](double x, double, double) { return 1 + x * x; }},
    {"background_magnetic_field_z",
     [](double x, double y, double) { return std::sin(7 * x * y); }}};

FixedBoundary behind_faces() {
  FixedBoundary fixed;
  fixed.values = [](const std::string& name, double x, double y, double z, double) {
    const auto found = rugged.find(name);
    return found == rugged.end() ? 0.0 : found->second(x, y, z);
  };
  return fixed;
}

TEST(Stratified, WithoutAPerturbationNothingChangesToTheBit) {
  const Grid grid{{12, 6, 5}, {0, 0, 0}, {1, 0.8, 1.2}};
  for (const BoundaryKind kind :
       {BoundaryKind::periodic, BoundaryKind::outflow, BoundaryKind::reflecting,
        BoundaryKind::fixed, BoundaryKind::symmetric, BoundaryKind::antisymmetric})
    for (const Integrator integrator : integrators) {
      Boundaries boundaries;
      for (auto& axis : boundaries.kind) axis = {kind, kind};
      State state(grid, boundaries, behind_faces(), integrator);
      state.set_uniform("gravity_x", -1.5);
      state.set_uniform("gravity_y", 0.7);
      state.set_uniform("gravity_z", 0.3);
      for (const auto& [name, f] : rugged) state.set(name, f);
      for (int step = 0; step < 20; ++step) state.advance(0.01 * step, 0.01);
      for (std::size_t f = 0; f < Program::fields.size(); ++f) {
        const ProgramField& field = Program::fields[f];
        if (!field.evolved) continue;
        for (const double value : state.values(field.name)) ASSERT_EQ(value, 0) << field.name;
      }
    }
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

/// The largest error of a circularly polarised Alfven wave (exact, of amplitude 0.1) that runs once
/// along the diagonal of a box, and what became of the divergence of its field and the totals.
struct AlfvenWave {
  double error = 0;
  double mass = 0;
  double energy = 0;
};
AlfvenWave run_alfven_wave(int cells) {
  const Grid grid{{2 * cells, cells, 1}, {0, 0, 0}, {std::sqrt(5.0), std::sqrt(5.0) / 2, 1}};
  State state(grid, {});
  const double c = 1 / std::sqrt(5.0), s = 2 / std::sqrt(5.0), a = 0.1;
  const auto phase = [&](double x, double y) { return 2 * pi * (c * x + s * y); };
  // Along, across and out of the plane: B = (1, a sin, a cos), v = -(0, a sin, a cos).
  const auto across = [&](double x, double y, double) { return a * std::sin(phase(x, y)); };
  const auto out = [&](double x, double y, double) { return a * std::cos(phase(x, y)); };
  const auto times = [](double factor, const Function& f) -> Function {
    return [=](double x, double y, double z) { return factor * f(x, y, z); };
  };
  const auto constant = [](double value) -> Function {
    return [=](double, double, double) { return value; };
  };
  const std::map<std::string, Function> start = {
      {"background_density", constant(1)},
      {"background_pressure", constant(0.1)},
      {"background_magnetic_field_x", constant(c)},
      {"background_magnetic_field_y", constant(s)},
      {"momentum_x", times(s, across)},
      {"momentum_y", times(-c, across)},
      {"momentum_z", times(-1, out)},
      {"magnetic_field_perturbation_x", times(-s, across)},
      {"magnetic_field_perturbation_y", times(c, across)},
      {"magnetic_field_perturbation_z", out},
      {"energy_perturbation", constant(a * a)}};
  for (const auto& [name, f] : start) state.set(name, f);
  const int steps = 8 * cells;
  const auto sum = [&](const char* name) {
    double total = 0;
    for (const double value : state.values(name)) total += value;
    return total / double(grid.cell_count());
  };
  AlfvenWave result{0, sum("density_perturbation"), sum("energy_perturbation")};
  const std::vector<double> before = state.values("momentum_z");
  for (int step = 0; step < steps; ++step) state.advance(double(step) / steps, 1.0 / steps);
  const std::vector<double> after = state.values("momentum_z");
  for (std::size_t i = 0; i < after.size(); ++i)
    result.error = std::max(result.error, std::abs(after[i] - before[i]));
  result.mass = std::abs(sum("density_perturbation") - result.mass);
  result.energy = std::abs(sum("energy_perturbation") - result.energy);
  return result;
}

TEST(Stratified, AlfvenWaveConvergesWithFourthOrderAndConserves) {
  const AlfvenWave coarse = run_alfven_wave(8), fine = run_alfven_wave(16);
  EXPECT_NEAR(std::log2(coarse.error / fine.error), 4, 0.3) << coarse.error << " " << fine.error;
  EXPECT_LT(fine.error, 2e-3);
  EXPECT_LT(fine.mass, 1e-15);
  EXPECT_LT(fine.energy, 1e-15);
}

}  // namespace
}  // namespace solenoid
