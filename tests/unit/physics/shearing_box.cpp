/// \file
/// Shearing boxes: motion without gradients is exact, what their faces pass on is conserved, and
/// nothing depends on parts or restarts.

#include "physics/solvers/shearing_box.hpp"

#include <gtest/gtest.h>

#include "tests/unit/physics/schemes_by_name.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

const ShearingBoxSettings disc{0.8, 1.5, false};

NamedMake sheared(const Scheme& scheme, Splitting splitting, const ShearingBoxSettings& box = disc,
                  const std::function<void(MusclHancockSettings&)>& change = {}) {
  MusclHancockSettings settings = scheme.settings();
  settings.splitting = splitting;
  settings.shearing_box = box;
  if (change) change(settings);
  return {name(scheme) + " " + name_of(splitting), false, [=](const Subdomain& part) {
            return make_muscl_hancock(part, all_periodic, settings, scheme.precision, Device::cpu,
                                      {});
          }};
}

/// All gases with parabolas, each with another splitting.
std::vector<NamedMake> some_of_all(const std::function<void(MusclHancockSettings&)>& change = {}) {
  std::vector<NamedMake> all;
  const Splitting splittings[] = {Splitting::merged, Splitting::strang, Splitting::symmetric};
  for (const Scheme& scheme : all_equations())
    if (scheme.reconstruction == Reconstruction::weno_z || scheme.gas == EquationOfState::ideal)
      all.push_back(sheared(scheme, splittings[all.size() % 3], disc, change));
  return all;
}

std::vector<Grid> boxes() {
  return {{{17, 12, 1}, {-1, 0, 0}, {1, 1.5, 1}}, {{14, 10, 9}, {-0.7, 0, 0}, {0.7, 1, 1}}};
}

/// The state `smooth` in a box of any size.
InitialState smooth_in(const Grid& grid) {
  return [grid](const std::string& name, double x, double y, double z) {
    const auto part = [&](int axis, double place) {
      return (place - grid.lower[std::size_t(axis)]) /
             (grid.upper[std::size_t(axis)] - grid.lower[std::size_t(axis)]);
    };
    if (name == "dye") return 0.5 + 0.4 * std::sin(2 * pi * part(1, y));
    if (name == "flat") return 0.3;
    return smooth(name, part(0, x), part(1, y), part(2, z));
  };
}

std::unique_ptr<Solver> begun(const NamedMake& scheme, const Grid& grid,
                              const InitialState& initial, double time = 0) {
  auto solver = scheme.make(grid);
  solver->set_primitive(sample(*solver, grid, initial), time);
  return solver;
}

TEST(ShearingBox, LeavesUniformGasAlone) {
  const InitialState uniform = [](const std::string& name, double, double, double) {
    return name == "density" ? 1.3 : name == "pressure" ? 0.7 : 0.0;
  };
  for (const Grid& grid : boxes())
    for (const NamedMake& scheme : some_of_all()) {
      const auto solver = begun(scheme, grid, uniform);
      const FieldValues before = solver->field("pressure");
      take_steps(*solver, 5);
      // The mean of six orders of sweeps is rounded.
      const double rounding = scheme.name.ends_with("symmetric") ? 3e-16 : 0;
      for (const double rho : solver->field("density"))
        ASSERT_NEAR(rho, 1.3, rounding) << scheme.name;
      for (const double v : solver->field("velocity_magnitude")) ASSERT_EQ(v, 0) << scheme.name;
      if (rounding > 0) continue;
      EXPECT_EQ(solver->field("pressure"), before) << scheme.name;
    }
}

