#pragma once
/// \file
/// Roe's solver for ideal MHD with the averages of P. Cargo and G. Gallice (J. Comput. Phys. 136,
/// 446 (1997)), which hold for any gamma, the eigenvectors scaled as by P. L. Roe and D. S. Balsara
/// (SIAM J. Appl. Math. 56, 57 (1996)), and the entropy fix of Harten and Hyman.

#include <limits>

#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/riemann/entropy_fix.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

struct RoeMhd {
  using Equations = IdealMhd;
  static constexpr bool needs_resolved_cleaning = true;
  static constexpr bool takes_many_registers = true;
  using P = IdealMhd::P;
  using C = IdealMhd::C;
  template <class T>
  using Jump = IdealMhd::Conserved<T>;

  /// The state whose Jacobian takes U_R - U_L to F_R - F_L, and what its eigenvectors are made of.
  template <class T>
  struct Average {
    T rho, root, vn, vt1, vt2;
    T field_jump;              ///< X = |B_R - B_L|^2 / (2 (sqrt(rho_L) + sqrt(rho_R))^2)
    T enthalpy;                ///< of the gas alone, H - B^2 / rho
    T sound, sound_squared;    ///< a and a^2, in which X is, too
    T alfven, fast, slow;      ///< speeds
    T fast_share, slow_share;  ///< alpha_f and alpha_s
    T sign;                    ///< of the normal field
    T bt1, bt2;                ///< direction of the transverse field, of length 1
    T field;                   ///< its size over sqrt(rho)
  };

  /// Density and velocity have weights with the roots of densities, the field those of the other
  /// side. The squared speed of sound, (2 - gamma) X + (gamma - 1)(H - v^2/2 - B^2/rho), is written
  /// as a sum of squares,
  ///   a^2 = w_L a_L^2 + w_R a_R^2 + (gamma - 1)/2 w_L w_R |v_R - v_L|^2 + gamma X,
  /// which cannot round to a negative number.
  template <class T, class Real>
  SOLENOID_INLINE static Average<T> average(const IdealMhd::Primitive<T>& left,
                                            const IdealMhd::Primitive<T>& right,
                                            const IdealMhd::Parameters<Real>& c) {
    const T root_l = sqrt(left[P::rho]), root_r = sqrt(right[P::rho]);
    const T inverse = reciprocal(root_l + root_r);
    const T wl = root_l * inverse, wr = root_r * inverse;
    const auto square = [&](P v) {
      const T jump = right[v] - left[v];
      return jump * jump;
    };
    Average<T> w;
    w.rho = root_l * root_r;
    w.root = sqrt(w.rho);
    w.vn = wl * left[P::vn] + wr * right[P::vn];
    w.vt1 = wl * left[P::vt1] + wr * right[P::vt1];
    w.vt2 = wl * left[P::vt2] + wr * right[P::vt2];
    w.field_jump = T(0.5) * (square(P::bt1) + square(P::bt2)) * (inverse * inverse);
    const T jumps = square(P::vn) + (square(P::vt1) + square(P::vt2));
    const T sounds = T(c.gamma) * (wl * (left[P::p] * reciprocal(left[P::rho])) +
                                   wr * (right[P::p] * reciprocal(right[P::rho])));
    w.sound_squared =
        (sounds + T(c.gamma) * w.field_jump) + T(Real(0.5) * c.gamma_minus_1) * ((wl * wr) * jumps);
    w.sound = sqrt(w.sound_squared);
    const T v2 = w.vn * w.vn + (w.vt1 * w.vt1 + w.vt2 * w.vt2);
    w.enthalpy = T(0.5) * v2 + T(c.inverse_gamma_minus_1) *
                                   (w.sound_squared + T(c.gamma - Real(2)) * w.field_jump);
    w.sign = select(less(left[P::bn], T(0)), T(-1), T(1));
    set_transverse(w, wr * left[P::bt1] + wl * right[P::bt1],
                   wr * left[P::bt2] + wl * right[P::bt2]);
    set_speeds(w, left[P::bn]);
    return w;
  }

  /// The direction of the transverse field (b1, b2); where there is none any will do.
  template <class T>
  SOLENOID_INLINE static void set_transverse(Average<T>& w, const T& b1, const T& b2) {
    const T size = sqrt(b1 * b1 + b2 * b2);
    const auto some = less(T(0), size);
    const T inverse = reciprocal(select(some, size, T(1)));
    const T diagonal = T(0.70710678118654752);
    w.bt1 = select(some, b1 * inverse, diagonal);
    w.bt2 = select(some, b2 * inverse, diagonal);
    w.field = size * reciprocal(w.root);
  }

