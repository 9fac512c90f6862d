#pragma once
/// \file
/// Launches of teams of a device whose scratch memory is known only when they are launched, in
/// plain Kokkos: where CUDA's own functions are called, device_launch.hpp has them. Throw
/// std::runtime_error.

#include "numerics/device/device_launch.hpp"

namespace solenoid {

#if !(SOLENOID_CUDA_CALLS && defined(__CUDACC__))

/// What Kokkos calls for each thread of teams with as much scratch memory as a run asks for.
template <class Kernel>
struct RunTeamWith {
  /// What such kernels ask of a team.
  template <class Member>
  struct Team : PortableThread {
    const Member& member;
    void* memory;
    KOKKOS_FORCEINLINE_FUNCTION Team(const Member& of, void* scratch)
        : member(of), memory(scratch) {}
    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int league_rank() const {
      return member.league_rank();
    }
    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int team_rank() const { return member.team_rank(); }
    [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION void* scratch() const { return memory; }
    KOKKOS_FORCEINLINE_FUNCTION void barrier() const { member.team_barrier(); }
  };
  Kernel kernel;
  int scratch_bytes, level;
  template <class Member>
  KOKKOS_FUNCTION void operator()(const Member& member) const {
    kernel(Team<Member>(
        member, member.team_scratch(level).get_shmem_aligned(scratch_bytes, scratch_alignment)));
  }
};

template <class Space, class Kernel>
void run_teams(const Space& space, const char* label, const TeamLaunch<Kernel>& launch,
               int scratch_bytes) {
  using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads, Kernel::teams>>;
  const int bytes = scratch_bytes + scratch_alignment;
  const int level = bytes <= most_scratch_of_kokkos ? 0 : 1;
  Kokkos::parallel_for(
      label,
      Policy(space, launch.teams, Kernel::threads).set_scratch_size(level, Kokkos::PerTeam(bytes)),
      RunTeamWith<Kernel>{launch.kernel, scratch_bytes, level});
}

#endif

}  // namespace solenoid
