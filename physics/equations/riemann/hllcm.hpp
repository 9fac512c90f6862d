#pragma once
/// \file
/// HLLCM, after the idea of Z. Shen, W. Yan & G. Yuan (J. Comput. Phys. 309, 185 (2016)): HLLC, in
/// whose fan gas of both sides has one transverse velocity. Contacts are kept, shear is not: rows
/// of cells behind a strong shock along the grid drag each other along, and the shock holds longer
/// (the carbuncle; docs/schemes.md has by how much).

#include "physics/equations/riemann/hllc.hpp"

namespace solenoid {

struct Hllcm {
  using Equations = Hydrodynamics;
  static constexpr bool needs_resolved_cleaning = true;
  using P = Hydrodynamics::P;
  using C = Hydrodynamics::C;

  /// With a = rho (S - v_n) of the outer waves a quantity q that gas carries has the mean
  /// q* = (a_R q_R - a_L q_L) / (a_R - a_L) in the fan, and between the outer waves the flux
  ///   F_rho q* + a_L a_R / (a_R - a_L) (q_R - q_L),
  /// the same from either side. q are here the transverse velocities and v_t^2/2.
  template <class T, class Real>
  SOLENOID_INLINE static Hydrodynamics::Conserved<T> flux(
      const Hydrodynamics::Primitive<T>& left, const Hydrodynamics::Primitive<T>& right,
      const Hydrodynamics::Parameters<Real>& c) {
    const auto fan = Hllc::fan(left, right, c);
    const auto hllc = Hllc::flux(left, right, fan, c);
    const T inverse = reciprocal(fan.ar - fan.al);
    const T weight_l = (T(0) - fan.al) * inverse, weight_r = fan.ar * inverse;
    const T friction = fan.al * fan.ar * inverse;
    const auto within = less(fan.bounds.left, T(0)) && less(T(0), fan.bounds.right);
    const auto mixed = [&](const T& l, const T& r) {
      return hllc[C::rho] * (weight_l * l + weight_r * r) + friction * (r - l);
    };
    const auto transverse = [](const Hydrodynamics::Primitive<T>& w) {
      return T(0.5) * (w[P::vt1] * w[P::vt1] + w[P::vt2] * w[P::vt2]);
    };
    const T kinetic_l = transverse(left), kinetic_r = transverse(right);
    const T carried = hllc[C::rho] * select(less(fan.contact, T(0)), kinetic_r, kinetic_l);
    auto f = hllc;
    f[C::mt1] = select(within, mixed(left[P::vt1], right[P::vt1]), f[C::mt1]);
    f[C::mt2] = select(within, mixed(left[P::vt2], right[P::vt2]), f[C::mt2]);
    f[C::e] = select(within, f[C::e] + (mixed(kinetic_l, kinetic_r) - carried), f[C::e]);
    return f;
  }
};

}  // namespace solenoid
