#pragma once
/// \file
/// Roe's solver (P. L. Roe, J. Comput. Phys. 43, 357 (1981)) for the Euler equations, with the
/// entropy fix of Harten and Hyman.

#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/riemann/entropy_fix.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

struct Roe {
  using Equations = Hydrodynamics;
  static constexpr bool needs_resolved_cleaning = true;
  using P = Hydrodynamics::P;
  using C = Hydrodynamics::C;

  /// The state whose Jacobian takes U_R - U_L to F_R - F_L.
  template <class T>
  struct Average {
    T rho, vn, vt1, vt2, enthalpy, sound_squared, sound;
  };
  /// Weights are roots of the densities. The squared speed of sound is written as a sum of squares,
  ///   a^2 = w_L a_L^2 + w_R a_R^2 + (gamma - 1)/2 w_L w_R |v_R - v_L|^2,
  /// which equals (gamma - 1)(H - v^2/2) and cannot round to a negative number.
  template <class T, class Real>
  SOLENOID_INLINE static Average<T> average(const Hydrodynamics::Primitive<T>& left,
                                            const Hydrodynamics::Primitive<T>& right,
                                            const T& sound_squared_l, const T& sound_squared_r,
                                            const Hydrodynamics::Parameters<Real>& c) {
    const T root_l = sqrt(left[P::rho]), root_r = sqrt(right[P::rho]);
    const T inverse = reciprocal(root_l + root_r);
    const T wl = root_l * inverse, wr = root_r * inverse;
    const auto mean = [&](P v) { return wl * left[v] + wr * right[v]; };
    const auto square = [&](P v) {
      const T jump = right[v] - left[v];
      return jump * jump;
    };
    Average<T> w;
    w.rho = root_l * root_r;
    w.vn = mean(P::vn);
    w.vt1 = mean(P::vt1);
    w.vt2 = mean(P::vt2);
    const T jumps = square(P::vn) + (square(P::vt1) + square(P::vt2));
    w.sound_squared = (wl * sound_squared_l + wr * sound_squared_r) +
                      T(Real(0.5) * c.gamma_minus_1) * ((wl * wr) * jumps);
    w.sound = sqrt(w.sound_squared);
    const T v2 = w.vn * w.vn + (w.vt1 * w.vt1 + w.vt2 * w.vt2);
    w.enthalpy = w.sound_squared * T(c.inverse_gamma_minus_1) + T(0.5) * v2;
    return w;
  }

  /// How far the state goes along an acoustic wave: alpha (1, v_n -+ a, v_t, H -+ a v_n).
  template <class T>
  SOLENOID_INLINE static Hydrodynamics::Conserved<T> acoustic(const Average<T>& w, const T& alpha,
                                                              const T& sound) {
    Hydrodynamics::Conserved<T> r;
    r[C::rho] = alpha;
    r[C::mn] = alpha * (w.vn + sound);
    r[C::mt1] = alpha * w.vt1;
    r[C::mt2] = alpha * w.vt2;
    r[C::e] = alpha * (w.enthalpy + sound * w.vn);
    return r;
  }

  /// Flux between primitive states:
  ///   F = (F_L + F_R) / 2 - sum_k |lambda_k| alpha_k r_k / 2.
  /// Where one of the two states between the acoustic waves is unphysical, as near a vacuum
  /// (B. Einfeldt et al., J. Comput. Phys. 92, 273 (1991)), the HLL flux stands for it.
  template <class T, class Real>
  SOLENOID_INLINE static Hydrodynamics::Conserved<T> flux(
      const Hydrodynamics::Primitive<T>& left, const Hydrodynamics::Primitive<T>& right,
      const Hydrodynamics::Parameters<Real>& c) {
    const T sound_squared_l = T(c.gamma) * left[P::p] * reciprocal(left[P::rho]);
    const T sound_squared_r = T(c.gamma) * right[P::p] * reciprocal(right[P::rho]);
    const Average<T> w = average(left, right, sound_squared_l, sound_squared_r, c);
    const T sound_l = sqrt(sound_squared_l), sound_r = sqrt(sound_squared_r);
    const T backward = T(0) - w.sound;
    const T slow = w.vn - w.sound, fast = w.vn + w.sound;

    const T inverse_square = reciprocal(w.sound_squared);
    const T jump_p = right[P::p] - left[P::p];
    const T jump_v = (w.rho * w.sound) * (right[P::vn] - left[P::vn]);
    const T half_inverse = T(0.5) * inverse_square;
    const auto of_slow = acoustic<T>(w, (jump_p - jump_v) * half_inverse, backward);
    const auto of_fast = acoustic<T>(w, (jump_p + jump_v) * half_inverse, w.sound);
    // Entropy, and shear beside it.
    Hydrodynamics::Conserved<T> of_contact;
    const T alpha = (right[P::rho] - left[P::rho]) - jump_p * inverse_square;
    const T shear1 = w.rho * (right[P::vt1] - left[P::vt1]);
    const T shear2 = w.rho * (right[P::vt2] - left[P::vt2]);
    const T half_v2 = T(0.5) * (w.vn * w.vn + (w.vt1 * w.vt1 + w.vt2 * w.vt2));
    of_contact[C::rho] = alpha;
    of_contact[C::mn] = alpha * w.vn;
    of_contact[C::mt1] = alpha * w.vt1 + shear1;
    of_contact[C::mt2] = alpha * w.vt2 + shear2;
    of_contact[C::e] = alpha * half_v2 + (w.vt1 * shear1 + w.vt2 * shear2);

    const T speed_slow =
        speed_with_entropy_fix<T>(slow, left[P::vn] - sound_l, right[P::vn] - sound_r);
    const T speed_fast =
        speed_with_entropy_fix<T>(fast, left[P::vn] + sound_l, right[P::vn] + sound_r);
    const T speed_contact = abs(w.vn);
    const auto central = map([](const T& fl, const T& fr) { return fl + fr; },
                             Hydrodynamics::flux(left, c), Hydrodynamics::flux(right, c));
    const auto roe = map(
        [&](const T& f, const T& s, const T& contact, const T& q) {
          return T(0.5) * (f - ((speed_slow * s + speed_fast * q) + speed_contact * contact));
        },
        central, of_slow, of_contact, of_fast);

    const auto between_l = map([](const T& u, const T& r) { return u + r; },
                               Hydrodynamics::conserved(left, c), of_slow);
    const auto between_r = map([](const T& u, const T& r) { return u - r; },
                               Hydrodynamics::conserved(right, c), of_fast);
    const auto fine = Hydrodynamics::physical(between_l) && Hydrodynamics::physical(between_r);
    const auto hll = hll_flux<Hydrodynamics, T, Real>(
        left, right, wave_bounds<Hydrodynamics, T, Real>(left, right, c), c);
    return map([&](const T& a, const T& b) { return select(fine, a, b); }, roe, hll);
  }
};

}  // namespace solenoid
