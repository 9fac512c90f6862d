/// \file
/// Passive scalars of muscl-hancock: a constant stays to the bit, bounds hold to the bit, their
/// mass to rounding; order of convergence; parts, restarts, outputs, symmetry.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "tests/precisions.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

std::vector<Scheme> gases_and_precisions() {
  std::vector<Scheme> all;
  for (const Scheme& scheme : all_equations())
    for (const Precision precision : tested_precisions) {
      all.push_back(scheme);
      all.back().precision = precision;
    }
  return all;
}

class CarriedScalars : public testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(MusclHancock, CarriedScalars, testing::ValuesIn(gases_and_precisions()),
                         name_of_case);

constexpr double constant_value = 0.3;

/// A number from 0 to 1, another one at each place.
double anything(double x, double y, double z, unsigned which) {
  std::uint64_t bits = std::uint64_t(1e6 * (x + 2) + 0.5) * 0x9E3779B97F4A7C15u +
                       std::uint64_t(1e6 * (y + 2) + 0.5) * 0xBF58476D1CE4E5B9u +
                       std::uint64_t(1e6 * (z + 2) + 0.5) * 0x94D049BB133111EBu + which;
  for (int round = 0; round < 3; ++round) bits = (bits ^ bits >> 29) * 0xBF58476D1CE4E5B9u;
  return double(bits >> 11) / 9007199254740992.0;
}

/// "flat" is constant, "step" 0 or 1, "wave" smooth, "noise" anything from -1 to 1.
const std::vector<std::string> scalar_names{"flat", "step", "wave", "noise"};

InitialState with_scalars(const InitialState& gas) {
  return [gas](const std::string& name, double x, double y, double z) {
    if (name == "flat") return constant_value;
    if (name == "step")
      return std::sin(2 * pi * (x + y) + 0.3) * std::cos(2 * pi * z) > 0 ? 1. : 0.;
    if (name == "wave") return 0.5 + 0.4 * std::cos(2 * pi * (x - y + 2 * z));
    if (name == "noise") return 2 * anything(x, y, z, 0) - 1;
    return gas(name, x, y, z);
  };
}

/// Different in every cell, and fast.
double noisy(const std::string& name, double x, double y, double z) {
  const double number = anything(x, y, z, unsigned(name.size()) * 7919 + unsigned(name.back()));
  if (name == "density") return 0.5 + number;
  if (name == "pressure") return 0.6 + 0.8 * number;
  if (name[0] == 'v') return 2 * number - 1;
  return number - 0.5;
}

/// Streams that part, not so fast as torn ones.
double parted(const std::string& name, double x, double y, double z) {
  return (name[0] == 'v' ? 0.5 : 1.0) * torn(name, x, y, z);
}

MusclHancockSettings carrying(const Scheme& scheme, Splitting splitting = Splitting::merged) {
  auto settings = scheme.settings();
  settings.splitting = splitting;
  settings.scalars = scalar_names;
  return settings;
}

const std::vector<Grid>& scalar_grids() {
  static const std::vector<Grid> all{{{41, 1, 1}}, {{1, 21, 1}}, {{23, 14, 1}}, {{12, 9, 10}}};
  return all;
}

Boundaries faces_of_all_kinds() {
  Boundaries boundaries;
  boundaries.kind[axis_x] = {BoundaryKind::fixed, BoundaryKind::outflow};
  boundaries.kind[axis_y] = {BoundaryKind::reflecting, BoundaryKind::fixed};
  boundaries.kind[axis_z] = {BoundaryKind::diode, BoundaryKind::reflecting};
  return boundaries;
}

std::size_t values_outside(Solver& solver, const std::string& name, double least, double most) {
  const FieldValues values = solver.field(name);
  return std::size_t(std::ranges::count_if(
      values, [&](double value) { return !(least <= value && value <= most); }));
}

/// The constant in the precision of the run.
double stored_constant(const Scheme& scheme) {
  return scheme.precision == Precision::single_precision ? double(float(constant_value))
                                                         : constant_value;
}

void expect_constant_and_bounds(Solver& solver, const Scheme& scheme) {
  const double flat = stored_constant(scheme);
  EXPECT_EQ(values_outside(solver, "flat", flat, flat), 0u);
  EXPECT_EQ(values_outside(solver, "step", 0, 1), 0u);
  EXPECT_EQ(values_outside(solver, "noise", -1, 1), 0u);
}

