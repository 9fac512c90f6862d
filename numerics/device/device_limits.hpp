#pragma once
/// \file
/// What GPUs have in common, as far as kernels are laid out by it: an NVIDIA H100 or H200.

namespace solenoid {

/// Teams are of a multiple of so many threads, which run in step.
inline constexpr int threads_in_step = 32;
/// Most threads of a team.
inline constexpr int most_threads = 1024;
/// Most scratch memory of a team, in bytes; of all teams on a multiprocessor a KiB more for each.
inline constexpr int most_scratch = 227 * 1024;
/// Registers of a multiprocessor, of 4 bytes each.
inline constexpr int all_registers = 64 * 1024;

}  // namespace solenoid
