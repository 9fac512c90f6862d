#include "src/machine/host_memory.hpp"

#include <gtest/gtest.h>

#include "tests/unit/output/helpers.hpp"

namespace solenoid {
namespace {

using testing_files::TemporaryFolder;

/// A root folder with 1000 KiB available.
class HostMemory : public testing::Test {
 protected:
  void SetUp() override {
    write("proc/meminfo", "MemTotal: 2000 kB\nMemFree: 500 kB\nMemAvailable: 1000 kB\n");
  }
  void write(const std::string& file, const std::string& text) const {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  [[nodiscard]] std::size_t free() const { return free_host_memory(root_.path()); }

 private:
  TemporaryFolder root_;
};

TEST_F(HostMemory, IsWhatTheMachineHas) { EXPECT_EQ(free(), 1000u * 1024u); }

TEST_F(HostMemory, IsWhatTheControlGroupsLeave) {
  write("proc/self/cgroup", "0::/job/step\n");
  write("sys/fs/cgroup/job/step/memory.max", "max\n");
  write("sys/fs/cgroup/job/step/memory.current", "70000\n");
  EXPECT_EQ(free(), 1000u * 1024u);
  write("sys/fs/cgroup/job/memory.max", "100000\n");
  write("sys/fs/cgroup/job/memory.current", "70000\n");
  EXPECT_EQ(free(), 30000u);
  write("sys/fs/cgroup/job/memory.stat", "anon 50000\ninactive_file 20000\n");
  EXPECT_EQ(free(), 50000u);
  write("sys/fs/cgroup/job/memory.current", "200000\n");
  EXPECT_EQ(free(), 0u);
}

TEST_F(HostMemory, KnowsTheOlderControlGroups) {
  write("proc/self/cgroup", "5:cpu,memory:/job\n1:name=systemd:/\n0::/\n");
  write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", "9223372036854771712\n");
  write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", "70000\n");
  EXPECT_EQ(free(), 1000u * 1024u);
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "100000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "70000\n");
  write("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 1000\n");
  EXPECT_EQ(free(), 31000u);
}

}  // namespace
}  // namespace solenoid
