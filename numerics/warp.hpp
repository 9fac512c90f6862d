#pragma once
/// \file
/// Exchange between the threads of a GPU's warp: the one place where the launch layer meets a
/// backend's own functions, since Kokkos has no portable ones. Called on devices only.

#include <Kokkos_Core.hpp>

namespace solenoid {

/// Threads that run in step. All functions here are to be called by all of them together.
inline constexpr int warp_width = 32;

/// The value that thread `source` (modulo the width) of the same warp holds.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T from_thread(T value, [[maybe_unused]] int source) {
  KOKKOS_IF_ON_DEVICE((return __shfl_sync(0xffffffffu, value, source, warp_width);))
  KOKKOS_IF_ON_HOST((return value;))
}

/// Makes what the warp's threads wrote to scratch memory visible to all of them.
KOKKOS_FORCEINLINE_FUNCTION void warp_fence() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }

}  // namespace solenoid
