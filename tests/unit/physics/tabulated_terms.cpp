/// \file
/// Terms of stencil programs beside a gas whose energy is tabulated.

#include <gtest/gtest.h>

#include "tests/unit/physics/tabulated_helpers.hpp"
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

std::unique_ptr<Solver> start_on_plane(const MusclHancockSettings& settings) {
  return start(gas, plane, all_periodic, smooth, settings);
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
    expect_to_stay_together(*found, *wanted, ideal);
  }
}

TEST(TabulatedTerms, ConserveMassMomentumFieldAndEnergyAndHeatTheGas) {
  for (const MusclHancockSettings& settings : with_every_splitting())
    expect_sums_kept_and_motion_damped(gas, settings, 1e-11, start_on_plane);
}

TEST(TabulatedTerms, GoOnFromACheckpointBitForBit) {
  for (const MusclHancockSettings& settings : with_every_splitting())
    expect_to_go_on(gas, settings, start_on_plane);
}

}  // namespace
}  // namespace solenoid::testing_physics
