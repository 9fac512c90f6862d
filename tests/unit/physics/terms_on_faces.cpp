/// \file
/// Terms of stencil programs beside a fluid whose magnetic field stands on faces (relaxing-tvd).

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"
#include "tests/unit/physics/terms_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

constexpr Precision in_double = Precision::double_precision;
const std::vector<Grid> grids = {{{24, 1, 1}}, {{12, 16, 1}}, {{8, 6, 5}}};

/// Every kind of face.
Boundaries mixed() {
  Boundaries boundaries;
  boundaries.kind[axis_x] = {BoundaryKind::fixed, BoundaryKind::outflow};
  boundaries.kind[axis_y] = {BoundaryKind::reflecting, BoundaryKind::fixed};
  boundaries.kind[axis_z] = {BoundaryKind::diode, BoundaryKind::reflecting};
  return boundaries;
}

std::unique_ptr<Solver> start_with(const TermsSettings& terms, const Grid& grid,
                                   const Boundaries& boundaries = all_periodic,
                                   Precision precision = in_double) {
  RelaxingTvdSettings settings;
  settings.terms = terms;
  return start_staggered(grid, boundaries, smooth_fluid, smooth_potential, settings, precision,
                         moving_behind_faces(smooth_fluid));
}

void expect_same_bits(Solver& a, Solver& b) {
  for (const std::string& name : staggered_fields())
    EXPECT_EQ(a.field(name), b.field(name)) << name;
}

TEST(TermsOnFaces, OfNoStrengthLeaveTheBitsOfTheScheme) {
  for (const Precision precision : compiled_precisions)
    for (const Grid& grid : grids)
      for (const Boundaries& boundaries : {all_periodic, mixed()}) {
        const auto with = start_with(gas_terms(precision, {}), grid, boundaries, precision);
        const auto without = start_with({}, grid, boundaries, precision);
        take_steps(*with, 5);
        with->history();
        take_steps(*without, 5);
        expect_same_bits(*with, *without);
      }
}

TEST(TermsOnFaces, TakeEnergyFromFlowsAndConserveItAll) {
  std::map<std::string, double> diffusion = strong_gas_terms(in_double).numbers.uniforms;
  diffusion["warming"] = diffusion["cooling"] = 0;  // no fluxes
  for (const Grid& grid : grids) {
    const auto damped = start_with(gas_terms(in_double, diffusion), grid);
    const auto free = start_with({}, grid);
    const double energy = sum(damped->field("total_energy"));
    take_steps(*damped, 6);
    take_steps(*free, 6);
    EXPECT_NEAR(sum(damped->field("total_energy")) / energy, 1, 1e-13);
    EXPECT_LT(sum(damped->field("kinetic_energy")), 0.97 * sum(free->field("kinetic_energy")));
    EXPECT_LT(relative_divergence(*damped, grid), 1e-13);
  }
}

TEST(TermsOnFaces, ShowTheirReductionsInHistories) {
  for (const int steps : {3, 4}) {
    const auto solver = start_with(strong_gas_terms(in_double), grids[2], mixed());
    take_steps(*solver, steps);
    const auto row = solver->history();
    const std::vector<std::string> labels = solver->history_labels();
    ASSERT_EQ(row.size(), labels.size());
    for (std::size_t n = 0; n < row.size(); ++n) EXPECT_EQ(row[n].first, labels[n]);
    const FieldValues pressure = solver->field("pressure");
    const FieldValues density = solver->field("density");
    double warmest = 0;
    for (std::size_t i = 0; i < pressure.size(); ++i)
      warmest = std::max(warmest, pressure[i] / density[i]);
    EXPECT_NEAR(value_of(row, "warmth_max"), warmest, 1e-12);
    EXPECT_EQ(solver->history(), row);
  }
}

TEST(TermsOnFaces, GoOnFromACheckpointBitForBit) {
  for (const Precision precision : compiled_precisions)
    for (const int steps : {1, 2, 3, 4}) {
      if (sanitized && steps != 3) continue;
      const auto begin = [&] {
        return start_with(strong_gas_terms(precision), grids[2], mixed(), precision);
      };
      const auto solver = begin();
      const double time = take_steps(*solver, steps);
      const auto other = begin();
      other->restore(solver->save(), time);
      take_steps(*solver, 3, time);
      take_steps(*other, 3, time);
      expect_same_bits(*solver, *other);
    }
}

