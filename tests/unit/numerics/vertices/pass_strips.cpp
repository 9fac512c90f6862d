/// Which rows passes take of strips.

#include "numerics/vertices/pass_strips.hpp"

#include <gtest/gtest.h>

#include <test_stratified_sac.hpp>
#include <tuple>
#include <vector>

namespace solenoid {
namespace {

using Sac = programs::test_stratified_sac;
constexpr auto sac_passes = strip_passes<Sac>(Sac::Passes{});

std::tuple<int, int, int> rows_of(const StripPass& pass) {
  return {pass.ghosts, pass.left, pass.behind};
}

TEST(PassStrips, PassesStayBehindThoseThatWriteWhatTheyReadAround) {
  // The velocity in ghosts, too; coefficients of it and of the density; lost work; the equations.
  EXPECT_EQ(rows_of(sac_passes[0]), std::tuple(3, -3, 0));
  EXPECT_EQ(rows_of(sac_passes[1]), std::tuple(0, 0, 0));
  EXPECT_EQ(rows_of(sac_passes[3]), std::tuple(0, 0, 3));
  EXPECT_EQ(rows_of(sac_passes[9]), std::tuple(0, 1, 4));
  EXPECT_EQ(rows_of(sac_passes[10]), std::tuple(0, 1, 4));
}

TEST(PassStrips, StripsCoverTheRowsInTurn) {
  for (const int rows : {64, 100}) {
    for (const StripPass& pass : sac_passes) {
      int done = pass.left;
      for (int reached = 32; reached < rows + 32; reached += 32) {
        const int progress = pass.progress(reached, rows);
        EXPECT_LE(done, progress);
        done = progress;
      }
      EXPECT_EQ(done, rows - pass.left);
    }
  }
}

}  // namespace
}  // namespace solenoid
