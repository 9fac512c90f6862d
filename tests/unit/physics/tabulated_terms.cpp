/// \file
/// Terms of stencil programs beside a gas whose energy is tabulated.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/physics/terms_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

Scheme tabulated_mhd() {
  Scheme scheme{RiemannSolver::hlld, true, Reconstruction::weno_z};
  scheme.gas = EquationOfState::tabulated;
  return scheme;
}
const Scheme gas = tabulated_mhd();
const Grid plane{{16, 12, 1}};

std::vector<MusclHancockSettings> with_every_splitting() {
  return testing_physics::with_every_splitting(gas, strong_tabulated_terms(gas.precision));
}

TEST(TabulatedTerms, OfNoStrengthLeaveTheBitsOfTheScheme) {
  expect_no_terms_without_strength(gas, strong_tabulated_terms(gas.precision), "");
}

TEST(TabulatedTerms, AreThoseOfAnIdealGasWithItsTable) {
  Scheme ideal = gas;
  ideal.gas = EquationOfState::ideal;
  for (MusclHancockSettings by_table : with_every_splitting()) {
    MusclHancockSettings settings = ideal.settings();
    settings.splitting = by_table.splitting;
    settings.terms = strong_terms(ideal.precision);
    for (const char* none : {"conductivity", "thermal_diffusivity", "warming", "cooling"})
      settings.terms.numbers.uniforms[none] = 0;
    by_table.caloric_table = ideal_table(settings.gamma);
    const auto wanted = start(ideal, plane, all_periodic, smooth, settings);
    const auto found = start(gas, plane, all_periodic, smooth, by_table);
    double time = 0;
    for (int step = 0; step < 6; ++step) {
      const double dt = wanted->stable_step();
      EXPECT_NEAR(found->stable_step() / dt, 1, 1e-13);
      wanted->advance(time, dt);
      found->advance(time, dt);
      time += dt;
    }
    for (const auto& name : stored_fields(ideal)) {
      const FieldValues a = wanted->field(name), b = found->field(name);
      double largest = 0;
      for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
      EXPECT_LT(largest, 1e-12) << name;
    }
  }
}

TEST(TabulatedTerms, ConserveMassMomentumFieldAndEnergyAndHeatTheGas) {
  for (MusclHancockSettings settings : with_every_splitting()) {
    const auto damped = start(gas, plane, all_periodic, smooth, settings);
    settings.terms = {};
    const auto free = start(gas, plane, all_periodic, smooth, settings);
    std::vector<std::string> conserved = stored_fields(gas);
    conserved.pop_back();
    std::vector<double> before;
    for (const std::string& name : conserved) before.push_back(sum(damped->field(name)));
    take_steps(*damped, 6);
    take_steps(*free, 6);
    for (std::size_t f = 0; f < conserved.size(); ++f)
      EXPECT_NEAR(sum(damped->field(conserved[f])), before[f], 1e-11) << conserved[f];
    for (const char* energy : {"kinetic_energy", "magnetic_pressure"})
      EXPECT_LT(sum(damped->field(energy)), 0.98 * sum(free->field(energy))) << energy;
    EXPECT_GT(sum(damped->field("pressure")), 1.001 * sum(free->field("pressure")));
  }
}

TEST(TabulatedTerms, GoOnFromACheckpointBitForBit) {
  for (const MusclHancockSettings& settings : with_every_splitting())
    for (const int steps : {3, 4}) {
      const auto solver = start(gas, plane, all_periodic, smooth, settings);
      const double time = take_steps(*solver, steps);
      const auto other = start(gas, plane, all_periodic, smooth, settings);
      other->restore(solver->save(), time);
      take_steps(*solver, 3, time);
      take_steps(*other, 3, time);
      expect_same_state(*solver, *other, gas);
    }
}

}  // namespace
}  // namespace solenoid::testing_physics
