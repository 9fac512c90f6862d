#include "src/driver/memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "src/text/words.hpp"

namespace solenoid {

namespace {

/// Largest of needed over free memory, among the memories of the machine.
double occupation(const MemoryNeed& need, Device device, const FreeMemory& free) {
  const auto ratio = [](std::size_t needed, std::size_t there) {
    return double(needed) / double(std::max<std::size_t>(there, 1));
  };
  if (device == Device::cpu) return ratio(need.device_bytes + need.host_bytes, free.host);
  return std::max(ratio(need.device_bytes, free.device), ratio(need.host_bytes, free.host));
}

}  // namespace

bool fits(const MemoryNeed& need, Device device, const FreeMemory& free) {
  return occupation(need, device, free) <= 1;
}

std::array<int, 3> fitting_cells(const Grid& grid, const MemoryNeed& need, Device device,
                                 const FreeMemory& free) {
  // Ghost cells weigh more on a smaller grid, hence the margin.
  constexpr double margin = 0.95;
  const double share = margin / occupation(need, device, free);
  const double factor = std::pow(share, 1.0 / std::max(1, grid.dimensions()));
  std::array<int, 3> cells = grid.cells;
  for (int axis = 0; axis < 3; ++axis) {
    if (grid.active(axis)) cells[axis] = std::max(8, int(cells[axis] * factor) / 8 * 8);
  }
  return cells;
}

std::string memory_text(const MemoryNeed& need, Device device, const FreeMemory& free) {
  if (device == Device::cpu) {
    return fmt::format(
        "memory: {} for the state ({:.0f} bytes per cell) and {} for starting and "
        "output; {} are free\n",
        bytes_text(double(need.device_bytes)), need.bytes_per_cell,
        bytes_text(double(need.host_bytes)), bytes_text(double(free.host)));
  }
  return fmt::format(
      "memory on the GPU: {} for the state ({:.0f} bytes per cell); {} are free\n"
      "memory on the host: {} for starting and output; {} are free\n",
      bytes_text(double(need.device_bytes)), need.bytes_per_cell, bytes_text(double(free.device)),
      bytes_text(double(need.host_bytes)), bytes_text(double(free.host)));
}

std::optional<std::string> memory_shortage(const Grid& grid, const MemoryNeed& need, Device device,
                                           const FreeMemory& free) {
  if (fits(need, device, free)) return std::nullopt;
  const std::array<int, 3> cells = fitting_cells(grid, need, device, free);
  const std::size_t host_need =
      device == Device::cpu ? need.device_bytes + need.host_bytes : need.host_bytes;
  const bool host_short = host_need > free.host;
  return fmt::format(
      "not enough {} memory: {} cells need {}, {} are free; about {} cells would fit",
      host_short ? "host" : "GPU", cells_text(grid.cells),
      bytes_text(double(host_short ? host_need : need.device_bytes)),
      bytes_text(double(host_short ? free.host : free.device)), cells_text(cells));
}

}  // namespace solenoid
