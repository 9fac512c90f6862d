#pragma once
/// \file
/// The Euler equations of an ideal gas:
///
///   d_t rho + div(rho v) = 0
///   d_t (rho v) + div(rho v v + p I) = rho g
///   d_t E + div((E + p) v) = rho v.g,   E = p/(gamma-1) + rho v^2/2
///
/// All functions see one direction as the normal one, n, and the two others cyclically as t1, t2.

#include <array>

#include "numerics/lanes/state.hpp"
#include "physics/equations/grid_equations.hpp"
#include "physics/equations/signal_bound.hpp"

namespace solenoid {

struct Hydrodynamics {
  enum class P { rho, vn, vt1, vt2, p };
  enum class C { rho, mn, mt1, mt2, e };
  static constexpr int size = 5;
  template <class T>
  using Primitive = State<T, P, size>;
  template <class T>
  using Conserved = State<T, C, size>;

  static constexpr bool magnetised = false;
  static constexpr bool has_energy = true;
  static constexpr EquationOfState gas = EquationOfState::ideal;
  static constexpr std::array<const char*, size> stored_names{"density", "momentum_x", "momentum_y",
                                                              "momentum_z", "total_energy"};
  static constexpr std::array<const char*, size> primitive_names{
      "density", "velocity_x", "velocity_y", "velocity_z", "pressure"};
  static constexpr std::array<int, 1> vectors{1};
  static constexpr bool is_psi(int) { return false; }

  template <class Real>
  struct Parameters {
    Real gamma;
    Real gamma_minus_1;
    Real inverse_gamma_minus_1;
  };

  template <class Real>
  static Parameters<Real> parameters(const Gas& gas) {
    return ideal_gas_parameters<Parameters<Real>>(gas);
  }

  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> primitive(const Conserved<T>& u, const T& inverse_density,
                                                const Parameters<Real>& c) {
    Primitive<T> w;
    w[P::rho] = u[C::rho];
    w[P::vn] = u[C::mn] * inverse_density;
    w[P::vt1] = u[C::mt1] * inverse_density;
    w[P::vt2] = u[C::mt2] * inverse_density;
    const T twice_kinetic = dot(u[C::mn], u[C::mt1], u[C::mt2], w[P::vn], w[P::vt1], w[P::vt2]);
    w[P::p] = T(c.gamma_minus_1) * fma(T(-0.5), twice_kinetic, u[C::e]);
    return w;
  }

  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> primitive(const Conserved<T>& u, const Parameters<Real>& c) {
    return primitive(u, reciprocal(u[C::rho]), c);
  }

  /// Internal energy density of a gas with rho and p.
  template <class T, class Real>
  SOLENOID_INLINE static T internal_energy(const T&, const T& p, const Parameters<Real>& c) {
    return p * T(c.inverse_gamma_minus_1);
  }

  /// rho c^2, c being the speed of sound.
  template <class T, class Real>
  SOLENOID_INLINE static T stiffness(const T&, const T& p, const Parameters<Real>& c) {
    return T(c.gamma) * p;
  }

  template <class T, class Real>
  SOLENOID_INLINE static T energy(const Primitive<T>& w, const Parameters<Real>& c) {
    const T v2 = dot(w[P::vn], w[P::vt1], w[P::vt2], w[P::vn], w[P::vt1], w[P::vt2]);
    return fma(w[P::p], T(c.inverse_gamma_minus_1), T(0.5) * (w[P::rho] * v2));
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> conserved(const Primitive<T>& w, const Parameters<Real>& c) {
    Conserved<T> u;
    u[C::rho] = w[P::rho];
    u[C::mn] = w[P::rho] * w[P::vn];
    u[C::mt1] = w[P::rho] * w[P::vt1];
    u[C::mt2] = w[P::rho] * w[P::vt2];
    u[C::e] = energy(w, c);
    return u;
  }

  /// Flux through a face of normal n of a state with total energy `e` and pressure `pt`; the form
  /// with both given also holds for the intermediate states of HLLC.
  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const T& e, const T& pt,
                                           const Parameters<Real>&) {
    const T mass_flux = w[P::rho] * w[P::vn];
    Conserved<T> f;
    f[C::rho] = mass_flux;
    f[C::mn] = fma(mass_flux, w[P::vn], pt);
    f[C::mt1] = mass_flux * w[P::vt1];
    f[C::mt2] = mass_flux * w[P::vt2];
    f[C::e] = (e + pt) * w[P::vn];
    return f;
  }

