#pragma once
/// \file
/// Teams of threads on a GPU with more scratch memory than Kokkos gives to one (48 KiB). Together
/// with warp.hpp, async_copy.hpp and device_math.hpp the one place of the kernels where a backend's
/// own functions are called.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "numerics/device/warp.hpp"
#include "numerics/vertices/pass_shape.hpp"

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

inline void check_launch(const char* label, cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string("cannot run the kernel ") + label + ": " +
                             cudaGetErrorString(error));
}

/// Runs as many teams as the device holds at a time, of Kernel::threads threads with
/// `scratch_bytes` each; Kernel::teams is how many a multiprocessor is to hold. Throws
/// std::runtime_error.
template <class Kernel>
void run_teams(const Kokkos::Cuda& space, const char* label, int scratch_bytes,
               const Kernel& kernel) {
  check_launch(label,
               cudaFuncSetAttribute(run_team<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    scratch_bytes));
  const int teams = space.cuda_device_prop().multiProcessorCount * Kernel::teams;
  run_team<Kernel><<<teams, Kernel::threads, scratch_bytes, space.cuda_stream()>>>(kernel);
  check_launch(label, cudaGetLastError());
}

/// A thread a vertex, of teams of Kernel::shape (numerics/vertices/pass_shape.hpp).
template <class Kernel>
__global__ void __launch_bounds__(Kernel::shape.vertices(), Kernel::shape.teams)
    run_vertex(const __grid_constant__ Kernel kernel) {
  constexpr PassShape shape = Kernel::shape;
  const int thread = int(threadIdx.x);
  const int i = int(blockIdx.x) * shape.columns + thread % shape.columns;
  const int j = int(blockIdx.y) * shape.rows + thread / shape.columns % shape.rows;
  const int k = int(blockIdx.z) * shape.planes + thread / (shape.columns * shape.rows);
  if (i < kernel.cells[0] && j < kernel.cells[1] && k < kernel.cells[2]) kernel(i, j, k);
}

/// Calls kernel(i, j, k) for all vertices of a box of kernel.cells, without the loops around it
/// that Kokkos has for boxes of any size: in them a kernel that needs all registers spills some.
/// Throws std::runtime_error.
template <class Kernel>
void run_vertices(const Kokkos::Cuda& space, const char* label, const Kernel& kernel) {
  constexpr PassShape shape = Kernel::shape;
  const auto teams = [&](int axis, int vertices) {
    return unsigned((kernel.cells[axis] + vertices - 1) / vertices);
  };
  const dim3 grid(teams(0, shape.columns), teams(1, shape.rows), teams(2, shape.planes));
  run_vertex<Kernel><<<grid, unsigned(shape.vertices()), 0, space.cuda_stream()>>>(kernel);
  check_launch(label, cudaGetLastError());
}

/// Joins what the threads of a team have, of Kernel::shape, and writes it to `to`.
template <class Kernel>
__device__ void join_team(const Kernel& kernel, typename Kernel::Values total,
                          typename Kernel::Values& to) {
  constexpr int warps = Kernel::shape.vertices() / warp_width;
  const int thread = int(threadIdx.x);
  for (int distance = warp_width / 2; distance > 0; distance /= 2) {
    typename Kernel::Values other;
    for (int r = 0; r < Kernel::outputs; ++r)
      other.of[r] = __shfl_down_sync(0xffffffffU, total.of[r], unsigned(distance));
    kernel.join(total, other);
  }
  __shared__ typename Kernel::Values of_warps[warps];
  if (thread % warp_width == 0) of_warps[thread / warp_width] = total;
  __syncthreads();
  if (thread > 0) return;
  for (int warp = 1; warp < warps; ++warp) kernel.join(total, of_warps[warp]);
  to = total;
}

/// What the threads of a team make of their columns, joined.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::shape.vertices(), Kernel::shape.teams)
    run_column(const __grid_constant__ Kernel kernel) {
  constexpr PassShape shape = Kernel::shape;
  const int thread = int(threadIdx.x);
  typename Kernel::Values total = kernel.begin();
  kernel.add(int(blockIdx.x) * shape.columns + thread % shape.columns,
             int(blockIdx.y) * shape.rows + thread / shape.columns, int(blockIdx.z), total);
  join_team(kernel, total,
            kernel.parts[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)]);
}

/// All of `count` parts joined, behind them.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::shape.vertices())
    join_parts(const __grid_constant__ Kernel kernel, int count) {
  typename Kernel::Values total = kernel.begin();
  for (int part = int(threadIdx.x); part < count; part += Kernel::shape.vertices())
    kernel.join(total, kernel.parts[part]);
  join_team(kernel, total, kernel.parts[count]);
}

/// Runs `teams` along x, y and z of Kernel::shape. Of all they make the parts, and behind those one
/// of all together. Throws std::runtime_error.
template <class Kernel>
void run_columns(const Kokkos::Cuda& space, const char* label, const std::array<int, 3>& teams,
                 const Kernel& kernel) {
  const unsigned threads = unsigned(Kernel::shape.vertices());
  const dim3 grid{unsigned(teams[0]), unsigned(teams[1]), unsigned(teams[2])};
  run_column<Kernel><<<grid, threads, 0, space.cuda_stream()>>>(kernel);
  join_parts<Kernel>
      <<<1, threads, 0, space.cuda_stream()>>>(kernel, teams[0] * teams[1] * teams[2]);
  check_launch(label, cudaGetLastError());
}

#endif

}  // namespace solenoid
