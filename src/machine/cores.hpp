#pragma once
/// \file
/// How many cores (hardware threads) a run may have and should take.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace solenoid {

/// The numbers of the cores that the calling thread may run on, its affinity.
std::vector<int> cores_of_this_thread();

/// The same cores, but neighbours, those of one core and of one socket, beside each other. Files
/// are read below `root`.
std::vector<int> by_neighbourhood(std::vector<int> cores, const std::filesystem::path& root = "/");

/// Keeps the calling thread, and the processes that it starts, on these cores.
void stay_on(const std::vector<int>& cores);

/// What there is and what a run may have of it.
struct CoreCount {
  int machine = 1;  ///< cores that are on
  int shared = 1;   ///< of these, what all processes of a run may have together
  int granted = 1;  ///< what this process may have: of a batch system's task no more than its own
  std::string grantor;  ///< who grants so many, where they are fewer
  int busy = 0;         ///< in use by others; not asked for where a part of the machine is granted
};

/// The value of an environment variable, or nothing.
using Environment = std::function<std::optional<std::string>(const std::string& name)>;

/// How many of `allowed` cores are granted: no more than the quota of the control groups (a
/// container's, a batch job's; rounded up) and than Slurm gives a task or has on this node. Files
/// are read below `root`. `busy` is asked only if the whole machine is granted.
CoreCount count_cores(int machine, int allowed, const std::filesystem::path& root,
                      const Environment& environment, const std::function<int()>& busy);

/// Threads that a run takes if nobody says how many: all that are granted but those in use. A run
/// whose threads wait for one that has no core takes many times as long.
struct ThreadChoice {
  int threads = 1;
  std::string reason;  ///< one line; empty if these are all cores of the machine
};
/// Threads that feed a GPU at most, and all processes of a host together where it has no more than
/// twice as many cores.
inline constexpr int most_threads_with_gpu = 32;
/// What else needs the cores.
struct CoreSharing {
  int processes = 1;      ///< of this run on this host, which have equal shares of what they share
  bool with_gpu = false;  ///< threads feed a GPU: one core of eight is left to what else does
};
ThreadChoice choose_threads(const CoreCount& cores, const CoreSharing& sharing = {});

/// The nice value of the calling process.
int own_nice_value();

/// Cores that others keep busy just now: tasks that run or wait to run, seen in each of a few looks
/// some milliseconds apart, without those that give way to a process of this nice value (of a
/// higher one).
int busy_cores(int nice_value, const std::filesystem::path& root = "/");

}  // namespace solenoid