  template <class T, class Real>
  SOLENOID_INLINE static T pressure(const Primitive<T>& w, const Parameters<Real>&) {
    return w[P::p];
  }

  template <class T>
  SOLENOID_INLINE static T total_pressure(const Primitive<T>& w) {
    return w[P::p];
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const Parameters<Real>& c) {
    return flux(w, energy(w, c), w[P::p], c);
  }

  /// rho c^2 of the fastest signal, the speed of sound.
  template <class T, class Real>
  SOLENOID_INLINE static T fast_speed_squared_times_density(const Primitive<T>& w,
                                                            const Parameters<Real>& c) {
    return T(c.gamma) * w[P::p];
  }

  /// A(w) d, minus the rate of change of the primitive variables with differences `d` across a
  /// cell.
  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> jacobian_times(const Primitive<T>& w,
                                                     const T& inverse_density,
                                                     const Primitive<T>& d,
                                                     const Parameters<Real>& c) {
    const T vn = w[P::vn];
    Primitive<T> r;
    r[P::rho] = fma(vn, d[P::rho], w[P::rho] * d[P::vn]);
    r[P::vn] = fma(vn, d[P::vn], inverse_density * d[P::p]);
    r[P::vt1] = vn * d[P::vt1];
    r[P::vt2] = vn * d[P::vt2];
    r[P::p] = fma(vn, d[P::p], T(c.gamma) * w[P::p] * d[P::vn]);
    return r;
  }

  template <class T, class Real>
  SOLENOID_INLINE static void resolve_cleaning(Primitive<T>&, Primitive<T>&,
                                               const Parameters<Real>&) {}

  /// Where density and pressure are positive numbers (false for NaN), without a division.
  template <class T>
  SOLENOID_INLINE static LaneMask<T> physical(const Conserved<T>& u) {
    const T m2 = dot(u[C::mn], u[C::mt1], u[C::mt2], u[C::mn], u[C::mt1], u[C::mt2]);
    return less(T(0), u[C::rho]) && less(m2, T(2) * u[C::rho] * u[C::e]);
  }

  /// Largest of weight_d (|v_d| + sound speed) over the directions n, t1, t2.
  template <class T, class Real>
  SOLENOID_INLINE static T signal(const Conserved<T>& u, const Real (&weights)[3],
                                  const Parameters<Real>& c) {
    const T inverse_density = reciprocal(u[C::rho]);
    const Primitive<T> w = primitive(u, inverse_density, c);
    return signal(w, inverse_density, fast_speed_squared_times_density(w, c), weights);
  }
  /// The same where rho c^2 is known.
  template <class T, class Real>
  SOLENOID_INLINE static T signal(const Primitive<T>& w, const T& inverse_density,
                                  const T& stiffness, const Real (&weights)[3]) {
    const T sound = sqrt(stiffness * inverse_density);
    const T n = T(weights[0]) * (abs(w[P::vn]) + sound);
    const T t1 = T(weights[1]) * (abs(w[P::vt1]) + sound);
    const T t2 = T(weights[2]) * (abs(w[P::vt2]) + sound);
    return max(n, max(t1, t2));
  }

  /// False where signal() is certainly below `speed`, without division or root. All weights are 0
  /// or at most 1 / `inverse_weight`.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> may_exceed(const T& speed, const Conserved<T>& u,
                                                const Real& inverse_weight,
                                                const Parameters<Real>& c) {
    return may_exceed(speed, u, inverse_weight, Real(0.5) * c.gamma * c.gamma_minus_1);
  }
  /// The same where c^2 is at most twice `half_ratio` times internal energy over mass.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> may_exceed(const T& speed, const Conserved<T>& u,
                                                const Real& inverse_weight,
                                                const Real& half_ratio) {
    const T m2 = dot(u[C::mn], u[C::mt1], u[C::mt2], u[C::mn], u[C::mt1], u[C::mt2]);
    const T twice_internal = T(2) * u[C::rho] * u[C::e] - m2;
    return signal_may_exceed<Hydrodynamics>(speed, u, twice_internal, T(0), inverse_weight,
                                            half_ratio);
  }
};

static_assert(GridEquations<Hydrodynamics>);

}  // namespace solenoid
