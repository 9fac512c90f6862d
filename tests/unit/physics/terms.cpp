/// \file
/// Terms of stencil programs beside a fluid (physics/solvers/split_terms.hpp).

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/terms_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

const Scheme mhd{RiemannSolver::hlld, true, Reconstruction::primitive};
const Grid plane{{16, 12, 1}};

std::vector<MusclHancockSettings> with_every_splitting() {
  return testing_physics::with_every_splitting(mhd, strong_terms(mhd.precision));
}

TEST(Terms, OfNoStrengthLeaveTheBitsOfTheScheme) {
  expect_no_terms_without_strength(mhd, strong_terms(mhd.precision), "gamma");
}

TEST(Terms, LeaveAStateOfRestAsItIs) {
  const InitialState rest = [](const std::string& name, double, double, double) {
    return name.starts_with("velocity") ? 0.0 : 1.0 / 3;
  };
  for (MusclHancockSettings settings : with_every_splitting()) {
    settings.terms.numbers.uniforms["cooling"] = 0;
    const auto solver = start(mhd, plane, all_periodic, rest, settings);
    const FieldValues before = solver->field("total_energy");
    take_steps(*solver, 4);
    EXPECT_EQ(solver->field("total_energy"), before);
    EXPECT_EQ(solver->field("magnetic_field_y"), FieldValues(before.size(), 1.0 / 3));
  }
}

TEST(Terms, TakeEnergyFromWavesAndConserveItAll) {
  for (MusclHancockSettings settings : with_every_splitting()) {
    settings.terms.numbers.uniforms["warming"] = 0;  // no flux
    settings.terms.numbers.uniforms["cooling"] = 0;
    const auto damped = start(mhd, plane, all_periodic, smooth, settings);
    settings.terms = {};
    const auto free = start(mhd, plane, all_periodic, smooth, settings);
    const auto total = [](Solver& solver, const std::string& name) {
      double sum = 0;
      for (const double value : solver.field(name)) sum += value;
      return sum;
    };
    const double energy = total(*damped, "total_energy");
    take_steps(*damped, 6);
    take_steps(*free, 6);
    EXPECT_NEAR(total(*damped, "total_energy") / energy, 1, 1e-13);
    EXPECT_LT(total(*damped, "kinetic_energy"), 0.9 * total(*free, "kinetic_energy"));
    EXPECT_LT(total(*damped, "magnetic_pressure"), 0.98 * total(*free, "magnetic_pressure"));
  }
}

TEST(Terms, ShowTheirReductionsInHistories) {
  for (MusclHancockSettings settings : with_every_splitting()) {
    settings.terms.numbers.uniforms = {{"gamma", 5.0 / 3}, {"resistivity", 0.25}};
    const auto solver = start(mhd, plane, all_periodic, smooth, settings);
    take_steps(*solver, 3);
    const auto row = solver->history();
    const std::vector<std::string> labels = solver->history_labels();
    ASSERT_EQ(row.size(), labels.size());
    std::map<std::string, double> found;
    for (std::size_t n = 0; n < row.size(); ++n) {
      EXPECT_EQ(row[n].first, labels[n]);
      found[labels[n]] = row[n].second;
    }
    EXPECT_EQ(found.at("diffusivity"), 0.25);
    const FieldValues pressure = solver->field("pressure");
    const FieldValues density = solver->field("density");
    double warmest = 0;
    for (std::size_t i = 0; i < pressure.size(); ++i)
      warmest = std::max(warmest, pressure[i] / density[i]);
    EXPECT_NEAR(found.at("warmth_max"), warmest, 1e-12);
  }
}

TEST(Terms, GoOnFromACheckpointBitForBit) {
  for (const MusclHancockSettings& settings : with_every_splitting())
    expect_to_go_on(mhd, settings, [](const MusclHancockSettings& of) {
      return start(mhd, plane, all_periodic, smooth, of);
    });
}

TermsSettings terms_with(const std::map<std::string, double>& uniforms) {
  TermsSettings terms = strong_terms(Precision::double_precision);
  terms.numbers.uniforms = uniforms;
  terms.numbers.uniforms["gamma"] = 5.0 / 3;
  return terms;
}

