#pragma once
/// \file
/// The exact solution of the Riemann problem of an ideal gas, at the face: E. F. Toro, "Riemann
/// Solvers and Numerical Methods for Fluid Dynamics" (3rd ed., 2009), chapter 4. Found in double
/// precision, lane by lane: several times the work of the approximate solvers.

#include "numerics/lanes/lane_functions.hpp"
#include "numerics/lanes/logarithm.hpp"
#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/riemann/hll.hpp"

namespace solenoid {

/// One of the two gases, or what there is at the face.
struct GasState {
  double rho, v, p;
};

/// The Riemann problem of two gases with one ratio of specific heats, at rest with the face.
class ExactRiemannProblem {
 public:
  KOKKOS_INLINE_FUNCTION ExactRiemannProblem(const GasState& left, const GasState& right,
                                             double gamma)
      : left_(left),
        right_(right),
        sound_l_(full_sqrt(gamma * left.p / left.rho)),
        sound_r_(full_sqrt(gamma * right.p / right.rho)),
        gamma_(gamma) {}

  /// The state at the face for all times after the first, and whether its gas is the right one.
  KOKKOS_INLINE_FUNCTION GasState at_face(bool& from_right) const {
    const double jump = right_.v - left_.v;
    const double reach = 2 / (gamma_ - 1);
    // Vacuum between them (eq. 4.40): both rarefactions end there.
    const bool vacuum = reach * (sound_l_ + sound_r_) <= jump;
    double pressure = 0, velocity = 0;
    if (vacuum) {
      from_right = right_.v - reach * sound_r_ < 0;
    } else {
      find_star(jump, pressure, velocity);
      from_right = velocity < 0;
    }
    // Seen in a mirror a wave to the right is one to the left.
    const double sign = from_right ? -1 : 1;
    const GasState& gas = from_right ? right_ : left_;
    GasState found = vacuum ? behind_rarefaction({gas.rho, sign * gas.v, gas.p}, sound(from_right),
                                                 0, sign * gas.v + reach * sound(from_right))
                            : behind_left_wave({gas.rho, sign * gas.v, gas.p}, sound(from_right),
                                               pressure, sign * velocity);
    found.v *= sign;
    return found;
  }

 private:
  [[nodiscard]] KOKKOS_INLINE_FUNCTION double sound(bool right) const {
    return right ? sound_r_ : sound_l_;
  }

  /// The function f_K(p) of one side, which is the change of velocity across its wave, and its
  /// derivative (eqs. 4.6, 4.7, 4.37).
  KOKKOS_INLINE_FUNCTION void change(const GasState& gas, double sound, double p, double& f,
                                     double& slope) const {
    if (gas.p < p) {
      const double a = 2 / ((gamma_ + 1) * gas.rho), b = (gamma_ - 1) / (gamma_ + 1) * gas.p;
      const double root = full_sqrt(a / (p + b));
      f = (p - gas.p) * root;
      slope = root * (1 - 0.5 * (p - gas.p) / (p + b));
    } else {
      const double ratio = p / gas.p;
      const double expanded = power(ratio, (gamma_ - 1) / (2 * gamma_));
      f = 2 * sound / (gamma_ - 1) * (expanded - 1);
      slope = expanded / (ratio * gas.rho * sound);
    }
  }

  /// Pressure and velocity between the two waves, the root of f_L(p) + f_R(p) + v_R - v_L (eqs.
  /// 4.5, 4.9). That grows with p and is concave, so that Newton's steps come to its root from
  /// below.
  KOKKOS_INLINE_FUNCTION void find_star(double jump, double& pressure, double& velocity) const {
    const double least = left_.p < right_.p ? left_.p : right_.p;
    double f_l = 0, f_r = 0, slope_l = 0, slope_r = 0;
    const auto sum = [&](double p) {
      change(left_, sound_l_, p, f_l, slope_l);
      change(right_, sound_r_, p, f_r, slope_r);
      return (f_l + f_r) + jump;
    };
    double p = least;
    double f = sum(p);
    if (f > 0) {
      // Both waves are rarefactions, whose pressure there is a formula for (eq. 4.46).
      const double z = (gamma_ - 1) / (2 * gamma_);
      const double above = (sound_l_ + sound_r_) - 0.5 * (gamma_ - 1) * jump;
      const double below = sound_l_ / power(left_.p, z) + sound_r_ / power(right_.p, z);
      p = power(above / below, 1 / z);
      static_cast<void>(sum(p));
    } else if (f < 0) {
      // Of linear waves (eq. 4.47).
      const double guess = 0.5 * (left_.p + right_.p) -
                           0.125 * jump * (left_.rho + right_.rho) * (sound_l_ + sound_r_);
      p = guess < least ? least : guess;
      constexpr int most_steps = 40;
      for (int step = 0; step < most_steps; ++step) {
        f = sum(p);
        const double next = p - f / (slope_l + slope_r);
        const double kept = next < least ? least : next;
        const bool settled = Kokkos::abs(kept - p) <= 1e-15 * p;
        p = kept;
        if (settled) break;
      }
      static_cast<void>(sum(p));
    }
    pressure = p;
    velocity = 0.5 * (left_.v + right_.v) + 0.5 * (f_r - f_l);
  }

