#include "src/driver/stop.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <filesystem>
#include <fstream>

namespace solenoid {
namespace {

TEST(SignalWatch, TakesNoteOfEachSignal) {
  SignalWatch watch;
  EXPECT_FALSE(watch.stop_requested());
  EXPECT_FALSE(watch.take_checkpoint_request());
  raise(SIGUSR1);
  EXPECT_FALSE(watch.stop_requested());
  EXPECT_TRUE(watch.take_checkpoint_request());
  EXPECT_FALSE(watch.take_checkpoint_request());
  raise(SIGTERM);
  EXPECT_EQ(watch.stop_requested(), "SIGTERM");
}

TEST(SignalWatch, StartsWithACleanSlateAndRestoresHandlers) {
  struct sigaction before {};
  struct sigaction after {};
  sigaction(SIGINT, nullptr, &before);
  {
    const SignalWatch watch;
    raise(SIGINT);
    EXPECT_TRUE(watch.stop_requested());
  }
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
  EXPECT_FALSE(SignalWatch().stop_requested());
}

TEST(StopFile, IsTakenOnceAndRemoved) {
  const std::filesystem::path folder =
      std::filesystem::path(testing::TempDir()) / "solenoid_stop_file";
  std::filesystem::create_directories(folder);
  StopFile file(folder);
  EXPECT_FALSE(file.take(0));
  std::ofstream(folder / "STOP") << "\n";
  EXPECT_FALSE(file.take(0.1)) << "looked again too soon";
  EXPECT_TRUE(file.take(0.6));
  EXPECT_FALSE(std::filesystem::exists(folder / "STOP"));
  EXPECT_FALSE(file.take(1.2));
  std::filesystem::remove_all(folder);
}

TEST(WallTimeLimit, LeavesTimeForOneStepAndACheckpoint) {
  WallTimeLimit limit(100, 10);
  limit.measured_step(1);
  EXPECT_FALSE(limit.reached(83.9));
  EXPECT_TRUE(limit.reached(84));
}

TEST(WallTimeLimit, TrustsMeasuredWritesMoreThanTheGuess) {
  WallTimeLimit limit(100, 90);
  limit.measured_write(2);
  EXPECT_FALSE(limit.reached(96.9));
  limit.measured_write(4);
  limit.measured_write(1);
  EXPECT_TRUE(limit.reached(94));
}

TEST(WallTimeLimit, AbsentIsNeverReached) {
  EXPECT_FALSE(WallTimeLimit(std::nullopt, 10).reached(1e12));
}

}  // namespace
}  // namespace solenoid