TEST_P(CarriedScalars, KeepAConstantAndTheirBoundsToTheBit) {
  for (const Grid& grid : scalar_grids())
    for (const Splitting splitting : {Splitting::strang, Splitting::merged, Splitting::symmetric})
      for (const bool periodic : {true, false})
        for (const InitialState& gas : {InitialState(smooth), InitialState(noisy)}) {
          if (sanitized && (splitting == Splitting::strang || periodic)) continue;
          const InitialState initial = with_scalars(gas);
          const auto solver =
              start(GetParam(), grid, periodic ? all_periodic : faces_of_all_kinds(), initial,
                    carrying(GetParam(), splitting), moving_behind_faces(initial));
          double time = 0;
          for (int step = 0; step < 4; ++step) {
            time = take_steps(*solver, 1, time);
            ASSERT_FALSE(solver->unphysical_cell());
            solver->complete_step();
            expect_constant_and_bounds(*solver, GetParam());
          }
        }
}

MusclHancockSettings repairing(const Scheme& scheme) {
  auto settings = carrying(scheme);
  settings.first_order_fallback = true;
  settings.density_floor = scheme.has_energy() ? 0.05 : 0.8;
  if (scheme.has_energy()) settings.pressure_floor = 5e-4;
  settings.sound_speed = 0.03;
  settings.courant_number = 0.4;
  return settings;
}

TEST_P(CarriedScalars, DoSoWhereCellsAreRepaired) {
  for (const Grid& grid : {Grid{{21, 1, 1}}, Grid{{20, 9, 1}}}) {
    const auto solver =
        start(GetParam(), grid, all_periodic, with_scalars(torn), repairing(GetParam()));
    take_steps(*solver, 30);
    ASSERT_FALSE(solver->unphysical_cell());
    expect_constant_and_bounds(*solver, GetParam());
    if (grid.dimensions() == 2) {
      EXPECT_GT(value_of(solver->history(), "floored_cells"), 0);
    }
  }
}

TEST_P(CarriedScalars, HaveTheBitsOfTheWholeInPartsThatRepairCells) {
  const Grid grid{{20, 9, 1}};
  const Make make = [&](const Subdomain& part) {
    return make_muscl_hancock(part, all_periodic, repairing(GetParam()), GetParam().precision,
                              Device::cpu, {});
  };
  const Outcome whole = expect_same_in_parts(
      make, grid, sample(*make(grid), grid, with_scalars(torn)), "repaired", scalar_names);
  EXPECT_GT(value_of(whole.history, "fallback_cells"), 0);
}

double mass_error(Solver& solver, const std::string& name, double before) {
  return std::abs(value_of(solver.history(), name + "_mass") - before);
}

TEST_P(CarriedScalars, ConserveTheirMass) {
  for (const Grid& grid : scalar_grids())
    for (const Splitting splitting : {Splitting::merged, Splitting::symmetric})
      for (const InitialState& gas : {InitialState(smooth), InitialState(noisy)}) {
        const auto solver = start(GetParam(), grid, all_periodic, with_scalars(gas),
                                  carrying(GetParam(), splitting));
        const auto before = solver->history();
        take_steps(*solver, 8);
        for (const std::string& name : scalar_names) {
          EXPECT_LT(mass_error(*solver, name, value_of(before, name + "_mass")),
                    20 * GetParam().epsilon())
              << name;
        }
        EXPECT_NEAR(value_of(solver->history(), "flat_mass"),
                    stored_constant(GetParam()) * value_of(solver->history(), "mass"), 1e-14);
      }
}

TEST_P(CarriedScalars, ConserveTheirMassWhereCellsFallBackToFirstOrder) {
  auto settings = carrying(GetParam());
  settings.first_order_fallback = true;
  settings.sound_speed = 0.05;
  settings.courant_number = 0.3;
  const auto solver =
      start(GetParam(), {{32, 16, 1}}, all_periodic, with_scalars(parted), settings);
  const auto before = solver->history();
  double time = 0;
  while (time < 0.2 && !solver->unphysical_cell()) time = take_steps(*solver, 1, time);
  for (const std::string& name : scalar_names)
    EXPECT_LT(mass_error(*solver, name, value_of(before, name + "_mass")),
              100 * GetParam().epsilon())
        << name;
}

