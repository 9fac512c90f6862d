#pragma once
/// \file
/// HLLD (Miyoshi & Kusano 2005, J. Comput. Phys. 208, 315; "MK" below): HLL for ideal MHD with the
/// contact and the two Alfven waves restored. Equation numbers are that paper's.

#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/riemann/hll.hpp"
#include "physics/equations/riemann/hlld_star.hpp"

namespace solenoid {

/// As in HLLC (hllc.hpp), jump conditions give all that is between the outer waves, whatever the
/// equation of state.
template <class Equations_>
struct HlldOf {
  using Equations = Equations_;
  template <class T>
  using W = typename Equations::template Primitive<T>;
  static constexpr bool needs_resolved_cleaning = true;
  using P = typename Equations::P;

  template <class T>
  using Star = HlldStar<T>;

  /// The region between the Alfven waves: transverse velocity and field, and the sign of B_n.
  template <class T>
  struct Inner {
    T sign, vt1, vt2, bt1, bt2;
  };

  /// Flux between primitive states with one normal field and psi. Within the fan the flux is the
  /// physical one of the intermediate state that holds the face, with normal velocity S_M and one
  /// total pressure (F* = F + S (U* - U) identically), so that states are selected and one flux is
  /// computed.
  template <class T, class Real>
  SOLENOID_INLINE static typename Equations::template Conserved<T> flux(
      const W<T>& left, const W<T>& right, const typename Equations::template Parameters<Real>& c) {
    const auto bounds = wave_bounds<Equations, T, Real>(left, right, c);
    const T ptl = Equations::total_pressure(left);
    const T ptr = Equations::total_pressure(right);
    const T dl = bounds.left - left[P::vn];
    const T dr = bounds.right - right[P::vn];
    const T al = left[P::rho] * dl;
    const T ar = right[P::rho] * dr;
    const T inverse_width = reciprocal(ar - al);
    // Eqs. 38 and 41: speed of the contact and total pressure within the fan.
    const T contact = ((ar * right[P::vn] - al * left[P::vn]) + (ptl - ptr)) * inverse_width;
    const T star_pressure =
        fma(al * ar, right[P::vn] - left[P::vn], ar * ptl - al * ptr) * inverse_width;

    const Star<T> sl = star(left, bounds.left, dl, al, contact);
    const Star<T> sr = star(right, bounds.right, dr, ar, contact);

    const auto from_right = less(contact, T(0));
    const auto upwind = [&](const T& l, const T& r) { return select(from_right, r, l); };
    W<T> w = map(upwind, left, right);
    const T bound = upwind(bounds.left, bounds.right);
    const T pt = upwind(ptl, ptr);
    const Star<T> s = upwind_star(upwind, sl, sr);
    const T bn = w[P::bn];
    const T e = Equations::energy(w, c);
    const T v_dot_b = dot(w[P::vn], w[P::vt1], w[P::vt2], bn, w[P::bt1], w[P::bt2]);
    const T star_v_dot_b = dot(contact, s.vt1, s.vt2, bn, s.bt1, s.bt2);
    // Eq. 48.
    const T star_energy =
        fma(bn, v_dot_b - star_v_dot_b,
            fma(bound - w[P::vn], e, fma(star_pressure, contact, negative(pt * w[P::vn])))) *
        s.inverse_width;

    const Inner<T> in = inner(sl, sr, bn);
    const T inner_v_dot_b = dot(contact, in.vt1, in.vt2, bn, in.bt1, in.bt2);
    const T side = select(from_right, T(1), T(-1));
    const T inner_energy = fma(side * in.sign * s.root, star_v_dot_b - inner_v_dot_b, star_energy);

    // Eq. 51: the face is between the Alfven waves where the upwind one has not passed it.
    const auto between = less(abs(contact) * s.root, abs(bn));
    const auto outer = (less(T(0), bounds.left) && less(T(0), contact)) || less(bounds.right, T(0));
    const auto pick = [&](const T& o, const T& star_value, const T& i) {
      return select(outer, o, select(between, i, star_value));
    };
    w[P::rho] = select(outer, w[P::rho], s.rho);
    w[P::vn] = select(outer, w[P::vn], contact);
    w[P::vt1] = pick(w[P::vt1], s.vt1, in.vt1);
    w[P::vt2] = pick(w[P::vt2], s.vt2, in.vt2);
    w[P::bt1] = pick(w[P::bt1], s.bt1, in.bt1);
    w[P::bt2] = pick(w[P::bt2], s.bt2, in.bt2);
    return Equations::flux(w, pick(e, star_energy, inner_energy), select(outer, pt, star_pressure),
                           c);
  }

 private:
  /// The star region of the upwind side.
  template <class T, class Upwind>
  SOLENOID_INLINE static Star<T> upwind_star(const Upwind& upwind, const Star<T>& l,
                                             const Star<T>& r) {
    return {upwind(l.rho, r.rho), upwind(l.root, r.root), upwind(l.inverse_width, r.inverse_width),
            upwind(l.vt1, r.vt1), upwind(l.vt2, r.vt2),   upwind(l.bt1, r.bt1),
            upwind(l.bt2, r.bt2)};
  }

  /// Eqs. 59-63: between the Alfven waves transverse velocity and field are common to both sides.
  template <class T>
  SOLENOID_INLINE static Inner<T> inner(const Star<T>& l, const Star<T>& r, const T& bn) {
    const T sign = copysign(T(1), bn);
    const T inverse_sum = reciprocal(l.root + r.root);
    const T product = sign * (l.root * r.root);
    const auto velocity = [&](const T& vl, const T& vr, const T& bl, const T& br) {
      return fma(sign, br - bl, l.root * vl + r.root * vr) * inverse_sum;
    };
    const auto field = [&](const T& vl, const T& vr, const T& bl, const T& br) {
      return fma(product, vr - vl, l.root * br + r.root * bl) * inverse_sum;
    };
    return {sign, velocity(l.vt1, r.vt1, l.bt1, r.bt1), velocity(l.vt2, r.vt2, l.bt2, r.bt2),
            field(l.vt1, r.vt1, l.bt1, r.bt1), field(l.vt2, r.vt2, l.bt2, r.bt2)};
  }

  /// Eqs. 43-47 on one side: `bound` its outer signal speed, d = bound - v_n, a = rho d.
  template <class T>
  SOLENOID_INLINE static Star<T> star(const W<T>& w, const T& bound, const T& d, const T& a,
                                      const T& contact) {
    return hlld_star(w, bound, d, a, contact, a * (w[P::vn] - contact));
  }
};

using Hlld = HlldOf<IdealMhd>;

}  // namespace solenoid
