#pragma once
/// \file
/// HLLC (Toro, Spruce & Speares 1994; Batten et al. 1997): HLL with the contact wave restored.

#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

struct Hllc {
  using Equations = Hydrodynamics;
  static constexpr bool needs_resolved_cleaning = true;
  using P = Hydrodynamics::P;

  /// The outer waves, rho (S - v_n) on either side, and the speed of the contact.
  template <class T>
  struct Fan {
    WaveBounds<T> bounds;
    T al, ar, contact;
  };
  template <class T, class Real>
  SOLENOID_INLINE static Fan<T> fan(const Hydrodynamics::Primitive<T>& left,
                                    const Hydrodynamics::Primitive<T>& right,
                                    const Hydrodynamics::Parameters<Real>& c) {
    Fan<T> fan;
    fan.bounds = wave_bounds<Hydrodynamics>(left, right, c);
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
  SOLENOID_INLINE static Hydrodynamics::Conserved<T> flux(
      const Hydrodynamics::Primitive<T>& left, const Hydrodynamics::Primitive<T>& right,
      const Hydrodynamics::Parameters<Real>& c) {
    return flux(left, right, fan(left, right, c), c);
  }
  /// The same where the fan is known.
  template <class T, class Real>
  SOLENOID_INLINE static Hydrodynamics::Conserved<T> flux(
      const Hydrodynamics::Primitive<T>& left, const Hydrodynamics::Primitive<T>& right,
      const Fan<T>& fan, const Hydrodynamics::Parameters<Real>& c) {
    const auto from_right = less(fan.contact, T(0));
    Hydrodynamics::Primitive<T> w =
        map([&](const T& l, const T& r) { return select(from_right, r, l); }, left, right);
    const T bound = select(from_right, fan.bounds.right, fan.bounds.left);
    const T a = select(from_right, fan.ar, fan.al);
    const T e = Hydrodynamics::energy(w, c);
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
    return Hydrodynamics::flux(w, select(supersonic, e, star_energy), pressure, c);
  }
};

}  // namespace solenoid
