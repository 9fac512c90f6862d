#pragma once
/// \file
/// HLLD (Miyoshi & Kusano 2005, J. Comput. Phys. 208, 315; "MK" below): HLL for ideal MHD with the
/// contact and the two Alfven waves restored. Equation numbers are that paper's.

#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

struct Hlld {
  using Equations = IdealMhd;
  static constexpr bool needs_resolved_cleaning = true;
  using P = IdealMhd::P;

  /// A star region: density, its root, 1 / (S - S_M), transverse velocity and field.
  template <class T>
  struct Star {
    T rho, root, inverse_width, vt1, vt2, bt1, bt2;
  };

  /// Flux between primitive states with one normal field and psi. Within the fan the flux is the
  /// physical one of the intermediate state that holds the face, with normal velocity S_M and one
  /// total pressure (F* = F + S (U* - U) identically), so that states are selected and one flux is
  /// computed.
  template <class T, class Real>
  SOLENOID_INLINE static IdealMhd::Conserved<T> flux(const IdealMhd::Primitive<T>& left,
                                                     const IdealMhd::Primitive<T>& right,
                                                     const IdealMhd::Parameters<Real>& c) {
    const auto bounds = wave_bounds<IdealMhd>(left, right, c);
    const T ptl = IdealMhd::total_pressure(left);
    const T ptr = IdealMhd::total_pressure(right);
    const T dl = bounds.left - left[P::vn];
    const T dr = bounds.right - right[P::vn];
    const T al = left[P::rho] * dl;
    const T ar = right[P::rho] * dr;
    const T inverse_width = reciprocal(ar - al);
    // Eqs. 38 and 41: speed of the contact and total pressure within the fan.
    const T contact = ((ar * right[P::vn] - al * left[P::vn]) + (ptl - ptr)) * inverse_width;
    const T star_pressure =
        fma(al * ar, right[P::vn] - left[P::vn], ar * ptl - al * ptr) * inverse_width;

    const Star<T> sl = star(left, bounds.left, dl, al, contact, star_pressure);
    const Star<T> sr = star(right, bounds.right, dr, ar, contact, star_pressure);

    const auto from_right = less(contact, T(0));
    const auto upwind = [&](const T& l, const T& r) { return select(from_right, r, l); };
    IdealMhd::Primitive<T> w = map(upwind, left, right);
    const T bound = upwind(bounds.left, bounds.right);
    const T pt = upwind(ptl, ptr);
    const Star<T> s{upwind(sl.rho, sr.rho),
                    upwind(sl.root, sr.root),
                    upwind(sl.inverse_width, sr.inverse_width),
                    upwind(sl.vt1, sr.vt1),
                    upwind(sl.vt2, sr.vt2),
                    upwind(sl.bt1, sr.bt1),
                    upwind(sl.bt2, sr.bt2)};
    const T bn = w[P::bn];
    const T e = IdealMhd::energy(w, c);
    const T v_dot_b = dot(w[P::vn], w[P::vt1], w[P::vt2], bn, w[P::bt1], w[P::bt2]);
    const T star_v_dot_b = dot(contact, s.vt1, s.vt2, bn, s.bt1, s.bt2);
    // Eq. 48.
    const T star_energy =
        fma(bn, v_dot_b - star_v_dot_b,
            fma(bound - w[P::vn], e, fma(star_pressure, contact, -(pt * w[P::vn])))) *
        s.inverse_width;

    // Eqs. 59-63: between the Alfven waves transverse velocity and field are common to both sides.
    const T sign = copysign(T(1), bn);
    const T inverse_sum = reciprocal(sl.root + sr.root);
    const T product = sign * (sl.root * sr.root);
    const auto velocity = [&](const T& vl, const T& vr, const T& bl, const T& br) {
      return fma(sign, br - bl, sl.root * vl + sr.root * vr) * inverse_sum;
    };
    const auto field = [&](const T& vl, const T& vr, const T& bl, const T& br) {
      return fma(product, vr - vl, sl.root * br + sr.root * bl) * inverse_sum;
    };
    const T vt1 = velocity(sl.vt1, sr.vt1, sl.bt1, sr.bt1);
    const T vt2 = velocity(sl.vt2, sr.vt2, sl.bt2, sr.bt2);
    const T bt1 = field(sl.vt1, sr.vt1, sl.bt1, sr.bt1);
    const T bt2 = field(sl.vt2, sr.vt2, sl.bt2, sr.bt2);
    const T inner_v_dot_b = dot(contact, vt1, vt2, bn, bt1, bt2);
    const T side = select(from_right, T(1), T(-1));
    const T inner_energy = fma(side * sign * s.root, star_v_dot_b - inner_v_dot_b, star_energy);

    // Eq. 51: the face is between the Alfven waves where the upwind one has not passed it.
    const auto inner = less(abs(contact) * s.root, abs(bn));
    const auto outer = (less(T(0), bounds.left) && less(T(0), contact)) || less(bounds.right, T(0));
    const auto pick = [&](const T& o, const T& star_value, const T& i) {
      return select(outer, o, select(inner, i, star_value));
    };
    w[P::rho] = select(outer, w[P::rho], s.rho);
    w[P::vn] = select(outer, w[P::vn], contact);
    w[P::vt1] = pick(w[P::vt1], s.vt1, vt1);
    w[P::vt2] = pick(w[P::vt2], s.vt2, vt2);
    w[P::bt1] = pick(w[P::bt1], s.bt1, bt1);
    w[P::bt2] = pick(w[P::bt2], s.bt2, bt2);
    return IdealMhd::flux(w, pick(e, star_energy, inner_energy), select(outer, pt, star_pressure),
                          c);
  }

 private:
  /// Eqs. 43-47 on one side: `bound` its outer signal speed, d = bound - v_n, a = rho d.
  template <class T>
  SOLENOID_INLINE static Star<T> star(const IdealMhd::Primitive<T>& w, const T& bound, const T& d,
                                      const T& a, const T& contact, const T& star_pressure) {
    const T bn2 = w[P::bn] * w[P::bn];
    const T width = bound - contact;
    const T denominator = fma(a, width, -bn2);
    // Where the Alfven wave meets the fast one the formulas become 0/0: no jump (MK, after eq. 47).
    const auto degenerate = less(abs(denominator), T(tolerance<LaneReal<T>>) * star_pressure);
    // One division gives the inverses of both width and denominator.
    const T divisor = select(degenerate, T(1), denominator);
    const T inverse_product = reciprocal(width * divisor);
    const T inverse = width * inverse_product;
    const T v_change = select(degenerate, T(0), (w[P::bn] * (w[P::vn] - contact)) * inverse);
    const T b_ratio = select(degenerate, T(1), fma(a, d, -bn2) * inverse);
    Star<T> s;
    s.inverse_width = divisor * inverse_product;
    s.rho = a * s.inverse_width;
    s.root = sqrt(s.rho);
    s.vt1 = fma(v_change, w[P::bt1], w[P::vt1]);
    s.vt2 = fma(v_change, w[P::bt2], w[P::vt2]);
    s.bt1 = b_ratio * w[P::bt1];
    s.bt2 = b_ratio * w[P::bt2];
    return s;
  }

  template <class Real>
  static constexpr Real tolerance = sizeof(Real) == 4 ? Real(1e-4) : Real(1e-8);
};

}  // namespace solenoid
