#include "src/parallel/part_layout.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace solenoid::testing_parallel {
namespace {

using Three = std::array<int, 3>;

TEST(PartLayout, SendsTheFewestValues) {
  EXPECT_EQ(choose_layout({{64, 64, 64}}, 64, 2), (PartLayout{4, 4, 4}));
  EXPECT_EQ(choose_layout({{512, 16, 16}}, 4, 2), (PartLayout{4, 1, 1}));
  EXPECT_EQ(choose_layout({{16, 512, 16}}, 4, 2), (PartLayout{1, 4, 1}));
  EXPECT_EQ(choose_layout({{100, 1, 1}}, 3, 2), (PartLayout{3, 1, 1}));
}

TEST(PartLayout, CutsFewAxesAndTheSlowestFirst) {
  EXPECT_EQ(choose_layout({{64, 64, 64}}, 2, 2), (PartLayout{1, 1, 2}));
  EXPECT_EQ(choose_layout({{64, 64, 1}}, 2, 2), (PartLayout{1, 2, 1}));
  // Four slabs send as much as two times two columns.
  EXPECT_EQ(choose_layout({{64, 64, 64}}, 4, 2), (PartLayout{1, 1, 4}));
  EXPECT_EQ(choose_layout({{64, 64, 64}}, 8, 2), (PartLayout{1, 2, 4}));
  EXPECT_EQ(choose_layout({{64, 64, 64}}, 1, 2), (PartLayout{1, 1, 1}));
}

TEST(PartLayout, CutsNoAxisThatHasToBeWhole) {
  EXPECT_EQ(choose_layout({{64, 64, 1}}, 2, 2, {true, false, true}), (PartLayout{2, 1, 1}));
  EXPECT_EQ(choose_layout({{64, 64, 64}}, 8, 2, {true, false, true}), (PartLayout{2, 1, 4}));
  EXPECT_FALSE(choose_layout({{1, 64, 1}}, 2, 2, {true, false, true}).has_value());
}

TEST(PartLayout, LeavesEachPartTheLayersOfItsNeighbours) {
  EXPECT_EQ(choose_layout({{24, 5, 5}}, 4, 3), (PartLayout{4, 1, 1}));
  EXPECT_EQ(choose_layout({{8, 8, 1}}, 16, 2), (PartLayout{4, 4, 1}));
  EXPECT_FALSE(choose_layout({{8, 8, 1}}, 9, 3).has_value());
  EXPECT_FALSE(choose_layout({{8, 1, 1}}, 5, 2).has_value());
}

TEST(PartLayout, IsReadAsItIsWritten) {
  for (const PartLayout& layout : {PartLayout{1, 2, 4}, PartLayout{16, 1, 1}})
    EXPECT_EQ(layout_named(text_of(layout)), layout);
  for (const char* text :
       {"", "2", "2x2", "2x2x", "0x2x2", "-1x1x1", "1x1x1x1", "1 x 1 x 1", "axbxc"})
    EXPECT_FALSE(layout_named(text).has_value()) << text;
  EXPECT_TRUE(can_be_cut({{8, 5, 1}}, {2, 2, 1}, 2));
  EXPECT_FALSE(can_be_cut({{8, 5, 1}}, {2, 2, 1}, 3));
  EXPECT_FALSE(can_be_cut({{8, 5, 1}}, {1, 1, 2}, 0));
}

TEST(PartLayout, CoversEachCellOnce) {
  const Grid grid{{11, 7, 5}};
  const PartLayout layout{3, 2, 2};
  std::vector<int> covered(grid.cell_count());
  for (int rank = 0; rank < 12; ++rank) {
    const PartBox part = part_of_rank(grid, layout, rank);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_GE(part.cells[axis], grid.cells[axis] / layout[axis]);
      EXPECT_LE(part.cells[axis], grid.cells[axis] / layout[axis] + 1);
    }
    for (int k = 0; k < part.cells[2]; ++k)
      for (int j = 0; j < part.cells[1]; ++j)
        for (int i = 0; i < part.cells[0]; ++i)
          ++covered[std::size_t(part.first[0] + i +
                                11 * (part.first[1] + j + 7 * (part.first[2] + k)))];
  }
  for (const int times : covered) ASSERT_EQ(times, 1);
}

TEST(PartLayout, HasNeighboursBesideEachOtherAndRoundTheAxes) {
  const Grid grid{{11, 7, 5}};
  const PartLayout layout{3, 2, 2};
  for (int rank = 0; rank < 12; ++rank)
    for (const Axis axis : {axis_x, axis_y, axis_z}) {
      const int above = neighbours_of_rank(layout, rank, axis)[side_upper];
      EXPECT_EQ(neighbours_of_rank(layout, above, axis)[side_lower], rank);
      const PartBox here = part_of_rank(grid, layout, rank);
      const PartBox there = part_of_rank(grid, layout, above);
      Three expected = here.first;
      const auto a = std::size_t(axis);
      expected[a] = (here.first[a] + here.cells[a]) % grid.cells[a];
      EXPECT_EQ(there.first, expected);
    }
  EXPECT_EQ(text_of(layout), "3x2x2");
}

}  // namespace
}  // namespace solenoid::testing_parallel
