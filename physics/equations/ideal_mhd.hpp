#pragma once
/// \file
/// Ideal MHD with a generalised Lagrange multiplier psi that carries and damps errors of div B
/// (Dedner et al. 2002, J. Comput. Phys. 175, 645; Bard & Dorelli 2014, eqs. 1-5):
///
///   d_t rho + div(rho v) = 0
///   d_t (rho v) + div(rho v v + (p + B^2/2) I - B B) = rho g
///   d_t E + div((E + p + B^2/2) v - (v.B) B) = rho v.g
///   d_t B + div(v B - B v) + grad psi = 0
///   d_t psi + c_h^2 div B = -(c_h^2 / c_p^2) psi
///
/// with E = p/(gamma-1) + rho v^2/2 + B^2/2: magnetic pressure is B^2/2 (mu_0 = 1).
/// All functions see one direction as the normal one, n, and the two others cyclically as t1, t2.

#include <array>

#include "numerics/lanes/state.hpp"
#include "physics/equations/grid_equations.hpp"
#include "physics/equations/signal_bound.hpp"

namespace solenoid {

struct IdealMhd {
  enum class P { rho, vn, vt1, vt2, p, bn, bt1, bt2, psi };
  enum class C { rho, mn, mt1, mt2, e, bn, bt1, bt2, psi };
  static constexpr int size = 9;
  template <class T>
  using Primitive = State<T, P, size>;
  template <class T>
  using Conserved = State<T, C, size>;

  static constexpr bool magnetised = true;
  static constexpr bool has_energy = true;
  static constexpr EquationOfState gas = EquationOfState::ideal;
  /// Stored fields in order, and where each stands in (rho, m_n, ...) when x, y or z is normal.
  static constexpr std::array<const char*, size> stored_names{
      "density",          "momentum_x",       "momentum_y",       "momentum_z", "total_energy",
      "magnetic_field_x", "magnetic_field_y", "magnetic_field_z", "psi"};
  static constexpr std::array<const char*, size> primitive_names{
      "density",          "velocity_x",       "velocity_y",       "velocity_z", "pressure",
      "magnetic_field_x", "magnetic_field_y", "magnetic_field_z", "psi"};
  /// The first entries of the vectors among the stored fields.
  static constexpr std::array<int, 2> vectors{1, 5};
  static constexpr bool is_psi(int field) { return field == 8; }

  /// Constants of the equations.
  template <class Real>
  struct Parameters {
    Real gamma;          ///< ratio of specific heats
    Real gamma_minus_1;  ///< gamma - 1
    Real inverse_gamma_minus_1;
    Real cleaning_speed;          ///< c_h
    Real cleaning_speed_squared;  ///< c_h^2
    Real inverse_cleaning_speed;  ///< 1 / c_h
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
    w[P::bn] = u[C::bn];
    w[P::bt1] = u[C::bt1];
    w[P::bt2] = u[C::bt2];
    w[P::psi] = u[C::psi];
    const T twice_kinetic = dot(u[C::mn], u[C::mt1], u[C::mt2], w[P::vn], w[P::vt1], w[P::vt2]);
    const T twice_magnetic = dot(w[P::bn], w[P::bt1], w[P::bt2], w[P::bn], w[P::bt1], w[P::bt2]);
    w[P::p] = T(c.gamma_minus_1) * fma(T(-0.5), twice_kinetic + twice_magnetic, u[C::e]);
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

  /// Total energy density of a primitive state.
  template <class T, class Real>
  SOLENOID_INLINE static T energy(const Primitive<T>& w, const Parameters<Real>& c) {
    const T v2 = dot(w[P::vn], w[P::vt1], w[P::vt2], w[P::vn], w[P::vt1], w[P::vt2]);
    const T b2 = dot(w[P::bn], w[P::bt1], w[P::bt2], w[P::bn], w[P::bt1], w[P::bt2]);
    return fma(w[P::p], T(c.inverse_gamma_minus_1), T(0.5) * fma(w[P::rho], v2, b2));
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> conserved(const Primitive<T>& w, const Parameters<Real>& c) {
    Conserved<T> u;
    u[C::rho] = w[P::rho];
    u[C::mn] = w[P::rho] * w[P::vn];
    u[C::mt1] = w[P::rho] * w[P::vt1];
    u[C::mt2] = w[P::rho] * w[P::vt2];
    u[C::e] = energy(w, c);
    u[C::bn] = w[P::bn];
    u[C::bt1] = w[P::bt1];
    u[C::bt2] = w[P::bt2];
    u[C::psi] = w[P::psi];
    return u;
  }

  /// Flux through a face of normal n of a state with total energy `e` and total (gas and magnetic)
  /// pressure `pt`, whose normal field and psi at the face are those of `w`. The form with pt and e
  /// given also holds for the intermediate states of HLLD.
  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const T& e, const T& pt,
                                           const Parameters<Real>& c) {
    const T mass_flux = w[P::rho] * w[P::vn];
    const T v_dot_b = dot(w[P::vn], w[P::vt1], w[P::vt2], w[P::bn], w[P::bt1], w[P::bt2]);
    Conserved<T> f;
    f[C::rho] = mass_flux;
    f[C::mn] = fma(mass_flux, w[P::vn], fma(negative(w[P::bn]), w[P::bn], pt));
    f[C::mt1] = fma(mass_flux, w[P::vt1], negative(w[P::bn] * w[P::bt1]));
    f[C::mt2] = fma(mass_flux, w[P::vt2], negative(w[P::bn] * w[P::bt2]));
    f[C::e] = fma(e + pt, w[P::vn], negative(w[P::bn] * v_dot_b));
    f[C::bn] = w[P::psi];
    f[C::bt1] = fma(w[P::bt1], w[P::vn], negative(w[P::bn] * w[P::vt1]));
    f[C::bt2] = fma(w[P::bt2], w[P::vn], negative(w[P::bn] * w[P::vt2]));
    f[C::psi] = T(c.cleaning_speed_squared) * w[P::bn];
    return f;
  }

