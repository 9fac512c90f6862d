/// \file
/// The solver `relaxing-tvd`: div B, conservation, symmetries, boundaries, restarts.

#include <gtest/gtest.h>

#include <array>

#include "physics/solvers/compiled_precisions.hpp"
#include "tests/unit/physics/staggered_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

const std::vector<Grid> grids = {{{24, 1, 1}}, {{12, 20, 1}}, {{10, 12, 14}}};

TEST(RelaxingTvd, KeepsAUniformStateExactly) {
  const auto uniform = [](const std::string& name, double, double, double) {
    return name == "density" || name == "pressure" ? 1.0 : 0.25;
  };
  for (const Grid& grid : grids) {
    auto solver =
        start_staggered(grid, everywhere(BoundaryKind::periodic), uniform, no_potential());
    const auto before = solver->field("density");
    const auto energy = solver->field("total_energy");
    take_steps(*solver, 6);
    EXPECT_EQ(solver->field("density"), before);
    EXPECT_EQ(solver->field("total_energy"), energy);
    for (const double value : solver->field("magnetic_field_face_y")) EXPECT_EQ(value, 0.25);
  }
}

TEST(RelaxingTvd, KeepsTheDivergenceAtRounding) {
  for (const Grid& grid : grids)
    for (const auto kind :
         {BoundaryKind::periodic, BoundaryKind::outflow, BoundaryKind::reflecting}) {
      SCOPED_TRACE(testing::Message() << grid.dimensions() << "D, boundary " << int(kind));
      auto solver = start_staggered(grid, everywhere(kind), smooth_fluid, smooth_potential);
      EXPECT_LT(relative_divergence(*solver, grid), 1e-14);
      take_steps(*solver, 12);
      EXPECT_LT(relative_divergence(*solver, grid), 1e-13);
    }
}

TEST(RelaxingTvd, KeepsTheDivergenceAtRoundingAtFixedFaces) {
  for (const Grid& grid : grids) {
    FixedBoundary fixed;
    fixed.depends_on_time = true;
    fixed.values = [](const std::string& name, double x, double y, double z, double t) {
      return smooth_fluid(name, x, y, z) + 0.1 * t;
    };
    auto solver = start_staggered(grid, everywhere(BoundaryKind::fixed), smooth_fluid,
                                  smooth_potential, {}, Precision::double_precision, fixed);
    take_steps(*solver, 12);
    EXPECT_LT(relative_divergence(*solver, grid), 1e-13);
  }
}

TEST(RelaxingTvd, ConservesMassMomentumAndEnergy) {
  for (const bool magnetised : {true, false})
    for (const Grid& grid : grids) {
      RelaxingTvdSettings settings;
      settings.magnetised = magnetised;
      auto solver = start_staggered(grid, everywhere(BoundaryKind::periodic), smooth_fluid,
                                    smooth_potential, settings);
      const auto before = solver->history();
      take_steps(*solver, 12);
      const auto after = solver->history();
      for (const auto& label : solver->conserved_labels())
        EXPECT_NEAR(value_of(after, label), value_of(before, label), 1e-14) << label;
    }
}

/// Jumps of every field at 0.5 along `axis`, from the lower to the upper side unless `mirrored`.
/// Vectors turn with the axis, cyclically or, with `exchanged`, with their transverse components
/// exchanged.
struct ShockTube {
  int axis;
  bool exchanged, mirrored;

  [[nodiscard]] int component(int direction) const {
    const int cyclic = (direction - axis + 3) % 3;
    return exchanged && cyclic > 0 ? 3 - cyclic : cyclic;
  }
  double operator()(const std::string& name, double x, double y, double z) const {
    const std::array<double, 3> at{x, y, z};
    const double along = at[std::size_t(axis)];
    const bool lower = mirrored ? along > 0.5 : along < 0.5;
    if (name == "density") return lower ? 1 : 0.25;
    if (name == "pressure") return lower ? 1 : 0.125;
    const int c = component(name.back() - 'x');
    const double sign = mirrored && c == 0 ? -1 : 1;
    if (name.starts_with("velocity")) return sign * std::array{0.25, 0.5, -0.125}[std::size_t(c)];
    return sign * (c == 0 ? 0.75 : c == 1 ? (lower ? 1 : -1) : (lower ? 0.25 : 0.5));
  }
  [[nodiscard]] Grid grid() const {
    Grid g;
    g.cells[std::size_t(axis)] = 48;
    return g;
  }
  /// A field of the result, as the tube along x has it.
  [[nodiscard]] FieldValues result(Solver& solver, const std::string& name) const {
    std::string turned = name;
    double sign = 1;
    if (name[name.size() - 2] == '_')
      for (int d = 0; d < 3; ++d)
        if (component(d) == name.back() - 'x') {
          turned.back() = char('x' + d);
          if (mirrored && component(d) == 0) sign = -1;
        }
    FieldValues values = solver.field(turned);
    if (mirrored) std::reverse(values.begin(), values.end());
    for (double& value : values) value *= sign;
    return values;
  }
};

