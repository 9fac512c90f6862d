#pragma once
/// \file
/// Loops on the host whose iterations do not depend on one another.

#include "numerics/device/spaces.hpp"

namespace solenoid {

/// Calls body(i) for all i from 0 below `count`, on all threads of the host, and waits for them.
template <class Body>
void on_all_threads(const char* label, int count, const Body& body) {
  const HostSpace host;
  Kokkos::parallel_for(
      label, Kokkos::RangePolicy<HostSpace, Kokkos::IndexType<int>>(host, 0, count), body);
  host.fence();
}

}  // namespace solenoid
