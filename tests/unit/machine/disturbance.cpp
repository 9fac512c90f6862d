#include "src/machine/disturbance.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace solenoid {
namespace {

namespace fs = std::filesystem;

TEST(Disturbance, CountsWhatThreadsWaitedAndWhatTheHostTook) {
  const fs::path root =
      fs::path(testing::TempDir()) / ("solenoid_disturbance_" + std::to_string(getpid()));
  const auto write = [&](const std::string& name, const std::string& text) {
    fs::create_directories((root / name).parent_path());
    std::ofstream(root / name) << text;
  };
  EXPECT_EQ(lost_time(root).waited, 0);
  EXPECT_EQ(lost_time(root).stolen, 0);
  write("proc/self/task/10/schedstat", "5000000000 1500000000 70\n");
  write("proc/self/task/11/schedstat", "5000000000 500000000 70\n");
  const double tick = 1.0 / double(sysconf(_SC_CLK_TCK));
  write("proc/stat",
        "cpu  1 2 3 4 5 6 7 60 0 0\ncpu0 1 2 3 4 5 6 7 20 0 0\n"
        "cpu1 1 2 3 4 5 6 7 40 0 0\nintr 1 2 3 4 5 6 7 8 9\n");
  EXPECT_DOUBLE_EQ(lost_time(root).waited, 2);
  EXPECT_DOUBLE_EQ(lost_time(root).stolen, 30 * tick);
  fs::remove_all(root);
}

TEST(Disturbance, IsAPartOfTheTimeOfAllThreads) {
  EXPECT_DOUBLE_EQ(lost_part({1, 2}, {2.5, 2.5}, 5, 3), 0.2);
  EXPECT_EQ(lost_part({2, 2}, {1, 2}, 5, 3), 0);
  EXPECT_EQ(lost_part({0, 0}, {1, 2}, 0, 3), 0);
  EXPECT_EQ(disturbance_text(0.01), "");
  EXPECT_EQ(disturbance_text(0.124), "  disturbed: others had the cores for 12% of this time\n");
}

}  // namespace
}  // namespace solenoid
