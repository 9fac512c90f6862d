#pragma once
/// \file
/// What GPUs have in common, as far as kernels are laid out by it: an NVIDIA H100 or H200.

namespace solenoid {

/// Teams are of a multiple of so many threads, which run in step.
inline constexpr int threads_in_step = 32;
/// Most threads of a team.
inline constexpr int most_threads = 1024;
/// Most teams, and most threads in all of them, that a multiprocessor holds at a time.
inline constexpr int most_resident_teams = 32;
inline constexpr int most_resident_threads = 2048;
/// Multiprocessors, where the device does not say it.
inline constexpr int usual_multiprocessors = 132;
/// Most teams along y or z that a launch can have.
inline constexpr int most_teams_along_z = 65535;
/// Threads that fill a device many times over, so that it hardly waits for the last ones.
inline constexpr long many_threads = 1L << 17;
/// Threads up to which each takes as long as one alone: a warp for each scheduler.
inline constexpr long few_threads = 1L << 14;
/// Scratch memory of a multiprocessor, in bytes; of that the system takes a part for every team.
inline constexpr int all_scratch = 228 * 1024;
inline constexpr int scratch_of_system = 1024;
/// Most scratch memory of a team, and what Kokkos gives to one at most and takes itself.
inline constexpr int most_scratch = all_scratch - scratch_of_system;
inline constexpr int most_scratch_of_kokkos = 46 * 1024;
inline constexpr int scratch_taken_by_kokkos = 1024;
/// Registers of a multiprocessor, of 4 bytes each.
inline constexpr int all_registers = 64 * 1024;
/// The cache that all multiprocessors share, in bytes, where the device does not say it.
inline constexpr int usual_cache = 50 << 20;

}  // namespace solenoid