/// Of a helical field in a gas too heavy to move, whose resistivity grows with the current: with
/// d = (2/dx sin(k dx/2)) the differences see |J| = d a everywhere, and the amplitude a obeys
/// a' = -r (d a - j) d^2 a, so that 1/a relaxes to d/j at the rate r d^2 j.
double error_of_anomalous_decay(int steps) {
  constexpr double mass = 1e14;
  constexpr double threshold = 0.3, growth = 0.05, end = 0.2;
  MusclHancockSettings settings = mhd.settings();
  settings.terms =
      terms_with({{"anomalous_resistivity", growth * mass}, {"critical_drift", threshold / mass}});
  const InitialState helix = [](const std::string& name, double x, double, double) {
    if (name == "magnetic_field_y") return std::cos(2 * pi * x);
    if (name == "magnetic_field_z") return std::sin(2 * pi * x);
    return name == "density" ? mass : name == "pressure" ? 1.0 : 0.0;
  };
  const Grid line{{16, 1, 1}};
  const auto solver = start(mhd, line, all_periodic, helix, settings);
  solver->stable_step();
  for (int s = 0; s < steps; ++s) solver->advance(end * s / steps, end / steps);
  const double d = 32 * std::sin(pi / 16);
  const double exact =
      1 / (d / threshold + (1 - d / threshold) * std::exp(-growth * d * d * threshold * end));
  const double found = solver->field("magnetic_field_y")[0] / std::cos(pi / 16);
  return std::abs(found / exact - 1);
}

TEST(Terms, DiffuseAtSecondOrderInTimeWhatDependsOnTheState) {
  const double coarse = error_of_anomalous_decay(8);
  const double fine = error_of_anomalous_decay(16);
  EXPECT_NEAR(coarse / fine, 4, 1);
  EXPECT_LT(fine, 5e-3);
}

/// A field along y, over x, that obeys B' = (a |B'| B')' of a heavy gas, by short explicit steps.
FieldValues decayed_by_its_current(FieldValues field, double growth, double end) {
  const std::size_t cells = field.size();
  const int steps = 20000;
  FieldValues flux(cells);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < cells; ++i) {
      const double slope = (field[i] - field[(i + cells - 1) % cells]) * double(cells);
      flux[i] = growth * std::abs(slope) * slope;
    }
    for (std::size_t i = 0; i < cells; ++i)
      field[i] += end / steps * (flux[(i + 1) % cells] - flux[i]) * double(cells);
  }
  return field;
}

/// Where the resistivity grows with the current, what is lost grows twice as fast as it: steps by
/// the resistivity alone, and by the current within cells, left no number of these fields.
TEST(Terms, StayStableWhereResistivityGrowsWithTheCurrent) {
  constexpr double mass = 1e14, growth = 0.3, end = 0.02;
  const Grid line{{64, 1, 1}};
  const std::map<std::string, std::function<double(double)>> fields{
      {"wave", [](double x) { return std::cos(2 * pi * x); }},
      {"jumps", [](double x) { return x < 0.5 ? 1.0 : -1.0; }}};
  for (const auto& [name, of] : fields) {
    SCOPED_TRACE(name);
    MusclHancockSettings settings = mhd.settings();
    settings.terms = terms_with({{"anomalous_resistivity", growth * mass}});
    const InitialState sheet = [&of = of](const std::string& field, double x, double, double) {
      if (field == "magnetic_field_y") return of(x);
      return field == "density" ? mass : field == "pressure" ? 1000.0 : 0.0;
    };
    const auto solver = start(mhd, line, all_periodic, sheet, settings);
    const FieldValues expected =
        decayed_by_its_current(solver->field("magnetic_field_y"), growth, end);
    for (int s = 0; s < 40; ++s) {
      solver->stable_step();
      solver->advance(end * s / 40, end / 40);
    }
    const FieldValues found = solver->field("magnetic_field_y");
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 5e-3) << i;
  }
}

