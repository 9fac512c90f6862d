#include "src/parallel/part_boxes.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace solenoid::testing_parallel {
namespace {

TEST(PartBoxes, SharesCoverABoxOnce) {
  const Grid grid{{5, 4, 6}};
  const PartLayout layout{2, 1, 3};
  const Box box{{1, 0, 1}, {4, 4, 4}};
  std::vector<double> values(box.values()), copied(box.values(), -1), share_values;
  std::iota(values.begin(), values.end(), 0);
  std::size_t sum = 0;
  for (int rank = 0; rank < 6; ++rank) {
    const Box share = share_of_rank(grid, layout, rank, box, Placement::cells);
    share_values.resize(share.values());
    sum += share.values();
    auto* const own = reinterpret_cast<char*>(share_values.data());
    copy_rows(box, reinterpret_cast<char*>(values.data()), share, own, sizeof(double), false);
    copy_rows(box, reinterpret_cast<char*>(copied.data()), share, own, sizeof(double), true);
  }
  EXPECT_EQ(sum, box.values());
  EXPECT_EQ(copied, values);
}

TEST(PartBoxes, BothPartsBesideAFaceHaveIt) {
  const Grid grid{{6, 1, 1}};
  const Box faces{{0, 0, 0}, {7, 1, 1}};
  const Box lower = share_of_rank(grid, {2, 1, 1}, 0, faces, Placement::faces_x);
  const Box upper = share_of_rank(grid, {2, 1, 1}, 1, faces, Placement::faces_x);
  EXPECT_EQ(lower.count[0], 4);
  EXPECT_EQ(upper.begin[0], 3);
  EXPECT_EQ(upper.count[0], 4);
}

TEST(PartBoxes, GhostsBehindAFaceAreThoseOfThePartThere) {
  const Grid grid{{5, 1, 6}};
  const Box all = with_layers(grid, {{0, 0, 0}, {5, 1, 6}}, 2);
  EXPECT_EQ(all, (Box{{-2, 0, -2}, {9, 1, 10}}));
  const Box nothing{{3, 0, 0}, {0, 1, 6}};
  EXPECT_EQ(with_layers(grid, nothing, 2), nothing);
  std::vector<int> owners(all.values(), 0);
  for (int rank = 0; rank < 4; ++rank) {
    const Box share = share_of_rank(grid, {2, 1, 2}, rank, all, Placement::vertices, 2);
    for (std::size_t n = 0; n < share.values(); ++n) ++owners[all.value_at(share.at(n))];
  }
  EXPECT_EQ(owners, std::vector<int>(all.values(), 1));
}

}  // namespace
}  // namespace solenoid::testing_parallel
