/// How a GPU's teams cut a box into tiles, and what they copy and compute of each.

#include <gtest/gtest.h>

#include <set>
#include <test_coupled_1.hpp>
#include <test_coupled_2.hpp>
#include <test_coupled_3.hpp>
#include <test_coupled_4.hpp>
#include <test_coupled_5.hpp>
#include <test_coupled_6.hpp>
#include <test_coupled_7.hpp>
#include <test_coupled_8.hpp>
#include <test_coupled_9.hpp>
#include <test_mhd.hpp>
#include <vector>

#include "numerics/vertices/vertex_tiles.hpp"
#include "tests/host_team.hpp"
#include "tests/unit/numerics/vertices/box_of_fields.hpp"

namespace solenoid {
namespace {

using Program = programs::test_mhd;  // of order 6
using Pass = Program::Pass0;
struct Shape {
  static constexpr PassShape shape = {PassForm::tiles, 16, 8, 4, 1, 5};
};
using Tile = VertexTile<Pass, double, Shape>;

TEST(VertexTiles, EveryTileHasItsPlace) {
  for (const std::array<int, 3>& cells : {std::array{64, 72, 20}, std::array{18, 9, 5}}) {
    const TileOrder order(cells.data(), {16, 8, 4}, 64);
    std::set<std::array<int, 3>> places;
    for (int tile = 0; tile < order.total(); ++tile) {
      std::array<int, 3> at{};
      order.place(tile, at.data());
      for (std::size_t axis = 0; axis < 3; ++axis) {
        EXPECT_GE(at[axis], 0);
        EXPECT_LT(at[axis], order.count[axis]);
      }
      places.insert(at);
    }
    EXPECT_EQ(int(places.size()), order.total());
  }
}

TEST(VertexTiles, PartsShareThePlanes) {
  for (int cells = 20; cells < 50; ++cells)
    for (const int size : {1, 2, 4, 8})
      for (int layers = 1; layers < 6; ++layers) {
        const std::array<int, 3> box{32, 16, cells};
        const auto order_of = [&](PassPart part) {
          TileOrder order(box.data(), {16, 8, size}, 64);
          order.take_part(part, layers, cells, size);
          return order;
        };
        std::multiset<int> planes;
        for (const PassPart part : {PassPart::inner, PassPart::outer}) {
          const TileOrder order = order_of(part);
          for (int tile = 0; tile < order.total(); tile += order.count[0] * order.count[1]) {
            std::array<int, 3> at{};
            order.place(tile, at.data());
            planes.insert(at[2]);
            if (part == PassPart::outer) continue;
            EXPECT_GE(at[2] * size, layers);
            EXPECT_LE((at[2] + 1) * size, cells - layers);
          }
        }
        const int all = order_of(PassPart::all).count[2];
        ASSERT_EQ(int(planes.size()), all) << cells << " cells, " << size << ", " << layers;
        for (int plane = 0; plane < all; ++plane) EXPECT_EQ(planes.count(plane), 1u);
      }
}

TEST(VertexTiles, BandsDivideTheTilesAndFitTheCache) {
  constexpr std::array size = {16, 8, 4};
  constexpr long cache = 50 << 20;  // the second level of an H100 or H200
  for (const std::array<int, 3>& cells :
       {std::array{64, 72, 20}, std::array{256, 256, 256}, std::array{4096, 64, 64},
        std::array{1024, 1000, 8}, std::array{48, 8, 512}})
    for (const int bytes : {8, 64, 72, 400}) {
      const TileOrder order(cells.data(), size, bytes);
      EXPECT_GE(order.band, 1);
      EXPECT_EQ(order.count[1] % order.band, 0);
      EXPECT_GE(order.band, TileOrder(cells.data(), size, 2 * bytes).band);
      // Vertices of a plane of tiles and of those beside it.
      const long held = 3L * size[2] * cells[0] * size[1] * order.band * bytes;
      EXPECT_TRUE(order.band == 1 || held <= cache) << cells[0] << " " << bytes;
    }
  const int small[] = {64, 72, 20};
  const TileOrder all_in_cache(small, size, 64);
  EXPECT_EQ(all_in_cache.band, all_in_cache.count[1]);
  const int wide[] = {1 << 20, 64, 64};
  EXPECT_EQ(TileOrder(wide, size, 64).band, 1);
}

/// Offsets of all copies, by their place in scratch memory in chunks.
std::vector<int> copied(const int* stride) {
  using Copies = TileCopies<Tile>;
  std::vector<int> from(std::size_t(Copies::chunks), -1 << 30);
  for (int thread = 0; thread < Tile::threads; ++thread) {
    const Copies copies(stride, thread);
    for (int n = 0; n < Copies::count; ++n)
      if (n < Copies::count - 1 || copies.last)
        from[std::size_t(thread + n * Tile::threads)] = copies.from[n];
  }
  return from;
}

TEST(VertexTiles, NeighboursAreCopiedToWhereStepsReadThem) {
  const int stride[] = {1, 1000, 1000000};
  const std::vector<int> from = copied(stride);
  for (int k = -3; k < Tile::size[2] + 3; ++k)
    for (int j = -3; j < Tile::size[1] + 3; ++j)
      for (int i = -3; i < Tile::size[0] + 3; ++i) {
        const int place = Tile::origin + i + Tile::row * (j + Tile::rows * k);
        EXPECT_EQ(from[std::size_t(place / Tile::chunk)] + place % Tile::chunk,
                  i + j * stride[1] + k * stride[2]);
      }
}

TEST(VertexTiles, WhatIsBeyondBothYAndZIsMarked) {
  const int stride[] = {1, 1000, 1000000};
  int marked = 0;
  for (int thread = 0; thread < Tile::threads; ++thread) {
    const TileCopies<Tile> copies(stride, thread);
    for (int n = 0; n < copies.count; ++n)
      if (n < copies.count - 1 || copies.last) marked += int(copies.across >> n & 1U);
  }
  EXPECT_EQ(marked * Tile::chunk, Tile::row * 6 * 6);
}

TEST(VertexTiles, OnlyPassesThatAdvanceFieldsAndBoxesOfATileAreCut) {
  EXPECT_TRUE(Tile::fits);
  EXPECT_FALSE((VertexTile<Program::Output6, double, Shape>::fits));
  EXPECT_FALSE((VertexTile<Pass, double>::fits));  // compiled for no shape
  const auto cut = [](const std::array<int, 3>& cells) {
    return can_be_cut(cells, Shape::shape, int(sizeof(double)));
  };
  EXPECT_FALSE(cut({33, 32, 32}));
  EXPECT_FALSE(cut({32, 32, 1}));
  EXPECT_TRUE(cut({34, 33, 31}));
}

TEST(VertexTiles, NoThreadMakesMoreCopiesThanItHasBitsFor) {
  const auto extents = [](int rows, int planes) {
    return TileExtents({PassForm::tiles, 16, rows, planes, 1, 4}, {2, {4, 4, 4}, 1},
                       int(sizeof(double)));
  };
  EXPECT_GT(extents(2, 1).copies, most_tile_copies);
  EXPECT_FALSE(extents(2, 1).fits);
  EXPECT_LE(extents(8, 4).copies, most_tile_copies);
  EXPECT_TRUE(extents(8, 4).fits);
}

TEST(VertexTiles, BlocksOfACpuAreNoTiles) {
  for (const int reach : {0, 3})
    EXPECT_FALSE(
        TileExtents(default_block_shape, {2, {reach, reach, reach}, 1}, int(sizeof(double))).fits);
}

/// What `teams` teams make of it, part by part.
template <class P, class Cut>
std::vector<double> in_tiles(const Grid& grid, int teams, TurnOrder turn_order,
                             const std::vector<PassPart>& parts = {PassPart::all}) {
  static_assert(Cut::fits);
  BoxOfFields<P> box(grid);
  const auto fields = box.fields();
  for (const PassPart part : parts) {
    TileOrder order(fields.cells, Cut::size, 64);
    order.take_part(part, Cut::reach[2], fields.cells[2], Cut::size[2]);
    const VertexTilesDevice<Cut, P::field_count> kernel{fields, P::Pass0::prepare(some_run<P>()),
                                                        order};
    run_teams_on_host(TeamLaunch<VertexTilesDevice<Cut, P::field_count>>{kernel, teams},
                      turn_order);
  }
  return box.next;
}

TEST(VertexTiles, TeamsComputeWhatSingleVerticesDo) {
  const Grid grid{{18, 9, 6}, {0, 0, 0}, {1, 1, 1}};
  const std::vector<double> expected = one_by_one<Program>(grid);
  for (const TurnOrder turn_order : turn_orders)
    expect_same_bits(in_tiles<Program, Tile>(grid, 3, turn_order), expected);
}

TEST(VertexTiles, PartsComputeWhatAllDo) {
  for (const int planes : {15, 18}) {
    const Grid grid{{18, 9, planes}, {0, 0, 0}, {1, 1, 1}};
    expect_same_bits(
        in_tiles<Program, Tile>(grid, 3, TurnOrder::at_random, {PassPart::inner, PassPart::outer}),
        one_by_one<Program>(grid));
  }
}

template <int entries_>
struct SmallTiles {
  static constexpr PassShape shape = {PassForm::tiles, 8, 2, 2, 1, entries_};
};

/// Programs in which every one of so many fields has neighbours that are read, and so as many
/// steps: with all numbers of entries that make a difference.
template <class P>
void expect_same_with_all_entries() {
  constexpr int fewest = 4;
  constexpr int numbers = P::Pass0::steps + 2 - fewest + 1;
  const Grid grid{{18, 5, 3}, {0, 0, 0}, {1, 1, 1}};  // 18 tiles
  const std::vector<double> expected = one_by_one<P>(grid);
  [&]<int... n>(std::integer_sequence<int, n...>) {
    (
        [&] {
          using Cut = VertexTile<typename P::Pass0, double, SmallTiles<fewest + n>>;
          static_assert(Cut::rings == fewest + n);
          for (const int teams : {1, 4, 25}) {
            SCOPED_TRACE(testing::Message() << P::field_count << " fields, " << fewest + n
                                            << " entries, " << teams << " teams");
            expect_same_bits(in_tiles<P, Cut>(grid, teams, TurnOrder::at_random), expected);
          }
        }(),
        ...);
  }
  (std::make_integer_sequence<int, numbers>{});
}

TEST(VertexTiles, NoTilesForOneField) {
  using Pass1 = programs::test_coupled_1::Pass0;
  EXPECT_EQ(Pass1::steps, 1);
  EXPECT_FALSE((VertexTile<Pass1, double, SmallTiles<4>>::fits));
}
TEST(VertexTiles, TwoFields) { expect_same_with_all_entries<programs::test_coupled_2>(); }
TEST(VertexTiles, ThreeFields) { expect_same_with_all_entries<programs::test_coupled_3>(); }
TEST(VertexTiles, FourFields) { expect_same_with_all_entries<programs::test_coupled_4>(); }
TEST(VertexTiles, FiveFields) { expect_same_with_all_entries<programs::test_coupled_5>(); }
TEST(VertexTiles, SixFields) { expect_same_with_all_entries<programs::test_coupled_6>(); }
TEST(VertexTiles, SevenFields) { expect_same_with_all_entries<programs::test_coupled_7>(); }
TEST(VertexTiles, EightFields) { expect_same_with_all_entries<programs::test_coupled_8>(); }
TEST(VertexTiles, NineFields) { expect_same_with_all_entries<programs::test_coupled_9>(); }

}  // namespace
}  // namespace solenoid
