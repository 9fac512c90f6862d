#pragma once
/// \file
/// HLL as Bard & Dorelli (2014) use it in GLM-MHD: every component by itself.

#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

/// Eq. 9 with the slowest wave of the left and the fastest of the right state. The normal field and
/// psi get an HLL flux of their own, with the speeds -+c_h; the other components see the normal
/// fields of the two states as they are.
struct HllBardDorelli {
  using Equations = IdealMhd;
  static constexpr bool needs_resolved_cleaning = false;

  template <class T, class Real>
  SOLENOID_INLINE static Equations::Conserved<T> flux(const Equations::Primitive<T>& left,
                                                      const Equations::Primitive<T>& right,
                                                      const Equations::Parameters<Real>& c) {
    using P = Equations::P;
    using C = Equations::C;
    const auto fast = [&](const Equations::Primitive<T>& w) {
      return sqrt(Equations::fast_speed_squared_times_density(w, c) * reciprocal(w[P::rho]));
    };
    const T slowest = left[P::vn] - fast(left);
    const T fastest = right[P::vn] + fast(right);
    // Where cold streams collide the two are in the wrong order, and eq. 9 has two answers.
    auto f = hll_flux<Equations, T, Real>(left, right,
                                          {min(slowest, fastest), max(slowest, fastest)}, c);
    auto cleaned_left = left;
    auto cleaned_right = right;
    Equations::resolve_cleaning(cleaned_left, cleaned_right, c);
    f[C::bn] = cleaned_left[P::psi];
    f[C::psi] = T(c.cleaning_speed_squared) * cleaned_left[P::bn];
    return f;
  }
};

}  // namespace solenoid