/// A field that differs from face to face, and behind them, in a gas of even temperature that is
/// too heavy to move.
TEST(TermsOnFaces, KeepAnEvenTemperatureBehindEveryFace) {
  constexpr double mass = 1e14;
  const auto gas = [](const std::string& name, double x, double y, double) {
    if (name == "magnetic_field_x") return 0.3 * std::cos(3 * y + 2 * x + 1);
    if (name == "magnetic_field_y") return 0.5 * std::sin(5 * x + 3 * y + 1);
    if (name == "magnetic_field_z") return 0.2 + x * y;
    return name == "density" ? mass : name == "pressure" ? 1.0 : 0.0;
  };
  RelaxingTvdSettings settings;
  settings.terms = gas_terms(in_double, {{"conductivity", mass}, {"cross_conductivity", mass}});
  const FixedBoundary behind{[gas](const std::string& name, double x, double y, double z, double) {
                               return gas(name, x, y, z);
                             },
                             false};
  for (const auto& boundaries :
       {everywhere(BoundaryKind::fixed), everywhere(BoundaryKind::outflow), mixed()}) {
    const auto solver = start_staggered({{12, 16, 1}}, boundaries, gas, no_potential(), settings,
                                        in_double, behind);
    solver->stable_step();
    for (int s = 0; s < 4; ++s) solver->advance(0.01 * s, 0.01);
    for (const double value : solver->field("pressure")) ASSERT_NEAR(value, 1, 1e-9);
  }
}

/// Along a field at 45 degrees to x heat runs along x with half of the conductivity. The gas is too
/// cold to move.
TEST(TermsOnFaces, ConductAlongTheField) {
  constexpr double strength = 0.1, cold = 1e-12, end = 0.4;
  const auto gas = [](const std::string& name, double x, double, double) {
    if (name == "pressure") return cold * (1 + 0.5 * std::cos(2 * pi * x));
    if (name == "magnetic_field_x" || name == "magnetic_field_y") return cold;
    return name == "density" ? 1.0 : 0.0;
  };
  RelaxingTvdSettings settings;
  settings.terms = gas_terms(in_double, {{"conductivity", strength}});
  const auto solver = start_staggered({{16, 1, 1}}, all_periodic, gas, no_potential(), settings);
  solver->stable_step();
  for (int s = 0; s < 16; ++s) solver->advance(end / 16 * s, end / 16);
  const double d = 32 * std::sin(pi / 16);
  const double found = (solver->field("pressure")[0] / cold - 1) / (0.5 * std::cos(pi / 16));
  EXPECT_NEAR(found / std::exp(-2.0 / 3 * strength / 2 * d * d * end), 1, 1e-4);
}

/// A circularly polarised Alfven wave along x that viscosity damps.
struct DampedWave {
  static constexpr double k = 2 * pi, viscosity = 0.03, amplitude = 0.1;
  static constexpr double rate = viscosity * k * k / 2;
  double frequency = std::sqrt(k * k - rate * rate);

  /// B2 + i B3 = a exp(i k x + s t), v2 + i v3 = i k/(s + nu k^2) (B2 + i B3), s = -rate + i
  /// frequency.
  double operator()(const std::string& name, double x, double, double) const {
    const bool field = name.starts_with("magnetic");
    if (name == "density" || name == "pressure") return 1;
    if (name.back() == 'x') return field ? 1 : 0;
    const double phase = k * x + (field ? 0 : std::atan2(rate, frequency));
    return amplitude * (name.back() == 'y' ? std::cos(phase) : std::sin(phase));
  }
};

/// Mean error of both components at t = 1 over the amplitude then.
double error_of_wave(int cells) {
  const DampedWave wave;
  const Grid line{{cells, 1, 1}};
  RelaxingTvdSettings settings;
  settings.terms = gas_terms(in_double, {{"viscosity", DampedWave::viscosity}});
  const auto solver = start_staggered(line, all_periodic, wave, no_potential(), settings);
  run_to(*solver, 1);
  const FieldValues b2 = solver->field("magnetic_field_y");
  const FieldValues b3 = solver->field("magnetic_field_z");
  const double left = DampedWave::amplitude * std::exp(-DampedWave::rate);
  double error = 0;
  for (int i = 0; i < cells; ++i) {
    const double phase = DampedWave::k * line.centre(0, i) + wave.frequency;
    error += std::abs(b2[std::size_t(i)] / left - std::cos(phase)) +
             std::abs(b3[std::size_t(i)] / left - std::sin(phase));
  }
  return error / (2 * cells);
}

