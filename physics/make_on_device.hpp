#pragma once
/// \file
/// From run-time choices to the instance of a solver template.

#include <memory>
#include <stdexcept>
#include <utility>

#include "numerics/lanes.hpp"
#include "numerics/layout.hpp"
#include "numerics/spaces.hpp"
#include "physics/hydrodynamics.hpp"
#include "physics/ideal_mhd.hpp"
#include "physics/solver.hpp"

namespace solenoid {

namespace detail {

template <template <class, class, class> class SolverTemplate, class Equations, class Real,
          class... Arguments>
std::unique_ptr<Solver> make_with(Device device, Arguments&&... arguments) {
  if (device == Device::cpu)
    return std::make_unique<SolverTemplate<Equations, Real, HostSpace>>(
        std::forward<Arguments>(arguments)...);
#if SOLENOID_HAS_DEVICE
  return std::make_unique<SolverTemplate<Equations, Real, DeviceSpace>>(
      std::forward<Arguments>(arguments)...);
#else
  throw std::invalid_argument("this program was built without a GPU backend");
#endif
}

template <template <class, class, class> class SolverTemplate, class Equations, class... Arguments>
std::unique_ptr<Solver> make_in(Precision precision, Device device, Arguments&&... arguments) {
  if (precision == Precision::single_precision)
    return make_with<SolverTemplate, Equations, float>(device,
                                                       std::forward<Arguments>(arguments)...);
  return make_with<SolverTemplate, Equations, double>(device,
                                                      std::forward<Arguments>(arguments)...);
}

}  // namespace detail

/// Creates SolverTemplate<equations, precision, device> from `arguments`. Throws
/// std::invalid_argument for a device that this build does not have.
template <template <class, class, class> class SolverTemplate, class... Arguments>
std::unique_ptr<Solver> make_on_device(bool magnetised, Precision precision, Device device,
                                       Arguments&&... arguments) {
  if (magnetised)
    return detail::make_in<SolverTemplate, IdealMhd>(precision, device,
                                                     std::forward<Arguments>(arguments)...);
  return detail::make_in<SolverTemplate, Hydrodynamics>(precision, device,
                                                        std::forward<Arguments>(arguments)...);
}

/// Bytes of an array of `fields` fields with `layers` ghosts.
inline std::size_t field_array_bytes(const Grid& grid, int layers, int fields,
                                     Precision precision) {
  const bool single = precision == Precision::single_precision;
  const std::size_t real = single ? sizeof(float) : sizeof(double);
  const int pack = single ? lane_width<HostPack<float>> : lane_width<HostPack<double>>;
  return std::size_t(make_layout(grid, layers, int(real), pack).elements(fields)) * real;
}

}  // namespace solenoid
