#pragma once
/// \file
/// The fluid part of ideal MHD, or the Euler equations, as a system for the relaxing TVD scheme:
/// density, momentum and total energy advance in a magnetic field that is held fixed (Wong et al.
/// 2011, eqs. 5, 6).

#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"

namespace solenoid {

template <class Equations_>
struct RelaxingFluid {
  using Equations = Equations_;
  using P = typename Equations::P;
  using C = typename Equations::C;
  static constexpr int size = 5;
  template <class T>
  using Values = State<T, C, size>;
  /// Conserved variables with the magnetic field at the centre of the cell, psi being zero.
  template <class T>
  using Cell = typename Equations::template Conserved<T>;
  template <class Real>
  using Parameters = typename Equations::template Parameters<Real>;

  template <class T>
  SOLENOID_INLINE static Values<T> values(const Cell<T>& cell) {
    Values<T> u;
    for (int f = 0; f < size; ++f) u.values[f] = cell.values[f];
    return u;
  }

  template <class T>
  SOLENOID_INLINE static Cell<T> with_values(Cell<T> cell, const Values<T>& u) {
    for (int f = 0; f < size; ++f) cell.values[f] = u.values[f];
    return cell;
  }

  /// The conserved variables with the energy of the gas in place of the total one. While the fluid
  /// advances the field is held, and both change alike; but the energy of a field that stays where
  /// it is must not be diffused, for the gas would pay: cells where the field is strongest would
  /// cool until their pressure is negative.
  template <class T>
  SOLENOID_INLINE static Values<T> relaxing(const Cell<T>& cell) {
    Values<T> u = values(cell);
    if constexpr (Equations::magnetised) {
      const T b2 =
          dot(cell[C::bn], cell[C::bt1], cell[C::bt2], cell[C::bn], cell[C::bt1], cell[C::bt2]);
      u[C::e] = fma(T(-0.5), b2, u[C::e]);
    }
    return u;
  }

  /// sqrt((gamma p + B^2) / rho): no wave is faster in any direction. A pressure that is negative
  /// for half a step counts as none together with the field; NaN stays NaN.
  template <class T, class Real>
  SOLENOID_INLINE static T wave_speed(const typename Equations::template Primitive<T>& w,
                                      const T& inverse_density, const Parameters<Real>& c) {
    T stiffness = T(c.gamma) * w[P::p];
    if constexpr (Equations::magnetised)
      stiffness = stiffness + dot(w[P::bn], w[P::bt1], w[P::bt2], w[P::bn], w[P::bt1], w[P::bt2]);
    return sqrt(max(T(0), stiffness) * inverse_density);
  }

  /// The physical flux of the cell's state (eq. 6), and its freezing speed |v_n| + wave_speed.
  template <class T, class Real>
  SOLENOID_INLINE static Values<T> flux(const Cell<T>& cell, T& speed, const Parameters<Real>& c) {
    const T inverse_density = reciprocal(cell[C::rho]);
    const auto w = Equations::primitive(cell, inverse_density, c);
    const auto all = Equations::flux(w, cell[C::e], Equations::total_pressure(w), c);
    speed = abs(w[P::vn]) + wave_speed<T>(w, inverse_density, c);
    return values<T>(all);
  }

  /// Where the density is above `least` (false for NaN).
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> dense(const Cell<T>& cell, const Real& least) {
    return less(T(least), cell[C::rho]);
  }

  /// Where the density is positive and the pressure above `least` (false for NaN).
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> physical(Cell<T> cell, const Real& least,
                                              const Parameters<Real>& c) {
    cell[C::e] = cell[C::e] - T(least * c.inverse_gamma_minus_1);
    return Equations::physical(cell);
  }

  /// Largest of weight_d (|v_d| + wave_speed) over the directions n, t1, t2 (eq. 18).
  template <class T, class Real>
  SOLENOID_INLINE static T signal(const Cell<T>& cell, const Real (&weights)[3],
                                  const Parameters<Real>& c) {
    const T inverse_density = reciprocal(cell[C::rho]);
    const auto w = Equations::primitive(cell, inverse_density, c);
    const T wave = wave_speed<T>(w, inverse_density, c);
    const T n = T(weights[0]) * (abs(w[P::vn]) + wave);
    const T t1 = T(weights[1]) * (abs(w[P::vt1]) + wave);
    const T t2 = T(weights[2]) * (abs(w[P::vt2]) + wave);
    return max(n, max(t1, t2));
  }

  /// False where signal() is certainly below `speed`; wave_speed is the bound of fast speeds that
  /// the equations use there.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> may_exceed(const T& speed, const Cell<T>& cell,
                                                const Real& inverse_weight,
                                                const Parameters<Real>& c) {
    return Equations::may_exceed(speed, cell, inverse_weight, c);
  }
};

}  // namespace solenoid
