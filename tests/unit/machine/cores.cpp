#include "src/machine/cores.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <map>

namespace solenoid {
namespace {

namespace fs = std::filesystem;

class Cores : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::path(testing::TempDir()) / ("solenoid_cores_" + std::to_string(getpid()));
    fs::remove_all(root_);
  }
  void TearDown() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }

  [[nodiscard]] CoreCount count(int machine, int allowed) const {
    const auto environment = [this](const std::string& name) {
      const auto found = environment_.find(name);
      return found == environment_.end() ? std::nullopt : std::optional(found->second);
    };
    return count_cores(machine, allowed, root_, environment, [this] { return busy_; });
  }

  fs::path root_;
  std::map<std::string, std::string> environment_;
  int busy_ = 0;
};

TEST_F(Cores, AllOfAQuietMachineAreTaken) {
  const ThreadChoice choice = choose_threads(count(8, 8));
  EXPECT_EQ(choice.threads, 8);
  EXPECT_EQ(choice.reason, "");
}

TEST_F(Cores, OfAnAffinityNoMoreAreTaken) {
  busy_ = 8;  // by others, on cores that are not ours
  const ThreadChoice choice = choose_threads(count(8, 3));
  EXPECT_EQ(choice.threads, 3);
  EXPECT_EQ(choice.reason, "3 of 8 cores: its affinity grants no more");
}

TEST_F(Cores, QuotaOfAGroupOfVersion2IsTheLeastOfItsWay) {
  write("proc/self/cgroup", "0::/job/step\n");
  write("sys/fs/cgroup/job/step/cpu.max", "max 100000\n");
  EXPECT_EQ(count(8, 8).granted, 8);
  write("sys/fs/cgroup/job/cpu.max", "250000 100000\n");
  EXPECT_EQ(count(8, 8).granted, 3);
  EXPECT_EQ(choose_threads(count(8, 8)).reason, "3 of 8 cores: its control group grants no more");
  write("sys/fs/cgroup/job/step/cpu.max", "50000 100000\n");
  EXPECT_EQ(count(8, 8).granted, 1);
  write("sys/fs/cgroup/job/step/cpu.max", "9000000 100000\n");
  EXPECT_EQ(count(8, 2).granted, 2);
}

