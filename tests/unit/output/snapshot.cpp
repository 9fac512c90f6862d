#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using testing_files::snapshot_of;

const Grid brick{{4, 3, 2}, {0, 0, -1}, {2, 3, 1}};

TEST(Slice, TakesTheCellsAtThePosition) {
  const Snapshot whole = snapshot_of(brick, {"density"});
  const Snapshot plane = slice(whole, axis_y, 1.5);
  EXPECT_EQ(plane.grid.cells, (std::array<int, 3>{4, 1, 2}));
  EXPECT_DOUBLE_EQ(plane.grid.lower[axis_y], 1.0);
  EXPECT_DOUBLE_EQ(plane.grid.upper[axis_y], 2.0);
  ASSERT_EQ(plane.fields.size(), 1U);
  ASSERT_EQ(plane.fields[0].values.size(), 8U);
  for (std::size_t k = 0; k < 2; ++k) {
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(plane.fields[0].values[i + 4 * k], whole.fields[0].values[i + 4 * (1 + 3 * k)]);
    }
  }
  EXPECT_EQ(plane.time, whole.time);
  EXPECT_EQ(plane.step, whole.step);
  EXPECT_EQ(plane.provenance.deck, whole.provenance.deck);
}

TEST(Slice, TakesTheCellsAlongXAndZ) {
  const Snapshot whole = snapshot_of(brick, {"density"});
  const Snapshot along_x = slice(whole, axis_x, 1.9);
  EXPECT_EQ(along_x.fields[0].values[1 + 3 * 1], whole.fields[0].values[3 + 4 * (1 + 3 * 1)]);
  const Snapshot along_z = slice(whole, axis_z, -0.5);
  EXPECT_EQ(along_z.fields[0].values[1 + 4 * 2], whole.fields[0].values[1 + 4 * 2]);
}

TEST(Slice, RemembersTheGridThatItWasCutFrom) {
  const Snapshot whole = snapshot_of(brick, {"density"});
  EXPECT_FALSE(whole.whole.has_value());
  const Snapshot line = slice(slice(whole, axis_y, 1.5), axis_z, 0.5);
  ASSERT_TRUE(line.whole.has_value());
  EXPECT_EQ(line.whole->cells, brick.cells);
  EXPECT_EQ(line.whole->lower, brick.lower);
  const Snapshot plane = snapshot_of({{4, 3, 1}, {0, 0, 0}, {1, 1, 1}}, {"density"});
  EXPECT_FALSE(slice(plane, axis_z, 0.5).whole.has_value()) << "nothing was cut";
}

TEST(Slice, AcceptsBothEndsOfTheGrid) {
  const Snapshot whole = snapshot_of(brick, {"density"});
  EXPECT_DOUBLE_EQ(slice(whole, axis_x, 0.0).grid.lower[axis_x], 0.0);
  EXPECT_DOUBLE_EQ(slice(whole, axis_x, 2.0).grid.upper[axis_x], 2.0);
}

TEST(Slice, RefusesAPositionOutsideTheGrid) {
  const Snapshot whole = snapshot_of(brick, {"density"});
  EXPECT_THROW(slice(whole, axis_x, 2.1), std::invalid_argument);
  EXPECT_THROW(slice(whole, axis_z, -1.1), std::invalid_argument);
  EXPECT_THROW(slice(whole, axis_x, std::nan("")), std::invalid_argument);
}

TEST(Slice, RefusesAFieldOfAnotherSize) {
  Snapshot whole = snapshot_of(brick, {"density"});
  whole.fields[0].values.pop_back();
  EXPECT_THROW(slice(whole, axis_x, 1.0), std::invalid_argument);
}

TEST(Coarsened, IsTheMeanOverTheCells) {
  const Grid fine{{6, 10, 9}, {0, 0, -1}, {2, 3, 1}};
  const Snapshot whole = snapshot_of(fine, {"density", "pressure"});
  const Snapshot coarse = coarsened(whole, {3, 5, 3});
  EXPECT_EQ(coarse.grid.cells, (std::array<int, 3>{3, 5, 3}));
  EXPECT_EQ(coarse.grid.upper, fine.upper);
  EXPECT_EQ(coarse.time, whole.time);
  EXPECT_EQ(coarse.provenance.deck, whole.provenance.deck);
  for (const std::size_t f : {0, 1}) {
    // Added up in the order of the file, as one thread would.
    FieldValues sums(45, 0.0);
    for (std::size_t n = 0; n < whole.fields[f].values.size(); ++n)
      sums[n % 6 / 2 + 3 * (n / 6 % 10 / 2 + 5 * (n / 60 / 3))] +=
          1.0 / 12 * whole.fields[f].values[n];
    EXPECT_EQ(coarse.fields.at(f).name, whole.fields[f].name);
    EXPECT_EQ(coarse.fields.at(f).values, sums);
  }
}

TEST(Coarsened, RefusesWhatCannotBeAveraged) {
  Snapshot whole = snapshot_of({{6, 4, 2}, {0, 0, -1}, {2, 3, 1}}, {"density"});
  EXPECT_THROW(coarsened(whole, {4, 2, 1}), std::invalid_argument);
  whole.fields[0].values.push_back(0);
  EXPECT_THROW(coarsened(whole, {3, 2, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