TEST(RelaxingTvd, SolvesOneProblemInAllSixDirections) {
  const ShockTube first{0, false, false};
  const auto along = [](const ShockTube& tube) {
    auto solver =
        start_staggered(tube.grid(), everywhere(BoundaryKind::outflow), tube, no_potential());
    take_steps(*solver, 20);
    return solver;
  };
  auto expected = along(first);
  EXPECT_GT(largest(expected->field("velocity_z")), 0.13);
  for (int axis = 0; axis < 3; ++axis)
    for (const bool exchanged : {false, true})
      for (const bool mirrored : {false, true}) {
        SCOPED_TRACE(testing::Message() << "axis " << axis << (exchanged ? ", exchanged" : "")
                                        << (mirrored ? ", mirrored" : ""));
        const ShockTube tube{axis, exchanged, mirrored};
        auto solver = along(tube);
        for (const std::string name : {"density", "velocity_x", "velocity_y", "velocity_z",
                                       "total_energy", "magnetic_field_y", "magnetic_field_z"})
          EXPECT_EQ(tube.result(*solver, name), first.result(*expected, name)) << name;
      }
}

TEST(RelaxingTvd, WallsAreMirrors) {
  // Half of a mirrored state between walls is that half of the whole.
  const auto mirrored = [](const std::string& name, double x, double y, double z) {
    const double distance = std::abs(x - 0.5);
    const double sign = x < 0.5 ? -1 : 1;
    if (name == "velocity_x") return sign * std::sin(2 * pi * distance) * (1 + 0.2 * y);
    if (name.starts_with("magnetic")) return name.back() == 'x' ? 0.0 : 0.5;
    return smooth(name, distance, y, z);
  };
  const VectorPotential potential = [](int component, const std::array<double, 3>& x) {
    return component == 2 ? 0.1 * std::sin(2 * pi * (x[0] - 0.5)) * std::cos(2 * pi * x[1]) : 0.0;
  };
  Boundaries walls = everywhere(BoundaryKind::periodic);
  walls.kind[0] = {BoundaryKind::reflecting, BoundaryKind::reflecting};
  const Grid whole{{32, 12, 1}};
  Grid half{{16, 12, 1}};
  half.lower[0] = 0.5;
  auto a = start_staggered(whole, walls, mirrored, potential);
  auto b = start_staggered(half, walls, mirrored, potential);
  double time = 0;
  for (int s = 0; s < 10; ++s) {
    const double dt = a->stable_step();
    static_cast<void>(b->stable_step());
    a->advance(time, dt);
    b->advance(time, dt);
    time += dt;
  }
  const auto in_whole = a->field("density");
  const auto in_half = b->field("density");
  for (std::size_t j = 0; j < 12; ++j)
    for (std::size_t i = 0; i < 16; ++i)
      EXPECT_NEAR(in_half[16 * j + i], in_whole[32 * j + 16 + i], 1e-13);
  EXPECT_NEAR(value_of(b->history(), "mass"), 0.5 * value_of(a->history(), "mass"), 1e-14);
}

TEST(RelaxingTvd, GoesOnBitForBitFromAnyStep) {
  for (const auto precision : compiled_precisions) {
    Boundaries boundaries = everywhere(BoundaryKind::periodic);
    boundaries.kind[1] = {BoundaryKind::outflow, BoundaryKind::reflecting};
    const Grid grid{{10, 12, 6}};
    const auto begin = [&] {
      return start_staggered(grid, boundaries, smooth_fluid, smooth_potential, {}, precision);
    };
    for (const int first : {1, 2, 3, 4}) {
      auto whole = begin();
      const double half_time = take_steps(*whole, first);
      auto rest = begin();
      rest->restore(whole->save(), half_time);
      take_steps(*whole, 5, half_time);
      take_steps(*rest, 5, half_time);
      for (const auto& name : staggered_fields())
        EXPECT_EQ(whole->field(name), rest->field(name)) << name << " after " << first;
      EXPECT_EQ(whole->save().arrays, rest->save().arrays);
    }
  }
}

