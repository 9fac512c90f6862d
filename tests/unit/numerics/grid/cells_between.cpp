#include "numerics/grid/cells_between.hpp"

#include <gtest/gtest.h>

namespace solenoid {
namespace {

std::array<int, 2> between(double lower, double upper, int block = 1, int cells = 10) {
  const Grid grid{{4, cells, 1}, {0, -1, 0}, {1, 1, 1}};  // cells of 0.2 where there are ten
  const CellInterval found = cells_between(grid, axis_y, {lower, upper}, block);
  return {found.begin, found.end};
}

TEST(CellsBetween, AreThoseThatTheIntervalTouches) {
  using Cells = std::array<int, 2>;
  EXPECT_EQ(between(-1, 1), (Cells{0, 10}));
  EXPECT_EQ(between(-0.8, 0.4), (Cells{1, 7}));  // faces, but for rounding
  EXPECT_EQ(between(-0.81, 0.41), (Cells{0, 8}));
  EXPECT_EQ(between(0.01, 0.02), (Cells{5, 6}));
  EXPECT_EQ(between(0.999, 1), (Cells{9, 10}));
  EXPECT_EQ(between(-5, 5), (Cells{0, 10}));
}

TEST(CellsBetween, AreWholeBlocks) {
  using Cells = std::array<int, 2>;
  EXPECT_EQ(between(-0.59, 0.01, 2), (Cells{2, 6}));
  EXPECT_EQ(between(-0.6, -0.2, 2), (Cells{2, 4}));
  EXPECT_EQ(between(0.9, 1, 5), (Cells{5, 10}));
  EXPECT_EQ(between(-0.1, 0.1, 5, 15), (Cells{5, 10}));
}

}  // namespace
}  // namespace solenoid
