#pragma once
/// \file
/// How much memory of the host a run may take, and how it is taken.

#include <cstddef>
#include <filesystem>

namespace solenoid {

/// Bytes that this process may still allocate: what the machine has available, or, if less, what
/// is left of the limits of its control groups (a batch job's or a container's; versions 1 and 2).
/// Files are read below `root`. Throws std::runtime_error where Linux does not say.
std::size_t free_host_memory(const std::filesystem::path& root = "/");

/// Has the allocator keep pieces of up to 32 MiB that are freed for those who ask next, where it
/// would give them back: outputs come again and again, and the system clears the memory that it
/// gives. Does nothing where another C library than GNU's is used.
void keep_freed_memory();

}  // namespace solenoid
