/// \file
/// A grid in two parts has the bits of the same grid in one: every scheme, cut along every axis.

#include <gtest/gtest.h>

#include <functional>
#include <test_bound.hpp>
#include <test_isothermal.hpp>
#include <test_mhd.hpp>

#include "physics/equations/forcing/random_forcing.hpp"
#include "physics/solvers/finite_difference_solver.hpp"
#include "tests/precisions.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/physics/program_state.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"
#include "tests/unit/physics/terms_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

const std::vector<Grid>& grids() {
  static const std::vector<Grid> all{
      {{21, 1, 1}}, {{18, 13, 1}}, {{14, 11, 10}, {0, 0, 0}, {1, 0.9, 1.1}}};
  return all;
}

TEST(Parts, OfMusclHancockHaveTheBitsOfTheWhole) {
  for (const Scheme& scheme : all_equations())
    for (const Grid& grid : grids())
      for (const Precision precision : tested_precisions)
        for (const bool mixes : {false, true}) {
          MusclHancockSettings settings = scheme.settings();
          settings.gravity = {0.1, -0.2, 0.05};
          if (precision == Precision::single_precision)
            settings.splitting = mixes ? Splitting::merged : Splitting::symmetric;
          else if (scheme.magnetised != mixes)
            settings.splitting = Splitting::merged;
          const Make make = [&](const Subdomain& part) {
            return make_muscl_hancock(part, mixes ? mixed() : everywhere(BoundaryKind::periodic),
                                      settings, precision, Device::cpu,
                                      moving_behind_faces(smooth));
          };
          expect_same_in_parts(make, grid, sample(*make(grid), grid, smooth),
                               text_of(grid, name(scheme), precision, mixes),
                               {"pressure", "vorticity_z"});
        }
}

TEST(Parts, OfMusclHancockWithTermsHaveTheBitsOfTheWhole) {
  for (const Grid& grid : grids())
    for (const bool mixes : {false, true}) {
      if (sanitized && !mixes) continue;
      const Precision precision = mixes ? compiled_precisions.front() : compiled_precisions.back();
      MusclHancockSettings settings = both_equations()[1].settings();
      settings.splitting = grid.dimensions() == 2 ? Splitting::strang : Splitting::merged;
      settings.terms = strong_terms(precision);
      const Make make = [&](const Subdomain& part) {
        return make_muscl_hancock(part, mixes ? mixed() : everywhere(BoundaryKind::periodic),
                                  settings, precision, Device::cpu, moving_behind_faces(smooth));
      };
      expect_same_in_parts(make, grid, sample(*make(grid), grid, smooth),
                           text_of(grid, "mhd with terms", precision, mixes), {"pressure"});
      settings.equation_of_state = EquationOfState::isothermal;
      settings.terms = strong_isothermal_terms(precision);
      expect_same_in_parts(make, grid, sample(*make(grid), grid, smooth),
                           text_of(grid, "isothermal mhd with terms", precision, mixes),
                           {"pressure"});
    }
}

TEST(Parts, OfRelaxingTvdHaveTheBitsOfTheWhole) {
  for (const bool magnetised : {true, false})
    for (const Grid& grid : grids())
      for (const Precision precision : tested_precisions)
        for (const bool mixes : {false, true}) {
          RelaxingTvdSettings settings;
          settings.magnetised = magnetised;
          const Make make = [&](const Subdomain& part) {
            return make_relaxing_tvd(part, mixes ? mixed() : everywhere(BoundaryKind::periodic),
                                     settings, precision, Device::cpu,
                                     moving_behind_faces(smooth_fluid));
          };
          expect_same_in_parts(make, grid, sample_staggered(grid, smooth_fluid, smooth_potential),
                               text_of(grid, magnetised ? "relaxing mhd" : "relaxing hydrodynamics",
                                       precision, mixes),
                               {"pressure", "vorticity_z"});
        }
}

TEST(Parts, OfRelaxingTvdWithTermsHaveTheBitsOfTheWhole) {
  for (const Grid& grid : grids())
    for (const bool mixes : {false, true}) {
      if (sanitized && !mixes) continue;
      const Precision precision = mixes ? compiled_precisions.front() : compiled_precisions.back();
      RelaxingTvdSettings settings;
      settings.terms = strong_gas_terms(precision);
      const Make make = [&](const Subdomain& part) {
        return make_relaxing_tvd(part, mixes ? mixed() : everywhere(BoundaryKind::periodic),
                                 settings, precision, Device::cpu,
                                 moving_behind_faces(smooth_fluid));
      };
      const FieldMap initial = sample_staggered(grid, smooth_fluid, smooth_potential);
      expect_same_in_parts(make, grid, initial,
                           text_of(grid, "relaxing mhd with terms", precision, mixes),
                           {"pressure"});
      settings.magnetised = false;
      settings.terms = far_terms(precision);
      expect_same_in_parts(make, grid, initial,
                           text_of(grid, "relaxing hydrodynamics with terms", precision, mixes),
                           {"pressure"});
    }
}

