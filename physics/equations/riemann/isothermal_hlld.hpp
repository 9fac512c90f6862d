#pragma once
/// \file
/// HLLD for isothermal MHD (the solver of Mignone 2007, J. Comput. Phys. 225, 1427, derived here
/// from the jumps across its waves): HLL with the two Alfven waves restored. There is no contact,
/// and hence one density and one normal velocity in the whole fan.

#include "physics/equations/isothermal.hpp"
#include "physics/equations/riemann/hll.hpp"
#include "physics/equations/riemann/hlld_star.hpp"

namespace solenoid {

struct IsothermalHlld {
  using Equations = IsothermalMhd;
  static constexpr bool needs_resolved_cleaning = true;
  using P = Equations::P;
  using C = Equations::C;

  /// Between the outer waves: density, its root and inverse, normal velocity, and 1 / (S_R - S_L).
  template <class T>
  struct Fan {
    T rho, root, inverse_rho, vn, inverse_width;
  };

  /// Flux between primitive states with one normal field and psi. Within the fan mass and normal
  /// momentum have the flux of HLL, and with u* = F_rho / rho* that of all other components is the
  /// physical one of the state that holds the face (F* = F + S (U* - U) identically), so that
  /// states are selected and one flux is computed.
  template <class T, class Real>
  SOLENOID_INLINE static Equations::Conserved<T> flux(const Equations::Primitive<T>& left,
                                                      const Equations::Primitive<T>& right,
                                                      const Equations::Parameters<Real>& c) {
    const auto bounds = wave_bounds<Equations, T, Real>(left, right, c);
    const T dl = bounds.left - left[P::vn];
    const T dr = bounds.right - right[P::vn];
    const T al = left[P::rho] * dl;
    const T ar = right[P::rho] * dr;
    const Fan<T> fan = make_fan<T>(left, right, bounds, {dl, dr}, {al, ar});

    const HlldStar<T> sl = star(left, bounds.left, dl, al, fan.vn);
    const HlldStar<T> sr = star(right, bounds.right, dr, ar, fan.vn);
    // Between the Alfven waves, whose speeds are u* -+ |B_n| / sqrt(rho*), transverse
    // velocity and field are common to both sides, and their jumps across each wave are
    // [v_t] = -+ sign(B_n) [B_t] / sqrt(rho*): half of the sum and the difference of these.
    const T bn = left[P::bn];
    const T half = T(0.5);
    const T x = copysign(fan.root, bn);
    const T inverse_x = x * fan.inverse_rho;
    const auto velocity = [&](const T& vl, const T& vr, const T& bl, const T& br) {
      return half * fma(inverse_x, br - bl, vl + vr);
    };
    const auto field = [&](const T& vl, const T& vr, const T& bl, const T& br) {
      return half * fma(x, vr - vl, bl + br);
    };

    // The face is between the Alfven waves where the upwind one has not passed it.
    const auto from_right = less(fan.vn, T(0));
    const auto between = less(abs(fan.vn) * fan.root, abs(bn));
    const auto outer = (less(T(0), bounds.left) && less(T(0), fan.vn)) || less(bounds.right, T(0));
    Equations::Primitive<T> w =
        map([&](const T& l, const T& r) { return select(from_right, r, l); }, left, right);
    const auto pick = [&](const T& own, const T& l, const T& r, const T& middle) {
      return select(outer, own, select(between, middle, select(from_right, r, l)));
    };
    w[P::rho] = select(outer, w[P::rho], fan.rho);
    w[P::vn] = select(outer, w[P::vn], fan.vn);
    w[P::vt1] = pick(w[P::vt1], sl.vt1, sr.vt1, velocity(sl.vt1, sr.vt1, sl.bt1, sr.bt1));
    w[P::vt2] = pick(w[P::vt2], sl.vt2, sr.vt2, velocity(sl.vt2, sr.vt2, sl.bt2, sr.bt2));
    w[P::bt1] = pick(w[P::bt1], sl.bt1, sr.bt1, field(sl.vt1, sr.vt1, sl.bt1, sr.bt1));
    w[P::bt2] = pick(w[P::bt2], sl.bt2, sr.bt2, field(sl.vt2, sr.vt2, sl.bt2, sr.bt2));
    auto f = Equations::flux(w, c);
    f[C::mn] = select(outer, f[C::mn], momentum_flux(left, right, bounds, fan, c));
    return f;
  }

 private:
  template <class T>
  struct Sides {
    T left, right;
  };

  /// rho* and F_rho of HLL, and u* = F_rho / rho*. With d = S -
  /// v_n and a = rho d: rho* = (a_R - a_L) / (S_R - S_L) and u* = (a_R v_L - a_L v_R + d_L d_R
  /// (rho_R - rho_L)) / (a_R - a_L).
  template <class T>
  SOLENOID_INLINE static Fan<T> make_fan(const Equations::Primitive<T>& left,
                                         const Equations::Primitive<T>& right,
                                         const WaveBounds<T>& bounds, const Sides<T>& d,
                                         const Sides<T>& a) {
    // One division gives the inverses of both widths.
    const T width = bounds.right - bounds.left;
    const T mass_width = a.right - a.left;
    const T inverse = reciprocal(width * mass_width);
    const T inverse_mass_width = width * inverse;
    Fan<T> fan;
    fan.inverse_width = mass_width * inverse;
    fan.rho = mass_width * fan.inverse_width;
    fan.inverse_rho = width * inverse_mass_width;
    fan.root = sqrt(fan.rho);
    fan.vn = ((a.right * left[P::vn] - a.left * right[P::vn]) +
              (d.left * d.right) * (right[P::rho] - left[P::rho])) *
             inverse_mass_width;
    return fan;
  }

  /// The flux of normal momentum of HLL within the fan.
  template <class T, class Real>
  SOLENOID_INLINE static T momentum_flux(const Equations::Primitive<T>& left,
                                         const Equations::Primitive<T>& right,
                                         const WaveBounds<T>& bounds, const Fan<T>& fan,
                                         const Equations::Parameters<Real>& c) {
    const T ml = left[P::rho] * left[P::vn];
    const T mr = right[P::rho] * right[P::vn];
    const auto flux = [&](const Equations::Primitive<T>& w, const T& m) {
      return fma(m, w[P::vn], fma(negative(w[P::bn]), w[P::bn], Equations::total_pressure(w, c)));
    };
    return ((bounds.right * flux(left, ml) - bounds.left * flux(right, mr)) +
            (bounds.left * bounds.right) * (mr - ml)) *
           fan.inverse_width;
  }

  /// Where the Alfven wave comes near the outer one, the field may grow by ten times as much as the
  /// density does: isothermal shocks may compress without limit.
  template <class T>
  SOLENOID_INLINE static HlldStar<T> star(const Equations::Primitive<T>& w, const T& bound,
                                          const T& d, const T& a, const T& vn) {
    return hlld_star(w, bound, d, a, vn, w[P::rho] * (w[P::vn] - vn) * (bound - vn));
  }
};

}  // namespace solenoid
