/// What `solenoid tune` makes of the processes that measure for it. Here the processes are this
/// program of tests, with a test that plays the measuring.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "src/cli/tune_child.hpp"
#include "src/output/files.hpp"
#include "src/program/shapes.hpp"

namespace solenoid {
namespace {

/// One of several processes that share the tests would pass on its share: what it starts may not be
/// in it.
void forget_shares() {
  unsetenv("GTEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
}

std::vector<std::string> command_of(const std::string& test) {
  forget_shares();
  return {"tests", "--gtest_also_run_disabled_tests", "--gtest_filter=" + test};
}

/// Measures by the number of planes: 2 gives other bits, 3 fails, 4 dies, others are well.
TEST(MeasuringProcess, DISABLED_Plays) {
  bool shapes = false;
  for (const std::string& word : testing::internal::GetArgvs()) {
    const int planes = shapes ? shape_of_word(word).value().planes : 0;
    if (planes == 3) std::cout << "failure fails: no room for three" << std::endl;
    if (planes == 4) std::cout << "four is too many" << std::endl;
    if (planes == 4) std::abort();
    if (shapes && planes != 3)
      std::cout << "result " << 1.5 * planes << (planes == 2 ? " abcd" : " 1234") << std::endl;
    shapes = shapes || word == "--measure";
  }
}

TEST(MeasuringProcess, DISABLED_Sleeps) { std::this_thread::sleep_for(std::chrono::seconds(60)); }

PassShape planes(int number) { return {PassForm::blocks, 8, 8, number, 0, 0}; }

TEST(TunedShapesOfProcesses, ProblemsAreThoseOfTheirShapeAlone) {
  const std::vector<PassShape> shapes = {planes(5), planes(2), planes(3), planes(4), planes(6)};
  std::size_t told = 0;
  const std::vector<ShapeResult> results =
      measured_shapes(command_of("MeasuringProcess.DISABLED_Plays"), shapes,
                      [&](const ShapeResult& result) { EXPECT_EQ(result.shape, shapes[told++]); });
  ASSERT_EQ(results.size(), 5U);
  EXPECT_EQ(told, 5U);
  EXPECT_EQ(results[0].problem, "");
  EXPECT_EQ(results[0].nanoseconds, 7.5);
  EXPECT_EQ(results[1].problem, "differs from the first shape in the bits of its results");
  EXPECT_EQ(results[2].problem, "fails: no room for three");
  EXPECT_EQ(results[3].problem, "fails: four is too many");
  EXPECT_EQ(results[4].problem, "");
  EXPECT_EQ(results[4].nanoseconds, 9);
}

TEST(TunedShapesOfProcesses, WithoutTheFirstShapeThereIsNothingToCompareWith) {
  EXPECT_THROW(measured_shapes(command_of("MeasuringProcess.DISABLED_Plays"),
                               {planes(3), planes(5)}, [](const ShapeResult&) {}),
               OutputError);
}

TEST(ChildProcess, LinesEndAndTheCodeIsKnown) {
  forget_shares();
  Child child({"tests", "--gtest_list_tests", "--gtest_filter=ChildProcess.*"});
  std::vector<std::string> lines;
  while (const auto line = child.line(60)) lines.push_back(*line);
  EXPECT_TRUE(child.ended());
  EXPECT_EQ(child.code(), 0);
  EXPECT_EQ(lines.front(), "ChildProcess.");
}

TEST(ChildProcess, HangingOnesAreNotWaitedFor) {
  const auto begin = std::chrono::steady_clock::now();
  {
    Child child(command_of("MeasuringProcess.DISABLED_Sleeps"));
    while (child.line(0.5)) {
    }
    EXPECT_FALSE(child.ended());
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30));
}

TEST(TuneReport, LinesAndJsonSayShapesAndProblems) {
  const TunedShape fastest{{}, planes(5), {16, 16, 16}, 1.5};
  const std::vector<ShapeResult> results = {{planes(5), 1.5, ""}, {planes(2), 0, "has \"no\" use"}};
  EXPECT_NE(tune_line(results[0], 3).find("2.00"), std::string::npos);
  EXPECT_NE(tune_line(results[1], 3).find("has \"no\" use"), std::string::npos);
  const std::string json = tune_json(fastest, results);
  EXPECT_NE(json.find(R"("shape": "blocks:8x8x5", "nanoseconds_per_update": 1.5)"),
            std::string::npos)
      << json;
  EXPECT_NE(json.find(R"("problem": "has \"no\" use")"), std::string::npos) << json;
}

}  // namespace
}  // namespace solenoid
