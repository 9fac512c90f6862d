/// \file
/// Cells that outputs ask for where a step leaves its last sweep to the next one.

#include "physics/solvers/shown_cells.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/sanitized.hpp"
#include "tests/unit/physics/solver_helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

bool holds(const std::vector<Box>& boxes, const std::array<int, 3>& cell) {
  return std::ranges::any_of(boxes, [&](const Box& box) {
    return common_box(box, {cell, {1, 1, 1}}).values() == 1;
  });
}

/// A box somewhere in a grid.
template <class Random>
Box box_in(const std::array<int, 3>& cells, Random& random) {
  Box box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.count[axis] = std::uniform_int_distribution(1, cells[axis])(random);
    box.begin[axis] = std::uniform_int_distribution(0, cells[axis] - box.count[axis])(random);
  }
  return box;
}

TEST(BoxesWithNeighbours, HoldWhatLiesBesideABoxAroundPeriodicEndsToo) {
  std::mt19937 random(7);
  for (int n = 0; n < 300; ++n) {
    std::array<int, 3> cells{};
    std::array<bool, 3> periodic{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      cells[axis] = std::uniform_int_distribution(1, axis == 0 ? 70 : 9)(random);
      periodic[axis] = random() % 2 == 0;
    }
    const Box box = box_in(cells, random);
    const int unit = n % 2 == 0 ? 16 : 1;
    const std::vector<Box> boxes = boxes_with_neighbours(box, cells, periodic, unit);
    std::size_t sum = 0;
    for (const Box& found : boxes) {
      EXPECT_EQ(common_box(found, {{0, 0, 0}, cells}), found);
      EXPECT_GT(found.values(), 0u);
      EXPECT_EQ(found.begin[0] % unit, 0);
      const int end = found.begin[0] + found.count[0];
      EXPECT_TRUE(end % unit == 0 || end == cells[0]) << end;
      sum += found.values();
    }
    std::size_t most = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      most *= std::size_t(std::min(cells[axis], box.count[axis] + 2 + (axis == 0 ? 3 * unit : 0)));
    EXPECT_LE(sum, most);
    for (int k = -1; k <= box.count[2]; ++k)
      for (int j = -1; j <= box.count[1]; ++j)
        for (int i = -1; i <= box.count[0]; ++i) {
          std::array<int, 3> cell{box.begin[0] + i, box.begin[1] + j, box.begin[2] + k};
          bool there = true;
          for (std::size_t axis = 0; axis < 3; ++axis) {
            const int inside = (cell[axis] + cells[axis]) % cells[axis];
            there = there && (inside == cell[axis] || periodic[axis]);
            cell[axis] = inside;
          }
          EXPECT_TRUE(!there || holds(boxes, cell));
        }
  }
}

TEST(ShownCells, KnowWhatIsMadeUntilTheStateChanges) {
  ShownCells shown;
  EXPECT_FALSE(shown.begun());
  shown.begin();
  EXPECT_TRUE(shown.in_part());
  const Box plane{{0, 0, 4}, {16, 8, 3}}, other{{0, 0, 5}, {16, 8, 3}};
  shown.add(plane);
  EXPECT_EQ(shown.missing({{{2, 2, 5}, {4, 4, 1}}, other}), std::vector{other});
  EXPECT_EQ(shown.cells(), 16u * 8 * 3);
  shown.finish();
  EXPECT_TRUE(shown.begun() && shown.all() && !shown.in_part());
  shown.forget();
  EXPECT_FALSE(shown.begun() || shown.all());
  EXPECT_EQ(shown.missing({plane}), std::vector{plane});
}

double drifting_waves(const std::string& name, double x, double y, double z) {
  const double w = std::sin(2 * pi * x + 1) * std::cos(2 * pi * y) + 0.5 * std::sin(2 * pi * z + y);
  if (name == "density") return 1 + 0.3 * w;
  if (name == "pressure") return 0.7 + 0.2 * w * w;
  if (name == "velocity_x") return 0.4 * w + 0.2;
  if (name == "velocity_y") return 0.3 * std::cos(2 * pi * (x + z));
  return name == "magnetic_field_y" ? 0.3 + 0.2 * w : 0.1 * w;
}

class CellsAlone : public testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(MusclHancock, CellsAlone, testing::ValuesIn(both_equations()),
                         name_of_case);

