#pragma once
/// \file
/// From run-time choices to the instance of a solver template.

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/lanes.hpp"
#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"
#include "physics/solvers/compiled_precisions.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/split_terms.hpp"

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
  if (!is_compiled(precision))
    throw std::invalid_argument(std::string("this program was built without ") +
                                name_of(precision) + " precision");
  if constexpr (is_compiled(Precision::single_precision))
    if (precision == Precision::single_precision)
      return make_with<SolverTemplate, Equations, float>(device,
                                                         std::forward<Arguments>(arguments)...);
  return make_with<SolverTemplate, Equations, double>(device,
                                                      std::forward<Arguments>(arguments)...);
}

}  // namespace detail

/// Creates SolverTemplate<equations, precision, device> from `arguments`, the equations being those
/// of MHD or of hydrodynamics. Throws std::invalid_argument for a device or a precision that this
/// build does not have.
template <template <class, class, class> class SolverTemplate, class Magnetised = IdealMhd,
          class Unmagnetised = Hydrodynamics, class... Arguments>
std::unique_ptr<Solver> make_on_device(bool magnetised, Precision precision, Device device,
                                       Arguments&&... arguments) {
  if (magnetised)
    return detail::make_in<SolverTemplate, Magnetised>(precision, device,
                                                       std::forward<Arguments>(arguments)...);
  return detail::make_in<SolverTemplate, Unmagnetised>(precision, device,
                                                       std::forward<Arguments>(arguments)...);
}

/// Bytes of an array of `fields` fields with `layers` ghosts.
inline std::size_t field_array_bytes(const Grid& grid, int layers, int fields,
                                     Precision precision) {
  const auto bytes = [&]<class Real>(Real) {
    const Layout layout = make_layout(grid, layers, int(sizeof(Real)), lane_width<HostPack<Real>>);
    return std::size_t(layout.elements(fields)) * sizeof(Real);
  };
  if (precision == Precision::single_precision) return bytes(float());
  if (precision == Precision::double_precision) return bytes(double());
  return bytes(Extended());
}

/// Bytes of what terms need beside the two states of a fluid with `layers` ghosts.
inline std::size_t terms_bytes(const Grid& grid, const TermsSettings& terms, int layers,
                               Precision precision) {
  return terms.fields > 0 ? field_array_bytes(grid, layers, terms.fields, precision) : 0;
}

}  // namespace solenoid