/// Streams that part, along all directions, so fast that second order leaves no positive pressure
/// behind, beside the cuts and elsewhere.
double parting_streams(const std::string& name, double x, double y, double z) {
  const double part = std::sin(2 * pi * (x + 0.04)) * std::cos(2 * pi * (y - 0.03));
  if (name == "density") return part * std::cos(2 * pi * z) > 0.1 ? 1 : 0.02;
  if (name == "pressure") return 1e-3;
  if (name == "velocity_x") return part > 0 ? 0.9 : -0.9;
  if (name == "velocity_y") return std::sin(4 * pi * (y + x)) > 0 ? 0.7 : -0.7;
  if (name == "velocity_z") return std::cos(2 * pi * (z - y)) > 0 ? 0.8 : -0.8;
  return name == "magnetic_field_y" ? 0.05 : 0.0;
}

void expect_repairs(const Outcome& outcome, const std::string& what) {
  for (const auto& [name, count] : outcome.history) {
    if (name != "fallback_cells" && name != "floored_cells" && name != "floor_energy") continue;
    EXPECT_GT(count, 0) << what << ": " << name;
  }
}

TEST(Parts, RepairWhatTheWholeRepairs) {
  for (const Grid& grid : grids())
    for (const Precision precision : tested_precisions)
      for (const bool mixes : {false, true}) {
        if (sanitized && (!mixes || grid.dimensions() == 1)) continue;
        const Boundaries kinds = mixes ? mixed() : everywhere(BoundaryKind::periodic);
        for (const Scheme& scheme : all_equations()) {
          MusclHancockSettings settings = scheme.settings();
          settings.first_order_fallback = true;
          settings.density_floor = 0.03;
          if (scheme.has_energy()) settings.pressure_floor = 1e-4;
          settings.sound_speed = 0.03;
          if (mixes) settings.splitting = Splitting::merged;
          const Make make = [&](const Subdomain& part) {
            return make_muscl_hancock(part, kinds, settings, precision, Device::cpu,
                                      moving_behind_faces(parting_streams));
          };
          const std::string what = text_of(grid, name(scheme) + " repaired", precision, mixes);
          expect_repairs(
              expect_same_in_parts(make, grid, sample(*make(grid), grid, parting_streams), what),
              what);
        }
        RelaxingTvdSettings settings;
        settings.first_order_fallback = true;
        settings.density_floor = 0.03;
        settings.pressure_floor = 1e-4;
        const Make make = [&](const Subdomain& part) {
          return make_relaxing_tvd(part, kinds, settings, precision, Device::cpu,
                                   moving_behind_faces(parting_streams));
        };
        const std::string what = text_of(grid, "relaxing mhd repaired", precision, mixes);
        expect_repairs(
            expect_same_in_parts(make, grid,
                                 sample_staggered(grid, parting_streams, no_potential()), what),
            what);
      }
}

/// Streams that part in the lower half of x, and in the upper one faster ones that do not, rounding
/// of whose energy shows in their signals.
double fast_streams(const std::string& name, double x, double y, double z) {
  const bool warm = x > 0.45 && x < 0.95;
  if (name == "density") return 1;
  if (name == "pressure")
    return warm ? 6 * (1 + 0.1 * std::sin(2 * pi * (x - z)))
                : std::exp(std::sin(2 * pi * (-2 * x - z) + 2.396));
  if (name == "velocity_x")
    return (warm ? 8.8 : 8) * std::sin(2 * pi * (2 * x + y - z) + 5.241) +
           8 * std::sin(2 * pi * (x + 2 * y) + 4.485);
  if (name == "velocity_y") return 8 * std::sin(-4 * pi * x + 5.89);
  return name == "magnetic_field_z" ? 2.163 : 0.0;
}

/// The fastest signal is found by a sweep, or, behind repairs, of the cells as they stand, which
/// may differ in the last bit: all parts do the same, also where some alone have repaired cells.
TEST(Parts, MeasureSignalsAlikeWhereSomeRepair) {
  const Grid grid{{191, 5, 6}};
  Boundaries kinds = everywhere(BoundaryKind::periodic);
  kinds.kind[axis_y] = {BoundaryKind::outflow, BoundaryKind::reflecting};
  kinds.kind[axis_z] = {BoundaryKind::diode, BoundaryKind::reflecting};
  for (const Precision precision : tested_precisions) {
    RelaxingTvdSettings settings;
    settings.first_order_fallback = true;
    settings.pressure_floor = 0.3;
    settings.courant_number = 0.8392;
    settings.limiter = Limiter::minmod;
    const Make make = [&](const Subdomain& part) {
      return make_relaxing_tvd(part, kinds, settings, precision, Device::cpu, {});
    };
    expect_same_in_parts(make, grid, sample_staggered(grid, fast_streams, no_potential()),
                         text_of(grid, "relaxing mhd that repairs", precision, true), {}, {axis_x});
  }
}

