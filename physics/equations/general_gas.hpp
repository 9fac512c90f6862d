#pragma once
/// \file
/// The equations of an ideal gas with another equation of state: those of hydrodynamics.hpp or of
/// ideal_mhd.hpp, in which a law says how pressure, internal energy and speed of sound go together.

#include <concepts>

#include "numerics/lanes/state.hpp"
#include "physics/equations/grid_equations.hpp"
#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/tabulated_law.hpp"

namespace solenoid {

/// How pressure p, internal energy e (per volume) and speed of sound c of a gas go together. The
/// energy is to rise with the pressure, and p > 0 where e > 0.
template <class L>
concept GasLaw = requires(const typename L::template Parameters<double>& c, const double& rho,
                          const double& inverse_rho, const double& e, const double& p,
                          const double& pressure_by_energy) {
  { L::gas } -> std::convertible_to<EquationOfState>;
  { L::energy(rho, inverse_rho, p, c) } -> std::same_as<double>;
  { L::pressure(rho, inverse_rho, e, c) } -> std::same_as<double>;
  // (dp/de)_rho, and rho c^2 where that is known.
  { L::pressure_by_energy(inverse_rho, p, c) } -> std::same_as<double>;
  { L::stiffness(p, pressure_by_energy, c) } -> std::same_as<double>;
  // A number that rho c^2 / e nowhere exceeds.
  { L::largest_sound_squared_by_energy(c) } -> std::same_as<double>;
};

/// `Ideal` with the law of another gas. What an ideal gas does with an energy, a pressure or gamma
/// p is asked of it at a ratio of specific heats at which its own law drops out: its pressure is e
/// at gamma = 2, and rho c^2 is its pressure at gamma = 1.
template <class Ideal_, class Law_>
struct GeneralGas {
  static_assert(GasLaw<Law_>);
  using Ideal = Ideal_;
  using Law = Law_;
  static constexpr bool magnetised = Ideal::magnetised;
  static constexpr bool has_energy = true;
  static constexpr bool takes_many_registers = true;
  static constexpr EquationOfState gas = Law::gas;
  static constexpr int size = Ideal::size;
  using P = typename Ideal::P;
  using C = typename Ideal::C;
  template <class T>
  using Primitive = typename Ideal::template Primitive<T>;
  template <class T>
  using Conserved = typename Ideal::template Conserved<T>;
  static constexpr auto stored_names = Ideal::stored_names;
  static constexpr auto primitive_names = Ideal::primitive_names;
  static constexpr auto vectors = Ideal::vectors;
  static constexpr bool is_psi(int field) { return Ideal::is_psi(field); }

  /// Constants of the equations; those of the cleaning serve MHD alone.
  template <class Real>
  struct Parameters {
    typename Law::template Parameters<Real> law;
    Real cleaning_speed;          ///< c_h
    Real cleaning_speed_squared;  ///< c_h^2
    Real inverse_cleaning_speed;  ///< 1 / c_h
  };
  /// Without those of the law, which whoever keeps what they point to sets (gas_memory.hpp).
  template <class Real>
  static Parameters<Real> parameters(const Gas&) {
    return {};
  }

  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> primitive(const Conserved<T>& u, const T& inverse_density,
                                                const Parameters<Real>& c) {
    Primitive<T> w = Ideal::primitive(u, inverse_density, of_ideal(2, c));
    w[P::p] = Law::pressure(w[P::rho], inverse_density, w[P::p], c.law);
    return w;
  }

  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> primitive(const Conserved<T>& u, const Parameters<Real>& c) {
    return primitive(u, reciprocal(u[C::rho]), c);
  }

  /// Internal energy density of a gas with rho and p.
  template <class T, class Real>
  SOLENOID_INLINE static T internal_energy(const T& rho, const T& p, const Parameters<Real>& c) {
    return Law::energy(rho, reciprocal(rho), p, c.law);
  }

  /// rho c^2, c being the speed of sound.
  template <class T, class Real>
  SOLENOID_INLINE static T stiffness(const T& rho, const T& p, const Parameters<Real>& c) {
    return Law::stiffness(p, Law::pressure_by_energy(reciprocal(rho), p, c.law), c.law);
  }

  /// Total energy density of a primitive state.
  template <class T, class Real>
  SOLENOID_INLINE static T energy(const Primitive<T>& w, const Parameters<Real>& c) {
    return Ideal::energy(with(w, internal_energy(w[P::rho], w[P::p], c)), of_ideal(2, c));
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> conserved(const Primitive<T>& w, const Parameters<Real>& c) {
    return Ideal::conserved(with(w, internal_energy(w[P::rho], w[P::p], c)), of_ideal(2, c));
  }

  /// Flux through a face of normal n of a state with total energy `e` and total pressure `pt`.
  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const T& e, const T& pt,
                                           const Parameters<Real>& c) {
    return Ideal::flux(w, e, pt, of_ideal(1, c));
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const Parameters<Real>& c) {
    return flux(w, energy(w, c), total_pressure(w), c);
  }

