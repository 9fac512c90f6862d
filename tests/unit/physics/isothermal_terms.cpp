/// \file
/// Terms of stencil programs beside an isothermal gas, which has no energy that they could change.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/physics/terms_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

Scheme isothermal_mhd() {
  Scheme scheme{RiemannSolver::hlld, true, Reconstruction::weno_z};
  scheme.gas = EquationOfState::isothermal;
  return scheme;
}
const Scheme gas = isothermal_mhd();
const double sound_speed = gas.settings().sound_speed;
const Grid plane{{16, 12, 1}};

std::vector<MusclHancockSettings> with_every_splitting() {
  return testing_physics::with_every_splitting(gas, strong_isothermal_terms(gas.precision));
}

std::unique_ptr<Solver> start_on_plane(const MusclHancockSettings& settings) {
  return start(gas, plane, all_periodic, smooth, settings);
}

TEST(IsothermalTerms, OfNoStrengthLeaveTheBitsOfTheScheme) {
  expect_no_terms_without_strength(gas, strong_isothermal_terms(gas.precision), "sound_speed");
}

TEST(IsothermalTerms, ConserveMassMomentumAndFieldAndTakeTheirEnergy) {
  for (MusclHancockSettings settings : with_every_splitting()) {
    settings.terms.numbers.uniforms["drag"] = 0;
    expect_sums_kept_and_motion_damped(gas, settings, 1e-12, start_on_plane);
  }
}

TEST(IsothermalTerms, GoOnFromACheckpointBitForBit) {
  for (const MusclHancockSettings& settings : with_every_splitting())
    expect_to_go_on(gas, settings, start_on_plane);
}

/// Those that are written for a gas with an energy, too.
TEST(IsothermalTerms, OfOnesOwnActAndSeeThePressure) {
  const InitialState stream = [](const std::string& name, double, double, double) {
    return name == "density" ? 2.0 : name == "velocity_x" ? 0.5 : 0.0;
  };
  MusclHancockSettings settings = gas.settings();
  settings.terms = isothermal_terms(gas.precision, {{"drag", 0.7}});
  const auto solver = start(gas, plane, all_periodic, stream, settings);
  solver->stable_step();
  for (int s = 0; s < 20; ++s) solver->advance(0.05 * s, 0.05);
  EXPECT_NEAR(solver->field("velocity_x")[7] / (0.5 * std::exp(-0.7)), 1, 1e-4);
  EXPECT_NEAR(value_of(solver->history(), "pressure_max"), 2 * sound_speed * sound_speed, 1e-12);
}

TEST(IsothermalTerms, DampSound) {
  const auto error = [](int cells) {
    return error_of_damped_sound(gas, gas.settings(), sound_speed, cells, [](const auto& uniforms) {
      return isothermal_terms(gas.precision, uniforms);
    });
  };
  const double coarse = error(32);
  const double fine = error(64);
  EXPECT_GT(coarse / fine, 3);
  EXPECT_LT(fine, 1e-3);
}

TEST(IsothermalTerms, AreRefusedByAGasOfAnotherKind) {
  MusclHancockSettings settings = gas.settings();
  settings.terms = strong_terms(gas.precision);
  EXPECT_THROW(start(gas, plane, all_periodic, smooth, settings), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid::testing_physics