using MhdWithDensity = WithOutputs<programs::test_mhd, programs::test_mhd::Output0>;

/// A smooth state of any program.
FieldMap waves_of(const Solver& solver, const Grid& grid) {
  FieldMap fields;
  for (const StateField& field : solver.state_fields(StateForm::primitive)) {
    const double turn = double(fields.size());
    for (std::size_t i = 0; i < grid.cell_count(); ++i) {
      const auto cell = whole_field(grid, Placement::vertices).at(i);
      double phase = turn;
      for (int axis = 0; axis < 3; ++axis)
        phase +=
            2 * pi * (axis + 1) * (cell[std::size_t(axis)] + 0.5) / grid.cells[std::size_t(axis)];
      fields[field.name].push_back(0.1 * std::sin(phase));
    }
  }
  return fields;
}

template <class Program>
void expect_same_program_in_parts(const FiniteDifferenceSettings& settings, const std::string& name,
                                  const std::string& output,
                                  const std::vector<Grid>& all_grids = grids(),
                                  Layers layers = Layers::not_taken) {
  for (const Grid& grid : all_grids)
    for (const bool mixes : {false, true}) {
      const FixedBoundary behind{
          [](const std::string& field, double x, double y, double z, double t) {
            return 0.1 * std::sin(double(field.size()) + 3 * x - 2 * y + z + t);
          },
          true};
      const Make make = [&](const Subdomain& part) {
        return std::make_unique<FiniteDifferenceSolver<Program, double, HostSpace>>(
            part, mixes ? mixed() : everywhere(BoundaryKind::periodic), settings, behind);
      };
      expect_same_in_parts(make, grid, waves_of(*make(grid), grid),
                           text_of(grid, name, Precision::double_precision, mixes), {output},
                           {axis_x, axis_y, axis_z}, layers);
    }
}

TEST(Parts, OfIsothermalFlowWithForcingHaveTheBitsOfTheWhole) {
  FiniteDifferenceSettings settings;
  settings.uniforms = {{"viscosity", 1e-3}};
  const RandomForcing forcing({{8, 8, 8}}, {0.5});
  settings.varying = [&](std::uint64_t step, double dt) {
    const ForcingWave wave = forcing.wave(step, dt);
    std::map<std::string, double> uniforms{{"forcing_phase", wave.phase}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      uniforms[std::string("forcing_amplitude_") + "xyz"[axis]] = wave.amplitude[axis];
      uniforms[std::string("forcing_wave_vector_") + "xyz"[axis]] = wave.wave_vector[axis];
    }
    return uniforms;
  };
  using Program = programs::test_isothermal;
  expect_same_program_in_parts<WithOutputs<Program, Program::Output11>>(settings, "isothermal",
                                                                        "vorticity_magnitude");
}

TEST(Parts, OfMagnetohydrodynamicsByDifferencesHaveTheBitsOfTheWhole) {
  FiniteDifferenceSettings settings;
  settings.uniforms = {{"viscosity", 1e-3}, {"resistivity", 1e-3}};
  expect_same_program_in_parts<MhdWithDensity>(settings, "mhd by differences", "density");
}

TEST(Parts, ComputeInnerVerticesWhileLayersAreOnTheirWay) {
  FiniteDifferenceSettings settings;
  settings.uniforms = {{"viscosity", 1e-3}, {"resistivity", 1e-3}};
  expect_same_program_in_parts<MhdWithDensity>(settings, "mhd by differences", "density",
                                               longer_grids(), Layers::taken);
}

