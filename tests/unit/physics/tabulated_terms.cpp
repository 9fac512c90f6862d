/// \file
/// Terms of stencil programs beside a gas whose energy is tabulated.

#include <gtest/gtest.h>

#include <algorithm>

#include "physics/equations/tabulated_law.hpp"
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
    settings.terms.numbers.uniforms["warming"] = 0;
    by_table.caloric_table = ideal_table(settings.gamma);
    by_table.terms = strong_tabulated_terms(gas.precision, by_table.caloric_table);
    const auto wanted = start(ideal, plane, all_periodic, smooth, settings);
    const auto found = start(gas, plane, all_periodic, smooth, by_table);
    expect_to_stay_together(*found, *wanted, ideal);
  }
}

TEST(TabulatedTerms, ConserveMassMomentumFieldAndEnergyAndHeatTheGas) {
  for (MusclHancockSettings settings : with_every_splitting()) {
    settings.terms.numbers.uniforms["cooling"] = 0;
    expect_sums_kept_and_motion_damped(gas, settings, 1e-11, start_on_plane);
  }
}

/// The temperature to which gas of temperature theta and density rho falls in a time, if its energy
/// over mass is that of a table and changes by -cooling rho theta.
double cooled(const CaloricTable& table, double theta, double rho, double cooling, double time) {
  const CaloricLines<double> lines(table);
  const auto energy_at = [&](double t) {
    const auto above = std::ranges::upper_bound(table.temperature, t);
    const auto& line = lines.lines[std::size_t(above - table.temperature.begin())];
    return line.energy + line.slope * (t - line.temperature);
  };
  constexpr double fall = 1e-5;
  for (; time > 0; theta -= fall)
    time -= (energy_at(theta) - energy_at(theta - fall)) / (cooling * rho * (theta - fall / 2));
  return theta;
}

// In many steps, and in one which takes it for stiff.
TEST(TabulatedTerms, CoolAsTheTableSays) {
  for (const int steps : {200, 1}) {
    MusclHancockSettings settings = with_every_splitting().front();
    for (auto& [name, value] : settings.terms.numbers.uniforms) value = 0;
    settings.terms.numbers.uniforms["cooling"] = 10;
    settings.terms.numbers.uniforms["cooling_exponent"] = 1;
    const InitialState warm = [](const std::string& name, double, double, double) {
      return name == "density" ? 2.0 : name == "pressure" ? 4.0 : 0.0;
    };
    const auto solver = start(gas, plane, all_periodic, warm, settings);
    const double end = 0.5, dt = end / steps;
    EXPECT_GT(value_of(solver->history(), "decay_rate") * end, 4);
    for (int step = 0; step < steps; ++step) solver->advance(step * dt, dt);
    const double theta = cooled(settings.caloric_table, 2, 2, 10, end);
    EXPECT_LT(theta, 0.5);
    for (const double p : solver->field("pressure"))
      EXPECT_NEAR(p / 2, theta, 1e-3) << steps << " steps";
  }
}

TEST(TabulatedTerms, GoOnFromACheckpointBitForBit) {
  for (const MusclHancockSettings& settings : with_every_splitting())
    expect_to_go_on(gas, settings, start_on_plane);
}

}  // namespace
}  // namespace solenoid::testing_physics
