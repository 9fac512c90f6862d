#include "physics/fields/plane_means.hpp"

#include <algorithm>

#include "numerics/device/copies.hpp"
#include "physics/fields/plane_bands.hpp"
#include "physics/solvers/transfers.hpp"

namespace solenoid {

namespace {

template <class Space>
PlaneMeans means_on(const Space& space, const Gather& gather, const Box& plane,
                    const PlanePixels& pixels) {
  using Values = Kokkos::View<double*, typename Space::memory_space>;
  const Values band(Kokkos::view_alloc(Kokkos::WithoutInitializing, "rows of a plane"),
                    PlaneBands(plane, pixels).values());
  const Values means(Kokkos::view_alloc(Kokkos::WithoutInitializing, "pixels of a plane"),
                     std::size_t(pixels.width) * std::size_t(pixels.height));
  PlaneMeans found;
  found.extent = means_of_bands(space, gather, plane, pixels, band.data(), means.data());
  const auto here = on_host(means);
  found.pixels.assign(here.data(), here.data() + here.extent(0));
  return found;
}

}  // namespace

void join(ValueExtent& extent, const ValueExtent& other) {
  const bool first = extent.shown == 0;
  if (other.shown > 0) {
    extent.lower = first ? other.lower : std::min(extent.lower, other.lower);
    extent.upper = first ? other.upper : std::max(extent.upper, other.upper);
  }
  extent.shown += other.shown;
  extent.not_finite += other.not_finite;
  extent.not_positive += other.not_positive;
}

PlaneMeans plane_means(Device device, const Gather& gather, const Box& plane,
                       const PlanePixels& pixels) {
  note_brought_to_host(std::size_t(pixels.width) * std::size_t(pixels.height) * sizeof(double));
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) return means_on(DeviceSpace(), gather, plane, pixels);
#endif
  static_cast<void>(device);
  return means_on(HostSpace(), gather, plane, pixels);
}

}  // namespace solenoid