  template <class T, class Real>
  SOLENOID_INLINE static T pressure(const Primitive<T>& w, const Parameters<Real>&) {
    return w[P::p];
  }

  /// Gas and magnetic pressure.
  template <class T>
  SOLENOID_INLINE static T total_pressure(const Primitive<T>& w) {
    const T b2 = dot(w[P::bn], w[P::bt1], w[P::bt2], w[P::bn], w[P::bt1], w[P::bt2]);
    return fma(T(0.5), b2, w[P::p]);
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const Parameters<Real>& c) {
    return flux(w, energy(w, c), total_pressure(w), c);
  }

  /// rho c_f^2 of the fast magnetosonic speed along a direction whose squared field component is
  /// `bn2`, the other two giving `bt2`:
  ///   rho c_f^2 = (s + sqrt(d^2 + 4 bn2 bt2)) / 2,  s = gamma p + bn2 + bt2,
  ///   d = gamma p + bt2 - bn2,
  /// where the root is of a sum of squares, so that rounding cannot make it negative.
  template <class T>
  SOLENOID_INLINE static T fast_speed_squared_times_density(const T& gamma_p, const T& bn2,
                                                            const T& bt2) {
    const T plus = gamma_p + bt2;
    const T d = plus - bn2;
    const T root = sqrt(fma(d, d, T(4) * bn2 * bt2));
    return T(0.5) * ((plus + bn2) + root);
  }

  template <class T, class Real>
  SOLENOID_INLINE static T fast_speed_squared_times_density(const Primitive<T>& w,
                                                            const Parameters<Real>& c) {
    return fast_speed_squared_times_density<T>(T(c.gamma) * w[P::p], w[P::bn] * w[P::bn],
                                               w[P::bt1] * w[P::bt1] + w[P::bt2] * w[P::bt2]);
  }

  /// A(w) d, minus the rate of change of the primitive variables with differences `d` across a
  /// cell: the half-step predictor of MUSCL-Hancock. The terms in the difference of b_n belong to
  /// the conservative one-dimensional system, in which div B is d_n b_n.
  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> jacobian_times(const Primitive<T>& w,
                                                     const T& inverse_density,
                                                     const Primitive<T>& d,
                                                     const Parameters<Real>& c) {
    const T vn = w[P::vn];
    const T v_dot_b = dot(vn, w[P::vt1], w[P::vt2], w[P::bn], w[P::bt1], w[P::bt2]);
    const T pressure =
        d[P::p] + fma(negative(w[P::bn]), d[P::bn], w[P::bt1] * d[P::bt1] + w[P::bt2] * d[P::bt2]);
    Primitive<T> r;
    r[P::rho] = fma(vn, d[P::rho], w[P::rho] * d[P::vn]);
    r[P::vn] = fma(vn, d[P::vn], inverse_density * pressure);
    r[P::vt1] = fma(vn, d[P::vt1],
                    negative(inverse_density) * fma(w[P::bn], d[P::bt1], w[P::bt1] * d[P::bn]));
    r[P::vt2] = fma(vn, d[P::vt2],
                    negative(inverse_density) * fma(w[P::bn], d[P::bt2], w[P::bt2] * d[P::bn]));
    const T cleaning = fma(w[P::bn], d[P::psi], negative(v_dot_b * d[P::bn]));
    r[P::p] = fma(T(-c.gamma_minus_1), cleaning, fma(vn, d[P::p], T(c.gamma) * w[P::p] * d[P::vn]));
    r[P::bn] = d[P::psi];
    r[P::bt1] =
        fma(vn, d[P::bt1],
            fma(w[P::bt1], d[P::vn], negative(fma(w[P::bn], d[P::vt1], w[P::vt1] * d[P::bn]))));
    r[P::bt2] =
        fma(vn, d[P::bt2],
            fma(w[P::bt2], d[P::vn], negative(fma(w[P::bn], d[P::vt2], w[P::vt2] * d[P::bn]))));
    r[P::psi] = T(c.cleaning_speed_squared) * d[P::bn];
    return r;
  }

