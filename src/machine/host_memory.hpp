#pragma once
/// \file
/// How much memory of the host a run may take.

#include <cstddef>
#include <filesystem>

namespace solenoid {

/// Bytes that this process may still allocate: what the machine has available, or, if less, what
/// is left of the limits of its control groups (a batch job's or a container's; versions 1 and 2).
/// Files are read below `root`. Throws std::runtime_error where Linux does not say.
std::size_t free_host_memory(const std::filesystem::path& root = "/");

}  // namespace solenoid
