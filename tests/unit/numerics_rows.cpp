/// \file
/// Packs of neighbours along x, and the rows that they are read from.

#include <gtest/gtest.h>

#include <numeric>
#include <utility>
#include <vector>

#include "numerics/layout.hpp"
#include "numerics/neighbours.hpp"

namespace solenoid {
namespace {

template <class Real>
class Rows : public testing::Test {};
using Precisions = testing::Types<float, double, Extended>;
TYPED_TEST_SUITE(Rows, Precisions);

TYPED_TEST(Rows, NeighboursAreThoseElements) {
  using T = HostPack<TypeParam>;
  constexpr int width = lane_width<T>;
  constexpr int most = 18;  // more than any pack holds
  std::vector<TypeParam> row(std::size_t(3 * width + 2 * most));
  std::iota(row.begin(), row.end(), TypeParam(0));
  const TypeParam* const at = row.data() + width + most;
  const auto expect = [&]<int dx>() {
    const T lanes = load_neighbour<T, dx>(at);
    for (int i = 0; i < width; ++i) EXPECT_EQ(TypeParam(lane(lanes, i)), at[i + dx]) << dx;
  };
  [&]<int... n>(std::integer_sequence<int, n...>) { (expect.template operator()<n - most>(), ...); }
  (std::make_integer_sequence<int, 2 * most + 1>{});
}

TYPED_TEST(Rows, PacksOnEitherSideOfARowAreInIt) {
  constexpr int width = lane_width<HostPack<TypeParam>>;
  for (int ghosts = 1; ghosts <= 4; ++ghosts)
    for (int cells = 2; cells < 70; ++cells) {
      const Layout layout =
          make_layout({{cells, 2, 2}, {0, 0, 0}, {1, 1, 1}}, ghosts, int(sizeof(TypeParam)), width);
      const int before = layout.offset(0, -ghosts, -ghosts);
      const int packs = (cells + width - 1) / width;
      EXPECT_GE(before, width) << cells;
      EXPECT_LE(before + (packs + 1) * width, layout.stride[1]) << cells;
    }
}

}  // namespace
}  // namespace solenoid
