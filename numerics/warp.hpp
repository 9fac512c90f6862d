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

}  // namespace solenoid