TEST(TermsOnFaces, DampAlfvenWavesAtSecondOrder) {
  const double coarse = error_of_wave(32);
  const double fine = error_of_wave(64);
  EXPECT_GT(coarse / fine, 3.7);
  EXPECT_LT(fine, 1.5e-3);
}

/// A wave of all that a gas has along an axis, and the field that shows what is left of it.
std::vector<FieldValues> gas_wave_along(int axis, const Grid& grid) {
  const auto name_along = [axis](const std::string& name, int component) {
    return name + char('x' + (axis + component) % 3);
  };
  const auto wave = [&](const std::string& name, double x, double y, double z) {
    const double phase = 2 * pi * std::array{x, y, z}[std::size_t(axis)];
    if (name == "density") return 1 + 0.2 * std::sin(phase);
    if (name == "pressure") return 1 + 0.3 * std::cos(phase);
    for (int c = 0; c < 3; ++c)
      if (name == name_along("velocity_", c)) return (0.1 + 0.2 * c) * std::sin(phase + c);
    return 0.0;
  };
  RelaxingTvdSettings settings;
  settings.terms = strong_gas_terms(in_double);
  const auto solver = start_staggered(grid, all_periodic, wave, no_potential(), settings);
  take_steps(*solver, 12);
  std::vector<FieldValues> fields{solver->field("density"), solver->field("total_energy")};
  for (int c = 0; c < 3; ++c) fields.push_back(solver->field(name_along("momentum_", c)));
  return fields;
}

/// Programs always have x, which has few cells here where the wave is along another axis.
TEST(TermsOnFaces, ActAlikeAlongAllAxes) {
  const auto along_x = gas_wave_along(0, {{24, 4, 1}});
  for (const int axis : {1, 2}) {
    Grid grid{{4, 1, 1}};
    grid.cells[std::size_t(axis)] = 24;
    const auto along = gas_wave_along(axis, grid);
    for (std::size_t f = 0; f < along.size(); ++f)
      for (std::size_t i = 0; i < 24; ++i)
        EXPECT_NEAR(along[f][4 * i], along_x[f][i], 1e-13) << f << ", "
                                                           << "xyz"[axis];
  }
}

/// Of a flow that all terms, sources, cooling by a term and driving act on, on finer and finer
/// grids.
TEST(TermsOnFaces, AreOfSecondOrderBesideDriving) {
  SOLENOID_SKIP_IF_SANITIZED();
  RelaxingTvdSettings settings;
  settings.terms = strong_gas_terms(in_double);
  settings.terms.numbers.uniforms["viscosity"] = 0.2;
  settings.driving.power = 60;
  settings.driving.correlation_time = 1;
  std::vector<FieldValues> found;
  for (const int n : {12, 24, 48}) {
    const auto solver =
        start_staggered({{n, n, 1}}, all_periodic, smooth_fluid, smooth_potential, settings);
    const int steps = n / 2;
    for (int s = 0; s < steps; ++s) {
      solver->advance(0.06 * s / steps, 0.06 / steps);
      solver->stable_step();
    }
    found.push_back(solver->field("velocity_x"));
  }
  EXPECT_GT(difference(found[0], found[1], 12) / difference(found[1], found[2], 24), 3.2);
}

/// Of a density wave in hydrodynamics that a term carries round the box in steps of its own.
TEST(TermsOnFaces, MoveWhatAGasWithoutAFieldHas) {
  const auto error = [](int cells) {
    return error_of_drift(
        cells, [](const Grid& line, const InitialState& wave, const TermsSettings& terms) {
          RelaxingTvdSettings settings;
          settings.magnetised = false;
          settings.terms = terms;
          auto solver = make_relaxing_tvd(line, all_periodic, settings, in_double, Device::cpu);
          solver->set_primitive(sample(*solver, line, wave), 0);
          return solver;
        });
  };
  const double fine = error(64);
  EXPECT_NEAR(error(32) / fine, 4, 0.3);
  EXPECT_LT(fine, 2e-3);
}

TEST(TermsOnFaces, AreRefusedWhereTheyChangeTheField) {
  RelaxingTvdSettings settings;
  settings.terms = strong_terms(in_double);
  try {
    make_relaxing_tvd(grids[0], all_periodic, settings, in_double, Device::cpu);
    ADD_FAILURE() << "no complaint";
  } catch (const std::invalid_argument& error) {
    EXPECT_STREQ(
        error.what(),
        "terms cannot change magnetic_field_x, of which they have a copy at the centres of "
        "cells");
  }
}

}  // namespace
}  // namespace solenoid::testing_physics
