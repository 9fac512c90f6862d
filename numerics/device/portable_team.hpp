#pragma once
/// \file
/// Teams of a device's threads (numerics/device/team.hpp) in plain Kokkos: warps keep order by
/// barriers of the team, copies are done at once, and values are exchanged through scratch memory.

#include <Kokkos_Core.hpp>
#include <cstring>

#include "numerics/device/team.hpp"

namespace solenoid {

/// Scratch memory of a team for the values that its threads exchange, and what it needs in all,
/// with what an aligned beginning may skip.
inline constexpr int exchanged_bytes = 8;  ///< of a thread
inline constexpr int scratch_alignment = 128;
constexpr int portable_scratch_bytes(int bytes, int threads) {
  return bytes + threads * exchanged_bytes + scratch_alignment;
}

/// A barrier whose second half is all of it.
template <class Team>
class PortablePhases {
 public:
  KOKKOS_FORCEINLINE_FUNCTION PortablePhases(const Team& team, void*, int) : team_(team) {}
  KOKKOS_FORCEINLINE_FUNCTION void arrive() const {}
  KOKKOS_FORCEINLINE_FUNCTION void wait() const { team_.barrier(); }

 private:
  const Team& team_;
};

/// What threads do without knowing their team: they copy at once.
struct PortableThread {
  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION void copy(void* to, const void* from) const {
    std::memcpy(__builtin_assume_aligned(to, count), __builtin_assume_aligned(from, count), count);
  }
  KOKKOS_FORCEINLINE_FUNCTION void commit() const {}
  template <int>
  KOKKOS_FORCEINLINE_FUNCTION void wait() const {}
};

/// A thread of a team that Kokkos launched, with `bytes` of scratch memory of its own.
template <class Member, int bytes>
class PortableTeam : public PortableThread {
 public:
  using Phases = PortablePhases<PortableTeam>;

  KOKKOS_FORCEINLINE_FUNCTION PortableTeam(const Member& member, int threads, int level)
      : member_(member),
        scratch_(static_cast<char*>(member.team_scratch(level).get_shmem_aligned(
            bytes + threads * exchanged_bytes, scratch_alignment))) {}
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int league_size() const {
    return member_.league_size();
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int league_rank() const {
    return member_.league_rank();
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int team_rank() const { return member_.team_rank(); }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION void* scratch() const { return scratch_; }
  KOKKOS_FORCEINLINE_FUNCTION void barrier() const { member_.team_barrier(); }
  KOKKOS_FORCEINLINE_FUNCTION void warp_sync() const { member_.team_barrier(); }
  KOKKOS_FORCEINLINE_FUNCTION void prefetch(const void* /*value*/) const {}
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION T shuffle_down(T value, int distance) const {
    static_assert(sizeof(T) <= exchanged_bytes);
    const int rank = team_rank();
    const bool in_warp = rank % warp_width + distance < warp_width;
    T* const passed = reinterpret_cast<T*>(scratch_ + bytes);
    passed[rank] = value;
    barrier();
    const T of_other = passed[in_warp ? rank + distance : rank];
    barrier();
    return of_other;
  }

 private:
  const Member& member_;
  char* scratch_;
};

}  // namespace solenoid
