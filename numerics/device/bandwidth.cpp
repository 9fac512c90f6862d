#include "numerics/device/bandwidth.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "numerics/device/copies.hpp"
#include "numerics/device/on_all_threads.hpp"
#include "numerics/device/spaces.hpp"

namespace solenoid {

namespace {

/// Memory that nobody has touched yet.
template <class Space>
Kokkos::View<double*, Space> new_memory(const std::string& label, std::size_t n) {
  return Kokkos::View<double*, Space>(Kokkos::view_alloc(Kokkos::WithoutInitializing, label), n);
}

/// Sets all of it to zero: on a host by the threads that will copy it, near which it stays.
template <class Space>
void touch(const Space& space, const Kokkos::View<double*, Space>& memory) {
  if constexpr (is_host_space<Space>) {
    constexpr std::size_t piece = 512;  // a page
    on_all_threads("touch", int(memory.extent(0) / piece),
                   [&](int n) { std::fill_n(memory.data() + std::size_t(n) * piece, piece, 0.0); });
  } else {
    clear(space, memory);
  }
}

}  // namespace

template <class Space>
double measure_copy_bandwidth(const Space& space) {
  constexpr std::size_t mebibytes = is_host_space<Space> ? 256 : 2048;
  const std::size_t n = (mebibytes << 20) / sizeof(double);
  const auto from = new_memory<Space>("copy source", n), to = new_memory<Space>("copy target", n);
  touch(space, from);
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

template double measure_copy_bandwidth(const HostSpace&);
#if SOLENOID_HAS_DEVICE
template double measure_copy_bandwidth(const DeviceSpace&);
#endif

}  // namespace solenoid
