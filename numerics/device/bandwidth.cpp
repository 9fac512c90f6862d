#include "numerics/device/bandwidth.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <vector>

#include "numerics/device/copies.hpp"
#include "numerics/device/spaces.hpp"

namespace solenoid {

template <class Space>
double measure_copy_bandwidth(const Space& space) {
  constexpr std::size_t mebibytes = is_host_space<Space> ? 256 : 2048;
  const std::size_t n = (mebibytes << 20) / sizeof(double);
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

template double measure_copy_bandwidth(const HostSpace&);
#if SOLENOID_HAS_DEVICE
template double measure_copy_bandwidth(const DeviceSpace&);
#endif

}  // namespace solenoid