/// A plane of a grid across one of its axes, or any box of it.
template <class Random>
Box shown_box(const Grid& grid, Random& random) {
  if (random() % 2 == 0) return box_in(grid.cells, random);
  const std::size_t across = random() % std::size_t(grid.dimensions());
  Box plane{{0, 0, 0}, grid.cells};
  plane.count[across] = 1;
  plane.begin[across] = int(random() % std::size_t(grid.cells[across]));
  return plane;
}

std::vector<double> values_of(Solver& solver, const std::string& field, const Box& box) {
  std::vector<double> values(box.values());
  solver.get_field(field, box, {Precision::double_precision, values.data()});
  return values;
}

/// Takes steps of two solvers, the one asked for boxes after each and the other for all cells.
template <class Random>
void expect_same_boxes(Solver& asked, Solver& whole, const Grid& grid, Random& random) {
  double time = 0;
  for (int step = 0; step < 4; ++step) {
    const double dt = asked.stable_step();
    ASSERT_EQ(whole.stable_step(), dt);
    asked.advance(time, dt);
    whole.advance(time, dt);
    time += dt;
    whole.complete_step();
    for (int n = 0; n < 6; ++n) {
      const Box box = shown_box(grid, random);
      if (random() % 3 == 0) asked.complete_cells(box);
      for (const char* field : {"density", "velocity_y", "vorticity_z"})
        if (random() % 2 == 0) {
          ASSERT_EQ(values_of(asked, field, box), values_of(whole, field, box))
              << field << ", step " << step;
        }
    }
    if (step % 2 == 0) {
      EXPECT_EQ(asked.history(), whole.history());
    }
  }
  EXPECT_EQ(asked.save().arrays, whole.save().arrays);
  EXPECT_EQ(asked.state_numbers(), whole.state_numbers());
}

TEST_P(CellsAlone, HaveTheBitsThatTheyHaveAmongAllOfThem) {
  std::mt19937 random(11);
  int number = 0;
  const FixedBoundary behind{
      [](const std::string& field, double x, double y, double z, double time) {
        return drifting_waves(field, x - 0.1 * time, y, z);
      }};
  for (const Grid& grid : {Grid{{70, 40, 1}}, Grid{{40, 13, 9}}, Grid{{37, 6, 17}}})
    for (const BoundaryKind kind : {BoundaryKind::periodic, BoundaryKind::reflecting,
                                    BoundaryKind::fixed, BoundaryKind::diode})
      for (const SweepOrder order : {SweepOrder::xyz, SweepOrder::yzx, SweepOrder::zxy})
        for (const Precision precision : compiled_precisions) {
          if (sanitized && number++ % 5 != 0) continue;
          Scheme scheme = GetParam();
          scheme.precision = precision;
          auto settings = merging(scheme);
          settings.order = order;
          if (random() % 2 == 0) settings.gravity = {0.1, -0.2, 0.05};
          const auto asked =
              start(scheme, grid, everywhere(kind), drifting_waves, settings, behind);
          const auto whole =
              start(scheme, grid, everywhere(kind), drifting_waves, settings, behind);
          expect_same_boxes(*asked, *whole, grid, random);
        }
}

/// A gas that parts at x = 3/4.
double parting(const std::string& name, double x, double, double) {
  if (name == "density") return 1;
  if (name == "pressure") return 1e-3;
  if (name == "velocity_x") return std::abs(x - 0.75) < 0.1 ? 10 * (x - 0.75) : 0;
  return 0;
}

TEST_P(CellsAlone, AreThereWhereTheSweepHasNoPressureElsewhere) {
  const Grid grid{{192, 4, 8}};
  for (double longer = 1; longer < 40; longer *= 1.1) {
    const auto solver =
        start(GetParam(), grid, everywhere(BoundaryKind::outflow), parting, merging(GetParam()));
    const double dt = longer * solver->stable_step();
    solver->advance(0, dt);
    solver->wait();
    if (solver->unphysical_cell()) continue;
    const Box plane{{24, 0, 0}, {1, 4, 8}};
    EXPECT_EQ(values_of(*solver, "density", plane), std::vector<double>(plane.values(), 1));
    EXPECT_FALSE(solver->unphysical_cell());
    solver->complete_step();
    if (!solver->unphysical_cell()) continue;
    EXPECT_NEAR(solver->unphysical_cell()->position[0], 0.75, 0.15);
    return;
  }
  FAIL() << "The last sweep always left a pressure.";
}

}  // namespace
}  // namespace solenoid