  /// Speeds c_a, c_f and c_s = a c_a / c_f, and the shares alpha_f and alpha_s (Roe & Balsara),
  /// whose squares, (a^2 - c_s^2) and (c_f^2 - a^2) over c_f^2 - c_s^2, add up to 1. The product of
  /// these two is a^2 times the square of the transverse field over rho: the larger one gives the
  /// other without cancellation.
  template <class T>
  SOLENOID_INLINE static void set_speeds(Average<T>& w, const T& bn) {
    const T a2 = w.sound_squared;
    const T alfven2 = bn * bn * reciprocal(w.rho), transverse2 = w.field * w.field;
    const T excess = (transverse2 + alfven2) - a2;
    const T width = sqrt(excess * excess + T(4) * (a2 * transverse2));  // c_f^2 - c_s^2
    w.alfven = sqrt(alfven2);
    w.fast = sqrt(T(0.5) * ((a2 + (transverse2 + alfven2)) + width));
    w.slow = w.sound * w.alfven * reciprocal(w.fast);
    const auto apart = less(T(0), width);
    const T larger = select(apart, T(0.5) * (width + abs(excess)), T(1));
    const T smaller = a2 * transverse2 * reciprocal(larger);
    const T inverse_width = reciprocal(select(apart, width, T(1)));
    const auto magnetic = less(T(0), excess);
    w.fast_share = sqrt(select(magnetic, smaller, larger) * inverse_width);
    w.slow_share = sqrt(select(magnetic, larger, smaller) * inverse_width);
  }

  /// How far the state goes along a magnetosonic wave, fast (`kind` 1) or slow (-1), against
  /// (`side` -1) or along the normal (1).
  template <class T, class Real>
  SOLENOID_INLINE static Jump<T> magnetosonic(const Average<T>& w, const IdealMhd::Primitive<T>& d,
                                              Real kind, Real side) {
    const bool fast = kind > 0;
    const T own = fast ? w.fast_share : w.slow_share, other = fast ? w.slow_share : w.fast_share;
    const T speed = T(side) * (fast ? w.fast : w.slow);
    const T bend = T(side * kind) * w.sign * other * (fast ? w.slow : w.fast);
    const T swell = T(kind) * other * w.sound;
    const T along_v = w.bt1 * d[P::vt1] + w.bt2 * d[P::vt2];
    const T along_b = w.bt1 * d[P::bt1] + w.bt2 * d[P::bt2];
    const T pressure = d[P::p] + w.field_jump * d[P::rho];
    const T strength = (T(0.5) * reciprocal(w.sound_squared)) *
                       (own * (pressure + w.rho * speed * d[P::vn]) -
                        (w.rho * bend * along_v - w.root * swell * along_b));
    const T per_root = reciprocal(w.root);
    Jump<T> r{};
    r[C::rho] = strength * own;
    r[C::mn] = strength * (own * (w.vn + speed));
    r[C::mt1] = strength * (own * w.vt1 - bend * w.bt1);
    r[C::mt2] = strength * (own * w.vt2 - bend * w.bt2);
    r[C::e] = strength * (own * (w.enthalpy + w.vn * speed) -
                          (bend * (w.bt1 * w.vt1 + w.bt2 * w.vt2) - swell * w.field));
    r[C::bt1] = strength * (swell * w.bt1 * per_root);
    r[C::bt2] = strength * (swell * w.bt2 * per_root);
    return r;
  }

  /// The same along a rotation of the transverse field.
  template <class T, class Real>
  SOLENOID_INLINE static Jump<T> rotation(const Average<T>& w, const IdealMhd::Primitive<T>& d,
                                          Real side) {
    const T turn = T(side) * w.sign;
    const T across_v = w.bt1 * d[P::vt2] - w.bt2 * d[P::vt1];
    const T across_b = w.bt1 * d[P::bt2] - w.bt2 * d[P::bt1];
    const T strength = T(0.5) * (w.rho * across_v - turn * (w.root * across_b));
    const T field = turn * strength * reciprocal(w.root);
    Jump<T> r{};
    r[C::mt1] = T(0) - strength * w.bt2;
    r[C::mt2] = strength * w.bt1;
    r[C::e] = strength * (w.bt1 * w.vt2 - w.bt2 * w.vt1);
    r[C::bt1] = field * w.bt2;
    r[C::bt2] = T(0) - field * w.bt1;
    return r;
  }

