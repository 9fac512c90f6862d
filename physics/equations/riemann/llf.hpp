#pragma once
/// \file
/// The local Lax-Friedrichs flux (Rusanov 1961) for any equation set: one wave speed, the largest
/// of both states, for everything.

#include "numerics/lanes/state.hpp"

namespace solenoid {

template <class Equations_>
struct Llf {
  using Equations = Equations_;
  static constexpr bool needs_resolved_cleaning = true;

  /// F = (F_L + F_R) / 2 - s (U_R - U_L) / 2, s being the larger |v_n| + c_f. What is the same on
  /// both sides, as the resolved normal field and psi, has no diffusion.
  template <class T, class Real>
  SOLENOID_INLINE static typename Equations::template Conserved<T> flux(
      const typename Equations::template Primitive<T>& left,
      const typename Equations::template Primitive<T>& right,
      const typename Equations::template Parameters<Real>& c) {
    using P = typename Equations::P;
    const auto speed = [&](const typename Equations::template Primitive<T>& w) {
      const T fast = Equations::fast_speed_squared_times_density(w, c) * reciprocal(w[P::rho]);
      return abs(w[P::vn]) + sqrt(fast);
    };
    const T half_fastest = T(0.5) * max(speed(left), speed(right));
    return map([&](const T& fl, const T& fr, const T& ul,
                   const T& ur) { return fma(half_fastest, ul - ur, T(0.5) * (fl + fr)); },
               Equations::flux(left, c), Equations::flux(right, c), Equations::conserved(left, c),
               Equations::conserved(right, c));
  }
};

}  // namespace solenoid
