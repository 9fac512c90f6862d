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

TEST(PlaceInBox, IsThereWhereNothingStandsBetweenTheValues) {
  const Box box{{2, 3, 4}, {5, 6, 7}};
  std::vector<char> values(box.values() * 8);
  // Whether the values of a share are those from the first one on, tried one by one.
  const auto is_dense = [&](const Box& share) {
    const std::size_t first = box.value_at(share.begin);
    for (std::size_t n = 0; n < share.values(); ++n)
      if (box.value_at(share.at(n)) != first + n) return false;
    return true;
  };
  for (int n = 0; n < 5 * 6 * 7; ++n)
    for (const std::array<int, 3>& begin :
         {std::array{2, 3, 4}, std::array{3, 3, 4}, std::array{2, 5, 4}, std::array{2, 3, 9}}) {
      const Box share = common_box({begin, {1 + n % 5, 1 + n / 5 % 6, 1 + n / 30}}, box);
      char* const place = place_in_box(box, values.data(), share, 8);
      if (is_dense(share)) {
        EXPECT_EQ(place, values.data() + 8 * box.value_at(share.begin)) << n;
      } else {
        EXPECT_EQ(place, nullptr) << n;
      }
    }
}

}  // namespace
}  // namespace solenoid::testing_parallel
