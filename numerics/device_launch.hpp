#pragma once
/// \file
/// Teams of threads on a GPU with more scratch memory than Kokkos gives to one (48 KiB). Together
/// with warp.hpp and async_copy.hpp the one place where the launch layer meets a backend's own
/// functions.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <stdexcept>
#include <string>

#include "numerics/pass_shape.hpp"
#include "numerics/warp.hpp"

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_awbarrier_primitives.h>
#endif

namespace solenoid {

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)

static_assert(threads_in_step == warp_width);

/// A barrier in two halves: a warp says that it has come so far, and waits for the others later.
class TeamPhases {
 public:
  /// To be called by all threads of the team together, with phases_bytes of scratch memory.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION TeamPhases(const Team& team, void* scratch, int threads)
      : barrier_(static_cast<__mbarrier_t*>(scratch)), first_(team.team_rank % warp_width == 0) {
    KOKKOS_IF_ON_DEVICE(
        (if (team.team_rank == 0) __mbarrier_init(barrier_, unsigned(threads / warp_width));))
    team.barrier();
  }
  /// To be called by all threads of a warp together, and once before the first wait(); from then
  /// on after each wait().
  KOKKOS_FORCEINLINE_FUNCTION void arrive() const {
    warp_fence();
    KOKKOS_IF_ON_DEVICE((if (first_) __mbarrier_arrive(barrier_);))
  }
  /// Waits until all warps have arrived once more than in the last call.
  KOKKOS_FORCEINLINE_FUNCTION void wait() {
    KOKKOS_IF_ON_DEVICE((while (!__mbarrier_try_wait_parity(barrier_, odd_, longest_sleep)){}))
    odd_ = !odd_;
  }

 private:
  static constexpr unsigned longest_sleep = 1000;  ///< ns
  __mbarrier_t* barrier_;
  bool first_;
  bool odd_ = false;
};

/// A thread of a team, as kernels see it.
struct DeviceTeam {
  using Phases = TeamPhases;
  int league_size, league_rank, team_rank;
  void* scratch;  ///< the team's, on a line of 128 bytes

  KOKKOS_FORCEINLINE_FUNCTION void barrier() const { KOKKOS_IF_ON_DEVICE((__syncthreads();)) }
};

template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, Kernel::teams)
    run_team(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(128) unsigned char solenoid_team_scratch[];
  kernel(DeviceTeam{int(gridDim.x), int(blockIdx.x), int(threadIdx.x), solenoid_team_scratch});
}

/// Runs as many teams as the device holds at a time, of Kernel::threads threads with
/// `scratch_bytes` each; Kernel::teams is how many a multiprocessor is to hold. Throws
/// std::runtime_error.
template <class Kernel>
void run_teams(const Kokkos::Cuda& space, const char* label, int scratch_bytes,
               const Kernel& kernel) {
  const auto check = [&](cudaError_t error) {
    if (error != cudaSuccess)
      throw std::runtime_error(std::string("cannot run the kernel ") + label + ": " +
                               cudaGetErrorString(error));
  };
  check(cudaFuncSetAttribute(run_team<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                             scratch_bytes));
  const int teams = space.cuda_device_prop().multiProcessorCount * Kernel::teams;
  run_team<Kernel><<<teams, Kernel::threads, scratch_bytes, space.cuda_stream()>>>(kernel);
  check(cudaGetLastError());
}

#endif

}  // namespace solenoid
