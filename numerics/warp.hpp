#pragma once
/// \file
/// Order among the threads of a GPU's warp, for which Kokkos has no portable function. Called on
/// devices only.

#include <Kokkos_Core.hpp>

namespace solenoid {

/// Threads that run in step. All functions here are to be called by all of them together.
inline constexpr int warp_width = 32;

/// Makes what the warp's threads wrote to scratch memory visible to all of them.
KOKKOS_FORCEINLINE_FUNCTION void warp_fence() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }

/// The value that the next thread of the warp passes; for the last one, its own.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T of_next_thread(const T& value) {
  KOKKOS_IF_ON_DEVICE((return __shfl_down_sync(0xffffffffu, value, 1);))
  KOKKOS_IF_ON_HOST((return value;))
}

}  // namespace solenoid
