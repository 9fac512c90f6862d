/// \file
/// How lines and rows are dealt out to the teams of a device.

#include <gtest/gtest.h>

#include <vector>

#include "numerics/lines/line_tiles.hpp"
#include "numerics/lines/row_stream.hpp"

namespace solenoid {
namespace {

TEST(LineTiles, GiveEveryLineToOneTileWithTheNextOneInIt) {
  for (const int lines : {2, 7, 8, 9, 15, 64, 65}) {
    const LineTiles<8, true> tiles{lines};
    std::vector<int> owned(std::size_t(lines), 0);
    for (int tile = 0; tile < tiles.count(); ++tile)
      for (int position = 0; position < 8; ++position) {
        const auto at = tiles.at(tile, position);
        ASSERT_LT(at.line, lines);
        if (!at.own) continue;
        ++owned[std::size_t(at.line)];
        EXPECT_EQ(at.next, at.line + 1 < lines) << at.line << " of " << lines;
        EXPECT_TRUE(!at.next || tiles.at(tile, position + 1).line == at.line + 1);
      }
    EXPECT_EQ(owned, std::vector<int>(std::size_t(lines), 1)) << lines;
  }
}

TEST(ResidentTeams, AreNoMoreThanAMultiprocessorHolds) {
  EXPECT_EQ(resident_teams(64, 1000, 128), 8);
  EXPECT_EQ(resident_teams(64, 50 * 1024, 128), 4);
  EXPECT_EQ(resident_teams(32, 1000, 48), 32);  // of 42 that have registers
}

TEST(SegmentsForDevice, AreShortEnoughToFillItButNotTooShort) {
  EXPECT_EQ(segments_for_device(512, 512L * 512), 5);
  EXPECT_EQ(segments_for_device(1024, 1024), 64);
  EXPECT_EQ(segments_for_device(256, 256), 64);
  EXPECT_EQ(segments_for_device(64, 64 * 64), 8);
  EXPECT_EQ(segments_for_device(512, 512), 64);
  EXPECT_EQ(segments_for_device(96, 96 * 96), 6);
  EXPECT_EQ(segments_for_device(8, 1), 2);
  EXPECT_EQ(segments_for_device(3, 1), 1);
}

TEST(RowStream, CutsFewRowsSoThatEachWarpTakesTheFewestSteps) {
  const auto steps = [](int cells, int rows) {
    struct Rows {
      int cells, cross_cells[2], cross_stride[2];
    } block{cells, {rows, 1}, {cells + 8, 0}};
    const auto stream = make_row_stream<4>(block);
    int most = 0;
    for (int share = 0; share < stream.shares; ++share)
      most = std::max(most, stream.count_steps(stream.share(share)));
    return most;
  };
  EXPECT_EQ(steps(128, 1), 1);
  EXPECT_EQ(steps(24 * 1024, 1), 1);
  EXPECT_EQ(steps(24 * 1024 + 1, 1), 2);
  EXPECT_EQ(steps(64, 64), 1);
  EXPECT_EQ(steps(256, 256), 3);
  EXPECT_EQ(steps(4096, 4096), 33);  // a thousand cells where there are enough rows
}

TEST(RowStream, DealsOutAllPiecesInSharesOfNearlyOneSize) {
  struct Rows {
    int cells, cross_cells[2], cross_stride[2];
  };
  for (const auto& rows : {Rows{512, {512, 512}, {520, 270000}}, Rows{4096, {4096, 1}, {4100, 0}},
                           Rows{40, {3, 1}, {48, 0}}})
    for (const long beside : {1L, 602L}) {
      const auto stream = make_row_stream<4>(rows, beside);
      const int pieces = rows.cross_cells[0] * rows.cross_cells[1] * stream.segments;
      int next = 0;
      for (int share = 0; share < stream.shares; ++share) {
        const Segment dealt = stream.share(share);
        EXPECT_EQ(dealt.first, next);
        EXPECT_NEAR(dealt.last - dealt.first, double(pieces) / stream.shares, 1);
        next = dealt.last;
      }
      EXPECT_EQ(next, pieces);
    }
}

}  // namespace
}  // namespace solenoid
