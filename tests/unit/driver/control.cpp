#include "src/driver/control.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "src/driver/progress_meter.hpp"

namespace solenoid {
namespace {

TEST(Control, PausesStepsAndGoesOn) {
  Control control;
  EXPECT_FALSE(control.holds_next_step());
  control.ask(Request::pause);
  EXPECT_TRUE(control.paused());
  EXPECT_TRUE(control.holds_next_step());
  control.ask(Request::step);
  EXPECT_FALSE(control.holds_next_step());
  EXPECT_TRUE(control.holds_next_step());
  control.ask(Request::go);
  EXPECT_FALSE(control.holds_next_step());
}

TEST(Control, AStepOfARunThatGoesOnPausesItAfterThat) {
  Control control;
  control.ask(Request::step);
  EXPECT_FALSE(control.holds_next_step());
  EXPECT_TRUE(control.holds_next_step());
  EXPECT_TRUE(Control(true).holds_next_step());
}

TEST(Control, EachRequestIsTakenOnce) {
  Control control;
  control.ask(Request::checkpoint);
  control.ask(Request::output);
  EXPECT_FALSE(control.take(Request::stop));
  EXPECT_TRUE(control.take(Request::checkpoint));
  EXPECT_FALSE(control.take(Request::checkpoint));
  EXPECT_TRUE(control.take(Request::output));
}

TEST(ControlFile, BringsOneRequestAtATime) {
  const auto folder =
      std::filesystem::path(testing::TempDir()) / ("solenoid_control_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  ControlFile run(folder);
  const ControlFile user(folder);
  EXPECT_FALSE(run.take(0, 0.5));
  user.put(Request::pause);
  EXPECT_TRUE(user.is_waiting());
  EXPECT_FALSE(run.take(0.4, 0.5));  // too early to look again
  EXPECT_EQ(run.take(0.5, 0.5), Request::pause);
  EXPECT_FALSE(user.is_waiting());
  std::ofstream(folder / "CONTROL") << "dance\n";
  EXPECT_FALSE(run.take(2, 0.5));
  EXPECT_FALSE(user.is_waiting());
  std::filesystem::remove_all(folder);
}

TEST(ProgressMeter, LeavesOutputsAndPausesOut) {
  RunSpan span;
  span.cells = 100;
  span.end_time = 10;
  ProgressMeter meter(span, {0, 0, 0, 1, 0, 0});
  const Progress progress = meter.progress({2.5, 20, 0.1, 11, 2, 3});  // ten seconds later
  EXPECT_DOUBLE_EQ(progress.fraction, 0.25);
  EXPECT_DOUBLE_EQ(progress.updates_per_second, 100 * 20 / 5.0);
  EXPECT_DOUBLE_EQ(progress.seconds_left, 7 * 3.0);
}

}  // namespace
}  // namespace solenoid