TEST_P(CarriedScalars, LeaveTheGasAsItIsWithoutThem) {
  const Grid grid{{12, 9, 7}};
  for (const Splitting splitting : {Splitting::merged, Splitting::symmetric}) {
    auto settings = carrying(GetParam(), splitting);
    const auto with = start(GetParam(), grid, all_periodic, with_scalars(smooth), settings);
    settings.scalars.clear();
    const auto without = start(GetParam(), grid, all_periodic, smooth, settings);
    EXPECT_EQ(take_steps(*with, 4), take_steps(*without, 4));
    expect_same_state(*with, *without, GetParam());
  }
}

TEST_P(CarriedScalars, HaveTheBitsOfTheWholeInParts) {
  for (const Grid& grid : {Grid{{21, 1, 1}}, Grid{{18, 13, 1}}, Grid{{14, 11, 10}}})
    for (const bool periodic : {true, false}) {
      if (sanitized && (grid.dimensions() == 1 || periodic != (grid.dimensions() == 3))) continue;
      const InitialState initial = with_scalars(noisy);
      const auto settings = carrying(GetParam(), periodic ? Splitting::merged : Splitting::strang);
      const Make make = [&](const Subdomain& part) {
        return make_muscl_hancock(part, periodic ? all_periodic : faces_of_all_kinds(), settings,
                                  GetParam().precision, Device::cpu, moving_behind_faces(initial));
      };
      expect_same_in_parts(make, grid, sample(*make(grid), grid, initial),
                           periodic ? "periodic" : "faces", scalar_names);
    }
}

TEST_P(CarriedScalars, GoOnFromASavedStateToTheBit) {
  for (const Splitting splitting : {Splitting::strang, Splitting::merged})
    for (const int steps : {1, 2}) {
      const Grid grid{{12, 9, 7}};
      const auto settings = carrying(GetParam(), splitting);
      const auto solver = start(GetParam(), grid, all_periodic, with_scalars(smooth), settings);
      const double time = take_steps(*solver, steps);
      const auto other =
          make_muscl_hancock(grid, all_periodic, settings, GetParam().precision, Device::cpu);
      other->restore(solver->save(), time);
      EXPECT_EQ(solver->history(), other->history());
      take_steps(*solver, 3, time);
      take_steps(*other, 3, time);
      EXPECT_EQ(solver->save().arrays, other->save().arrays);
      EXPECT_TRUE(solver->save().arrays.contains("noise"));
    }
}

TEST_P(CarriedScalars, AreNotDisturbedByOutputs) {
  const Grid grid{{12, 9, 7}};
  const auto initial = with_scalars(smooth);
  const auto solver = start(GetParam(), grid, all_periodic, initial, carrying(GetParam()));
  const auto watched = start(GetParam(), grid, all_periodic, initial, carrying(GetParam()));
  double time = 0;
  for (int step = 0; step < 4; ++step) {
    static_cast<void>(watched->history());
    static_cast<void>(watched->field("noise"));
    take_steps(*watched, 1, time);
    time = take_steps(*solver, 1, time);
  }
  EXPECT_EQ(solver->save().arrays, watched->save().arrays);
  for (const std::string& name : scalar_names)
    EXPECT_EQ(solver->field(name), watched->field(name)) << name;
}

TEST_P(CarriedScalars, DoTheSameAlongEveryDirectionToTheBit) {
  const int n = 40;
  std::array<FieldValues, 3> found;
  for (int axis = 0; axis < 3; ++axis) {
    Grid grid;
    grid.cells[std::size_t(axis)] = n;
    const auto along = [axis](const std::string& name, double x, double y, double z) {
      std::string known = name;
      if (name[name.size() - 2] == '_')
        known.back() = char('x' + (name.back() - 'x' + 3 - axis) % 3);
      return with_scalars(smooth)(known, axis == 0 ? x : axis == 1 ? y : z, 0.3, 0.1);
    };
    const auto solver = start(GetParam(), grid, all_periodic, rounded(along), carrying(GetParam()));
    take_steps(*solver, 6);
    found[std::size_t(axis)] = solver->field("noise");
  }
  EXPECT_EQ(found[0], found[1]);
  EXPECT_EQ(found[0], found[2]);
}

