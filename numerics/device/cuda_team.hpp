#pragma once
/// \file
/// Teams on an NVIDIA GPU (numerics/device/team.hpp), by functions that only CUDA has.

#include <Kokkos_Core.hpp>

#include "numerics/device/team.hpp"

#if SOLENOID_CUDA_CALLS && defined(__CUDACC__)

#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>

namespace solenoid {

/// A barrier in two halves: a warp says that it has come so far, and waits for the others later.
class CudaPhases {
 public:
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION CudaPhases(const Team& team, void* scratch, int threads)
      : barrier_(static_cast<__mbarrier_t*>(scratch)), first_(team.team_rank() % warp_width == 0) {
    KOKKOS_IF_ON_DEVICE(
        (if (team.team_rank() == 0) __mbarrier_init(barrier_, unsigned(threads / warp_width));))
    team.barrier();
  }
  KOKKOS_FORCEINLINE_FUNCTION void arrive() const {
    KOKKOS_IF_ON_DEVICE((__syncwarp(); if (first_) __mbarrier_arrive(barrier_);))
  }
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

/// What threads do without knowing their team.
struct CudaThread {
  using Phases = CudaPhases;

  KOKKOS_FORCEINLINE_FUNCTION void barrier() const { KOKKOS_IF_ON_DEVICE((__syncthreads();)) }
  KOKKOS_FORCEINLINE_FUNCTION void warp_sync() const { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }
  KOKKOS_FORCEINLINE_FUNCTION void prefetch([[maybe_unused]] const void* value) const {
    KOKKOS_IF_ON_DEVICE((asm volatile("prefetch.global.L2 [%0];" ::"l"(value));))
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T shuffle_down(T value, [[maybe_unused]] int distance) const {
    KOKKOS_IF_ON_DEVICE((return __shfl_down_sync(0xffffffffU, value, unsigned(distance));))
    KOKKOS_IF_ON_HOST((return value;))
  }
  template <int bytes>
  KOKKOS_FORCEINLINE_FUNCTION void copy([[maybe_unused]] void* to,
                                        [[maybe_unused]] const void* from) const {
    KOKKOS_IF_ON_DEVICE((__pipeline_memcpy_async(to, from, bytes);))
  }
  KOKKOS_FORCEINLINE_FUNCTION void commit() const { KOKKOS_IF_ON_DEVICE((__pipeline_commit();)) }
  template <int pending>
  KOKKOS_FORCEINLINE_FUNCTION void wait() const {
    KOKKOS_IF_ON_DEVICE((__pipeline_wait_prior(pending);))
  }
};

/// A thread of a team that CUDA launched.
class CudaTeam : public CudaThread {
 public:
  KOKKOS_FORCEINLINE_FUNCTION CudaTeam(int league_size, int league_rank, int team_rank,
                                       void* scratch)
      : league_size_(league_size),
        league_rank_(league_rank),
        team_rank_(team_rank),
        scratch_(scratch) {}
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int league_size() const { return league_size_; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int league_rank() const { return league_rank_; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int team_rank() const { return team_rank_; }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION void* scratch() const { return scratch_; }

 private:
  int league_size_, league_rank_, team_rank_;
  void* scratch_;
};
static_assert(DeviceTeam<CudaTeam>);

}  // namespace solenoid

#endif
