#include "src/machine/disturbance.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <system_error>

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// What timings differ by anyhow.
constexpr double worth_a_word = 0.02;

double waited(const fs::path& root) {
  double nanoseconds = 0;
  std::error_code error;
  for (fs::directory_iterator task(root / "proc/self/task", error), end; !error && task != end;
       task.increment(error)) {
    // Time on a core and time of waiting for one, in nanoseconds.
    std::ifstream file(task->path() / "schedstat");
    double ran = 0;
    double waiting = 0;
    if (file >> ran >> waiting) nanoseconds += waiting;
  }
  return nanoseconds * 1e-9;
}

/// Ticks that the host took, in a line of a core or of all.
double stolen_ticks(const std::string& line) {
  std::istringstream words(line);
  std::string name;
  words >> name;
  constexpr int before_stolen = 7;  // user, nice, system, idle, iowait, irq, softirq
  double ticks = 0;
  for (int i = 0; i <= before_stolen; ++i) words >> ticks;
  return words ? ticks : 0;
}

double stolen(const fs::path& root) {
  std::ifstream lines(root / "proc/stat");
  double ticks = 0;
  int cores = 0;
  for (std::string line; std::getline(lines, line) && line.rfind("cpu", 0) == 0;) {
    if (line.rfind("cpu ", 0) == 0) continue;  // all together
    ticks += stolen_ticks(line);
    ++cores;
  }
  return ticks / double(std::max(1L, sysconf(_SC_CLK_TCK))) / std::max(1, cores);
}

}  // namespace

LostTime lost_time(const fs::path& root) { return {waited(root), stolen(root)}; }

double lost_part(const LostTime& before, const LostTime& after, double seconds, int threads) {
  if (seconds <= 0 || threads < 1) return 0;
  // A thread whose core the host takes does not wait for one in the guest's eyes.
  const double lost = (after.waited - before.waited) / threads + (after.stolen - before.stolen);
  return std::clamp(lost / seconds, 0.0, 1.0);
}

std::string disturbance_text(double lost_part) {
  if (lost_part < worth_a_word) return "";
  return fmt::format("  disturbed: others had the cores for {:.0f}% of this time\n",
                     100 * lost_part);
}

}  // namespace solenoid