TEST_F(Cores, QuotaOfAGroupOfVersion1) {
  write("proc/self/cgroup", "4:memory:/other\n3:cpu,cpuacct:/job\n0::/\n");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "-1\n");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(count(8, 8).granted, 8);
  EXPECT_EQ(count(8, 8).grantor, "");
  write("sys/fs/cgroup/cpu/job/cpu.cfs_quota_us", "400000\n");
  EXPECT_EQ(count(8, 8).granted, 4);
  // A container sees its own group as the root, whatever the path says.
  write("proc/self/cgroup", "3:cpu,cpuacct:/docker/0123\n");
  write("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "200000\n");
  write("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(count(8, 8).granted, 2);
}

TEST_F(Cores, SlurmGrantsATaskItsCores) {
  environment_["SLURM_CPUS_ON_NODE"] = "6";
  EXPECT_EQ(count(8, 8).granted, 6);
  environment_["SLURM_CPUS_PER_TASK"] = "2";
  EXPECT_EQ(choose_threads(count(8, 8)).threads, 2);
  EXPECT_EQ(choose_threads(count(8, 8)).reason, "2 of 8 cores: Slurm grants no more");
  environment_["SLURM_CPUS_PER_TASK"] = "all of them";
  EXPECT_EQ(count(8, 8).granted, 6);
}

TEST_F(Cores, ThoseInUseAreLeftToOthers) {
  busy_ = 1;
  EXPECT_EQ(choose_threads(count(2, 2)).threads, 1);
  EXPECT_EQ(choose_threads(count(2, 2)).reason,
            "1 of 2 cores: 1 is in use by others (--threads 2 takes all)");
  busy_ = 3;
  EXPECT_EQ(choose_threads(count(8, 8)).threads, 5);
  busy_ = 30;
  EXPECT_EQ(choose_threads(count(8, 8)).threads, 1);
  EXPECT_EQ(choose_threads(count(8, 8)).reason,
            "1 of 8 cores: 8 are in use by others (--threads 8 takes all)")
      << "no more than there are";
}

TEST_F(Cores, ProcessesOfARunHaveEqualShares) {
  EXPECT_EQ(choose_threads(count(8, 8), {2, false}).threads, 4);
  EXPECT_EQ(choose_threads(count(8, 8), {3, false}).threads, 2);
  EXPECT_EQ(choose_threads(count(8, 8), {9, false}).threads, 1);
  EXPECT_EQ(choose_threads(count(8, 8), {2, false}).reason, "");
  environment_["SLURM_CPUS_ON_NODE"] = "6";
  EXPECT_EQ(choose_threads(count(8, 8), {2, false}).threads, 3) << "of what all have";
  environment_["SLURM_CPUS_ON_NODE"] = "64";
  environment_["SLURM_CPUS_PER_TASK"] = "6";
  EXPECT_EQ(choose_threads(count(64, 64), {4, false}).threads, 6) << "each has its own";
  EXPECT_EQ(choose_threads(count(64, 64), {16, false}).threads, 4) << "no more than there are";
  EXPECT_EQ(choose_threads(count(64, 64)).threads, 6);
}

TEST_F(Cores, BesideAGpuOneOfEightIsLeftAndThirtyTwoThreadsAreMost) {
  for (const auto& [cores, threads] : std::map<int, int>{
           {1, 1}, {2, 2}, {3, 3}, {4, 3}, {8, 7}, {9, 7}, {16, 14}, {36, 31}, {64, 32}})
    EXPECT_EQ(choose_threads(count(cores, cores), {1, true}).threads, threads) << cores;
  EXPECT_EQ(choose_threads(count(16, 16), {2, true}).threads, 7) << "each has its own";
  EXPECT_EQ(choose_threads(count(64, 64), {4, true}).threads, 8);
  EXPECT_EQ(choose_threads(count(64, 64), {64, true}).threads, 1);
  EXPECT_EQ(choose_threads(count(128, 128), {1, true}).threads, 32);
  EXPECT_EQ(choose_threads(count(128, 128), {8, true}).threads, 8);
  EXPECT_EQ(choose_threads(count(64, 64), {1, true}).reason, "");
}

TEST_F(Cores, BusyAreThoseThatDoNotGiveWay) {
  write("proc/stat", "cpu 1 2 3\nprocs_running 1\n");
  EXPECT_EQ(busy_cores(0, root_), 0);
  write("proc/stat", "cpu 1 2 3\nprocs_running 4\n");
  EXPECT_EQ(busy_cores(0, root_), 3);
  // state, 14 numbers, priority and nice value
  const std::string numbers = " 1 2 3 4 5 6 7 8 9 10 11 12 13 14 ";
  write("proc/12/task/12/stat", "12 (night (shift) R R) R" + numbers + "39 19 1 0 7\n");
  write("proc/12/task/13/stat", "13 (night (shift) R R) S" + numbers + "39 19 1 0 7\n");
  write("proc/14/task/14/stat", "14 (day shift) R" + numbers + "20 0 1 0 7\n");
  EXPECT_EQ(busy_cores(0, root_), 2);
  EXPECT_EQ(busy_cores(19, root_), 3) << "none gives way to the last in the row";
  EXPECT_GE(busy_cores(own_nice_value()), 0);
}

TEST_F(Cores, NeighboursStandBesideEachOther) {
  for (int core = 0; core < 8; ++core) {
    const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(core) + "/topology/";
    write(folder + "physical_package_id", std::to_string(core % 2) + "\n");
    write(folder + "core_id", std::to_string(core % 4) + "\n");
  }
  EXPECT_EQ(by_neighbourhood({0, 1, 2, 3, 4, 5, 6, 7}, root_),
            (std::vector<int>{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(by_neighbourhood({9, 8}, root_), (std::vector<int>{8, 9}));
}

TEST_F(Cores, OneThreadCanStayOnOneCore) {
  const std::vector<int> all = cores_of_this_thread();
  stay_on({all.back()});
  EXPECT_EQ(cores_of_this_thread(), std::vector<int>{all.back()});
  stay_on(all);
  EXPECT_EQ(cores_of_this_thread(), all);
}

}  // namespace
}  // namespace solenoid
