#pragma once
/// \file
/// Order among the threads of a GPU's warp, for which Kokkos has no portable function. Called on
/// devices only.

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Threads that run in step. All functions here are to be called by all of them together.
inline constexpr int warp_width = 32;

/// Makes what the warp's threads wrote to scratch memory visible to all of them.
KOKKOS_FORCEINLINE_FUNCTION void warp_fence() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }

/// The values of the next cells in x, those of the threads of a warp being neighbours; for the last
/// cell, its own.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T shuffle_down(T value) {
  KOKKOS_IF_ON_DEVICE((return __shfl_down_sync(0xffffffffu, value, 1);))
  KOKKOS_IF_ON_HOST((return value;))
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> shuffle_down(const Pair<R>& value) {
  return {value.second, shuffle_down(value.first)};
}

}  // namespace solenoid