TEST(ShearingBox, TurnsUniformVelocitiesOnTheirEpicycle) {
  const InitialState moving = [](const std::string& name, double, double, double) {
    if (name == "density") return 2.0;
    return name == "pressure" ? 1.0 : name == "velocity_x" ? 0.3 : 0.0;
  };
  const double omega = 0.8;
  for (const double q : {0.0, 1.5, 2.0, 2.4})
    for (const Grid& grid : {Grid{{8, 6, 1}}, Grid{{8, 1, 1}}, Grid{{8, 1, 6}}})
      for (const Splitting splitting :
           {Splitting::merged, Splitting::strang, Splitting::symmetric}) {
        const auto solver =
            begun(sheared(both_equations()[2], splitting, {omega, q, false}), grid, moving);
        const double time = take_steps(*solver, 12);
        const double kappa = omega * std::sqrt(std::abs(2 * (2 - q)));
        const double x = q == 2 ? 1 : q > 2 ? std::cosh(kappa * time) : std::cos(kappa * time);
        const double y = q == 2  ? time
                         : q > 2 ? std::sinh(kappa * time) / kappa
                                 : std::sin(kappa * time) / kappa;
        for (const double v : solver->field("velocity_x")) ASSERT_NEAR(v, 0.3 * x, 1e-14);
        for (const double v : solver->field("velocity_y"))
          ASSERT_NEAR(v, 0.3 * (q - 2) * omega * y, 1e-14);
        for (const double p : solver->field("pressure")) ASSERT_NEAR(p, 1, 1e-14);
      }
}

TEST(ShearingBox, StretchesAUniformField) {
  const InitialState field = [](const std::string& name, double, double, double) {
    if (name == "density") return 1.0;
    return name == "pressure" ? 0.5 : name == "magnetic_field_x" ? 0.1 : 0.0;
  };
  const auto solver = begun(sheared(both_equations()[3], Splitting::merged), {{8, 6, 4}}, field);
  const double time = take_steps(*solver, 8);
  for (const double b : solver->field("magnetic_field_y"))
    ASSERT_NEAR(b, -1.5 * 0.8 * time * 0.1, 1e-15);
  for (const double p : solver->field("pressure")) ASSERT_NEAR(p, 0.5, 1e-14);
}

TEST(ShearingBox, HoldsAnIsothermalDiscInBalance) {
  // rho = exp(-z^2 Omega^2 / (2 c^2)) between walls.
  const Grid grid{{8, 6, 32}, {-1, -1, -1}, {1, 1, 1}};
  MusclHancockSettings settings = both_equations()[2].settings();
  settings.equation_of_state = EquationOfState::isothermal;
  settings.shearing_box = {1, 1.5, true};
  settings.splitting = Splitting::merged;
  Boundaries kinds = all_periodic;
  kinds.kind[axis_z] = {BoundaryKind::reflecting, BoundaryKind::reflecting};
  const auto solver =
      make_muscl_hancock(grid, kinds, settings, Precision::double_precision, Device::cpu, {});
  solver->set_primitive(sample(*solver, grid,
                               [](const std::string& name, double, double, double z) {
                                 return name == "density" ? std::exp(-0.5 * z * z) : 0.0;
                               }),
                        0);
  take_steps(*solver, 40);
  for (const double v : solver->field("velocity_magnitude")) ASSERT_LT(v, 2e-2);
}

TEST(ShearingBox, ConservesMassAndTheMeanField) {
  for (const Grid& grid : boxes())
    for (const NamedMake& scheme : some_of_all()) {
      const auto solver = begun(scheme, grid, smooth_in(grid), 0.37);
      std::vector<std::string> conserved{"density", "momentum_z"};
      if (scheme.name.starts_with("mhd") || scheme.name.find("_mhd") != std::string::npos)
        conserved.insert(conserved.end(), {"magnetic_field_x", "magnetic_field_z"});
      std::map<std::string, double> before;
      for (const std::string& field : conserved) before[field] = sum(solver->field(field));
      take_steps(*solver, 7, 0.37);
      EXPECT_FALSE(solver->unphysical_cell()) << scheme.name;
      for (const std::string& field : conserved)
        EXPECT_NEAR(sum(solver->field(field)), before[field], 3e-12) << scheme.name << field;
    }
}

