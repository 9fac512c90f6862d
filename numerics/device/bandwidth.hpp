#pragma once
/// \file
/// The yardstick of all performance figures: how fast large arrays are copied.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <vector>

#include "numerics/device/copies.hpp"

namespace solenoid {

/// Bytes read and written per second by a copy of an array of `bytes` bytes, the median of seven
/// after one warm-up. Allocates two such arrays for the time of the call.
template <class Space>
double measure_copy_bandwidth(const Space& space, std::size_t bytes) {
  const std::size_t n = bytes / sizeof(double);
  Kokkos::View<double*, Space> from(Kokkos::view_alloc(space, "copy source"), n);
  Kokkos::View<double*, Space> to(Kokkos::view_alloc(space, "copy target"), n);
  std::vector<double> seconds;
  for (int repeat = 0; repeat < 8; ++repeat) {
    space.fence();
    Kokkos::Timer timer;
    copy(space, to, from);
    space.fence();
    if (repeat > 0) seconds.push_back(timer.seconds());
  }
  std::nth_element(seconds.begin(), seconds.begin() + 3, seconds.end());
  return 2.0 * double(n * sizeof(double)) / seconds[3];
}

}  // namespace solenoid
