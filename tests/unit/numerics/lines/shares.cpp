/// \file
/// How lines and rows are dealt out to the teams of a device.

#include <gtest/gtest.h>

#include <utility>
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

TEST(RoundsFor, AreLessThanWholeOnesWhereTheLastDoesNotFillTheDevice) {
  EXPECT_EQ(rounds_for(1, 100), 1);
  EXPECT_EQ(rounds_for(100, 100), 1);
  EXPECT_EQ(rounds_for(300, 100), 3);
  EXPECT_GT(rounds_for(101, 100), 1.1);
  EXPECT_LT(rounds_for(101, 100), 1.5);
}

/// Those of a device that holds 4 or 8 teams of 64 threads on a multiprocessor.
int segments(int cells, long lines, int teams = 4) {
  return segments_for_device(cells, lines, 3, long(usual_multiprocessors) * teams * 64);
}

TEST(SegmentsForDevice, AreShortEnoughToFillItButNotTooShort) {
  EXPECT_EQ(segments_for_device(512, 512L * 512, 3, 0), 5);
  EXPECT_EQ(segments_for_device(1024, 1024, 3, 0), 64);
  EXPECT_EQ(segments_for_device(96, 96 * 96, 3, 0), 6);
  EXPECT_EQ(segments(512, 512L * 512), 4);
  EXPECT_EQ(segments(256, 256), 64);
  EXPECT_EQ(segments(64, 64 * 64), 8);
  EXPECT_EQ(segments(512, 512), 64);
  EXPECT_EQ(segments(8, 1), 2);
  EXPECT_EQ(segments(3, 1), 1);
}

TEST(SegmentsForDevice, LeaveLittleOfItIdle) {
  EXPECT_EQ(segments(2048, 2048), 16);     // all at a time
  EXPECT_EQ(segments(2048, 1024), 33);     // likewise
  EXPECT_EQ(segments(2048, 2048, 8), 33);  // likewise
  EXPECT_EQ(segments(256, 25600), 5);      // nearly four times as many as it holds
  EXPECT_EQ(segments(1000, 30000), 9);     // eight times as many as it holds
}

struct RowsOfCells {
  int cells, cross_cells[2], cross_stride[2];
};

TEST(RowStream, CutsFewRowsSoThatEachWarpTakesTheFewestSteps) {
  const auto steps = [](int cells, int rows, long resident = 1584) {
    const auto stream = make_row_stream<4>(RowsOfCells{cells, {rows, 1}, {cells + 8, 0}}, resident);
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
  EXPECT_EQ(steps(4096, 4096, 0), 33);  // a thousand cells where there are enough rows
  // All warps at a time, where the cells themselves take 83 steps; and half of them.
  EXPECT_LE(steps(2048, 2048), 87);
  EXPECT_LE(steps(2048, 2048, 1584 / 2), 2 * 87);
}

TEST(RowStream, TakesFewMoreStepsThanItsCellsNeed) {
  for (const int cells : {96, 100, 256, 500, 512, 2048, 4096})
    for (const long rows : {10000L, 65536L, 262144L})
      for (const long resident : {1056L, 1584L, 2112L}) {
        const RowCut cut = cut_for_few_steps<3>(cells, rows, resident);
        const long share = (rows * cut.segments + cut.shares - 1) / cut.shares;
        const long lanes = (cells + cut.segments - 1) / cut.segments + 6;
        const long steps = (share * lanes + warp_width - 1) / warp_width;
        const double time = double(steps) * rounds_for(cut.shares, resident);
        const double ideal = double(rows) * (cells + 6) / warp_width / double(resident);
        EXPECT_LT(time, 1.08 * ideal + 1.5) << cells << " cells, " << rows << " rows, " << resident;
      }
}

TEST(RowStream, DealsOutEveryPieceOnceInSharesOfNearlyOneSize) {
  for (const auto& rows :
       {RowsOfCells{512, {512, 512}, {520, 270000}}, RowsOfCells{4096, {4096, 1}, {4100, 0}},
        RowsOfCells{40, {3, 1}, {48, 0}}})
    for (const auto& [beside, resident] : {std::pair{1L, 1584L}, {1L, 0L}, {602L, 0L}}) {
      const auto stream = make_row_stream<4>(rows, resident, beside);
      std::vector<int> dealt(
          std::size_t(rows.cross_cells[0] * rows.cross_cells[1] * stream.segments), 0);
      for (int share = 0; share < stream.shares; ++share) {
        const Segment pieces = stream.share(share);
        EXPECT_EQ(pieces.last, int(dealt.size()));
        int count = 0;
        for (int piece = pieces.first; piece < pieces.last; piece += stream.shares) {
          ++dealt[std::size_t(piece)];
          ++count;
        }
        EXPECT_NEAR(count, double(dealt.size()) / stream.shares, 1);
      }
      EXPECT_EQ(dealt, std::vector<int>(dealt.size(), 1));
    }
}

}  // namespace
}  // namespace solenoid
