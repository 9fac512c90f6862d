/// How a GPU's teams cut a box into tiles and columns, and what they copy and compute of each.

#include <gtest/gtest.h>

#include <algorithm>
#include <barrier>
#include <cmath>
#include <optional>
#include <set>
#include <test_mhd.hpp>
#include <thread>
#include <vector>

#include "numerics/vertex_reductions.hpp"
#include "numerics/vertex_tiles.hpp"

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

TEST(VertexTiles, BandsDivideTheTilesAndFitTheCache) {
  const int small[] = {64, 72, 20};
  EXPECT_EQ(TileOrder(small, {16, 8, 4}, 64).band, 9);
  const int large[] = {256, 256, 256};
  EXPECT_EQ(TileOrder(large, {16, 8, 4}, 64).band, 8);
  const int huge[] = {4096, 64, 64};
  EXPECT_EQ(TileOrder(huge, {16, 8, 4}, 64).band, 1);
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

/// A GPU's team made of threads of the host.
struct HostTeam {
  class Phases {
   public:
    Phases(const HostTeam& team, void*, int) : barrier_(team.shared) {}
    void arrive() { arrived_.emplace(barrier_.arrive()); }
    void wait() { barrier_.wait(std::move(*arrived_)); }

   private:
    std::barrier<>& barrier_;
    std::optional<std::barrier<>::arrival_token> arrived_;
  };
  int league_size, league_rank, team_rank;
  void* scratch;
  std::barrier<>& shared;
};

/// The fields of a program in a box, now and before.
struct BoxOfFields {
  static constexpr int count = Program::field_count;
  Layout layout;
  std::vector<double> now, other;

  explicit BoxOfFields(const Grid& grid)
      : layout(make_layout(grid, Program::radius, sizeof(double), 8)),
        now(std::size_t(layout.elements(count))),
        other(now.size()) {
    for (std::size_t i = 0; i < now.size(); ++i) {
      now[i] = double(i * 2654435761U % 1009) / 1009;
      other[i] = double(i * 40503U % 997) / 997;
    }
  }
  VertexFields<double, count> fields(const Grid& grid) {
    VertexFields<double, count> all{};
    for (int f = 0; f < count; ++f) {
      const std::ptrdiff_t at = f * layout.field_stride + layout.origin;
      all.now[f] = now.data() + at;
      all.next[f] = other.data() + at;
      all.previous[f] = all.next[f];
    }
    for (int axis = 0; axis < 3; ++axis) {
      all.cells[axis] = grid.cells[std::size_t(axis)];
      all.stride[axis] = layout.stride[std::size_t(axis)];
      all.spacing[axis] = 0.1;
    }
    return all;
  }
};

// In turns of threads instead of warps, but otherwise as on a GPU: what each team copies where and
// when, what it reads, and which tiles it computes.
TEST(VertexTiles, TeamsComputeWhatSingleVerticesDo) {
  const Grid grid{{18, 9, 6}, {0, 0, 0}, {1, 1, 1}};
  ProgramRun<double, Program::uniform_count> run{};
  run.uniforms.fill(0.3);
  run.spacing = {0.1, 0.2, 0.3};
  run.time_step = 0.01;
  run.substep_keep = -0.3;
  run.substep_weight = 0.9;
  const auto coefficients = Pass::prepare(run);

  BoxOfFields expected(grid);
  const auto one_by_one = expected.fields(grid);
  for (int k = 0; k < grid.cells[2]; ++k)
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        update_vertex<Pass, double>(one_by_one, coefficients, i, j, k);

  BoxOfFields box(grid);
  const auto fields = box.fields(grid);
  const TileOrder order(fields.cells, Tile::size, 64);
  for (int rank = 0; rank < 3; ++rank) {
    std::vector<double> scratch(Tile::scratch_bytes / sizeof(double));
    std::barrier<> shared(Tile::threads);
    std::vector<std::thread> threads;
    for (int thread = 0; thread < Tile::threads; ++thread)
      threads.emplace_back([&, thread] {
        const HostTeam team{3, rank, thread, scratch.data(), shared};
        TileMarch<Tile, Program::field_count, HostTeam>(fields, coefficients, order, team).run();
      });
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_EQ(box.other, expected.other);
}

// Maxima do not depend on how vertices are grouped.
TEST(VertexReductions, ColumnsOfAGpuAreThoseOfTheHost) {
  using Kernel = ReduceColumns<Program, double, Program::field_count>;
  const Grid grid{{35, 9, 40}, {0, 0, 0}, {1, 1, 1}};
  ProgramRun<double, Program::uniform_count> run{};
  run.uniforms.fill(0.3);
  run.spacing = {0.1, 0.2, 0.3};
  BoxOfFields box(grid);
  const auto fields = box.fields(grid);
  const auto coefficients = Program::Reductions::prepare(run);
  std::vector<double> memory;
  const auto expected =
      reduce_vertices<Program>(Kokkos::DefaultHostExecutionSpace(), fields, coefficients, memory);
  const Kernel kernel{fields, coefficients};
  EXPECT_EQ(kernel.teams(), (std::array{2, 2, 2}));
  Kernel::Values total = kernel.begin();
  for (int k = 0; k < kernel.teams()[2]; ++k)
    for (int j = 0; j < kernel.teams()[1] * Kernel::shape.rows; ++j)
      for (int i = 0; i < kernel.teams()[0] * Kernel::shape.columns; ++i) {
        Kernel::Values column = kernel.begin();
        kernel.add(i, j, k, column);
        kernel.join(total, column);
      }
  for (std::size_t r = 0; r < expected.size(); ++r) {
    const bool mean = Program::reductions[r].kind == ReductionKind::rms;
    const double found = mean ? std::sqrt(total.of[r] / double(grid.cell_count())) : total.of[r];
    EXPECT_NEAR(found, expected[r], mean ? 1e-13 * expected[r] : 0) << Program::reductions[r].name;
  }
}

}  // namespace
}  // namespace solenoid
