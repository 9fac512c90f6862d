#pragma once
/// \file
/// Memory of a device that callers have, or are given.

#include <cstddef>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Copies bytes of a device's memory to the host, or those of the host there; on a CPU all is the
/// host's.
void copy_from_device(Device device, void* to, const void* from, std::size_t bytes);
void copy_to_device(Device device, void* to, const void* from, std::size_t bytes);

/// Memory of a device, to be given back. Throws std::bad_alloc, and UsageError for that of a GPU
/// before the runtime has started.
void* allocate_on_device(Device device, std::size_t bytes);
void free_on_device(Device device, void* memory);

}  // namespace solenoid
