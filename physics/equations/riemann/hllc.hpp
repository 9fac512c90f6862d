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

  /// Flux between primitive states. In the star region the flux is the physical one of the star
  /// state, with the contact's speed as normal velocity (F* = F + S (U* - U) identically), so that
  /// the upwind state is selected first and one flux computed.
  template <class T, class Real>
  SOLENOID_INLINE static Hydrodynamics::Conserved<T> flux(
      const Hydrodynamics::Primitive<T>& left, const Hydrodynamics::Primitive<T>& right,
      const Hydrodynamics::Parameters<Real>& c) {
    const auto bounds = wave_bounds<Hydrodynamics>(left, right, c);
    const T dl = bounds.left - left[P::vn];
    const T dr = bounds.right - right[P::vn];
    const T al = left[P::rho] * dl;
    const T ar = right[P::rho] * dr;
    const T contact =
        ((ar * right[P::vn] - al * left[P::vn]) + (left[P::p] - right[P::p])) * reciprocal(ar - al);

    const auto from_right = less(contact, T(0));
    Hydrodynamics::Primitive<T> w =
        map([&](const T& l, const T& r) { return select(from_right, r, l); }, left, right);
    const T bound = select(from_right, bounds.right, bounds.left);
    const T a = select(from_right, ar, al);
    const T e = Hydrodynamics::energy(w, c);
    const T inverse = reciprocal(bound - contact);
    const T star_pressure = fma(a, contact - w[P::vn], w[P::p]);
    const T star_energy =
        ((bound - w[P::vn]) * e + (star_pressure * contact - w[P::p] * w[P::vn])) * inverse;

    // Outside the fan the upwind state itself passes the face.
    const auto supersonic =
        (less(T(0), bounds.left) && less(T(0), contact)) || less(bounds.right, T(0));
    w[P::rho] = select(supersonic, w[P::rho], a * inverse);
    w[P::vn] = select(supersonic, w[P::vn], contact);
    return Hydrodynamics::flux(w, select(supersonic, e, star_energy),
                               select(supersonic, w[P::p], star_pressure), c);
  }
};

}  // namespace solenoid