  /// Normal field and psi at a face between two states: the exact solution of their linear
  /// two-wave system with speeds -c_h and c_h (Dedner et al. 2002, eq. 42). Both states get them.
  template <class T, class Real>
  SOLENOID_INLINE static void resolve_cleaning(Primitive<T>& left, Primitive<T>& right,
                                               const Parameters<Real>& c) {
    const T half = T(0.5);
    const T bn = half * fma(T(-c.inverse_cleaning_speed), right[P::psi] - left[P::psi],
                            left[P::bn] + right[P::bn]);
    const T psi =
        half * fma(T(-c.cleaning_speed), right[P::bn] - left[P::bn], left[P::psi] + right[P::psi]);
    left[P::bn] = right[P::bn] = bn;
    left[P::psi] = right[P::psi] = psi;
  }

  /// Where density and pressure are positive numbers (false for NaN), without a division.
  template <class T>
  SOLENOID_INLINE static LaneMask<T> physical(const Conserved<T>& u) {
    const T m2 = dot(u[C::mn], u[C::mt1], u[C::mt2], u[C::mn], u[C::mt1], u[C::mt2]);
    const T b2 = dot(u[C::bn], u[C::bt1], u[C::bt2], u[C::bn], u[C::bt1], u[C::bt2]);
    const T internal = fma(T(-0.5), b2, u[C::e]);
    return less(T(0), u[C::rho]) && less(m2, T(2) * u[C::rho] * internal);
  }

  /// Largest of weight_d (|v_d| + c_f,d) over the directions n, t1, t2: with weights 1 for active
  /// directions the speed c_h of Bard & Dorelli (2014).
  template <class T, class Real>
  SOLENOID_INLINE static T signal(const Conserved<T>& u, const Real (&weights)[3],
                                  const Parameters<Real>& c) {
    const T inverse_density = reciprocal(u[C::rho]);
    const Primitive<T> w = primitive(u, inverse_density, c);
    return signal(w, inverse_density, T(c.gamma) * w[P::p], weights);
  }
  /// The same where gamma p, rho times the square of the speed of sound, is known.
  template <class T, class Real>
  SOLENOID_INLINE static T signal(const Primitive<T>& w, const T& inverse_density, const T& gamma_p,
                                  const Real (&weights)[3]) {
    const T squares[3] = {w[P::bn] * w[P::bn], w[P::bt1] * w[P::bt1], w[P::bt2] * w[P::bt2]};
    const T velocities[3] = {w[P::vn], w[P::vt1], w[P::vt2]};
    T largest = T(0);
    for (int d = 0; d < 3; ++d) {
      const T bt2 = squares[(d + 1) % 3] + squares[(d + 2) % 3];
      const T fast = fast_speed_squared_times_density<T>(gamma_p, squares[d], bt2);
      const T speed = abs(velocities[d]) + sqrt(fast * inverse_density);
      largest = max(largest, T(weights[d]) * speed);
    }
    return largest;
  }

  /// False where signal() is certainly below `speed`, at a fraction of its cost: for
  /// c_f^2 <= (gamma p + B^2) / rho with allowance for rounding, and without division or root. All
  /// weights are 0 or at most 1 / `inverse_weight`.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> may_exceed(const T& speed, const Conserved<T>& u,
                                                const Real& inverse_weight,
                                                const Parameters<Real>& c) {
    return may_exceed(speed, u, inverse_weight, Real(0.5) * c.gamma * c.gamma_minus_1);
  }
  /// The same where the square of the speed of sound is at most twice `half_ratio` times internal
  /// energy over mass.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> may_exceed(const T& speed, const Conserved<T>& u,
                                                const Real& inverse_weight,
                                                const Real& half_ratio) {
    const T m2 = dot(u[C::mn], u[C::mt1], u[C::mt2], u[C::mn], u[C::mt1], u[C::mt2]);
    const T b2 = dot(u[C::bn], u[C::bt1], u[C::bt2], u[C::bn], u[C::bt1], u[C::bt2]);
    const T twice_internal = T(2) * u[C::rho] * fma(T(-0.5), b2, u[C::e]) - m2;
    return signal_may_exceed<IdealMhd>(speed, u, twice_internal, u[C::rho] * b2, inverse_weight,
                                       half_ratio);
  }
};

static_assert(GridEquations<IdealMhd>);

}  // namespace solenoid