/// Where the field has a part along the helix, too, drift damps it as a resistivity would that is
/// `ambipolar` times the square of this part, exactly.
TEST(Terms, LetTheFieldDriftThroughNeutrals) {
  constexpr double mass = 1e14, along = 0.7, strength = 0.05, end = 0.2;
  MusclHancockSettings settings = mhd.settings();
  settings.terms = terms_with({{"ambipolar", strength * mass * mass}});
  const InitialState helix = [](const std::string& name, double x, double, double) {
    if (name == "magnetic_field_x") return along;
    if (name == "magnetic_field_y") return std::cos(2 * pi * x);
    if (name == "magnetic_field_z") return std::sin(2 * pi * x);
    return name == "density" ? mass : name == "pressure" ? 1.0 : 0.0;
  };
  const Grid line{{16, 1, 1}};
  const auto solver = start(mhd, line, all_periodic, helix, settings);
  solver->stable_step();
  for (int s = 0; s < 16; ++s) solver->advance(end * s / 16, end / 16);
  const double d = 32 * std::sin(pi / 16);
  const double found = solver->field("magnetic_field_y")[0] / std::cos(pi / 16);
  EXPECT_NEAR(found / std::exp(-strength * along * along * d * d * end), 1, 1e-5);
}

/// Of gas at rest whose thermal energy goes as the root of its temperature.
double error_of_cooling(int steps) {
  constexpr double strength = 0.6;
  MusclHancockSettings settings = mhd.settings();
  settings.terms = terms_with({{"cooling", strength}});
  const InitialState gas = [](const std::string& name, double, double, double) {
    return name == "density" || name == "pressure" ? 1.0 : 0.0;
  };
  const auto solver = start(mhd, plane, all_periodic, gas, settings);
  solver->stable_step();
  for (int s = 0; s < steps; ++s) solver->advance(double(s) / steps, 1.0 / steps);
  return std::abs(solver->field("pressure")[5] - std::pow(1 - strength / 3, 2));
}

TEST(Terms, CoolGasAtSecondOrder) {
  const double coarse = error_of_cooling(4);
  const double fine = error_of_cooling(8);
  EXPECT_NEAR(coarse / fine, 4, 0.4);
  EXPECT_LT(fine, 1e-4);
}

TEST(Terms, CutTheStepsInWhichGasCools) {
  MusclHancockSettings settings = mhd.settings();
  // All of it would be gone after a hundredth of the step.
  settings.terms = terms_with({{"cooling", 300}, {"cooling_exponent", 2}, {"cooling_floor", 0.1}});
  const InitialState gas = [](const std::string& name, double, double, double) {
    return name == "density" || name == "pressure" ? 1.0 : 0.0;
  };
  const auto solver = start(mhd, plane, all_periodic, gas, settings);
  solver->stable_step();
  solver->advance(0, 1);
  const double pressure = solver->field("pressure")[5];
  EXPECT_GT(pressure, 0.05);
  EXPECT_LT(pressure, 0.1);
}

TEST(Terms, ConductAcrossEdgesWithoutNegativeTemperatures) {
  SOLENOID_SKIP_IF_SANITIZED();
  const InitialState edge = [](const std::string& name, double x, double, double) {
    if (name == "density") return x < 0.5 ? 1.0 : 1e-4;
    return name == "pressure" ? 1.0 : 0.0;
  };
  for (MusclHancockSettings settings : with_every_splitting()) {
    settings.terms = terms_with({{"thermal_diffusivity", 1}});
    const auto solver = start(mhd, Grid{{128, 1, 1}}, all_periodic, edge, settings);
    for (int step = 0; step < 8; ++step) {
      take_steps(*solver, 1);
      EXPECT_FALSE(solver->unphysical_cell());
      const FieldValues density = solver->field("density"), pressure = solver->field("pressure");
      for (std::size_t i = 0; i < density.size(); ++i)
        ASSERT_GT(pressure[i] / density[i], 0.9) << "in cell " << i << ", step " << step;
    }
  }
}