  template <class T, class Real>
  SOLENOID_INLINE static T pressure(const Primitive<T>& w, const Parameters<Real>&) {
    return w[P::p];
  }

  /// Gas and magnetic pressure.
  template <class T>
  SOLENOID_INLINE static T total_pressure(const Primitive<T>& w) {
    return Ideal::total_pressure(w);
  }

  /// rho times the square of the fastest signal relative to the gas: of the fast magnetosonic wave,
  /// or of sound.
  template <class T, class Real>
  SOLENOID_INLINE static T fast_speed_squared_times_density(const Primitive<T>& w,
                                                            const Parameters<Real>& c) {
    return Ideal::fast_speed_squared_times_density(with(w, stiffness(w[P::rho], w[P::p], c)),
                                                   of_ideal(1, c));
  }

  /// A(w) d, minus the rate of change of the primitive variables with differences `d` across a
  /// cell: the pressure changes with rho c^2 where gas is compressed, and with (dp/de)_rho where
  /// cleaning takes energy out of the field.
  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> jacobian_times(const Primitive<T>& w,
                                                     const T& inverse_density,
                                                     const Primitive<T>& d,
                                                     const Parameters<Real>& c) {
    const T by_energy = Law::pressure_by_energy(inverse_density, w[P::p], c.law);
    Primitive<T> r = Ideal::jacobian_times(with(w, Law::stiffness(w[P::p], by_energy, c.law)),
                                           inverse_density, d, of_ideal(1, c));
    if constexpr (magnetised) {
      const T v_dot_b = dot(w[P::vn], w[P::vt1], w[P::vt2], w[P::bn], w[P::bt1], w[P::bt2]);
      const T cleaning = fma(w[P::bn], d[P::psi], negative(v_dot_b * d[P::bn]));
      r[P::p] = fma(negative(by_energy), cleaning, r[P::p]);
    }
    return r;
  }

  template <class T, class Real>
  SOLENOID_INLINE static void resolve_cleaning(Primitive<T>& left, Primitive<T>& right,
                                               const Parameters<Real>& c) {
    Ideal::resolve_cleaning(left, right, of_ideal(1, c));
  }

  /// Where density and internal energy, and with it the pressure, are positive numbers.
  template <class T>
  SOLENOID_INLINE static LaneMask<T> physical(const Conserved<T>& u) {
    return Ideal::physical(u);
  }

  /// Largest of weight_d (|v_d| + c_d) over the directions n, t1, t2.
  template <class T, class Real>
  SOLENOID_INLINE static T signal(const Conserved<T>& u, const Real (&weights)[3],
                                  const Parameters<Real>& c) {
    const T inverse_density = reciprocal(u[C::rho]);
    const Primitive<T> w = primitive(u, inverse_density, c);
    const T by_energy = Law::pressure_by_energy(inverse_density, w[P::p], c.law);
    return Ideal::signal(w, inverse_density, Law::stiffness(w[P::p], by_energy, c.law), weights);
  }

  /// False where signal() is certainly below `speed`, without a search, division or root.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> may_exceed(const T& speed, const Conserved<T>& u,
                                                const Real& inverse_weight,
                                                const Parameters<Real>& c) {
    return Ideal::may_exceed(speed, u, inverse_weight,
                             Real(0.5) * Law::largest_sound_squared_by_energy(c.law));
  }

 private:
  /// A state with `value` in place of the pressure.
  template <class T>
  SOLENOID_INLINE static Primitive<T> with(Primitive<T> w, const T& value) {
    w[P::p] = value;
    return w;
  }
  /// Constants of an ideal gas, gamma being 1 or 2.
  template <class Real>
  SOLENOID_INLINE static typename Ideal::template Parameters<Real> of_ideal(
      int gamma, const Parameters<Real>& c) {
    typename Ideal::template Parameters<Real> ideal{};
    ideal.gamma = Real(gamma);
    ideal.gamma_minus_1 = ideal.inverse_gamma_minus_1 = Real(gamma - 1);
    if constexpr (magnetised) {
      ideal.cleaning_speed = c.cleaning_speed;
      ideal.cleaning_speed_squared = c.cleaning_speed_squared;
      ideal.inverse_cleaning_speed = c.inverse_cleaning_speed;
    }
    return ideal;
  }
};

using TabulatedMhd = GeneralGas<IdealMhd, TabulatedLaw>;
using TabulatedHydrodynamics = GeneralGas<Hydrodynamics, TabulatedLaw>;

static_assert(GridEquations<TabulatedMhd>);
static_assert(GridEquations<TabulatedHydrodynamics>);

}  // namespace solenoid
