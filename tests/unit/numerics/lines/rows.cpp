/// \file
/// Packs of neighbours along x, and the rows that they are read from.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "numerics/grid/ghost_rows.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/neighbours.hpp"
#include "numerics/vertices/vertex_rows.hpp"

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
      const Layout layout = make_layout(Grid{{cells, 2, 2}, {0, 0, 0}, {1, 1, 1}}, ghosts,
                                        int(sizeof(TypeParam)), width);
      const int before = layout.offset(0, -ghosts, -ghosts);
      const int packs = (cells + width - 1) / width;
      EXPECT_GE(before, width) << cells;
      EXPECT_LE(before + (packs + 1) * width, layout.stride[1]) << cells;
    }
}

TEST(RowBlocks, HaveEachRowOnceAndEnoughForManyThreads) {
  for (const int threads : {1, 2, 7, 64})
    for (const std::array<int, 3>& cells :
         {std::array{200, 128, 128}, {30, 33, 5}, {8, 1, 1}, {16, 1, 70}}) {
      const RowBlocks blocks(cells.data(), {0, cells[1]}, 8, 16, threads);
      std::vector<int> visits(std::size_t(cells[1] * cells[2]), 0);
      for (int id = 0; id < blocks.count(); ++id)
        blocks.for_pieces(id, cells.data(), 2, [&](const RowPiece& piece) {
          for (int plane = 0; plane < piece.planes; ++plane)
            visits[std::size_t(piece.j + cells[1] * (piece.k + plane))] += piece.packs();
        });
      for (const int packs : visits) EXPECT_EQ(packs, (cells[0] + 7) / 8) << threads;
      const bool alone = threads == 1;
      EXPECT_EQ(blocks.rows == CompiledBlocks::shape.rows &&
                    blocks.planes == CompiledBlocks::shape.planes,
                alone || (cells[0] == 200 && threads <= 7))
          << threads << " " << cells[0];
      EXPECT_GE(blocks.count(), cells[0] == 200 && !alone ? 4 * threads : 1);
    }
}

TEST(RowBlocks, OfSomeRowsHaveNoOthers) {
  const std::array<int, 3> cells{30, 70, 5};
  const RowBlocks blocks(cells.data(), {3, 41}, 8, 16, 2);
  std::vector<int> visits(std::size_t(cells[1]), 0);
  for (int id = 0; id < blocks.count(); ++id)
    blocks.for_pieces(id, cells.data(), 1,
                      [&](const RowPiece& piece) { ++visits[std::size_t(piece.j)]; });
  for (int j = 0; j < cells[1]; ++j)
    EXPECT_EQ(visits[std::size_t(j)], 3 <= j && j < 41 ? cells[2] : 0) << j;
}

/// Two components of a vector in a box; ghosts are not numbers at first.
struct BoxWithGhosts {
  Layout layout;
  std::vector<double> values;
  FillAllGhosts<double> fill{};

  BoxWithGhosts(const std::array<int, 3>& cells, const std::array<BoundaryKind, 3>& kinds)
      : layout(make_layout(Grid{cells, {0, 0, 0}, {1, 1, 1}}, 3, int(sizeof(double)),
                           lane_width<HostPack<double>>)),
        values(std::size_t(layout.elements(2)) + 8, std::nan("")) {
    fill.layout = layout;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      fill.kinds[axis][0] = kinds[axis];
      // Periodic faces come in pairs.
      fill.kinds[axis][1] =
          kinds[axis] == BoundaryKind::periodic ? kinds[axis] : kinds[(axis + 1) % 3];
      if (kinds[axis] != BoundaryKind::periodic && fill.kinds[axis][1] == BoundaryKind::periodic)
        fill.kinds[axis][1] = BoundaryKind::outflow;
    }
    fill.add(at(0), axis_x);
    fill.add(at(1), axis_y);
    for_rows(0, [&](int j, int k) {
      for (int f = 0; f < 2; ++f)
        for (int i = 0; i < layout.cells[0]; ++i) value(f, i, j, k) = 1 + i + 10 * j + 100 * k + f;
    });
  }
  double* at(int field) { return values.data() + field * layout.field_stride + layout.origin; }
  double& value(int field, int i, int j, int k) {
    return at(field)[i + j * layout.stride[1] + k * layout.stride[2]];
  }
  /// Calls body(j, k) for all rows, and with `margin` 1 for those of ghosts.
  template <class Body>
  void for_rows(int margin, const Body& body) {
    const int ghosts_y = margin * layout.ghosts[1];
    const int ghosts_z = margin * layout.ghosts[2];
    for (int k = -ghosts_z; k < layout.cells[2] + ghosts_z; ++k)
      for (int j = -ghosts_y; j < layout.cells[1] + ghosts_y; ++j) body(j, k);
  }
};

TEST(GhostRows, AreThoseOfTheWholeBox) {
  using Kind = BoundaryKind;
  for (const std::array<int, 3>& cells :
       {std::array{9, 8, 7}, {3, 3, 3}, {17, 5, 1}, {8, 1, 6}, {5, 1, 1}})
    for (const std::array<Kind, 3>& kinds :
         {std::array{Kind::periodic, Kind::periodic, Kind::periodic},
          {Kind::reflecting, Kind::antisymmetric, Kind::outflow},
          {Kind::symmetric, Kind::reflecting, Kind::periodic},
          {Kind::antisymmetric, Kind::periodic, Kind::reflecting},
          {Kind::vertex_symmetric, Kind::outflow, Kind::vertex_symmetric}}) {
      BoxWithGhosts one(cells, kinds);
      const auto& fill = one.fill;
      // The third layer about the outermost of three vertices has no image.
      if (cells[0] == 3 && kinds[0] == Kind::vertex_symmetric) {
        EXPECT_FALSE(fill.possible());
        continue;
      }
      const int items = fill.items(axis_x) + fill.items(axis_y) + fill.items(axis_z);
      for (int item = 0; item < items; ++item) fill(item);
      BoxWithGhosts other(cells, kinds);
      const GhostRows<double> rows(other.fill);
      EXPECT_EQ(rows.axes(), 3);
      other.for_rows(0, [&](int j, int k) { rows.fill_for(j, k); });
      one.for_rows(1, [&](int j, int k) {
        for (int f = 0; f < 2; ++f)
          for (int i = -3; i < cells[0] + 3; ++i)
            EXPECT_EQ(one.value(f, i, j, k), other.value(f, i, j, k))
                << "field " << f << " at " << i << " " << j << " " << k;
      });
    }
}

TEST(GhostRows, FillOnlyTheEndsOfRowsIfAnotherFaceIsFixed) {
  BoxWithGhosts box({9, 8, 7},
                    {BoundaryKind::periodic, BoundaryKind::fixed, BoundaryKind::outflow});
  const GhostRows<double> rows(box.fill);
  EXPECT_EQ(rows.axes(), 1);
  rows.fill_for(0, 0);
  EXPECT_EQ(box.value(0, -1, 0, 0), box.value(0, 8, 0, 0));
  EXPECT_TRUE(std::isnan(box.value(0, 0, -1, 0)));
}

TEST(GhostRows, AreNotFilledBehindAFixedFaceInX) {
  BoxWithGhosts box({9, 8, 7}, {BoundaryKind::fixed, BoundaryKind::outflow, BoundaryKind::outflow});
  const GhostRows<double> rows(box.fill);
  EXPECT_EQ(rows.axes(), 0);
  rows.fill_for(0, 0);
  EXPECT_TRUE(std::isnan(box.value(0, -1, 0, 0)));
}

}  // namespace
}  // namespace solenoid
