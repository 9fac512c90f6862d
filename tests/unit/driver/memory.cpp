#include "src/driver/memory.hpp"
#include "src/setup/memory_need.hpp"

#include <gtest/gtest.h>

namespace solenoid {
namespace {

const MemoryNeed need{8'000, 4'000, 144};

Grid cube(int cells) {
  Grid grid;
  grid.cells = {cells, cells, cells};
  return grid;
}

TEST(Memory, OnTheCpuIsOne) {
  EXPECT_TRUE(fits(need, Device::cpu, {0, 12'000}));
  EXPECT_FALSE(fits(need, Device::cpu, {1'000'000, 11'999}));
}

TEST(Memory, OfGpuAndHostAreTwo) {
  EXPECT_TRUE(fits(need, Device::gpu, {8'000, 4'000}));
  EXPECT_FALSE(fits(need, Device::gpu, {7'999, 1'000'000}));
  EXPECT_FALSE(fits(need, Device::gpu, {1'000'000, 3'999}));
}

TEST(Memory, SaysWhatWouldFit) {
  // An eighth of the memory: half the cells in each direction, less the margin.
  const auto cells = fitting_cells(cube(512), need, Device::gpu, {1'000, 4'000});
  EXPECT_EQ(cells, (std::array<int, 3>{248, 248, 248}));
}

TEST(Memory, LeavesInactiveDirectionsAlone) {
  Grid plane;
  plane.cells = {1024, 512, 1};
  const auto cells = fitting_cells(plane, need, Device::cpu, {0, 3'000});
  EXPECT_EQ(cells, (std::array<int, 3>{496, 248, 1}));
}

TEST(Memory, ShortageNamesTheMemoryThatIsShort) {
  EXPECT_FALSE(memory_shortage(cube(512), need, Device::gpu, {8'000, 4'000}));
  EXPECT_EQ(memory_shortage(cube(512), need, Device::gpu, {1'000, 4'000}),
            "not enough GPU memory: 512 x 512 x 512 cells need 7.8 KiB, 1000 bytes are free; "
            "about 248 x 248 x 248 cells would fit");
  EXPECT_NE(memory_shortage(cube(512), need, Device::gpu, {8'000, 500})->find("host memory"),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
