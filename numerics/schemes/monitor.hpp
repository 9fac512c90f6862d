#pragma once
/// \file
/// What a sweep records in passing: the fastest signal of the new state, unphysical cells, and
/// how many predicted face states it had to change. Counting costs nothing where there is nothing
/// to count.

#include <Kokkos_Core.hpp>
#include <array>

#include "numerics/device/spaces.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Unphysical cells that a sweep can list; further ones are only counted.
inline constexpr int monitor_capacity = 1 << 16;
/// Cells spread their maxima over this many slots, so that atomic operations seldom meet.
inline constexpr int monitor_slots = 1024;

/// Counters of a sweep.
enum MonitorCounter : int {
  unphysical_count = 0,
  flattened_count = 1,
  floored_count = 2,
  limited_count = 3,
  shock_count = 4,     ///< of a look for shocks
  repaired_count = 5,  ///< cells to repair behind a sweep that measured the fastest signal
  monitor_counters = 6
};

using MonitorCounts = std::array<int, monitor_counters>;

/// Hands a slot's records over and clears them. On a device one kernel takes the place
/// of two copies and two clears, which small grids would wait for.
template <class Real>
struct HandOverRecords {
  Real *fastest, *fastest_on_host;
  int *counters, *counters_on_host;

  KOKKOS_FUNCTION void operator()(const int slot) const {
    fastest_on_host[slot] = fastest[slot];
    fastest[slot] = 0;
    if (slot >= monitor_counters) return;
    counters_on_host[slot] = counters[slot];
    counters[slot] = 0;
  }
};

/// Device memory behind a Monitor.
template <class Real, class MemorySpace>
struct MonitorStorage {
  MonitorStorage();

  Kokkos::View<Real*, MemorySpace> fastest;
  Kokkos::View<int*, MemorySpace> counters, unphysical;
  // Where the host sees the first two.
  Kokkos::View<Real*, Kokkos::SharedHostPinnedSpace> fastest_on_host;
  Kokkos::View<int*, Kokkos::SharedHostPinnedSpace> counters_on_host;

  /// What was recorded since the last call.
  struct Records {
    double fastest;  ///< 0 if no signal was recorded
    MonitorCounts counters;
  };
  /// Reads and clears the records behind the work on `space`, with which it waits once.
  template <class Space>
  Records take(const Space& space) const;
};

template <class Real, class MemorySpace>
MonitorStorage<Real, MemorySpace>::MonitorStorage()
    : fastest("fastest signal", monitor_slots),
      counters("monitor counters", monitor_counters),
      unphysical("unphysical cells", monitor_capacity),
      fastest_on_host("fastest signal on the host", monitor_slots),
      counters_on_host("monitor counters on the host", monitor_counters) {}

template <class Real, class MemorySpace>
template <class Space>
auto MonitorStorage<Real, MemorySpace>::take(const Space& space) const -> Records {
  const HandOverRecords<Real> hand_over{fastest.data(), fastest_on_host.data(), counters.data(),
                                        counters_on_host.data()};
  if constexpr (!is_host_space<Space>)
    Kokkos::parallel_for(
        "hand over records",
        Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, monitor_slots), hand_over);
  space.fence();
  if constexpr (is_host_space<Space>)
    for (int slot = 0; slot < monitor_slots; ++slot) hand_over(slot);
  Records records{};
  for (int slot = 0; slot < monitor_slots; ++slot)
    records.fastest = records.fastest < double(fastest_on_host(slot))
                          ? double(fastest_on_host(slot))
                          : records.fastest;
  for (int c = 0; c < monitor_counters; ++c) records.counters[std::size_t(c)] = counters_on_host(c);
  return records;
}

/// Handle passed by value into kernels. Cells are named by their offset within a field.
template <class Real>
struct Monitor {
  Real* fastest = nullptr;
  int* counters = nullptr;
  int* unphysical = nullptr;
  int capacity = monitor_capacity;  ///< of `unphysical`
  bool measure = false;             ///< whether this sweep measures the fastest signal
  Real weights[3] = {0, 0, 0};      ///< of the directions n, t1, t2 in the fastest signal
  Real inverse_weight = 1;          ///< 1 / the largest of them
  Real threshold = 0;               ///< signals up to here need not be recorded

  KOKKOS_FORCEINLINE_FUNCTION void record_unphysical(int offset) const {
    const int entry = Kokkos::atomic_fetch_add(&counters[unphysical_count], 1);
    if (entry < capacity) unphysical[entry] = offset;
  }
  KOKKOS_FORCEINLINE_FUNCTION void count(MonitorCounter counter, int cells) const {
    if (cells > 0) Kokkos::atomic_add(&counters[counter], cells);
  }
  KOKKOS_FORCEINLINE_FUNCTION void record_signal(int slot, Real signal) const {
    if (signal > threshold) Kokkos::atomic_max(&fastest[slot & (monitor_slots - 1)], signal);
  }
};

/// Raises `fastest` to the signal of the state `u`, lane by lane. The signal itself is computed
/// only where it might matter.
template <class Equations, class T, class U, class Real, class Constants>
SOLENOID_INLINE void raise_to_signal(T& fastest, const U& u, const Monitor<Real>& monitor,
                                     const Constants& constants) {
  if (any(Equations::may_exceed(fastest, u, monitor.inverse_weight, constants)))
    fastest = max(Equations::signal(u, monitor.weights, constants), fastest);
}

/// Records what a sweep made of a cell, or of the first `lanes` cells of a pack: `updated` is the
/// new state at `offset` within its field.
template <class Scheme, class T, class U, class Real, class Parameters>
SOLENOID_INLINE void record_update(const Monitor<Real>& monitor, const U& updated, int offset,
                                   int lanes, const Parameters& parameters, T& fastest) {
  constexpr int width = lane_width<T>;
  const auto unphysical = !Scheme::template within_floors<T>(updated, parameters);
  if (any(unphysical))
    for (int i = 0; i < width && i < lanes; ++i)
      if (lane(unphysical, i)) monitor.record_unphysical(offset + i);
  if (!monitor.measure) return;
  T measured = fastest;
  raise_to_signal<typename Scheme::Equations>(measured, updated, monitor, parameters.equations);
  if (width <= lanes)
    fastest = measured;
  else
    for (int i = 0; i < lanes; ++i) fastest = max(T(lane(measured, i)), fastest);
}

}  // namespace solenoid
