#pragma once
/// \file
/// A thread of a team of a device, as kernels see it. What it can do has three forms: CUDA's own
/// (cuda_team.hpp), plain Kokkos' (portable_team.hpp), and that of the tests, which run every
/// kernel on the host.

#include <concepts>

#include "numerics/device/device_limits.hpp"
#include "numerics/device/spaces.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Threads of a team that keep order among themselves.
inline constexpr int warp_width = threads_in_step;

/// By what the threads of a warp keep order.
enum class WarpOrder {
  warp,  ///< by themselves
  team   ///< by barriers of the team, all of whose warps go through a kernel in step
};
inline constexpr WarpOrder device_order = SOLENOID_CUDA_CALLS ? WarpOrder::warp : WarpOrder::team;

/// What kernels ask of a thread of a team. All threads of the team call barrier() together, those
/// of a warp warp_sync() and shuffle_down(), before which all that they wrote to scratch memory is
/// there for the others.
template <class Team>
concept DeviceTeam = requires(const Team& team, void* to, const void* from, double value) {
  { team.league_size() } -> std::same_as<int>;
  { team.league_rank() } -> std::same_as<int>;
  { team.team_rank() } -> std::same_as<int>;
  /// The team's scratch memory, on a line of 128 bytes.
  { team.scratch() } -> std::same_as<void*>;
  team.barrier();
  team.warp_sync();
  /// Lets the cache that all teams share fetch a value that will be read.
  team.prefetch(from);
  /// The value of the thread `distance` on in the warp; behind its end, any.
  { team.shuffle_down(value, 1) } -> std::same_as<double>;
  /// Begins to copy 4, 8 or 16 bytes, aligned to as many, into scratch memory, while the thread
  /// computes. Copies begun before a call of commit() form a group; wait<pending>() waits until all
  /// groups of this thread but the last `pending` have arrived.
  team.template copy<8>(to, from);
  team.commit();
  team.template wait<1>();
  /// A barrier in two halves, made by all threads of the team together with phases_bytes of scratch
  /// memory. The threads of a warp call arrive() together, before each wait(): that waits until all
  /// warps have arrived once more than in its last call.
  typename Team::Phases;
};

/// The values of the next cells in x, those of the threads of a warp being neighbours; for its last
/// cell, any.
template <class Team, std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T of_next_cells(const Team& team, T value) {
  return team.shuffle_down(value, 1);
}
template <class Team, class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> of_next_cells(const Team& team, const Pair<R>& value) {
  return {value.second, team.shuffle_down(value.first, 1)};
}

}  // namespace solenoid
