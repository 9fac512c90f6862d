#pragma once
/// \file
/// Launches of teams, of single vertices and of reductions on a device: in plain Kokkos, or, where
/// CUDA's own functions are called, with more scratch memory than Kokkos gives to a team, and
/// without the loops around a kernel that Kokkos has for boxes of any size: in them one that needs
/// all registers spills some. All throw std::runtime_error.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "numerics/device/banded_teams.hpp"
#include "numerics/device/cuda_team.hpp"
#include "numerics/device/join_teams.hpp"
#include "numerics/device/portable_team.hpp"

namespace solenoid {

/// A kernel of teams, kernel(team), and how many of them are to run it. It has `threads` and
/// `scratch_bytes` of a team, and `teams`, how many a multiprocessor is to hold.
template <class Kernel_>
struct TeamLaunch {
  using Kernel = Kernel_;
  static_assert(
      Kernel::teams >= 1 && Kernel::teams <= most_resident_teams &&
          Kernel::teams * Kernel::threads <= most_resident_threads,
      "no multiprocessor holds as many teams or threads, and Kokkos refuses such a kernel");
  Kernel kernel;
  int teams;
};

#if SOLENOID_CUDA_CALLS && defined(__CUDACC__)

/// The cache that all multiprocessors share, in bytes.
inline int shared_cache(const Kokkos::Cuda& space) { return space.cuda_device_prop().l2CacheSize; }

inline void check_launch(const char* label, cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string("cannot run the kernel ") + label + ": " +
                             cudaGetErrorString(error));
}

template <class Kernel>
__global__ void __launch_bounds__(Kernel::threads, Kernel::teams)
    run_team(const __grid_constant__ Kernel kernel) {
  extern __shared__ __align__(128) unsigned char solenoid_team_scratch[];
  kernel(CudaTeam(int(gridDim.x), int(blockIdx.x), int(threadIdx.x), solenoid_team_scratch));
}

/// Runs teams with as much scratch memory. (CUDA gives more than Kokkos does only where it is
/// asked.)
template <class Kernel>
void run_teams(const Kokkos::Cuda& space, const char* label, const TeamLaunch<Kernel>& launch,
               int scratch_bytes) {
  if (launch.teams == 0) return;
  if (scratch_bytes > most_scratch_of_kokkos)
    check_launch(label,
                 cudaFuncSetAttribute(run_team<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      scratch_bytes));
  run_team<Kernel>
      <<<launch.teams, Kernel::threads, scratch_bytes, space.cuda_stream()>>>(launch.kernel);
  check_launch(label, cudaGetLastError());
}

template <class Kernel>
void run_teams(const Kokkos::Cuda& space, const char* label, const TeamLaunch<Kernel>& launch) {
  run_teams(space, label, launch, Kernel::scratch_bytes);
}

/// Runs as many teams as the device holds at a time.
template <class Kernel>
void run_resident_teams(const Kokkos::Cuda& space, const char* label, const Kernel& kernel) {
  const int teams = space.cuda_device_prop().multiProcessorCount * Kernel::teams;
  run_teams(space, label, TeamLaunch<Kernel>{kernel, teams});
}

/// A thread a vertex, of teams of Kernel::shape.
template <class Kernel>
__global__ void __launch_bounds__(Kernel::shape.vertices(), Kernel::shape.teams)
    run_vertex(const __grid_constant__ Kernel kernel, const BandedTeams<Kernel> teams) {
  int at[3];
  teams.vertex(int(blockIdx.x), int(blockIdx.y), int(blockIdx.z), int(threadIdx.x), at);
  if (at[0] < kernel.cells[0] && at[1] < kernel.cells[1] && at[2] < kernel.cells[2])
    kernel(at[0], at[1], at[2]);
}

/// Calls kernel(i, j, k) for all vertices of a box of kernel.cells, in bands of `rows` rows.
template <class Kernel>
void run_vertices(const Kokkos::Cuda& space, const char* label, const Kernel& kernel, int rows) {
  const BandedTeams<Kernel> teams(kernel.cells, rows);
  const auto along = [&](int axis) { return unsigned(teams.launched[std::size_t(axis)]); };
  run_vertex<Kernel><<<dim3(along(0), along(1), along(2)), unsigned(Kernel::shape.vertices()), 0,
                       space.cuda_stream()>>>(kernel, teams);
  check_launch(label, cudaGetLastError());
}

#else

/// What Kokkos calls for each thread. What does not fit the fast memory that Kokkos has for a team
/// lies in the device's memory.
template <class Kernel>
struct RunTeam {
  static constexpr int bytes = portable_scratch_bytes(Kernel::scratch_bytes, Kernel::threads);
  static constexpr int level = bytes <= most_scratch_of_kokkos ? 0 : 1;
  Kernel kernel;
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    kernel(PortableTeam<Member, Kernel::scratch_bytes>(member, Kernel::threads, level));
  }
};

template <class Space, class Kernel>
void run_teams(const Space& space, const char* label, const TeamLaunch<Kernel>& launch) {
  using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads, Kernel::teams>>;
  Kokkos::parallel_for(
      label,
      Policy(space, launch.teams, Kernel::threads)
          .set_scratch_size(RunTeam<Kernel>::level, Kokkos::PerTeam(int{RunTeam<Kernel>::bytes})),
      RunTeam<Kernel>{launch.kernel});
}

template <class Space, class Kernel>
void run_resident_teams(const Space& space, const char* label, const Kernel& kernel) {
  const int teams = std::max(1, int(space.concurrency()) / Kernel::threads);
  run_teams(space, label, TeamLaunch<Kernel>{kernel, teams});
}

template <class Space>
int shared_cache(const Space&) {
  return usual_cache;
}

/// What Kokkos calls for a vertex.
template <class Kernel>
struct RunVertex {
  Kernel kernel;
  KOKKOS_FUNCTION void operator()(const int id) const {
    const int row = id / kernel.cells[0];
    kernel(id - row * kernel.cells[0], row % kernel.cells[1], row / kernel.cells[1]);
  }
};

/// In the order of memory; devices do as they like.
template <class Space, class Kernel>
void run_vertices(const Space& space, const char* label, const Kernel& kernel, int /*rows*/) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  Kokkos::parallel_for(label, Policy(space, 0, kernel.cells[0] * kernel.cells[1] * kernel.cells[2]),
                       RunVertex<Kernel>{kernel});
}

#endif

/// Runs `teams` teams along x, y and z of Kernel::shape. Of all they make the parts, and behind
/// those one of all together.
template <class Space, class Kernel>
void run_columns(const Space& space, const char* label, const std::array<int, 3>& teams,
                 const Kernel& kernel) {
  const int count = teams[0] * teams[1] * teams[2];
  run_teams(space, label, TeamLaunch<ReduceParts<Kernel>>{{kernel, {teams[0], teams[1]}}, count});
  run_teams(space, label, TeamLaunch<JoinParts<Kernel>>{{kernel, count}, 1});
}

}  // namespace solenoid