TEST(ShearingBox, MayHaveWallsAcrossX) {
  Boundaries walls = all_periodic;
  walls.kind[axis_x] = {BoundaryKind::reflecting, BoundaryKind::reflecting};
  for (const Grid& grid : boxes())
    for (const Scheme& scheme : both_equations()) {
      MusclHancockSettings settings = scheme.settings();
      settings.shearing_box = disc;
      const auto initial = [&](const std::string& name, double x, double y, double z) {
        return name.starts_with("magnetic_field_x") ? 0.0 : smooth_in(grid)(name, x, y, z);
      };
      const NamedMake make{name(scheme), false, [&](const Subdomain& part) {
                             return make_muscl_hancock(part, walls, settings, scheme.precision,
                                                       Device::cpu, {});
                           }};
      const auto solver = begun(make, grid, initial);
      const double before = sum(solver->field("density"));
      take_steps(*solver, 7);
      EXPECT_FALSE(solver->unphysical_cell()) << make.name;
      const double rounding = scheme.precision == Precision::single_precision ? 3e-6 : 1e-14;
      EXPECT_NEAR(sum(solver->field("density")), before, rounding * before) << make.name;
      expect_same_in_parts(make.make, grid, sample(*make.make(grid), grid, initial), make.name,
                           {"pressure"}, {axis_x, axis_z});
    }
}

TEST(ShearingBox, ConservesMassWhereCellsFallBackToFirstOrder) {
  const Grid grid{{18, 14, 1}};
  const InitialState streams = [](const std::string& name, double x, double y, double) {
    if (name == "density") return 1.0;
    if (name == "velocity_x")
      return std::cos(2 * pi * (x - 0.04)) * (1 + 0.5 * std::sin(2 * pi * y));
    return name == "pressure" ? 1e-4 : 0.0;
  };
  const auto solver = begun(sheared(both_equations()[2], Splitting::merged, disc,
                                    [](auto& settings) { settings.first_order_fallback = true; }),
                            grid, streams);
  const double before = sum(solver->field("density"));
  take_steps(*solver, 12);
  EXPECT_GT(value_of(solver->history(), "fallback_cells"), 0);
  EXPECT_NEAR(sum(solver->field("density")), before, 1e-12);
}

TEST(ShearingBox, LeavesAConstantConcentrationAloneAndBoundsOthers) {
  const auto with_dyes = [](auto& settings) { settings.scalars = {"flat", "dye"}; };
  for (const Grid& grid : boxes())
    for (const NamedMake& scheme : some_of_all(with_dyes)) {
      const auto solver = begun(scheme, grid, smooth_in(grid));
      const double mass = value_of(solver->history(), "dye_mass");
      take_steps(*solver, 7);
      for (const double s : solver->field("flat")) ASSERT_EQ(s, 0.3) << scheme.name;
      for (const double s : solver->field("dye")) {
        ASSERT_GE(s, 0.1) << scheme.name;
        ASSERT_LE(s, 0.9) << scheme.name;
      }
      EXPECT_NEAR(value_of(solver->history(), "dye_mass"), mass, 2e-3 * mass) << scheme.name;
    }
}

TEST(ShearingBox, HasTheSameBitsInParts) {
  const auto carrying = [](auto& settings) {
    settings.scalars = {"dye"};
    settings.first_order_fallback = true;
    settings.shearing_box.vertical_gravity = true;
  };
  for (const Grid& grid : boxes())
    for (const NamedMake& scheme : some_of_all(carrying))
      expect_same_in_parts(scheme.make, grid, sample(*scheme.make(grid), grid, smooth_in(grid)),
                           scheme.name, {"pressure", "vorticity_z"}, {axis_x, axis_z});
}

TEST(ShearingBox, GoesOnFromACheckpointWithTheSameBits) {
  const Grid grid = boxes().front();
  for (const NamedMake& scheme : some_of_all())
    expect_restart_goes_on(scheme, grid, sample(*scheme.make(grid), grid, smooth_in(grid)),
                           [](Solver& solver) { static_cast<void>(solver.history()); });
}

}  // namespace
}  // namespace solenoid::testing_physics