TEST(Parts, HaveTheHistoryOfTheWhole) {
  const Grid grid{{18, 13, 1}};
  FiniteDifferenceSettings settings;
  settings.uniforms = {{"viscosity", 1e-3}, {"resistivity", 1e-3}};
  const std::vector<Make> makes = {
      [](const Subdomain& part) {
        return make_muscl_hancock(part, everywhere(BoundaryKind::periodic), Scheme{}.settings(),
                                  Precision::double_precision, Device::cpu, {});
      },
      [&](const Subdomain& part) {
        return std::make_unique<FiniteDifferenceSolver<MhdWithDensity, double, HostSpace>>(
            part, everywhere(BoundaryKind::periodic), settings, FixedBoundary{});
      }};
  for (const Make& make : makes) {
    const auto whole = make(grid);
    const FieldMap initial =
        &make == &makes[0] ? sample(*whole, grid, smooth) : waves_of(*whole, grid);
    whole->set_primitive(initial, 0);
    const auto expected = whole->history();
    const auto table = std::make_shared<MeetingTable>();
    std::array<std::vector<std::pair<std::string, double>>, 2> found;
    on_threads(2, [&](std::size_t p) {
      const Subdomain part(grid, {{{0, 7}, {0}, {0}}}, int(p),
                           std::make_shared<WithOtherThreads>(table, p));
      const auto solver = make(part);
      set_part_of(*solver, part, initial);
      found[p] = solver->history();
    });
    EXPECT_EQ(found[0], found[1]);
    ASSERT_EQ(found[0].size(), expected.size());
    for (std::size_t n = 0; n < expected.size(); ++n) {
      EXPECT_EQ(found[0][n].first, expected[n].first);
      EXPECT_EQ(found[0][n].second, expected[n].second) << expected[n].first;
    }
  }
}

TEST(Parts, WithUniformsThatAreSumsHaveTheBitsOfTheWhole) {
  FiniteDifferenceSettings settings;
  settings.time_step = 0.1;
  expect_same_program_in_parts<programs::test_bound>(settings, "bound", "share");
}

TEST(Parts, KnowTheirPlaceInTheGrid) {
  const Grid grid{{10, 4, 1}, {-1, 0, 0}, {1, 3, 1}};
  const auto exchange = std::make_shared<WithOtherThreads>(std::make_shared<MeetingTable>(), 0);
  const Subdomain part(grid, {{{0, 7}, {0}, {0}}}, 1, exchange);
  EXPECT_EQ(part.centre(axis_x, 1), grid.centre(axis_x, 8));
  EXPECT_EQ(part.face(axis_x, 0), grid.face(axis_x, 7));
  EXPECT_EQ(part.spacing(axis_x), grid.spacing(axis_x));
  EXPECT_EQ(part.in_whole({2, 1, 0}), (std::array<int, 3>{9, 1, 0}));
  EXPECT_TRUE(part.is_cut(axis_x));
  EXPECT_FALSE(part.is_cut(axis_y));
  EXPECT_EQ(part.kinds(axis_x, {BoundaryKind::reflecting, BoundaryKind::outflow}),
            (std::array<BoundaryKind, 2>{BoundaryKind::neighbour, BoundaryKind::outflow}));
  EXPECT_EQ(part.kinds(axis_x, {BoundaryKind::periodic, BoundaryKind::periodic}),
            (std::array<BoundaryKind, 2>{BoundaryKind::neighbour, BoundaryKind::neighbour}));
  using Cuts = std::array<std::vector<int>, 3>;
  for (const std::vector<int>& wrong : {std::vector<int>{}, {1}, {0, 10}, {0, 7, 7}, {0, 7, 5}})
    EXPECT_THROW(Subdomain(grid, Cuts{wrong, {0}, {0}}, 0, exchange), std::invalid_argument);
  for (const int wrong : {-1, 2})
    EXPECT_THROW(Subdomain(grid, Cuts{{{0, 7}, {0}, {0}}}, wrong, exchange), std::invalid_argument);
  EXPECT_THROW(Subdomain(grid, Cuts{{{0, 7}, {0}, {0}}}, 1, nullptr), std::invalid_argument);
  EXPECT_THROW(part.require_layers(4), std::invalid_argument);
}

TEST(Parts, NameUnphysicalCellsOfTheWholeGrid) {
  const Grid grid{{16, 8, 1}};
  const Scheme scheme;
  FieldMap initial = sample(*start(scheme, grid, {}, smooth, scheme.settings()), grid, smooth);
  initial["density"][13 + 16 * 5] = -1;
  const auto table = std::make_shared<MeetingTable>();
  std::array<std::optional<UnphysicalCell>, 2> found;
  on_threads(2, [&](std::size_t p) {
    const Subdomain part(grid, {{{0, 9}, {0}, {0}}}, int(p),
                         std::make_shared<WithOtherThreads>(table, p));
    const auto solver =
        make_muscl_hancock(part, everywhere(BoundaryKind::periodic), scheme.settings(),
                           Precision::double_precision, Device::cpu, {});
    set_part_of(*solver, part, initial);
    static_cast<void>(solver->stable_step());
    found[p] = solver->unphysical_cell();
  });
  EXPECT_FALSE(found[0].has_value());
  ASSERT_TRUE(found[1].has_value());
  EXPECT_EQ(found[1]->cell, (std::array<int, 3>{13, 5, 0}));
  EXPECT_EQ(found[1]->position[0], grid.centre(axis_x, 13));
}

}  // namespace
}  // namespace solenoid::testing_physics
