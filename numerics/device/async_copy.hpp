#pragma once
/// \file
/// Copies from a GPU's memory to its scratch memory that go on while the thread computes; on a host
/// they are done at once.

#include <Kokkos_Core.hpp>
#include <cstring>

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_pipeline.h>
#endif

namespace solenoid {

/// Begins to copy `bytes` (4, 8 or 16, and aligned to as many) into scratch memory. Copies begun
/// before a call of async_commit() form a group.
template <int bytes>
KOKKOS_FORCEINLINE_FUNCTION void async_copy([[maybe_unused]] void* to,
                                            [[maybe_unused]] const void* from) {
  KOKKOS_IF_ON_DEVICE((__pipeline_memcpy_async(to, from, bytes);))
  KOKKOS_IF_ON_HOST((std::memcpy(to, from, bytes);))
}

KOKKOS_FORCEINLINE_FUNCTION void async_commit() { KOKKOS_IF_ON_DEVICE((__pipeline_commit();)) }

/// Waits until all groups of this thread but the last `pending` have arrived.
template <int pending>
KOKKOS_FORCEINLINE_FUNCTION void async_wait() {
  KOKKOS_IF_ON_DEVICE((__pipeline_wait_prior(pending);))
}

}  // namespace solenoid