TEST_P(CarriedScalars, KeepDiagonalSymmetryToTheBitWithSymmetricSplitting) {
  const int n = 24;
  const auto diagonal = [](const std::string& name, double x, double y, double z) {
    const auto even = [](double u, double v) {
      return std::sin(2 * pi * u) * std::sin(2 * pi * v);
    };
    if (name == "density") return 1 + 0.4 * even(x, y);
    if (name == "pressure") return 1 - 0.3 * even(x, y);
    if (name == "velocity_x") return std::sin(2 * pi * y);
    if (name == "velocity_y") return std::sin(2 * pi * x);
    if (name == "magnetic_field_x") return 0.3 * std::cos(2 * pi * y);
    if (name == "magnetic_field_y") return 0.3 * std::cos(2 * pi * x);
    if (name[0] == 'v' || name[0] == 'm') return 0.0;
    return with_scalars(smooth)(name, std::min(x, y), std::max(x, y), z);
  };
  const auto solver = start(GetParam(), {{n, n, 1}}, all_periodic, rounded(diagonal),
                            carrying(GetParam(), Splitting::symmetric));
  take_steps(*solver, 6);
  for (const std::string& name : scalar_names) {
    const FieldValues values = solver->field(name);
    std::size_t different = 0;
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) different += values[i + n * j] != values[j + n * i];
    EXPECT_EQ(different, 0u) << name;
  }
}

TEST_P(CarriedScalars, AreFieldsAsOthers) {
  const Grid grid{{12, 9, 1}};
  const auto settings = carrying(GetParam());
  const auto solver = start(GetParam(), grid, all_periodic, with_scalars(smooth), settings);
  for (const StateForm form : {StateForm::primitive, StateForm::stored}) {
    const auto fields = solver->state_fields(form);
    ASSERT_GT(fields.size(), scalar_names.size());
    for (std::size_t s = 0; s < scalar_names.size(); ++s)
      EXPECT_EQ(fields[fields.size() - scalar_names.size() + s].name, scalar_names[s]);
  }
  const auto labels = solver->history_labels();
  const auto row = solver->history();
  ASSERT_EQ(labels.size(), row.size());
  for (std::size_t n = 0; n < row.size(); ++n) EXPECT_EQ(labels[n], row[n].first);
  for (const std::string& name : scalar_names) {
    const auto conserved = solver->conserved_labels();
    EXPECT_NE(std::ranges::find(conserved, name + "_mass"), conserved.end());
    const auto density = solver->field("density"), values = solver->field(name);
    double mass = 0;
    for (std::size_t i = 0; i < values.size(); ++i) mass += density[i] * values[i];
    EXPECT_NEAR(value_of(row, name + "_mass"), mass * grid.cell_volume(), 1e-13);
  }
  const std::size_t size = solver->state_fields(StateForm::stored).size() - scalar_names.size();
  auto without = settings;
  without.scalars.clear();
  EXPECT_EQ(muscl_hancock_bytes(grid, settings, GetParam().precision) * 2 * size,
            muscl_hancock_bytes(grid, without, GetParam().precision) *
                (2 * (size + scalar_names.size()) + 1));
}

/// A wave of density and of concentration that moves along the diagonal of a square.
double error_after_a_period(const Scheme& scheme, int n) {
  const auto wave = [](const std::string& name, double x, double y, double) {
    if (name == "density") return 1 + 0.4 * std::sin(2 * pi * (x + y));
    if (name == "pressure") return 1.0;
    if (name == "dye") return std::cos(2 * pi * x) * std::cos(2 * pi * y);
    return name == "velocity_x" ? 1.0 : name == "velocity_y" ? 0.5 : 0.0;
  };
  auto settings = scheme.settings();
  settings.splitting = Splitting::merged;
  settings.scalars = {"dye"};
  const Grid grid{{n, n, 1}, {0, 0, 0}, {1, 1, 1}};
  const auto solver = start(scheme, grid, all_periodic, wave, settings);
  const FieldValues before = solver->field("dye");
  run_to(*solver, 2);
  const FieldValues after = solver->field("dye");
  double error = 0;
  for (std::size_t i = 0; i < after.size(); ++i) error += std::abs(after[i] - before[i]);
  return error / double(after.size());
}

TEST(ScalarOrder, SmoothAdvectionIsOfSecondOrder) {
  SOLENOID_SKIP_IF_SANITIZED();
  for (const Scheme& scheme : both_equations()) {
    const double coarse = error_after_a_period(scheme, 32), fine = error_after_a_period(scheme, 64);
    EXPECT_GT(std::log2(coarse / fine), 1.7) << name(scheme) << ": " << coarse << ", " << fine;
    EXPECT_LT(fine, 0.02) << name(scheme);
  }
}

}  // namespace
}  // namespace solenoid
