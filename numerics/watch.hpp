#pragma once
/// \file
/// What a sweep notes down in passing: the fastest signal of the new state, unphysical cells, and
/// how often the first-order fallback acted. Counting costs nothing where there is nothing to
/// count.

#include <Kokkos_Core.hpp>

#include "numerics/lanes.hpp"

namespace solenoid {

/// Unphysical cells that a sweep can list; further ones are only counted.
inline constexpr int watch_capacity = 1 << 16;
/// Cells spread their maxima over this many slots, so that atomic operations seldom meet.
inline constexpr int watch_slots = 1024;

/// Counters of a sweep.
enum WatchCounter : int { unphysical_count = 0, fallback_count = 1, watch_counters = 2 };

/// Device memory behind a Watch.
template <class Real, class MemorySpace>
struct WatchStorage {
  Kokkos::View<Real*, MemorySpace> fastest{"fastest signal", watch_slots};
  Kokkos::View<int*, MemorySpace> counters{"watch counters", watch_counters};
  Kokkos::View<int*, MemorySpace> unphysical{"unphysical cells", watch_capacity};
};

/// Handle passed by value into kernels. Cells are named by their offset within a field.
template <class Real>
struct Watch {
  Real* fastest = nullptr;
  int* counters = nullptr;
  int* unphysical = nullptr;
  bool measure = false;         ///< whether this sweep measures the fastest signal
  Real weights[3] = {0, 0, 0};  ///< of the directions n, t1, t2 in the fastest signal

  KOKKOS_FORCEINLINE_FUNCTION void note_unphysical(int offset) const {
    const int entry = Kokkos::atomic_fetch_add(&counters[unphysical_count], 1);
    if (entry < watch_capacity) unphysical[entry] = offset;
  }
  KOKKOS_FORCEINLINE_FUNCTION void note_fallback(int cells) const {
    Kokkos::atomic_add(&counters[fallback_count], cells);
  }
  KOKKOS_FORCEINLINE_FUNCTION void note_signal(int slot, Real signal) const {
    Kokkos::atomic_max(&fastest[slot & (watch_slots - 1)], signal);
  }
};

}  // namespace solenoid
