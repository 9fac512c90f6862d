#pragma once
/// \file
/// A cheap upper bound of the fastest signal of a state, which spares most cells its exact value.

#include <limits>

#include "numerics/lanes/state.hpp"

namespace solenoid {

/// Part of a result that rounding may make up.
template <class Real>
inline constexpr Real signal_allowance = 16 * std::numeric_limits<Real>::epsilon();

/// Whether weight (|v_d| + c) might exceed `speed` in some direction d, `square` being rho^2 c^2.
/// False is certain: rounding is allowed for. Neither divides nor takes a root.
template <class Equations, class T, class Real>
SOLENOID_INLINE LaneMask<T> momentum_may_exceed(const T& speed,
                                                const typename Equations::template Conserved<T>& u,
                                                const T& square, const Real& inverse_weight) {
  using C = typename Equations::C;
  const T momentum = max(abs(u[C::mn]), max(abs(u[C::mt1]), abs(u[C::mt2])));
  const T room =
      speed * T((Real(1) - signal_allowance<Real>)*inverse_weight) * u[C::rho] - momentum;
  return !(less(T(0), room) && less(square, room * room));
}

/// The same where rho^2 c^2 <= 2 half_ratio (rho e_internal) + rho B^2; of an ideal gas half_ratio
/// is gamma (gamma - 1) / 2.
///
/// `twice_internal` is 2 rho e_internal, `rho_b2` is rho B^2.
template <class Equations, class T, class Real>
SOLENOID_INLINE LaneMask<T> signal_may_exceed(const T& speed,
                                              const typename Equations::template Conserved<T>& u,
                                              const T& twice_internal, const T& rho_b2,
                                              const Real& inverse_weight, const Real& half_ratio) {
  using C = typename Equations::C;
  // Internal energy is a difference: its error is that of the total energy.
  const T internal = fma(T(signal_allowance<Real>) * u[C::rho], abs(u[C::e]), twice_internal);
  const T square = fma(T(half_ratio), internal, rho_b2);
  return momentum_may_exceed<Equations>(speed, u, square, inverse_weight);
}

}  // namespace solenoid
