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

/// Of the amplitude of a standing wave of sound after a period, relative to what it began with:
/// v = exp(-damping t) (cos - damping/frequency sin)(frequency t) sin(k x).
double error_of_sound(int cells) {
  constexpr double shear = 0.01, bulk = 0.02;
  const double damping = (4 * shear / 3 + bulk) * 4 * pi * pi / 2;
  const double frequency = std::sqrt(4 * pi * pi * sound_speed * sound_speed - damping * damping);
  MusclHancockSettings settings = gas.settings();
  settings.terms =
      isothermal_terms(gas.precision, {{"viscosity", shear}, {"bulk_viscosity", bulk}});
  const InitialState wave = [](const std::string& name, double x, double, double) {
    return name == "density" ? 1.0 : name == "velocity_x" ? 1e-6 * std::sin(2 * pi * x) : 0.0;
  };
  const Grid line{{cells, 1, 1}};
  const auto solver = start(gas, line, all_periodic, wave, settings);
  const double period = 2 * pi / frequency;
  run_to(*solver, period);
  const FieldValues velocity = solver->field("velocity_x");
  double amplitude = 0;
  for (int i = 0; i < cells; ++i)
    amplitude += 2e6 / cells * velocity[std::size_t(i)] * std::sin(2 * pi * line.centre(0, i));
  return std::abs(amplitude - std::exp(-damping * period));
}

TEST(IsothermalTerms, DampSound) {
  const double coarse = error_of_sound(32);
  const double fine = error_of_sound(64);
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
