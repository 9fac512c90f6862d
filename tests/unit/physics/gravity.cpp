/// \file
/// Gravity of a gas and by potentials: conservation, exact potentials, and that nothing depends on
/// parts, restarts or devices.

#include "physics/solvers/gravity.hpp"

#include <gtest/gtest.h>

#include "physics/solvers/relaxing_tvd.hpp"
#include "tests/unit/physics/schemes_by_name.hpp"
#include "tests/unit/physics/solver_helpers.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"
#include "tests/unit/physics/two_parts.hpp"

namespace solenoid::testing_physics {
namespace {

GravitySettings of_itself(GravityBoundary boundary) {
  GravitySettings settings;
  settings.self_gravity = true;
  settings.constant = 0.7;
  settings.boundary = boundary;
  return settings;
}

/// A potential that depends on place and time, on a grid.
GravitySettings moving_well(const Grid& grid) {
  GravitySettings settings;
  settings.potential_depends_on_time = true;
  settings.potential = [grid](const Box& cells, double time, double* values) {
    for (std::size_t n = 0; n < cells.values(); ++n) {
      const auto cell = cells.at(n);
      values[n] = 0.3 * std::sin(2 * pi * (grid.centre(0, cell[0]) - time)) +
                  0.2 * std::cos(2 * pi * grid.centre(1, cell[1])) * grid.centre(2, cell[2]);
    }
  };
  return settings;
}

std::vector<NamedMake> gravitating(const GravitySettings& gravity, BoundaryKind faces,
                                   Precision precision = Precision::double_precision) {
  std::vector<NamedMake> all;
  for (const Splitting splitting : {Splitting::strang, Splitting::merged, Splitting::symmetric}) {
    const bool magnetised = splitting == Splitting::merged;
    MusclHancockSettings settings = both_equations()[magnetised ? 3 : 2].settings();
    settings.splitting = splitting;
    settings.gravitation = gravity;
    all.push_back({std::string(name_of(splitting)), false, [=](const Subdomain& part) {
                     return make_muscl_hancock(part, everywhere(faces), settings, precision,
                                               Device::cpu, {});
                   }});
  }
  RelaxingTvdSettings settings;
  settings.gravitation = gravity;
  all.push_back({"relaxing", true, [=](const Subdomain& part) {
                   return make_relaxing_tvd(part, everywhere(faces), settings, precision,
                                            Device::cpu, {});
                 }});
  return all;
}

FieldMap start_of(const NamedMake& scheme, const Grid& grid) {
  return scheme.staggered ? sample_staggered(grid, smooth, smooth_potential)
                          : sample(*scheme.make(grid), grid, smooth);
}

TEST(SelfGravity, GivesAPeriodicGasNoMomentum) {
  for (const Grid& grid : {Grid{{12, 10, 8}, {0, 0, 0}, {1, 1, 2}}, Grid{{15, 9, 1}}}) {
    for (const NamedMake& scheme :
         gravitating(of_itself(GravityBoundary::periodic), BoundaryKind::periodic)) {
      const auto solver = scheme.make(grid);
      solver->set_primitive(start_of(scheme, grid), 0);
      const auto before = solver->history();
      take_steps(*solver, 8);
      const auto now = solver->history();
      EXPECT_GT(std::abs(value_of(now, "grav-E") - value_of(before, "grav-E")), 1e-5);
      for (const char* total : {"mass", "1-mom", "2-mom", "3-mom"})
        EXPECT_NEAR(value_of(now, total), value_of(before, total), 1e-14)
            << scheme.name << ": " << total;
    }
  }
}

/// What steps do to gas that was at rest: its momentum over mass and time, and the force on all.
TEST(SelfGravity, OfAnIsolatedGasSumsUpToNoForce) {
  const Grid grid{{10, 9, 8}, {0, 0, 0}, {1, 1, 1}};
  const NamedMake scheme =
      gravitating(of_itself(GravityBoundary::isolated), BoundaryKind::outflow).front();
  const auto solver = scheme.make(grid);
  solver->set_primitive(sample(*solver, grid,
                               [](const std::string& name, double x, double y, double z) {
                                 if (name == "density") return 1 + 3 * x * x + 2 * y - z * y * x;
                                 return name == "pressure" ? 1e-8 : 0.0;
                               }),
                        0);
  const double dt = 1e-8;
  solver->advance(0, dt);
  const auto row = solver->history();
  double size = 0;
  for (const double value : solver->field("momentum_x")) size += std::abs(value) / 720;
  EXPECT_GT(size / dt, 0.3);
  // What is left is of the flow through the faces.
  for (const char* momentum : {"1-mom", "2-mom", "3-mom"})
    EXPECT_NEAR(value_of(row, momentum) / dt, 0, 1e-7) << momentum;
}

TEST(Gravity, HasTheSameBitsInParts) {
  const Grid grid{{10, 11, 10}, {0, 0, 0}, {1, 0.9, 1.1}};
  for (const Precision precision : compiled_precisions)
    for (const auto& [gravity, faces] :
         {std::pair{of_itself(GravityBoundary::periodic), BoundaryKind::periodic},
          std::pair{of_itself(GravityBoundary::isolated), BoundaryKind::outflow},
          std::pair{moving_well(grid), BoundaryKind::periodic}})
      for (const NamedMake& scheme : gravitating(gravity, faces, precision))
        expect_same_in_parts(scheme.make, grid, start_of(scheme, grid), scheme.name,
                             {potential_field});
  // In two dimensions and one: of a part that is its own neighbour along an axis, too.
  for (const Grid& flat : {Grid{{36, 9, 1}}, Grid{{9, 1, 35}}, Grid{{1, 8, 7}}, Grid{{17, 1, 1}}})
    for (const auto& [gravity, faces] :
         {std::pair{of_itself(GravityBoundary::periodic), BoundaryKind::periodic},
          std::pair{of_itself(GravityBoundary::isolated), BoundaryKind::outflow}}) {
      const NamedMake scheme = gravitating(gravity, faces)[1];
      expect_same_in_parts(scheme.make, flat, start_of(scheme, flat), scheme.name,
                           {potential_field});
    }
}

TEST(Gravity, GoesOnFromACheckpointWithTheSameBits) {
  const Grid grid{{12, 10, 8}};
  for (const auto& [gravity, faces] :
       {std::pair{of_itself(GravityBoundary::periodic), BoundaryKind::periodic},
        std::pair{of_itself(GravityBoundary::isolated), BoundaryKind::outflow},
        std::pair{moving_well(grid), BoundaryKind::periodic}})
    for (const NamedMake& scheme : gravitating(gravity, faces)) {
      expect_restart_goes_on(scheme, grid, start_of(scheme, grid), [](Solver& solver) {
        static_cast<void>(solver.field(potential_field));
      });
    }
}

TEST(Gravity, OfALinearPotentialLetsAllFallAlike) {
  GravitySettings gravity;
  const Grid grid{{8, 6, 4}, {0, 0, 0}, {1, 1, 1}};
  gravity.potential = [grid](const Box& cells, double, double* values) {
    for (std::size_t n = 0; n < cells.values(); ++n) {
      const auto cell = cells.at(n);
      values[n] =
          -0.5 * grid.centre(0, cell[0]) + 0.25 * grid.centre(1, cell[1]) - grid.centre(2, cell[2]);
    }
  };
  for (const NamedMake& scheme : gravitating(gravity, BoundaryKind::periodic)) {
    const auto solver = scheme.make(grid);
    const InitialState uniform = [](const std::string& name, double, double, double) {
      return name == "density" ? 2.0 : name == "pressure" ? 1.0 : 0.0;
    };
    solver->set_primitive(scheme.staggered ? sample_staggered(grid, uniform, no_potential())
                                           : sample(*solver, grid, uniform),
                          0);
    const double time = take_steps(*solver, 6);
    for (const double v : solver->field("velocity_x")) ASSERT_NEAR(v, 0.5 * time, 1e-14);
    for (const double v : solver->field("velocity_y")) ASSERT_NEAR(v, -0.25 * time, 1e-14);
    for (const double v : solver->field("velocity_z")) ASSERT_NEAR(v, time, 1e-14);
    for (const double p : solver->field("pressure")) ASSERT_NEAR(p, 1, 1e-13);
  }
}

/// The largest difference of a potential from `expected(r)`, but for a constant that it may have.
double potential_error(const Grid& grid, double radius, bool up_to_constant,
                       const std::function<double(double r)>& expected) {
  GravitySettings gravity = of_itself(GravityBoundary::isolated);
  gravity.constant = 1;
  const NamedMake scheme = gravitating(gravity, BoundaryKind::outflow).front();
  const auto solver = scheme.make(grid);
  const auto distance = [&](double x, double y, double z) {
    return std::sqrt(x * x + (grid.active(1) ? y * y : 0) + (grid.active(2) ? z * z : 0));
  };
  // Cells that the surface cuts hold the part that is inside.
  const auto density = [&](double x, double y, double z) {
    constexpr int parts = 5;
    int inside = 0, all = 0;
    const auto of = [&](int axis, double centre, int n) {
      return grid.active(axis) ? centre + (n + 0.5 - parts / 2.0) / parts * grid.spacing(axis) : 0;
    };
    const auto count = [&](int axis) { return grid.active(axis) ? parts : 1; };
    for (int c = 0; c < count(2); ++c)
      for (int b = 0; b < count(1); ++b)
        for (int a = 0; a < count(0); ++a, ++all)
          inside += distance(of(0, x, a), of(1, y, b), of(2, z, c)) < radius ? 1 : 0;
    return 1e-12 + double(inside) / all;
  };
  solver->set_primitive(sample(*solver, grid,
                               [&](const std::string& name, double x, double y, double z) {
                                 if (name == "density") return density(x, y, z);
                                 return name == "pressure" ? 1.0 : 0.0;
                               }),
                        0);
  const FieldValues phi = solver->field(potential_field);
  double lowest = 1e300, highest = -1e300;
  std::size_t at = 0;
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i) {
        const double r = distance(grid.centre(0, i), grid.centre(1, j), grid.centre(2, k));
        const double difference = phi[at++] - expected(r);
        lowest = std::min(lowest, difference);
        highest = std::max(highest, difference);
      }
  return up_to_constant ? highest - lowest : std::max(highest, -lowest);
}

TEST(SelfGravity, HasThePotentialOfASphere) {
  const auto sphere = [](double r) {
    return r < 0.6 ? -2 * pi * (0.36 - r * r / 3) : -4 * pi / 3 * 0.216 / r;
  };
  double before = 0;
  for (const int n : {16, 32}) {
    // No axis like another, and the centre of the sphere not that of the box.
    const Grid grid{{n, n + n / 4, n}, {-1, -1, -0.8}, {1, 1.2, 1.1}};
    const double error = potential_error(grid, 0.6, false, sphere) / (2 * pi * 0.36);
    EXPECT_LT(error, n == 16 ? 9e-3 : 2.5e-3);
    if (n > 16) {
      EXPECT_GT(before / error, 2.5);
    }
    before = error;
  }
}

TEST(SelfGravity, HasThePotentialOfACylinderAndASlab) {
  const auto cylinder = [](double r) {
    return r < 0.6 ? pi * r * r : pi * 0.36 * (1 + 2 * std::log(r / 0.6));
  };
  const auto slab = [](double r) { return r < 0.6 ? 2 * pi * r * r : 2 * pi * (1.2 * r - 0.36); };
  EXPECT_LT(potential_error({{40, 48, 1}, {-1, -1, 0}, {1, 1.1, 1}}, 0.6, true, cylinder), 6e-3);
  EXPECT_LT(potential_error({{40, 1, 1}, {-1, 0, 0}, {1, 1, 1}}, 0.6, true, slab), 6e-3);
  EXPECT_LT(potential_error({{20, 1, 1}, {-1, 0, 0}, {1, 1, 1}}, 0.6, true, slab), 24e-3);
}

TEST(SelfGravity, NeedsTheMemoryThatIsTold) {
  const Grid grid{{32, 16, 8}};
  GravitySettings settings = of_itself(GravityBoundary::periodic);
  EXPECT_EQ(gravity_bytes(grid, settings, Precision::double_precision), 32u * 16 * 8 * 8);
  settings.boundary = GravityBoundary::isolated;
  EXPECT_EQ(gravity_bytes(grid, settings, Precision::single_precision),
            (64u * 32 * 10 + 33 * 17 * 9) * 4);
  EXPECT_EQ(gravity_bytes(grid, moving_well(grid), Precision::double_precision), 34u * 18 * 10 * 8);
  EXPECT_EQ(gravity_bytes(grid, {}, Precision::double_precision), 0u);
  // A part of four: two arrays of a quarter, in the end one of its cells and two layers around it,
  // beside the two that it sends; and the table of waves of a quarter of the coefficients.
  const Grid cube{{32, 32, 32}};
  const GridCuts slabs{cube.cells, {{{0}, {0}, {0, 8, 16, 24}}}};
  settings.boundary = GravityBoundary::periodic;
  EXPECT_EQ(self_gravity_bytes(cube, slabs, settings, Precision::double_precision),
            (32u * 32 * 8 + 32 * 32 * 10 + 32 * 32 * 2) * 8);
  settings.boundary = GravityBoundary::isolated;
  EXPECT_EQ(self_gravity_bytes(cube, slabs, settings, Precision::double_precision),
            (2 * 64u * 64 * 9 + 33 * 16 * 33) * 8);
}

}  // namespace
}  // namespace solenoid::testing_physics
