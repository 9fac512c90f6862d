#include "src/driver/control.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

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

TEST(Control, MakesAsManyStepsAsAreAskedFor) {
  Control control(true);
  for (int n = 0; n < 3; ++n) control.ask(Request::step);
  for (int n = 0; n < 3; ++n) EXPECT_FALSE(control.holds_next_step()) << n;
  EXPECT_TRUE(control.holds_next_step());
  control.ask(Request::step);
  control.ask(Request::pause);  // instead of the step that was not yet made
  EXPECT_TRUE(control.holds_next_step());
  control.ask(Request::step);
  control.ask(Request::go);
  control.ask(Request::pause);
  EXPECT_TRUE(control.holds_next_step());
}

class ControlFolders : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directories(folder_); }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  [[nodiscard]] std::filesystem::path requests() const { return folder_ / "CONTROL"; }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / ("solenoid_control_" + std::to_string(getpid()));
};

TEST_F(ControlFolders, BringsRequestsInTheirOrder) {
  ControlFolder run(folder_);
  const ControlFolder user(folder_), other(folder_);
  EXPECT_TRUE(run.take(0, 0.5).empty());
  const auto pause = user.put(Request::pause);
  EXPECT_TRUE(ControlFolder::is_waiting(pause));
  EXPECT_TRUE(run.take(0.4, 0.5).empty());  // too early to look again
  std::vector<Request> asked{Request::pause};
  for (int n = 0; n < 12; ++n) {
    asked.push_back(n % 3 == 0 ? Request::checkpoint : Request::step);
    static_cast<void>((n % 2 == 0 ? user : other).put(asked.back()));
  }
  EXPECT_EQ(run.take(0.5, 0.5), asked);
  EXPECT_FALSE(ControlFolder::is_waiting(pause));
  EXPECT_FALSE(user.withdraw(pause));
  EXPECT_TRUE(run.take(1, 0.5).empty());
  EXPECT_FALSE(std::filesystem::exists(requests()));
}

TEST_F(ControlFolders, WhatIsTakenBackIsNotTaken) {
  ControlFolder run(folder_);
  const auto stop = run.put(Request::stop);
  static_cast<void>(run.put(Request::go));
  EXPECT_TRUE(run.withdraw(stop));
  EXPECT_FALSE(ControlFolder::is_waiting(stop));
  EXPECT_EQ(run.take(0, 0), std::vector{Request::go});
}

TEST_F(ControlFolders, PassesOverWhatKilledClientsLeave) {
  ControlFolder run(folder_);
  const auto pause = run.put(Request::pause);
  std::ofstream(requests() / "000002-0123456789abcdef") << "dance\n";
  std::ofstream(requests() / "000003-0123456789abcdef.tmp-0123abcd-1-1") << "st";
  EXPECT_EQ(run.take(0, 0), std::vector{Request::pause});
  static_cast<void>(run.put(Request::step));
  EXPECT_EQ(run.take(1, 0), std::vector{Request::step});
  run.clear();
  EXPECT_FALSE(std::filesystem::exists(requests()));
}

/// Each of those that ask at once has his requests taken, while the run takes them as they come.
TEST_F(ControlFolders, LosesNothingThatIsAskedAtOnce) {
  constexpr int clients = 4, each = 50;
  ControlFolder run(folder_);
  std::vector<std::thread> threads;
  std::atomic<int> asking = clients;
  for (int n = 0; n < clients; ++n)
    threads.emplace_back([&] {
      const ControlFolder client(folder_);
      for (int k = 0; k < each; ++k) static_cast<void>(client.put(Request::step));
      --asking;
    });
  std::size_t taken = 0;
  for (bool last = false; !last;) {
    last = asking == 0;
    taken += run.take(0, 0).size();
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(taken, std::size_t(clients * each));
  EXPECT_FALSE(std::filesystem::exists(requests()));
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
