/// \file
/// Boxes of values and how they are cut into slabs.

#include "numerics/grid/box.hpp"

#include <gtest/gtest.h>

namespace solenoid {
namespace {

TEST(Box, KnowsTheIndicesOfItsValues) {
  const Box box{{2, -1, 5}, {3, 4, 2}};
  EXPECT_EQ(box.values(), 24u);
  EXPECT_EQ(box.at(0), box.begin);
  EXPECT_EQ(box.at(23), (std::array<int, 3>{4, 2, 6}));
  for (std::size_t value = 0; value < box.values(); ++value)
    EXPECT_EQ(box.value_at(box.at(value)), value);
}

TEST(Box, HoldsFacesOfActiveAxes) {
  const Grid grid{{4, 3, 1}};
  EXPECT_EQ(whole_field(grid, Placement::cells).count, grid.cells);
  EXPECT_EQ(whole_field(grid, Placement::vertices).count, grid.cells);
  EXPECT_EQ(whole_field(grid, Placement::faces_y).count, (std::array<int, 3>{4, 4, 1}));
  EXPECT_EQ(whole_field(grid, Placement::faces_z).count, grid.cells);
}

TEST(Box, IsTheArrayOfItsSlabsOneAfterTheOther) {
  const Box whole{{1, 2, 3}, {5, 4, 3}};
  for (std::size_t most = 1; most < 80; ++most) {
    std::size_t value = 0;
    for (const Box& slab : slabs_of(whole, most)) {
      EXPECT_LE(slab.values(), std::max<std::size_t>(most, 5));
      for (std::size_t i = 0; i < slab.values(); ++i) EXPECT_EQ(slab.at(i), whole.at(value++));
    }
    EXPECT_EQ(value, whole.values());
  }
  EXPECT_EQ(slabs_of(whole, 60).size(), 1u);
  EXPECT_EQ(slabs_of(whole, 40).size(), 2u);
  EXPECT_EQ(slabs_of(whole, 10).size(), 6u);
}

}  // namespace
}  // namespace solenoid
