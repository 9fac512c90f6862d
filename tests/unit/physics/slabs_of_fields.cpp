#include "physics/fields/slabs_of_fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "tests/part_threads.hpp"

namespace solenoid {
namespace {

TEST(SlabsOfCells, AreAsManyInAllParts) {
  Grid grid;
  grid.cells = {4, 3, 11};
  for (const int cut : {1, 4, 5, 6, 10}) {
    const auto table = std::make_shared<MeetingTable>();
    std::array<std::vector<Box>, 2> slabs;
    on_threads(2, [&](std::size_t number) {
      const Subdomain part(grid, {{{0}, {0}, {0, cut}}}, int(number),
                           std::make_shared<WithOtherThreads>(table, number));
      slabs[number] = slabs_of_cells(part, 24);  // two planes
    });
    ASSERT_EQ(slabs[0].size(), slabs[1].size());
    EXPECT_EQ(slabs[0].size(), std::size_t((std::max(cut, 11 - cut) + 1) / 2));
    for (const std::size_t number : {0, 1}) {
      int planes = 0;
      for (const Box& slab : slabs[number]) {
        if (slab.values() == 0) continue;
        EXPECT_EQ(slab.begin, (std::array{0, 0, planes}));
        planes += slab.count[2];
      }
      EXPECT_EQ(planes, number == 0 ? cut : 11 - cut);
    }
  }
}

}  // namespace
}  // namespace solenoid
