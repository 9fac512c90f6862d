#pragma once
/// \file
/// A device's teams (numerics/device/team.hpp) on the host, so that every kernel of a device can be
/// compared with what a host computes. What a GPU may do late is done as late as it may be, and in
/// any order: copies arrive when they are waited for, the threads of a warp run one after the other
/// between two calls of warp_sync(), and scratch memory holds no numbers before it is written.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <vector>

#include "numerics/device/device_launch.hpp"
#include "tests/address_sanitizer.hpp"
#include "tests/fibers.hpp"

namespace solenoid {

/// What the threads of a team share.
struct TeamOfFibers {
  Fibers& fibers;
  std::vector<unsigned char> scratch;
  Meeting all, phase;
  std::vector<Meeting> warps;
  std::vector<std::array<unsigned char, 16>> passed;  ///< by shuffle_down(), a value a thread

  TeamOfFibers(Fibers& on, int threads, int scratch_bytes)
      : fibers(on),
        // Bytes of numbers that are none.
        scratch(std::size_t(scratch_bytes) + alignment, 0xff),
        all{threads},
        phase{threads},
        warps(std::size_t((threads + warp_width - 1) / warp_width)),
        passed(std::size_t(threads)) {
    for (std::size_t w = 0; w < warps.size(); ++w)
      warps[w].members = std::min(warp_width, threads - int(w) * warp_width);
  }
  static constexpr std::size_t alignment = 128;
  void* aligned_scratch() {
    void* at = scratch.data();
    std::size_t space = scratch.size();
    return std::align(alignment, space - alignment, at, space);
  }
};

/// A copy to scratch memory that is on its way.
struct LateCopy {
  void* to;
  const void* from;
  int bytes;
  int group;
};

/// A thread of a team.
class HostTeam {
 public:
  class Phases {
   public:
    KOKKOS_FUNCTION Phases(const HostTeam& team, void*, int) : team_(team) {
      KOKKOS_IF_ON_HOST((team.barrier();))
    }
    KOKKOS_FUNCTION void arrive() { KOKKOS_IF_ON_HOST((team_.arrive();)) }
    KOKKOS_FUNCTION void wait() { KOKKOS_IF_ON_HOST((team_.wait_for_phase(++waits_);)) }

   private:
    const HostTeam& team_;
    int waits_ = 0;
  };

  HostTeam(TeamOfFibers& shared, int league_size, int league_rank, int team_rank)
      : shared_(shared),
        league_size_(league_size),
        league_rank_(league_rank),
        team_rank_(team_rank) {}

  [[nodiscard]] KOKKOS_FUNCTION int league_size() const { return league_size_; }
  [[nodiscard]] KOKKOS_FUNCTION int league_rank() const { return league_rank_; }
  [[nodiscard]] KOKKOS_FUNCTION int team_rank() const { return team_rank_; }
  [[nodiscard]] KOKKOS_FUNCTION void* scratch() const {
    void* at = nullptr;
    KOKKOS_IF_ON_HOST((at = shared_.aligned_scratch();))
    return at;
  }
  KOKKOS_FUNCTION void barrier() const { KOKKOS_IF_ON_HOST((shared_.fibers.meet(shared_.all);)) }
  KOKKOS_FUNCTION void warp_sync() const { KOKKOS_IF_ON_HOST((meet_warp();)) }
  KOKKOS_FUNCTION void prefetch(const void*) const {}
  template <class T>
  KOKKOS_FUNCTION T shuffle_down(T value, int distance) const {
    KOKKOS_IF_ON_HOST((pass(&value, sizeof(T), distance);))
    return value;
  }
  template <int bytes>
  KOKKOS_FUNCTION void copy(void* to, const void* from) const {
    KOKKOS_IF_ON_HOST((begin_copy(to, from, bytes);))
  }
  KOKKOS_FUNCTION void commit() const { KOKKOS_IF_ON_HOST((++group_;)) }
  template <int pending>
  KOKKOS_FUNCTION void wait() const {
    KOKKOS_IF_ON_HOST((wait_for_copies(pending);))
  }

 private:
  void meet_warp() const {
    shared_.fibers.meet(shared_.warps[std::size_t(team_rank_ / warp_width)]);
  }
  void pass(void* value, std::size_t bytes, int distance) const {
    const bool in_warp = team_rank_ % warp_width + distance < warp_width;
    const int from = in_warp ? team_rank_ + distance : team_rank_;
    std::memcpy(shared_.passed[std::size_t(team_rank_)].data(), value, bytes);
    meet_warp();
    std::memcpy(value, shared_.passed[std::size_t(from)].data(), bytes);
    meet_warp();
  }
  void begin_copy(void* to, const void* from, int bytes) const {
    for (const void* place : {static_cast<const void*>(to), from})
      if (reinterpret_cast<std::uintptr_t>(place) % std::uintptr_t(bytes) != 0) {
        std::fprintf(stderr, "a device copies %d bytes to and from multiples of them only\n",
                     bytes);
        std::abort();
      }
    std::memset(to, 0xff, std::size_t(bytes));
    copies_.push_back({to, from, bytes, group_});
  }
  void wait_for_copies(int pending) const {
    for (; !copies_.empty() && copies_.front().group < group_ - pending; copies_.pop_front()) {
      const LateCopy& copy = copies_.front();
      std::memcpy(copy.to, copy.from, std::size_t(copy.bytes));
    }
  }
  void arrive() const {
    meet_warp();
    if (++shared_.phase.arrived == shared_.phase.members) {
      shared_.phase.arrived = 0;
      ++shared_.phase.held;
    }
  }
  void wait_for_phase(int times) const { shared_.fibers.wait_until_held(shared_.phase, times); }

  TeamOfFibers& shared_;
  int league_size_, league_rank_, team_rank_;
  mutable int group_ = 0;
  mutable std::deque<LateCopy> copies_;
};
static_assert(DeviceTeam<HostTeam>);

/// Runs a kernel of teams as a device does, of `threads` threads with `scratch_bytes`.
template <class Kernel>
void run_teams_on_host(const Kernel& kernel, int teams, int threads, int scratch_bytes,
                       TurnOrder turn_order, unsigned seed = 1) {
  Fibers fibers(threads, turn_order, seed);
  for (int rank = 0; rank < teams; ++rank) {
    TeamOfFibers shared(fibers, threads, scratch_bytes);
    fibers.run([&](int thread) { kernel(HostTeam(shared, teams, rank, thread)); });
  }
}
template <class Kernel>
void run_teams_on_host(const TeamLaunch<Kernel>& launch, TurnOrder turn_order, unsigned seed = 1) {
  run_teams_on_host(launch.kernel, launch.teams, Kernel::threads, Kernel::scratch_bytes, turn_order,
                    seed);
}

/// All orders in which kernels are tried: which memory they use does not depend on it, so that one
/// is enough under sanitizers.
#if SOLENOID_SANITIZES_ADDRESSES
inline constexpr std::array turn_orders{TurnOrder::at_random};
#else
inline constexpr std::array turn_orders{TurnOrder::forwards, TurnOrder::backwards,
                                        TurnOrder::at_random};
#endif

}  // namespace solenoid
