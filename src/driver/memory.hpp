#pragma once
/// \file
/// Whether a deck fits into the memory of the machine, and what would.

#include <array>
#include <optional>
#include <string>

#include "numerics/grid/grid.hpp"
#include "physics/solvers/solver.hpp"
#include "src/machine/devices.hpp"
#include "src/setup/memory_need.hpp"

namespace solenoid {

/// Whether `need` fits. On the CPU host and device share one memory.
bool fits(const MemoryNeed& need, Device device, const FreeMemory& free);

/// A grid of the same shape, its active directions scaled to about what fits and rounded down to
/// multiples of 8; at least 8 each.
std::array<int, 3> fitting_cells(const Grid& grid, const MemoryNeed& need, Device device,
                                 const FreeMemory& free);

/// What a run needs and what is free, one line each for device and host.
std::string memory_text(const MemoryNeed& need, Device device, const FreeMemory& free);

/// Nothing if the deck fits; otherwise one sentence that says what is missing and what would fit.
std::optional<std::string> memory_shortage(const Grid& grid, const MemoryNeed& need, Device device,
                                           const FreeMemory& free);

}  // namespace solenoid
