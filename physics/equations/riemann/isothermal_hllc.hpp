#pragma once
/// \file
/// HLL for an isothermal gas with the shear wave restored, as HLLC (hllc.hpp) restores the contact
/// of an ideal one.

#include "physics/equations/isothermal.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

/// Between the two acoustic waves density and normal velocity of isothermal hydrodynamics are
/// constant: they are those of HLL. All that the wave in the middle has is a jump of the transverse
/// velocities, which go with the mass: their flux is the mass flux times the velocity of the side
/// that it comes from. (With F_rho = rho* u*, as Mignone 2007, J. Comput. Phys. 225, 1427, chooses
/// u* in MHD, all jump conditions of mass and transverse momentum hold.)
struct IsothermalHllc {
  using Equations = IsothermalHydrodynamics;
  static constexpr bool needs_resolved_cleaning = true;
  using P = Equations::P;
  using C = Equations::C;

  template <class T, class Real>
  SOLENOID_INLINE static Equations::Conserved<T> flux(const Equations::Primitive<T>& left,
                                                      const Equations::Primitive<T>& right,
                                                      const Equations::Parameters<Real>& c) {
    auto f = hll_flux<Equations, T, Real>(left, right,
                                          wave_bounds<Equations, T, Real>(left, right, c), c);
    const auto from_right = less(f[C::rho], T(0));
    f[C::mt1] = f[C::rho] * select(from_right, right[P::vt1], left[P::vt1]);
    f[C::mt2] = f[C::rho] * select(from_right, right[P::vt2], left[P::vt2]);
    return f;
  }
};

}  // namespace solenoid