TEST(Terms, EndARunWhereTheyLeaveNoPressureAndThereIsNoFloor) {
  Scheme scheme;
  scheme.magnetised = false;
  scheme.riemann = RiemannSolver::hllc;
  // Mass goes where momentum does not: there is less energy than of motion, until it is back.
  const InitialState stream = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1 + 0.5 * std::sin(2 * pi * x);
    return name == "pressure" ? 1e-7 : name == "velocity_x" ? 1e-3 : 0.0;
  };
  for (const double floor : {0.0, 1e-10}) {
    MusclHancockSettings settings = scheme.settings();
    settings.pressure_floor = floor;
    settings.terms = drifting_terms(scheme.precision);
    const auto solver = start(scheme, Grid{{64, 1, 1}}, all_periodic, stream, settings);
    solver->stable_step();
    solver->advance(0, 0.25);
    solver->advance(0.25, 0.75);
    EXPECT_EQ(solver->unphysical_cell().has_value(), floor == 0);
    EXPECT_GT(std::ranges::min(solver->field("pressure")), 0);
  }
}

TEST(Terms, DampSoundByShearAndBulkViscosity) {
  MusclHancockSettings settings = mhd.settings();
  settings.reconstruction = Reconstruction::weno_z;
  const auto error = [&](int cells) {
    return error_of_damped_sound(mhd, settings, std::sqrt(5.0 / 3), cells,
                                 [](const auto& uniforms) { return terms_with(uniforms); });
  };
  const double coarse = error(32);
  const double fine = error(64);
  EXPECT_GT(coarse / fine, 3);
  EXPECT_LT(fine, 1e-3);
}

TEST(Terms, ThatMoveSomethingTakeStepsOfTheirOwn) {
  const auto of_gas = [](const Grid& line, const InitialState& wave, const TermsSettings& terms) {
    Scheme scheme;
    scheme.magnetised = false;
    scheme.riemann = RiemannSolver::hllc;
    MusclHancockSettings settings = scheme.settings();
    settings.terms = terms;
    return start(scheme, line, all_periodic, wave, settings);
  };
  const double coarse = error_of_drift(32, of_gas);
  const double fine = error_of_drift(64, of_gas);
  EXPECT_NEAR(coarse / fine, 4, 0.3);
  EXPECT_LT(fine, 2e-3);
}

TEST(Terms, AreOfSecondOrderBesideDriving) {
  SOLENOID_SKIP_IF_SANITIZED();
  for (MusclHancockSettings settings : with_every_splitting()) {
    settings.driving.power = 60;
    settings.driving.correlation_time = 1;
    settings.terms.numbers.uniforms["viscosity"] = 0.2;
    std::vector<FieldValues> found;
    for (const int n : {12, 24, 48}) {
      const auto solver = start(mhd, {{n, n, 1}}, all_periodic, smooth, settings);
      const int steps = n / 2;
      for (int s = 0; s < steps; ++s) {
        solver->advance(0.06 * s / steps, 0.06 / steps);
        solver->stable_step();
      }
      solver->complete_step();
      found.push_back(solver->field("velocity_x"));
    }
    const double ratio = difference(found[0], found[1], 12) / difference(found[1], found[2], 24);
    // In the same order before and behind the sweeps the symmetric one had 2.7.
    EXPECT_GT(ratio, 2.9) << name_of(settings.splitting);
  }
}

TEST(Terms, AreRefusedWhereTheFluidLacksTheirFields) {
  MusclHancockSettings settings;
  settings.magnetised = false;
  settings.riemann = RiemannSolver::hllc;
  settings.terms = strong_terms(Precision::double_precision);
  EXPECT_THROW(
      make_muscl_hancock(plane, all_periodic, settings, Precision::double_precision, Device::cpu),
      std::invalid_argument);
  settings.terms = drifting_terms(Precision::double_precision);
  settings.terms.numbers.uniforms = {};
  EXPECT_THROW(
      make_muscl_hancock(plane, all_periodic, settings, Precision::double_precision, Device::cpu),
      std::invalid_argument)
      << "gamma has no value";
}

}  // namespace
}  // namespace solenoid::testing_physics
