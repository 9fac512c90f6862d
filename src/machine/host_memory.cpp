#include "src/machine/host_memory.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// The number that a file holds; nothing for other words ("max") and where there is no file.
std::optional<std::size_t> number_in(const fs::path& file) {
  std::ifstream stream(file);
  std::size_t number = 0;
  if (stream >> number) return number;
  return std::nullopt;
}

/// The number behind a name at the begin of a line.
std::optional<std::size_t> number_of(const std::string& name, const fs::path& file) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word;
    std::size_t number = 0;
    if (words >> word && word == name && words >> number) return number;
  }
  return std::nullopt;
}

/// What one version of control groups calls its files and numbers.
struct GroupNames {
  const char* limit;
  const char* usage;
  const char* reclaimable;  ///< in memory.stat: cached files, which give way
};
constexpr GroupNames version_1{"memory.limit_in_bytes", "memory.usage_in_bytes",
                               "total_inactive_file"};
constexpr GroupNames version_2{"memory.max", "memory.current", "inactive_file"};

std::optional<std::size_t> free_in_group(const fs::path& group, const GroupNames& names) {
  const auto limit = number_in(group / names.limit);
  const auto usage = number_in(group / names.usage);
  if (!limit || !usage) return std::nullopt;
  const std::size_t reclaimable = number_of(names.reclaimable, group / "memory.stat").value_or(0);
  const std::size_t used = *usage - std::min(*usage, reclaimable);
  return *limit - std::min(*limit, used);
}

/// The least of `free` and what is left in the group `path` and in those that it lies in.
std::size_t least_free(std::size_t free, const fs::path& hierarchy, const fs::path& path,
                       const GroupNames& names) {
  for (fs::path group = hierarchy / path.relative_path();; group = group.parent_path()) {
    free = std::min(free, free_in_group(group, names).value_or(free));
    if (group == hierarchy || group == group.parent_path()) return free;
  }
}

}  // namespace

std::size_t free_host_memory(const fs::path& root) {
  const auto kibibytes = number_of("MemAvailable:", root / "proc/meminfo");
  if (!kibibytes) throw std::runtime_error("/proc/meminfo does not say how much memory is free");
  std::size_t free = *kibibytes * 1024;
  const fs::path groups = root / "sys/fs/cgroup";
  std::ifstream mine(root / "proc/self/cgroup");
  // Lines are number:controllers:path; version 2 has no controllers there.
  for (std::string line; std::getline(mine, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
    const std::string path = line.substr(second + 1);
    if (controllers == ",,") free = least_free(free, groups, path, version_2);
    if (controllers.find(",memory,") != std::string::npos) {
      free = least_free(free, groups / "memory", path, version_1);
    }
  }
  return free;
}

}  // namespace solenoid