TEST(RelaxingTvd, ConvergesAtSecondOrder) {
  // A circularly polarised Alfven wave along x crosses the box once: an exact solution.
  const auto error = [](int cells) {
    const auto wave = [](const std::string& name, double x, double, double) {
      const double phase = 2 * pi * x;
      if (name == "density" || name == "magnetic_field_x") return 1.0;
      if (name == "pressure") return 0.5;
      if (name == "velocity_x") return 0.0;
      const double sign = name.starts_with("velocity") ? -1 : 1;
      return sign * 0.1 * (name.back() == 'y' ? std::sin(phase) : std::cos(phase));
    };
    const Grid grid{{cells, 1, 1}};
    auto solver = start_staggered(grid, everywhere(BoundaryKind::periodic), wave, no_potential());
    const auto before = solver->field("magnetic_field_y");
    run_to(*solver, 1.0);
    const auto after = solver->field("magnetic_field_y");
    double total = 0;
    for (std::size_t i = 0; i < before.size(); ++i) total += std::abs(after[i] - before[i]);
    return total / cells;
  };
  const double coarse = error(32);
  const double fine = error(64);
  const double finest = error(128);
  EXPECT_GT(std::log2(coarse / fine), 1.7);
  EXPECT_GT(std::log2(fine / finest), 1.9);
  EXPECT_LT(finest, 2e-4);
}

TEST(RelaxingTvd, KeepsThePressureWhereTheFieldHasAPeak) {
  // A field much stronger than the gas, with a peak a few cells wide: what is diffused of its
  // energy before it moves is missing in the gas.
  const Grid grid{{64, 1, 1}};
  const auto peak = [](const std::string& name, double x, double, double) {
    if (name == "density") return 1.0;
    if (name == "pressure") return 0.05;
    const double distance = 64 * (x - 0.5);
    return name == "magnetic_field_y" ? 1 + 0.4 * std::exp(-0.5 * distance * distance) : 0.0;
  };
  auto solver = start_staggered(grid, everywhere(BoundaryKind::periodic), peak, no_potential());
  for (int pair = 0; pair < 30; ++pair) {
    take_steps(*solver, 2);
    ASSERT_FALSE(solver->unphysical_cell().has_value()) << pair;
    for (const double p : solver->field("pressure")) ASSERT_GT(p, 0.01) << pair;
  }
}

TEST(RelaxingTvd, NamesTheFirstUnphysicalCell) {
  const Grid grid{{16, 8, 1}};
  const auto broken = [](const std::string& name, double x, double y, double z) {
    if (name == "pressure" && std::abs(x - 0.53) < 0.03 && std::abs(y - 0.44) < 0.05) return -5.0;
    return smooth_fluid(name, x, y, z);
  };
  auto solver = start_staggered(grid, everywhere(BoundaryKind::periodic), broken, no_potential());
  static_cast<void>(solver->stable_step());
  const auto bad = solver->unphysical_cell();
  ASSERT_TRUE(bad.has_value());
  EXPECT_EQ(bad->cell, (std::array<int, 3>{8, 3, 0}));
  EXPECT_EQ(bad->state.size(), 8u);
  EXPECT_EQ(bad->state.back().first, "magnetic_field_face_z");
}

TEST(RelaxingTvd, NeedsTheFieldOnFaces) {
  const Grid grid{{8, 8, 1}};
  auto solver = make_relaxing_tvd(grid, everywhere(BoundaryKind::periodic), {},
                                  Precision::double_precision, Device::cpu);
  auto fields = sample_staggered(grid, smooth_fluid, smooth_potential);
  EXPECT_NO_THROW(solver->set_primitive(fields, 0));
  fields["magnetic_field_y"].pop_back();
  EXPECT_THROW(solver->set_primitive(fields, 0), std::invalid_argument);
}

TEST(RelaxingTvd, MovesTheSmallestPossibleAmount) {
  const auto values = [](const Grid& grid, bool magnetised) {
    RelaxingTvdSettings settings;
    settings.magnetised = magnetised;
    return make_relaxing_tvd(grid, everywhere(BoundaryKind::periodic), settings,
                             Precision::double_precision, Device::cpu)
        ->traffic()
        .values_per_update;
  };
  EXPECT_EQ(values({{8, 8, 8}}, true), 75);
  EXPECT_EQ(values({{8, 8, 8}}, false), 30);
}

}  // namespace
}  // namespace solenoid::testing_physics
