#include "src/machine/cores.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>
#include <tuple>
#include <utility>

#include "src/machine/control_groups.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// A set of cores as the system takes it, of any number of cores.
class CoreSet {
 public:
  CoreSet() : set_(CPU_ALLOC(most)) { CPU_ZERO_S(bytes(), set_); }
  ~CoreSet() { CPU_FREE(set_); }
  CoreSet(const CoreSet&) = delete;
  CoreSet& operator=(const CoreSet&) = delete;

  static constexpr int most = 8192;
  static std::size_t bytes() { return CPU_ALLOC_SIZE(most); }
  [[nodiscard]] cpu_set_t* data() const { return set_; }
  void add(int core) { CPU_SET_S(std::size_t(core), bytes(), set_); }
  [[nodiscard]] bool has(int core) const { return CPU_ISSET_S(std::size_t(core), bytes(), set_); }

 private:
  cpu_set_t* set_;
};

/// Cores that the quota of a control group comes to.
std::optional<double> quota_of(const fs::path& group, GroupVersion version) {
  std::optional<std::size_t> quota;
  std::optional<std::size_t> period;
  if (version == GroupVersion::two) {
    std::ifstream file(group / "cpu.max");
    std::size_t numbers[2];
    if (file >> numbers[0] >> numbers[1]) {
      quota = numbers[0];
      period = numbers[1];
    }
  } else {
    // Without a quota the number is -1, which is none.
    std::string text;
    std::ifstream(group / "cpu.cfs_quota_us") >> text;
    if (text.find('-') == std::string::npos) quota = number_in(group / "cpu.cfs_quota_us");
    period = number_in(group / "cpu.cfs_period_us");
  }
  if (!quota || !period || *period == 0) return std::nullopt;
  return double(*quota) / double(*period);
}

/// A number of cores that Slurm says in a variable.
std::optional<int> slurm_cores(const Environment& environment, const char* name) {
  const std::optional<std::string> value = environment(name);
  const int number = value ? std::atoi(value->c_str()) : 0;
  return number > 0 ? std::optional(number) : std::nullopt;
}

/// Tasks that run or wait to run, this one among them.
int running_tasks(const fs::path& root) {
  return int(number_of("procs_running", root / "proc/stat").value_or(1));
}

/// Whether a task, by its line in /proc, runs and gives way to those of nice value `own`.
bool runs_and_gives_way(const fs::path& stat, int own) {
  std::string text;
  std::getline(std::ifstream(stat), text);
  // The name of the program, in brackets, may hold anything.
  const std::size_t end_of_name = text.rfind(')');
  if (end_of_name == std::string::npos) return false;
  std::istringstream words(text.substr(end_of_name + 1));
  constexpr int before_nice = 15;
  std::string state;
  std::string word;
  words >> state;
  for (int i = 0; i < before_nice; ++i) words >> word;
  int nice = 0;
  return words >> nice && state == "R" && nice > own;
}

/// Tasks that run only where no one else does.
int tasks_that_give_way(int nice_value, const fs::path& root) {
  int count = 0;
  std::error_code error;
  for (fs::directory_iterator process(root / "proc", error), end; !error && process != end;
       process.increment(error)) {
    const std::string name = process->path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::error_code gone;
    for (fs::directory_iterator task(process->path() / "task", gone); !gone && task != end;
         task.increment(gone)) {
      if (runs_and_gives_way(task->path() / "stat", nice_value)) ++count;
    }
  }
  return count;
}

}  // namespace

std::vector<int> cores_of_this_thread() {
  const CoreSet set;
  std::vector<int> cores;
  if (sched_getaffinity(0, CoreSet::bytes(), set.data()) == 0) {
    for (int core = 0; core < CoreSet::most; ++core) {
      if (set.has(core)) cores.push_back(core);
    }
  }
  if (cores.empty()) cores.push_back(0);
  return cores;
}

