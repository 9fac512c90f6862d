#pragma once
/// \file
/// What a sweep notes down in passing: the fastest signal of the new state, unphysical cells, and
/// how many predicted face states it had to mend. Counting costs nothing where there is nothing to
/// count.

#include <Kokkos_Core.hpp>
#include <array>

#include "numerics/copies.hpp"
#include "numerics/lanes.hpp"

namespace solenoid {

/// Unphysical cells that a sweep can list; further ones are only counted.
inline constexpr int watch_capacity = 1 << 16;
/// Cells spread their maxima over this many slots, so that atomic operations seldom meet.
inline constexpr int watch_slots = 1024;

/// Counters of a sweep.
enum WatchCounter : int {
  unphysical_count = 0,
  flattened_count = 1,
  lifted_count = 2,
  watch_counters = 3
};

/// Device memory behind a Watch.
template <class Real, class MemorySpace>
struct WatchStorage {
  Kokkos::View<Real*, MemorySpace> fastest{"fastest signal", watch_slots};
  Kokkos::View<int*, MemorySpace> counters{"watch counters", watch_counters};
  Kokkos::View<int*, MemorySpace> unphysical{"unphysical cells", watch_capacity};
  // Where the host sees the first two.
  Kokkos::View<Real*, Kokkos::SharedHostPinnedSpace> fastest_on_host{"fastest signal on the host",
                                                                     watch_slots};
  Kokkos::View<int*, Kokkos::SharedHostPinnedSpace> counters_on_host{"watch counters on the host",
                                                                     watch_counters};

  /// What was noted since the last call.
  struct Notes {
    double fastest;  ///< 0 if no signal was noted
    std::array<int, watch_counters> counters;
  };
  /// Reads and clears the notes behind the work on `space`, with which it waits once.
  template <class Space>
  Notes take(const Space& space) const {
    copy(space, fastest_on_host, fastest);
    copy(space, counters_on_host, counters);
    clear(space, fastest);
    clear(space, counters);
    space.fence();
    Notes notes{};
    for (int slot = 0; slot < watch_slots; ++slot)
      notes.fastest = notes.fastest < double(fastest_on_host(slot)) ? double(fastest_on_host(slot))
                                                                    : notes.fastest;
    for (int c = 0; c < watch_counters; ++c) notes.counters[std::size_t(c)] = counters_on_host(c);
    return notes;
  }
};

/// Handle passed by value into kernels. Cells are named by their offset within a field.
template <class Real>
struct Watch {
  Real* fastest = nullptr;
  int* counters = nullptr;
  int* unphysical = nullptr;
  bool measure = false;         ///< whether this sweep measures the fastest signal
  Real weights[3] = {0, 0, 0};  ///< of the directions n, t1, t2 in the fastest signal
  Real inverse_weight = 1;      ///< 1 / the largest of them
  Real threshold = 0;           ///< signals up to here need not be noted

  KOKKOS_FORCEINLINE_FUNCTION void note_unphysical(int offset) const {
    const int entry = Kokkos::atomic_fetch_add(&counters[unphysical_count], 1);
    if (entry < watch_capacity) unphysical[entry] = offset;
  }
  KOKKOS_FORCEINLINE_FUNCTION void count(WatchCounter counter, int cells) const {
    if (cells > 0) Kokkos::atomic_add(&counters[counter], cells);
  }
  KOKKOS_FORCEINLINE_FUNCTION void note_signal(int slot, Real signal) const {
    if (signal > threshold) Kokkos::atomic_max(&fastest[slot & (watch_slots - 1)], signal);
  }
};

/// Raises `fastest` to the signal of the state `u`, lane by lane. The signal itself is computed
/// only where it might matter.
template <class Equations, class T, class U, class Real, class Constants>
SOLENOID_INLINE void raise_to_signal(T& fastest, const U& u, const Watch<Real>& watch,
                                     const Constants& constants) {
  if (any(Equations::may_exceed(fastest, u, watch.inverse_weight, constants)))
    fastest = max(Equations::signal(u, watch.weights, constants), fastest);
}

/// Notes what a sweep made of a cell, or of the first `lanes` cells of a pack: `updated` is the new
/// state at `offset` within its field.
template <class Scheme, class T, class U, class Real, class Parameters>
SOLENOID_INLINE void note_update(const Watch<Real>& watch, const U& updated, int offset, int lanes,
                                 const Parameters& parameters, T& fastest) {
  constexpr int width = lane_width<T>;
  const auto unphysical = !Scheme::template acceptable<T>(updated, parameters);
  if (any(unphysical))
    for (int i = 0; i < width && i < lanes; ++i)
      if (lane(unphysical, i)) watch.note_unphysical(offset + i);
  if (!watch.measure) return;
  T measured = fastest;
  raise_to_signal<typename Scheme::Equations>(measured, updated, watch, parameters.equations);
  if (width <= lanes)
    fastest = measured;
  else
    for (int i = 0; i < lanes; ++i) fastest = max(T(lane(measured, i)), fastest);
}

}  // namespace solenoid
