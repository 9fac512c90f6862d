/// \file
/// Terms of stencil programs in a shearing box: behind its faces normal to x is the box that has
/// moved, and viscosity feels the shear of its flow.

#include <gtest/gtest.h>

#include <test_sheared_isothermal_terms.hpp>
#include <test_sheared_terms.hpp>

#include <algorithm>
#include <cmath>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/schemes_by_name.hpp"
#include "tests/unit/physics/terms_helpers.hpp"
#include "tests/unit/physics/terms_maker.hpp"

namespace solenoid::testing_physics {
namespace {

const ShearingBoxSettings disc{0.8, 1.5, false};
const Grid box{{17, 12, 1}, {-1, 0, 0}, {1, 1.5, 1}};

/// MHD with terms, each uniform that is not given being 0.
MusclHancockSettings sheared(EquationOfState gas, std::map<std::string, double> uniforms) {
  Scheme scheme{RiemannSolver::hlld, true, Reconstruction::weno_z};
  scheme.gas = gas;
  MusclHancockSettings settings = scheme.settings();
  settings.splitting = Splitting::merged;
  settings.shearing_box = disc;
  uniforms["background_shear"] = disc.shear_of_flow();
  uniforms["gamma"] = settings.gamma;
  uniforms["sound_speed"] = settings.sound_speed;
  settings.terms.make =
      scheme.has_energy() ? terms_maker<programs::test_sheared_terms>(scheme.precision)
                          : terms_maker<programs::test_sheared_isothermal_terms>(scheme.precision);
  settings.terms.reach = programs::test_sheared_terms::radius;
  settings.terms.numbers.uniforms = uniforms;
  return settings;
}

const std::map<std::string, double> all_of_them{{"resistivity", 0.02}, {"viscosity", 0.03},
                                                {"ambipolar", 0.01},   {"bulk_viscosity", 0.01},
                                                {"warming", 0.01},     {"drag", 0.1}};

/// Both gases, each with every splitting.
std::vector<NamedMake> with_all_terms(const Boundaries& boundaries = all_periodic) {
  std::vector<NamedMake> all;
  for (const EquationOfState gas : {EquationOfState::ideal, EquationOfState::isothermal})
    for (const Splitting splitting : {Splitting::merged, Splitting::strang, Splitting::symmetric}) {
      MusclHancockSettings settings = sheared(gas, all_of_them);
      settings.splitting = splitting;
      all.push_back(
          {std::string(name_of(gas)) + " " + name_of(splitting), false, [=](const Subdomain& part) {
             return make_muscl_hancock(part, boundaries, settings, Precision::double_precision,
                                       Device::cpu, {});
           }});
    }
  return all;
}

/// The state `smooth`, of which a period fills the box.
InitialState smooth_in(const Grid& grid) {
  return [grid](const std::string& name, double x, double y, double z) {
    const auto part = [&](std::size_t axis, double place) {
      return (place - grid.lower[axis]) / (grid.upper[axis] - grid.lower[axis]);
    };
    return smooth(name, part(0, x), part(1, y), part(2, z));
  };
}

std::unique_ptr<Solver> begun(const MusclHancockSettings& settings, const Grid& grid,
                              const InitialState& initial, double time = 0) {
  auto solver = make_muscl_hancock(grid, all_periodic, settings, Precision::double_precision,
                                   Device::cpu, {});
  solver->set_primitive(sample(*solver, grid, initial), time);
  return solver;
}

TEST(ShearingTerms, HeatUniformGasByTheStressOfTheFlow) {
  const InitialState uniform = [](const std::string& name, double, double, double) {
    return name == "density" ? 1.3 : name == "pressure" ? 0.7 : 0.0;
  };
  const auto solver = begun(sheared(EquationOfState::ideal, {{"viscosity", 0.05}}), box, uniform);
  const double time = take_steps(*solver, 6), shear = disc.shear_of_flow();
  for (const double v : solver->field("velocity_magnitude")) ASSERT_EQ(v, 0);
  for (const double p : solver->field("pressure"))
    ASSERT_NEAR(p, 0.7 + 2.0 / 3 * shear * shear * 1.3 * 0.05 * time, 1e-14);
}

/// A field along z of waves that the shear turns, in gas too heavy to move, decays as
/// exp(-eta int k^2 dt) does.
double error_of_decay(int cells) {
  constexpr double eta = 0.02, mass = 1e14, k = pi, end = 2;
  const Grid grid{{cells, cells, 1}, {-1, -1, 0}, {1, 1, 1}};
  const double turn = disc.shear * disc.angular_velocity * k;
  const double across = -k;  // of the vector at t = 0
  const InitialState wave = [&](const std::string& name, double x, double y, double) {
    if (name == "magnetic_field_z") return std::cos(across * x + k * y);
    return name == "density" ? mass : 0.0;
  };
  const MusclHancockSettings settings =
      sheared(EquationOfState::isothermal, {{"resistivity", eta}});
  const auto solver = begun(settings, grid, wave);
  const int steps = cells;
  solver->stable_step();
  for (int s = 0; s < steps; ++s) solver->advance(end * s / steps, end / steps);
  solver->complete_step();
  const double now = across + turn * end;
  const double exponent = k * k * end + (now * now * now - across * across * across) / (3 * turn);
  const FieldValues found = solver->field("magnetic_field_z");
  double error = 0;
  for (int b = 0; b < cells; ++b)
    for (int a = 0; a < cells; ++a)
      error += std::abs(found[std::size_t(a + cells * b)] / std::exp(-eta * exponent) -
                        std::cos(now * grid.centre(0, a) + k * grid.centre(1, b)));
  return error / (cells * cells);
}

TEST(ShearingTerms, LetAFieldDecayWhoseWavesTheShearTurns) {
  SOLENOID_SKIP_IF_SANITIZED();
  const double coarse = error_of_decay(24), fine = error_of_decay(48);
  EXPECT_GT(coarse / fine, 3.5);
  EXPECT_LT(fine, 0.02);
}

/// What resistivity takes from a mean field through one face comes back through the other.
TEST(ShearingTerms, KeepTheMeanField) {
  const auto solver = begun(sheared(EquationOfState::isothermal, {{"resistivity", 0.05}}), box,
                            smooth_in(box), 0.37);
  std::map<std::string, double> before;
  for (const char* field : {"density", "momentum_z", "magnetic_field_x", "magnetic_field_z"})
    before[field] = sum(solver->field(field));
  take_steps(*solver, 7, 0.37);
  for (const auto& [field, total] : before)
    EXPECT_NEAR(sum(solver->field(field)), total, 3e-12) << field;
}

/// Fluxes that are no linear function of the state differ by the error of the shift.
double change_of_totals(int cells) {
  const Grid grid{{cells, cells, 1}, {-1, 0, 0}, {1, 1.5, 1}};
  const auto solver =
      begun(sheared(EquationOfState::isothermal, {{"viscosity", 0.03}, {"ambipolar", 0.01}}), grid,
            smooth_in(grid), 0.37);
  const auto totals = [&] {
    std::array<double, 3> all{};
    const char* const names[] = {"momentum_z", "magnetic_field_x", "magnetic_field_z"};
    for (std::size_t n = 0; n < 3; ++n) all[n] = sum(solver->field(names[n])) / (cells * cells);
    return all;
  };
  const auto before = totals();
  for (double time = 0.37; time < 0.43;) time = take_steps(*solver, 1, time);
  solver->complete_step();
  const auto after = totals();
  double change = 0;
  for (std::size_t n = 0; n < 3; ++n) change = std::max(change, std::abs(after[n] - before[n]));
  return change;
}

TEST(ShearingTerms, KeepOtherTotalsButForTheErrorOfTheShift) {
  SOLENOID_SKIP_IF_SANITIZED();
  const double coarse = change_of_totals(16), fine = change_of_totals(32);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_LT(fine, coarse / 6);
}

TEST(ShearingTerms, HaveTheSameBitsWhereverTheStateIsAlongY) {
  const int moved = 5, nx = box.cells[0];
  const InitialState initial = smooth_in(box);
  for (const NamedMake& scheme : with_all_terms()) {
    std::vector<FieldValues> found;
    for (const int by : {0, moved}) {
      const auto solver = scheme.make(box);
      FieldMap fields = sample(*solver, box, initial);
      for (auto& [name, values] : fields)
        std::rotate(values.begin(), values.end() - by * nx, values.end());
      solver->set_primitive(fields, 0.2);
      take_steps(*solver, 4, 0.2);
      found.push_back(solver->field("momentum_y"));
      std::rotate(found.back().begin(), found.back().begin() + by * nx, found.back().end());
    }
    EXPECT_EQ(found[0], found[1]) << scheme.name;
  }
}

TEST(ShearingTerms, HaveTheSameBitsInParts) {
  Boundaries walls = all_periodic;
  walls.kind[axis_x] = {BoundaryKind::reflecting, BoundaryKind::reflecting};
  for (const Boundaries& boundaries : {all_periodic, walls}) {
    if (sanitized && boundaries.kind[axis_x][side_lower] == BoundaryKind::periodic) continue;
    for (const NamedMake& scheme : with_all_terms(boundaries))
      expect_same_in_parts(scheme.make, box, sample(*scheme.make(box), box, smooth_in(box)),
                           scheme.name, {"pressure"}, {axis_x});
  }
  const Grid cube{{14, 10, 9}, {-0.7, 0, 0}, {0.7, 1, 1}};
  for (const NamedMake& scheme : with_all_terms())
    if (scheme.name.ends_with(name_of(Splitting::merged)))
      expect_same_in_parts(scheme.make, cube, sample(*scheme.make(cube), cube, smooth_in(cube)),
                           scheme.name, {"pressure"}, {axis_x, axis_z});
}

TEST(ShearingTerms, GoOnFromACheckpointWithTheSameBits) {
  for (const NamedMake& scheme : with_all_terms())
    expect_restart_goes_on(scheme, box, sample(*scheme.make(box), box, smooth_in(box)),
                           [](Solver& solver) { static_cast<void>(solver.history()); });
}

/// A wave that goes on behind the faces of the box as it has moved until then has the same current
/// everywhere.
TEST(ShearingTerms, KnowTheTimeOfAStateThatHasNotMadeAStep) {
  const Grid grid{{32, 32, 1}, {-1, -1, 0}, {1, 1, 1}};
  const double start = 0.3, k = pi, across = disc.shear * disc.angular_velocity * k * start;
  const InitialState wave = [&](const std::string& name, double x, double y, double) {
    if (name == "magnetic_field_z") return std::sin(across * x + k * y);
    return name == "density" ? 1.0 : 0.0;
  };
  const auto solver = begun(sheared(EquationOfState::isothermal, {{"anomalous_resistivity", 1}}),
                            grid, wave, start);
  // What the current diffuses grows by twice as much as the resistivity, which is the current.
  EXPECT_NEAR(value_of(solver->history(), "diffusivity"), 2 * std::hypot(across, k), 0.02);
}

}  // namespace
}  // namespace solenoid::testing_physics
