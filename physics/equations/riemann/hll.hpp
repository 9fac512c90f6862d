#pragma once
/// \file
/// The two-wave solver of Harten, Lax & van Leer (1983) for any equation set.

#include "numerics/lanes/state.hpp"

namespace solenoid {

/// Bounds of the signal speeds at a face.
template <class T>
struct WaveBounds {
  T left, right;
};

/// The slowest and fastest signal of both states (Davis 1988; Miyoshi & Kusano 2005, eq. 67):
/// v_n -+ the larger fast speed of the two.
template <class Equations, class T, class Real>
SOLENOID_INLINE WaveBounds<T> wave_bounds(const typename Equations::template Primitive<T>& left,
                                          const typename Equations::template Primitive<T>& right,
                                          const typename Equations::template Parameters<Real>& c) {
  using P = typename Equations::P;
  if constexpr (!Equations::has_energy && !Equations::magnetised) {
    const T sound = T(c.sound_speed);  // everywhere
    return {min(left[P::vn], right[P::vn]) - sound, max(left[P::vn], right[P::vn]) + sound};
  }
  // Gases with a law have divided by the densities anyway.
  if constexpr (requires { typename Equations::Law; }) {
    const auto squared = [&](const typename Equations::template Primitive<T>& w) {
      return Equations::fast_speed_squared_times_density(w, c) * reciprocal(w[P::rho]);
    };
    const T fast = sqrt(max(squared(left), squared(right)));
    return {min(left[P::vn], right[P::vn]) - fast, max(left[P::vn], right[P::vn]) + fast};
  }
  // The larger of two quotients, found by cross-multiplication: one division for both.
  const T rho_l = left[P::rho];
  const T rho_r = right[P::rho];
  const T fast_l = Equations::fast_speed_squared_times_density(left, c);
  const T fast_r = Equations::fast_speed_squared_times_density(right, c);
  const auto right_is_faster = less(fast_l * rho_r, fast_r * rho_l);
  const T fast = sqrt(select(right_is_faster, fast_r, fast_l) *
                      reciprocal(select(right_is_faster, rho_r, rho_l)));
  return {min(left[P::vn], right[P::vn]) - fast, max(left[P::vn], right[P::vn]) + fast};
}

/// HLL flux (Bard & Dorelli 2014, eq. 9) with given bounds. With both clipped at zero, the three
/// cases are one formula: F = (S_R F_L - S_L F_R + S_R S_L (U_R - U_L)) / (S_R - S_L), S_L <= 0 <=
/// S_R.
template <class Equations, class T, class Real>
SOLENOID_INLINE typename Equations::template Conserved<T> hll_flux(
    const typename Equations::template Primitive<T>& left,
    const typename Equations::template Primitive<T>& right, const WaveBounds<T>& bounds,
    const typename Equations::template Parameters<Real>& c) {
  const T sl = min(bounds.left, T(0));
  const T sr = max(bounds.right, T(0));
  const T inverse_width = reciprocal(sr - sl);
  const T weight_left = sr * inverse_width;
  const T weight_right = sl * inverse_width;
  const T diffusion = (sr * sl) * inverse_width;
  const auto u_left = Equations::conserved(left, c);
  const auto u_right = Equations::conserved(right, c);
  const auto f_left = Equations::flux(left, c);
  const auto f_right = Equations::flux(right, c);
  return map(
      [&](const T& fl, const T& fr, const T& ul, const T& ur) {
        return fma(diffusion, ur - ul, weight_left * fl - weight_right * fr);
      },
      f_left, f_right, u_left, u_right);
}

template <class Equations_>
struct Hll {
  using Equations = Equations_;
  static constexpr bool needs_resolved_cleaning = true;

  /// Flux between primitive states `left` and `right`, whose normal field and psi have been
  /// resolved.
  template <class T, class Real>
  SOLENOID_INLINE static typename Equations::template Conserved<T> flux(
      const typename Equations::template Primitive<T>& left,
      const typename Equations::template Primitive<T>& right,
      const typename Equations::template Parameters<Real>& c) {
    auto f = hll_flux<Equations, T, Real>(left, right,
                                          wave_bounds<Equations, T, Real>(left, right, c), c);
    if constexpr (Equations::magnetised) {
      using C = typename Equations::C;
      const auto either = Equations::flux(left, c);  // for what is the same on both sides
      f[C::bn] = either[C::bn];
      f[C::psi] = either[C::psi];
    }
    return f;
  }
};

}  // namespace solenoid