  /// The same along the entropy wave.
  template <class T, class Real>
  SOLENOID_INLINE static Jump<T> entropy(const Average<T>& w, const IdealMhd::Primitive<T>& d,
                                         const IdealMhd::Parameters<Real>& c) {
    const T pressure = d[P::p] + w.field_jump * d[P::rho];
    const T strength = d[P::rho] - pressure * reciprocal(w.sound_squared);
    const T half_v2 = T(0.5) * (w.vn * w.vn + (w.vt1 * w.vt1 + w.vt2 * w.vt2));
    Jump<T> r{};
    r[C::rho] = strength;
    r[C::mn] = strength * w.vn;
    r[C::mt1] = strength * w.vt1;
    r[C::mt2] = strength * w.vt2;
    r[C::e] =
        strength * (half_v2 + T(c.inverse_gamma_minus_1 * (c.gamma - Real(2))) * w.field_jump);
    return r;
  }

  /// The fast and the slow speed of a state.
  template <class T>
  struct Speeds {
    T fast, slow;
  };
  template <class T, class Real>
  SOLENOID_INLINE static Speeds<T> speeds(const IdealMhd::Primitive<T>& w,
                                          const IdealMhd::Parameters<Real>& c) {
    const T inverse = reciprocal(w[P::rho]);
    const T fast2 = IdealMhd::fast_speed_squared_times_density(w, c) * inverse;
    const T fast = sqrt(fast2);
    return {fast, sqrt(T(c.gamma) * w[P::p]) * abs(w[P::bn]) * (inverse * reciprocal(fast))};
  }

  /// Flux between primitive states with one normal field and psi:
  ///   F = (F_L + F_R) / 2 - sum_k |lambda_k| alpha_k r_k / 2.
  /// Where a state between the waves is unphysical (B. Einfeldt et al., J. Comput. Phys. 92, 273
  /// (1991)), the HLL flux stands for it.
  template <class T, class Real>
  SOLENOID_INLINE static IdealMhd::Conserved<T> flux(const IdealMhd::Primitive<T>& left,
                                                     const IdealMhd::Primitive<T>& right,
                                                     const IdealMhd::Parameters<Real>& c) {
    const Average<T> w = average(left, right, c);
    const auto d = map([](const T& l, const T& r) { return r - l; }, left, right);
    const Speeds<T> at_left = speeds(left, c), at_right = speeds(right, c);

    // From either side to the middle, summing up the states on the way.
    LaneMask<T> fine = less(T(0), T(1));
    const auto dissipation_from = [&](Real side, const IdealMhd::Primitive<T>& outside) {
      Jump<T> u = IdealMhd::conserved(outside, c), sum{};
      // The state behind a wave counts if its `width` is not zero.
      const T none = T(std::numeric_limits<Real>::min());
      const auto pass = [&](const T& speed, const Jump<T>& jump, const T& width) {
        u = map([&](const T& value, const T& r) { return value - T(side) * r; }, u, jump);
        fine = fine && (IdealMhd::physical(u) || less(width, none));
        sum = map([&](const T& before, const T& r) { return before + speed * r; }, sum, jump);
      };
      const auto with_fix = [&](const T& speed, const T& in_left, const T& in_right) {
        return speed_with_entropy_fix<T>(w.vn + T(side) * speed, left[P::vn] + T(side) * in_left,
                                         right[P::vn] + T(side) * in_right);
      };
      pass(with_fix(w.fast, at_left.fast, at_right.fast), magnetosonic(w, d, Real(1), side),
           w.fast - w.alfven);
      pass(abs(w.vn + T(side) * w.alfven), rotation(w, d, side), w.alfven - w.slow);
      pass(with_fix(w.slow, at_left.slow, at_right.slow), magnetosonic(w, d, Real(-1), side),
           w.slow);
      return sum;
    };
    const Jump<T> from_left = dissipation_from(Real(-1), left);
    const Jump<T> from_right = dissipation_from(Real(1), right);
    const Jump<T> contact = entropy(w, d, c);
    const T contact_speed = abs(w.vn);
    const auto dissipation =
        map([&](const T& l, const T& r, const T& m) { return (l + r) + contact_speed * m; },
            from_left, from_right, contact);
    const auto central = map([](const T& fl, const T& fr) { return fl + fr; },
                             IdealMhd::flux(left, c), IdealMhd::flux(right, c));
    const auto roe =
        map([](const T& f, const T& q) { return T(0.5) * (f - q); }, central, dissipation);
    const auto hll = Hll<IdealMhd>::flux<T, Real>(left, right, c);
    return map([&](const T& a, const T& b) { return select(fine, a, b); }, roe, hll);
  }
};

}  // namespace solenoid
