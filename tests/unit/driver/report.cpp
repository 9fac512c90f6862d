#include <gtest/gtest.h>

#include <sstream>

#include "src/driver/progress.hpp"
#include "src/driver/summary.hpp"

namespace solenoid {
namespace {

const Progress half_way{120, 0.25, 0.5, 1.25e-3, 0.5, 65, 24.8e6};

TEST(ProgressLine, NamesEverything) {
  EXPECT_EQ(progress_line(half_way),
            "step 120  time 0.25 of 0.5  dt 1.250e-03  50.0%  1 min 05 s left  24.8 million cell "
            "updates/s");
}

/// A restart at a time of 4 that goes to 20 begins with 20%, not with 0.
TEST(ProgressLine, FractionIsThatOfTheWholeRun) {
  EXPECT_DOUBLE_EQ(fraction_done(4, 0, 20, 10, std::nullopt), 0.2);
  EXPECT_DOUBLE_EQ(fraction_done(4, 3, 5, 10, std::nullopt), 0.5);
  EXPECT_DOUBLE_EQ(fraction_done(4, 0, 20, 30, 40), 0.75);
  EXPECT_DOUBLE_EQ(fraction_done(4, 0, 4, 1, std::nullopt), 1);
  EXPECT_DOUBLE_EQ(fraction_done(0, 0, 4, 0, 0), 0);
}

TEST(ProgressLine, LeavesOutWhatIsNotKnown) {
  const Progress first{1, 0, 0.5, 1e-3, 0, -1, 0};
  EXPECT_EQ(progress_line(first), "step 1  time 0 of 0.5  dt 1.000e-03  0.0%");
}

TEST(ProgressLine, LeavesOutWhatMattersLeastWhereItDoesNotFit) {
  const std::string whole = progress_line(half_way);
  const int width = int(whole.size());
  EXPECT_EQ(progress_line(half_way, width), whole);
  EXPECT_EQ(progress_line(half_way, width - 1),
            "step 120  time 0.25 of 0.5  50.0%  1 min 05 s left  24.8 million cell updates/s");
  EXPECT_EQ(progress_line(half_way, 78), "step 120  time 0.25 of 0.5  50.0%  1 min 05 s left");
  EXPECT_EQ(progress_line(half_way, 49), "time 0.25 of 0.5  50.0%  1 min 05 s left");
  EXPECT_EQ(progress_line(half_way, 39), "50.0%  1 min 05 s left");
  EXPECT_EQ(progress_line(half_way, 21), "50.0%");
  EXPECT_EQ(progress_line(half_way, 3), "50.");
  EXPECT_EQ(progress_line(half_way, 0), "");
  for (int room = 0; room < 120; ++room) {
    EXPECT_LE(progress_line(half_way, room).size(), std::size_t(room));
  }
}

TEST(ProgressLine, TellsItsFraction) {
  for (const double fraction : {0.0, 0.001, 0.5, 0.999, 1.0}) {
    Progress progress = half_way;
    progress.fraction = fraction;
    EXPECT_NEAR(fraction_in(progress_line(progress)).value_or(-1), fraction, 1e-6);
  }
  EXPECT_FALSE(fraction_in("speed 50% of the bound"));
  EXPECT_FALSE(fraction_in("step by step"));
}

TEST(ProgressPrinter, WritesPlainLinesEveryFiveSeconds) {
  std::ostringstream out;
  ProgressPrinter printer(out, nullptr, false);
  ASSERT_TRUE(printer.due(10));
  printer.print(10, half_way);
  EXPECT_FALSE(printer.due(14.9));
  EXPECT_TRUE(printer.due(15));
  EXPECT_EQ(out.str(), progress_line(half_way) + "\n");
}

TEST(ProgressPrinter, RewritesOneLineOnATerminal) {
  std::ostringstream out;
  ProgressPrinter printer(
      out, [] { return 80; }, false);
  printer.print(0, half_way);
  printer.print(1, half_way);
  EXPECT_EQ(out.str().find('\n'), std::string::npos);
  printer.finish();
  printer.finish();
  EXPECT_EQ(out.str().find('\n'), out.str().size() - 1);
}

TEST(ProgressPrinter, FollowsTheWidthOfTheTerminal) {
  std::ostringstream out;
  int columns = 120;
  ProgressPrinter printer(
      out, [&] { return columns; }, false);
  for (double now = 0; columns > 0; columns -= 20, ++now) {
    out.str("");
    printer.print(now, half_way);
    const std::string back = "\r\x1b[K";
    EXPECT_EQ(out.str().substr(0, back.size()), back);
    EXPECT_LT(out.str().size() - back.size(), std::size_t(columns));
    EXPECT_GE(out.str().size() - back.size(), std::size_t(columns) / 4);
  }
}

TEST(ProgressPrinter, QuietPrintsNothing) {
  std::ostringstream out;
  ProgressPrinter printer(
      out, [] { return 80; }, true);
  EXPECT_FALSE(printer.due(1e9));
  printer.print(0, half_way);
  printer.note("a note");
  printer.finish();
  EXPECT_EQ(out.str(), "");
}

TEST(Speed, ComparesWithTheBound) {
  const Speed speed{1000, 50, 2.0, 144, 7.2e6};
  EXPECT_DOUBLE_EQ(speed.updates_per_second(), 25000);
  EXPECT_DOUBLE_EQ(speed.percent_of_bound(), 50);
}

TEST(Speed, IsZeroWhereNothingWasMeasured) {
  EXPECT_EQ((Speed{1000, 0, 0, 144, 1e9}.updates_per_second()), 0);
  EXPECT_EQ((Speed{1000, 5, 1, 144, 0}.percent_of_bound()), 0);
}

TEST(RelativeDrift, IsRelativeToTheTotalItself) {
  EXPECT_DOUBLE_EQ(relative_drift({"mass", 2.0, 2.5}, 100), 0.25);
  EXPECT_DOUBLE_EQ(relative_drift({"1-mom", -2.0, -2.5}, 100), -0.25);
}

TEST(RelativeDrift, OfATotalThatStartsAtZeroIsRelativeToTheLargest) {
  EXPECT_NEAR(relative_drift({"1-mom", 1e-17, 1e-6}, 10), 1e-7, 1e-15);
  EXPECT_EQ(relative_drift({"1-mom", 0, 0}, 0), 0);
}

TEST(SummaryText, SaysSpeedBoundMemoryAndDrift) {
  Summary summary;
  summary.step = 50;
  summary.time = 0.5;
  summary.wall_seconds = 3;
  summary.start_seconds = 0.5;
  summary.write_seconds = 1;
  summary.speed = {1000, 50, 2.0, 144, 7.2e6};
  summary.bytes_per_cell = 144;
  summary.totals = {{"mass", 2.0, 2.5}};
  summary.others = {{"max_divB", 1.5e-3}, {"floored_cells", 3}, {"fallback_cells", 0}};
  const std::string text = summary_text(summary);
  for (const char* part : {"50, to time 0.5", "25.0 thousand cell updates/s",
                           "3.00 s, of which start 0.50 s, outputs 1.00 s", "50% of the bound",
                           "144 bytes per cell", "mass", "2.500e-01", "not all faces are periodic",
                           "max_divB    1.500e-03", "floored_cells 3.000e+00"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " is not in\n" << text;
  }
  EXPECT_EQ(text.find("fallback_cells"), std::string::npos) << text;
  summary.closed_box = true;
  EXPECT_EQ(summary_text(summary).find("not all faces"), std::string::npos);
}

}  // namespace
}  // namespace solenoid