std::vector<int> by_neighbourhood(std::vector<int> cores, const fs::path& root) {
  const auto place = [&](int core) {
    const fs::path topology = root / fmt::format("sys/devices/system/cpu/cpu{}/topology", core);
    return std::tuple(number_in(topology / "physical_package_id").value_or(0),
                      number_in(topology / "core_id").value_or(std::size_t(core)), core);
  };
  std::vector<std::pair<decltype(place(0)), int>> places;
  places.reserve(cores.size());
  for (const int core : cores) places.emplace_back(place(core), core);
  std::sort(places.begin(), places.end());
  std::transform(places.begin(), places.end(), cores.begin(),
                 [](const auto& entry) { return entry.second; });
  return cores;
}

void stay_on(const std::vector<int>& cores) {
  CoreSet set;
  for (const int core : cores) set.add(core);
  // Where this is not allowed the threads are as well off as before.
  [[maybe_unused]] const int refused = sched_setaffinity(0, CoreSet::bytes(), set.data());
}

CoreCount count_cores(int machine, int allowed, const fs::path& root,
                      const Environment& environment, const std::function<int()>& busy) {
  CoreCount cores;
  cores.machine = machine;
  cores.granted = allowed;
  if (allowed < machine) cores.grantor = "its affinity";
  const auto grant = [&](double number, const char* grantor) {
    const int whole = std::max(1, int(number + 0.99));
    if (whole >= cores.granted) return;
    cores.granted = whole;
    cores.grantor = grantor;
  };
  visit_control_groups(root, "cpu", [&](const fs::path& group, GroupVersion version) {
    if (const auto quota = quota_of(group, version)) grant(*quota, "its control group");
  });
  if (const auto of_job = slurm_cores(environment, "SLURM_CPUS_ON_NODE")) grant(*of_job, "Slurm");
  cores.shared = cores.granted;
  if (const auto of_task = slurm_cores(environment, "SLURM_CPUS_PER_TASK"))
    grant(*of_task, "Slurm");
  if (cores.granted == machine) cores.busy = busy();
  return cores;
}

ThreadChoice choose_threads(const CoreCount& cores, const CoreSharing& sharing) {
  ThreadChoice choice;
  choice.threads = std::max(
      1, std::min(cores.granted - cores.busy, (cores.shared - cores.busy) / sharing.processes));
  // Threads wait for each other by looking, without pause: where they have all cores, one that
  // lends its core for a moment, to the driver of a GPU say, holds up all others for as long as the
  // system takes to give it back. More than these many gain nothing: on a virtual machine of 64
  // cores 48 threads of one process took twice as long to start a run as 32 or 14.
  const int most = std::max(most_threads_with_gpu, cores.shared / 2) / sharing.processes;
  if (sharing.with_gpu && choice.threads >= 4)
    choice.threads = std::max(
        1, std::min({choice.threads - (choice.threads + 7) / 8, most, most_threads_with_gpu}));
  if (choice.threads == cores.machine || sharing.processes > 1 || sharing.with_gpu) return choice;
  if (!cores.grantor.empty()) {
    choice.reason = fmt::format("{} of {} cores: {} grants no more", choice.threads, cores.machine,
                                cores.grantor);
  } else {
    const int busy = std::min(cores.busy, cores.machine);  // more may be waiting for them
    choice.reason =
        fmt::format("{} of {} cores: {} {} in use by others (--threads {} takes all)",
                    choice.threads, cores.machine, busy, busy == 1 ? "is" : "are", cores.machine);
  }
  return choice;
}

int own_nice_value() { return getpriority(PRIO_PROCESS, 0); }

int busy_cores(int nice_value, const fs::path& root) {
  constexpr int looks = 5;
  constexpr std::chrono::milliseconds between(2);
  int others = running_tasks(root) - 1;
  for (int look = 1; look < looks && others > 0; ++look) {
    std::this_thread::sleep_for(between);
    others = std::min(others, running_tasks(root) - 1);
  }
  return others > 0 ? std::max(0, others - tasks_that_give_way(nice_value, root)) : 0;
}

}  // namespace solenoid
