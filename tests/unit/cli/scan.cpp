#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "src/cli/scan_plan.hpp"
#include "src/cli/scan_results.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {
namespace {

using Texts = std::vector<std::string>;

TEST(ScanAxis, CommasSeparateValues) {
  const ScanAxis axis = scan_axis("constants.B=0.1, 0.2,3e-1");
  EXPECT_EQ(axis.key, "constants.B");
  EXPECT_EQ(axis.values, (Texts{"0.1", "0.2", "3e-1"}));
  EXPECT_EQ(scan_axis("output.0.every_time=1").values, Texts{"1"});
}

TEST(ScanAxis, CommasInsideOfBracketsAndQuotesBelongToAValue) {
  EXPECT_EQ(scan_axis("grid.cells=[64,64],[128,128]").values, (Texts{"[64,64]", "[128,128]"}));
  EXPECT_EQ(scan_axis("initial.density=max(x,min(y,1)),2").values, (Texts{"max(x,min(y,1))", "2"}));
  EXPECT_EQ(scan_axis(R"(initial.density="x < 0, y",'a,b')").values,
            (Texts{R"("x < 0, y")", "'a,b'"}));
  EXPECT_EQ(scan_axis(R"(output.0.fields=["a]","b\",c"],["d"])").values,
            (Texts{R"(["a]","b\",c"])", R"(["d"])"}));
}

TEST(ScanAxis, SaysWhatIsWrong) {
  for (const char* text :
       {"constants.B", "B=1,2", ".B=1", "constants.=1", "constants.B=", "constants.B=1,",
        "constants.B=1,,2", "constants.B=1,2,1", "grid.cells=[64,64", "grid.cells=64],1",
        "grid.cells=(1]", "initial.density=\"x,y"}) {
    EXPECT_THROW(scan_axis(text), UsageError) << text;
  }
}

TEST(ScanPoints, AreAllCombinations) {
  const std::vector<ScanPoint> points = scan_points({{"constants.B", {"0.1", "0.2"}},
                                                     {"physics.gamma", {"5/3"}},
                                                     {"grid.cells", {"[8,8]", "[16,16]"}}});
  ASSERT_EQ(points.size(), 4U);
  EXPECT_EQ(points[0].name, "B=0.1,cells=8-8");
  EXPECT_EQ(points[1].name, "B=0.1,cells=16-16");
  EXPECT_EQ(points[2].name, "B=0.2,cells=8-8");
  EXPECT_EQ(points[2].overrides,
            (Texts{"constants.B=0.2", "physics.gamma=5/3", "grid.cells=[8,8]"}));
  EXPECT_EQ(points[2].values, (Texts{"0.2", "[8,8]"}));
}

TEST(ScanPoints, HaveFoldersOfTheirOwn) {
  const std::string formula = "\"x < 0 ? sin(2*pi*x)*sin(2*pi*y)*sin(2*pi*z) : 1\"";
  const std::vector<ScanPoint> points =
      scan_points({{"initial.density", {"x*y", "x/y", "../..", "***", formula, "1"}},
                   {"initial.pressure", {"1", "2"}},
                   {"boundary.lower_x.pressure", {"1", "2"}}});
  std::set<std::string> names;
  for (const ScanPoint& point : points) {
    names.insert(point.name);
    EXPECT_EQ(point.name.find_first_of("/*\"? ()<>"), std::string::npos) << point.name;
    EXPECT_LT(point.name.size(), 200U) << point.name;
  }
  EXPECT_EQ(names.size(), points.size());
  // Two keys with the same last part keep their sections.
  EXPECT_NE(points[0].name.find(",initial.pressure=1,boundary.lower_x.pressure=1"),
            std::string::npos)
      << points[0].name;
}

TEST(ScanPoints, RefusesWhatIsNoScan) {
  EXPECT_THROW(scan_points({}), UsageError);
  EXPECT_THROW(scan_points({{"a.b", {"1"}}}), UsageError);
  EXPECT_THROW(scan_points({{"a.b", {"1", "2"}}, {"a.b", {"3"}}}), UsageError);
  const Texts many(200, "1");
  EXPECT_THROW(scan_points({{"a.b", many}, {"a.c", many}}), UsageError);
}

TEST(SharedOut, LeavesNobodyWithoutAndTakesAll) {
  EXPECT_EQ(shared_out(8, 3), (std::vector<int>{3, 3, 2}));
  EXPECT_EQ(shared_out(2, 2), (std::vector<int>{1, 1}));
  EXPECT_EQ(shared_out(1, 3), (std::vector<int>{1, 1, 1}));
}

TEST(ScanProgressLine, FitsTheTerminal) {
  const ScanProgress progress{3, 1, 2, 4, 0.456, 65, {{"B=0.1", 0.25}, {"B=0.2", 0.5}}};
  EXPECT_EQ(scan_progress_line(progress, 120),
            "45.6%  1 min 05 s left  3 finished, 1 failed, 2 running, 4 waiting  B=0.1 25%  B=0.2 "
            "50%");
  for (int width = 0; width < 120; ++width) {
    const std::string line = scan_progress_line(progress, width);
    EXPECT_LE(line.size(), std::size_t(width));
    EXPECT_EQ(line, scan_progress_line(progress, 120).substr(0, line.size()));
  }
}

TEST(ScanTable, HasWhatEachRunHas) {
  const ScanTable scan{{"constants.B", "grid.cells"},
                       {{"B=1",
                         {"1", "[8,8]"},
                         "finished",
                         {{"time", 0.1}, {"3-mom", 0}, {"mass", 2}, {"floored_cells", 0}}},
                        {"B=2", {"2", "a \"b\""}, "failed", {}}}};
  EXPECT_EQ(csv_text(scan),
            "run,constants.B,grid.cells,state,time,3-mom,mass,floored_cells\n"
            "B=1,1,\"[8,8]\",finished,0.10000000000000001,0,2,0\n"
            "B=2,2,\"a \"\"b\"\"\",failed,,,,\n");
  // On the screen without what is 0 in all of them.
  EXPECT_EQ(aligned_text(scan, 80),
            "run  state     time  mass\n"
            "B=1  finished   0.1     2\n"
            "B=2  failed\n");
  EXPECT_EQ(aligned_text(scan, 20),
            "run  state     time\n"
            "B=1  finished   0.1\n"
            "B=2  failed\n");
}

}  // namespace
}  // namespace solenoid