  /// At the face, which the contact is to the right of, so that the wave of `gas` goes to the left,
  /// or its gas over the face (section 4.5).
  [[nodiscard]] KOKKOS_INLINE_FUNCTION GasState behind_left_wave(const GasState& gas, double sound,
                                                                 double pressure,
                                                                 double velocity) const {
    const double ratio = pressure / gas.p;
    if (!(1 < ratio)) return behind_rarefaction(gas, sound, pressure, velocity);
    const double growth = (gamma_ + 1) / (2 * gamma_) * ratio + (gamma_ - 1) / (2 * gamma_);
    if (gas.v - sound * full_sqrt(growth) >= 0) return gas;
    const double g = (gamma_ - 1) / (gamma_ + 1);
    return {gas.rho * ((ratio + g) / (g * ratio + 1)), velocity, pressure};
  }
  [[nodiscard]] KOKKOS_INLINE_FUNCTION GasState behind_rarefaction(const GasState& gas,
                                                                   double sound, double pressure,
                                                                   double velocity) const {
    if (gas.v - sound >= 0) return gas;
    const double ratio = pressure / gas.p;
    const double sound_behind = sound * power(ratio, (gamma_ - 1) / (2 * gamma_));
    if (velocity - sound_behind <= 0)
      return {gas.rho * power(ratio, 1 / gamma_), velocity, pressure};
    const double v = 2 / (gamma_ + 1) * (sound + 0.5 * (gamma_ - 1) * gas.v);
    const double part = v / sound;
    return {gas.rho * power(part, 2 / (gamma_ - 1)), v,
            gas.p * power(part, 2 * gamma_ / (gamma_ - 1))};
  }

  GasState left_, right_;
  double sound_l_, sound_r_, gamma_;
};

/// at_face() of such a problem. Not made part of each kernel that calls it: that takes long to
/// compile, and a call is nothing beside its powers.
[[gnu::noinline]] KOKKOS_FUNCTION inline GasState exact_state_at_face(const GasState& left,
                                                                      const GasState& right,
                                                                      double gamma,
                                                                      bool& from_right) {
  return ExactRiemannProblem(left, right, gamma).at_face(from_right);
}

struct Exact {
  using Equations = Hydrodynamics;
  static constexpr bool needs_resolved_cleaning = true;
  using P = Hydrodynamics::P;

  /// The flux of the state at the face. Where one of the states, which slopes may have led below 0,
  /// has no positive density or pressure, the HLL flux stands for it.
  template <class T, class Real>
  SOLENOID_INLINE static Hydrodynamics::Conserved<T> flux(
      const Hydrodynamics::Primitive<T>& left, const Hydrodynamics::Primitive<T>& right,
      const Hydrodynamics::Parameters<Real>& c) {
    using R = LaneReal<T>;
    R values[Hydrodynamics::size][lane_width<T>] = {};
    for (int l = 0; l < lane_width<T>; ++l) {
      const auto gas = [&](const Hydrodynamics::Primitive<T>& w) {
        return GasState{double(lane(w[P::rho], l)), double(lane(w[P::vn], l)),
                        double(lane(w[P::p], l))};
      };
      bool from_right = false;
      const GasState face = exact_state_at_face(gas(left), gas(right), double(c.gamma), from_right);
      const Hydrodynamics::Primitive<T>& upwind = from_right ? right : left;
      values[0][l] = R(face.rho);
      values[1][l] = R(face.v);
      values[2][l] = lane(upwind[P::vt1], l);
      values[3][l] = lane(upwind[P::vt2], l);
      values[4][l] = R(face.p);
    }
    Hydrodynamics::Primitive<T> w;
    for (int n = 0; n < Hydrodynamics::size; ++n) {
      if constexpr (Pack<T>)
        w.values[n] = load<T>(values[n]);
      else
        w.values[n] = lanes_of<T>([&](int l) { return values[n][l]; });
    }
    const auto exact = Hydrodynamics::flux(w, c);
    const auto fine = (less(T(0), left[P::rho]) && less(T(0), left[P::p])) &&
                      (less(T(0), right[P::rho]) && less(T(0), right[P::p]));
    const auto hll = hll_flux<Hydrodynamics, T, Real>(
        left, right, wave_bounds<Hydrodynamics, T, Real>(left, right, c), c);
    return map([&](const T& a, const T& b) { return select(fine, a, b); }, exact, hll);
  }
};

}  // namespace solenoid
