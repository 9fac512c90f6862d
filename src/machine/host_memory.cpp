#include "src/machine/host_memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "src/machine/control_groups.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

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

}  // namespace

std::size_t free_host_memory(const fs::path& root) {
  const auto kibibytes = number_of("MemAvailable:", root / "proc/meminfo");
  if (!kibibytes) throw std::runtime_error("/proc/meminfo does not say how much memory is free");
  std::size_t free = *kibibytes * 1024;
  visit_control_groups(root, "memory", [&](const fs::path& group, GroupVersion version) {
    const GroupNames& names = version == GroupVersion::one ? version_1 : version_2;
    free = std::min(free, free_in_group(group, names).value_or(free));
  });
  return free;
}

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int largest_piece = 32 << 20;  // what the library allows
  mallopt(M_MMAP_THRESHOLD, largest_piece);
  mallopt(M_TRIM_THRESHOLD, 2 * largest_piece);
#endif
}

}  // namespace solenoid
