#pragma once
/// \file
/// HLLC (Toro, Spruce & Speares 1994; Batten et al. 1997): HLL with the contact wave restored.

#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

/// Density, energy and speeds in the star region follow from jump conditions, in which the equation
/// of state does not occur: of it there is the energy of the states at the face and the bounds of
/// the signal speeds. Behind a shock the flow is subsonic in any gas that behaves as gases do, so
/// that the larger of the two speeds of sound serves here as in an ideal gas.
template <class Equations_>
struct HllcOf {
  using Equations = Equations_;
  template <class T>
  using W = typename Equations::template Primitive<T>;
  template <class Real>
  using Parameters = typename Equations::template Parameters<Real>;
  static constexpr bool needs_resolved_cleaning = true;
  using P = typename Equations::P;

  /// The outer waves, rho (S - v_n) on either side, and the speed of the contact.
  template <class T>
  struct Fan {
    WaveBounds<T> bounds;
    T al, ar, contact;
  };
  template <class T, class Real>
  SOLENOID_INLINE static Fan<T> fan(const W<T>& left, const W<T>& right,
                                    const Parameters<Real>& c) {
    Fan<T> fan;
    fan.bounds = wave_bounds<Equations, T, Real>(left, right, c);
    fan.al = left[P::rho] * (fan.bounds.left - left[P::vn]);
    fan.ar = right[P::rho] * (fan.bounds.right - right[P::vn]);
    fan.contact = ((fan.ar * right[P::vn] - fan.al * left[P::vn]) + (left[P::p] - right[P::p])) *
                  reciprocal(fan.ar - fan.al);
    return fan;
  }

  /// Flux between primitive states. In the star region the flux is the physical one of the star
  /// state, with the contact's speed as normal velocity (F* = F + S (U* - U) identically), so that
  /// the upwind state is selected first and one flux computed.
  template <class T, class Real>
  SOLENOID_INLINE static typename Equations::template Conserved<T> flux(const W<T>& left,
                                                                        const W<T>& right,
                                                                        const Parameters<Real>& c) {
    return flux(left, right, fan(left, right, c), c);
  }
  /// The same where the fan is known.
  template <class T, class Real>
  SOLENOID_INLINE static typename Equations::template Conserved<T> flux(const W<T>& left,
                                                                        const W<T>& right,
                                                                        const Fan<T>& fan,
                                                                        const Parameters<Real>& c) {
    const auto from_right = less(fan.contact, T(0));
    W<T> w = map([&](const T& l, const T& r) { return select(from_right, r, l); }, left, right);
    const T bound = select(from_right, fan.bounds.right, fan.bounds.left);
    const T a = select(from_right, fan.ar, fan.al);
    const T e = Equations::energy(w, c);
    const T inverse = reciprocal(bound - fan.contact);
    const T star_pressure = fma(a, fan.contact - w[P::vn], w[P::p]);
    const T star_energy =
        ((bound - w[P::vn]) * e + (star_pressure * fan.contact - w[P::p] * w[P::vn])) * inverse;

    // Outside the fan the upwind state itself passes the face.
    const auto supersonic =
        (less(T(0), fan.bounds.left) && less(T(0), fan.contact)) || less(fan.bounds.right, T(0));
    const T pressure = select(supersonic, w[P::p], star_pressure);
    w[P::rho] = select(supersonic, w[P::rho], a * inverse);
    w[P::vn] = select(supersonic, w[P::vn], fan.contact);
    return Equations::flux(w, select(supersonic, e, star_energy), pressure, c);
  }
};

using Hllc = HllcOf<Hydrodynamics>;

}  // namespace solenoid
