#pragma once
/// \file
/// The equations of a gas at one temperature, p = c^2 rho with a constant speed of sound c: those
/// of an ideal gas without the equation of energy,
///
///   d_t rho + div(rho v) = 0
///   d_t (rho v) + div(rho v v + (c^2 rho + B^2/2) I - B B) = rho g
///   d_t B + div(v B - B v) + grad psi = 0
///   d_t psi + c_h^2 div B = -(c_h^2 / c_p^2) psi
///
/// in MHD (with div B cleaned as in ideal_mhd.hpp), and the first two with B = 0 in hydrodynamics.
/// Their waves are those of the ideal gas at gamma = 1 but for the contact, which does not exist.

#include <array>
#include <limits>

#include "numerics/lanes/state.hpp"
#include "physics/equations/equation_of_state.hpp"
#include "physics/equations/grid_equations.hpp"
#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"

namespace solenoid {

namespace detail {

template <bool magnetised>
struct IsothermalEntries {
  enum class P { rho, vn, vt1, vt2 };
  enum class C { rho, mn, mt1, mt2 };
  static constexpr std::array<int, 1> vectors{1};
};
template <>
struct IsothermalEntries<true> {
  enum class P { rho, vn, vt1, vt2, bn, bt1, bt2, psi };
  enum class C { rho, mn, mt1, mt2, bn, bt1, bt2, psi };
  static constexpr std::array<int, 2> vectors{1, 4};
};

/// `values` without the one at `left_out`.
template <class Value, std::size_t count>
constexpr std::array<Value, count - 1> without(const std::array<Value, count>& values,
                                               std::size_t left_out) {
  std::array<Value, count - 1> rest{};
  for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = values[i < left_out ? i : i + 1];
  return rest;
}

}  // namespace detail

/// `Ideal` with the energy and the pressure left out: its functions see states that are completed
/// by p = c^2 rho, and what they make of the energy is dropped, by the compiler, too.
template <class Ideal_>
struct Isothermal {
  using Ideal = Ideal_;
  static constexpr bool magnetised = Ideal::magnetised;
  static constexpr bool has_energy = false;
  static constexpr EquationOfState gas = EquationOfState::isothermal;
  static constexpr int size = Ideal::size - 1;
  using P = typename detail::IsothermalEntries<magnetised>::P;
  using C = typename detail::IsothermalEntries<magnetised>::C;
  template <class T>
  using Primitive = State<T, P, size>;
  template <class T>
  using Conserved = State<T, C, size>;

  static constexpr std::array<const char*, size> stored_names =
      detail::without(Ideal::stored_names, std::size_t(Ideal::C::e));
  static constexpr std::array<const char*, size> primitive_names =
      detail::without(Ideal::primitive_names, std::size_t(Ideal::P::p));
  static constexpr auto vectors = detail::IsothermalEntries<magnetised>::vectors;
  static constexpr bool is_psi(int field) { return magnetised && field == size - 1; }

  /// Constants of the equations; those of the cleaning serve MHD alone.
  template <class Real>
  struct Parameters {
    Real sound_speed;             ///< c
    Real sound_speed_squared;     ///< c^2
    Real cleaning_speed;          ///< c_h
    Real cleaning_speed_squared;  ///< c_h^2
    Real inverse_cleaning_speed;  ///< 1 / c_h
  };
  template <class Real>
  static Parameters<Real> parameters(const Gas& gas) {
    Parameters<Real> c{};
    c.sound_speed = Real(gas.sound_speed);
    c.sound_speed_squared = Real(gas.sound_speed * gas.sound_speed);
    return c;
  }

  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> primitive(const Conserved<T>& u, const T& inverse_density,
                                                const Parameters<Real>& c) {
    return lower<Primitive<T>>(Ideal::primitive(
        raise<typename Ideal::template Conserved<T>>(u, T(0)), inverse_density, of_ideal(c)));
  }

  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> primitive(const Conserved<T>& u, const Parameters<Real>& c) {
    return primitive(u, reciprocal(u[C::rho]), c);
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> conserved(const Primitive<T>& w, const Parameters<Real>& c) {
    return lower<Conserved<T>>(Ideal::conserved(with_pressure(w, c), of_ideal(c)));
  }

  /// c^2 rho.
  template <class T, class Real>
  SOLENOID_INLINE static T pressure(const Primitive<T>& w, const Parameters<Real>& c) {
    return T(c.sound_speed_squared) * w[P::rho];
  }

  /// Gas and magnetic pressure.
  template <class T, class Real>
  SOLENOID_INLINE static T total_pressure(const Primitive<T>& w, const Parameters<Real>& c) {
    return Ideal::total_pressure(with_pressure(w, c));
  }

  /// Flux through a face of normal n of a state with total pressure `pt`.
  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const T& pt,
                                           const Parameters<Real>& c) {
    return lower<Conserved<T>>(Ideal::flux(with_pressure(w, c), T(0), pt, of_ideal(c)));
  }

  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(const Primitive<T>& w, const Parameters<Real>& c) {
    return flux(w, total_pressure(w, c), c);
  }

  /// rho times the square of the fastest signal relative to the gas: of the fast magnetosonic wave,
  /// or of sound.
  template <class T, class Real>
  SOLENOID_INLINE static T fast_speed_squared_times_density(const Primitive<T>& w,
                                                            const Parameters<Real>& c) {
    if constexpr (magnetised)
      return Ideal::template fast_speed_squared_times_density<T>(
          pressure(w, c), w[P::bn] * w[P::bn], w[P::bt1] * w[P::bt1] + w[P::bt2] * w[P::bt2]);
    else
      return pressure(w, c);
  }

  /// At least rho times the square of the fastest signal relative to the gas, without a root.
  template <class T, class Real>
  SOLENOID_INLINE static T bound_of_stiffness(const Primitive<T>& w, const Parameters<Real>& c) {
    T sum = pressure(w, c);
    if constexpr (magnetised) {
      sum = fma(w[P::bn], w[P::bn], sum);
      sum = fma(w[P::bt1], w[P::bt1], sum);
      sum = fma(w[P::bt2], w[P::bt2], sum);
    }
    return sum;
  }
  /// Whether gas whose normal velocity differs by `rise` across a cell runs together there faster
  /// than any signal moves in it.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> runs_together(const Primitive<T>& w, const T& rise,
                                                   const Parameters<Real>& c) {
    return less(rise, T(Real(0))) && less(bound_of_stiffness(w, c), w[P::rho] * rise * rise);
  }
  /// The `rise` with which it runs together as fast as signals may move in it.
  template <class T, class Real>
  SOLENOID_INLINE static T fastest_convergence(const Primitive<T>& w, const Parameters<Real>& c) {
    return T(Real(0)) - sqrt(bound_of_stiffness(w, c) * reciprocal(w[P::rho]));
  }

  /// A(w) d, minus the rate of change of the primitive variables with differences `d` across a
  /// cell, that of the pressure being c^2 times that of the density.
  template <class T, class Real>
  SOLENOID_INLINE static Primitive<T> jacobian_times(const Primitive<T>& w,
                                                     const T& inverse_density,
                                                     const Primitive<T>& d,
                                                     const Parameters<Real>& c) {
    return lower<Primitive<T>>(Ideal::jacobian_times(with_pressure(w, c), inverse_density,
                                                     with_pressure(d, c), of_ideal(c)));
  }

  template <class T, class Real>
  SOLENOID_INLINE static void resolve_cleaning(Primitive<T>& left, Primitive<T>& right,
                                               const Parameters<Real>& c) {
    auto l = raise<typename Ideal::template Primitive<T>>(left, T(0));
    auto r = raise<typename Ideal::template Primitive<T>>(right, T(0));
    Ideal::resolve_cleaning(l, r, of_ideal(c));
    left = lower<Primitive<T>>(l);
    right = lower<Primitive<T>>(r);
  }

  /// Where the density is a positive number and momentum and field are finite ones (false for NaN).
  template <class T>
  SOLENOID_INLINE static LaneMask<T> physical(const Conserved<T>& u) {
    T square = dot(u[C::mn], u[C::mt1], u[C::mt2], u[C::mn], u[C::mt1], u[C::mt2]);
    if constexpr (magnetised) square = square + field_squared(u);
    return less(T(0), u[C::rho]) && less(square, T(std::numeric_limits<LaneReal<T>>::max()));
  }

  /// Largest of weight_d (|v_d| + c_d) over the directions n, t1, t2, c_d being the fast speed
  /// along d, or the speed of sound.
  template <class T, class Real>
  SOLENOID_INLINE static T signal(const Conserved<T>& u, const Real (&weights)[3],
                                  const Parameters<Real>& c) {
    const T inverse_density = reciprocal(u[C::rho]);
    const C momenta[3] = {C::mn, C::mt1, C::mt2};
    T largest = T(0);
    for (int d = 0; d < 3; ++d) {
      T speed = T(c.sound_speed);
      if constexpr (magnetised) {
        const C fields[3] = {C::bn, C::bt1, C::bt2};
        const auto squared = [&](int i) { return u[fields[i % 3]] * u[fields[i % 3]]; };
        const T fast = Ideal::template fast_speed_squared_times_density<T>(
            T(c.sound_speed_squared) * u[C::rho], squared(d), squared(d + 1) + squared(d + 2));
        speed = sqrt(fast * inverse_density);
      }
      largest = max(largest, T(weights[d]) * (abs(u[momenta[d]]) * inverse_density + speed));
    }
    return largest;
  }

  /// False where signal() is certainly below `speed`, without division or root, for
  /// c_f^2 <= c^2 + B^2 / rho. All weights are 0 or at most 1 / `inverse_weight`.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> may_exceed(const T& speed, const Conserved<T>& u,
                                                const Real& inverse_weight,
                                                const Parameters<Real>& c) {
    T stiffness = T(c.sound_speed_squared) * u[C::rho];
    if constexpr (magnetised) stiffness = stiffness + field_squared(u);
    return momentum_may_exceed<Isothermal>(speed, u, u[C::rho] * stiffness, inverse_weight);
  }

 private:
  static constexpr int left_out = int(Ideal::C::e);
  static_assert(left_out == int(Ideal::P::p));

  /// A state of `Ideal` with `value` for what an isothermal one lacks, and back.
  template <class To, class S, class T>
  SOLENOID_INLINE static To raise(const S& s, const T& value) {
    To to;
    for (int f = 0; f < left_out; ++f) to.values[f] = s.values[f];
    to.values[left_out] = value;
    for (int f = left_out; f < size; ++f) to.values[f + 1] = s.values[f];
    return to;
  }
  template <class To, class S>
  SOLENOID_INLINE static To lower(const S& s) {
    To to;
    for (int f = 0; f < left_out; ++f) to.values[f] = s.values[f];
    for (int f = left_out; f < size; ++f) to.values[f] = s.values[f + 1];
    return to;
  }
  template <class T, class Real>
  SOLENOID_INLINE static typename Ideal::template Primitive<T> with_pressure(
      const Primitive<T>& w, const Parameters<Real>& c) {
    return raise<typename Ideal::template Primitive<T>>(w, pressure(w, c));
  }
  template <class Real>
  SOLENOID_INLINE static typename Ideal::template Parameters<Real> of_ideal(
      const Parameters<Real>& c) {
    typename Ideal::template Parameters<Real> ideal{};
    ideal.gamma = Real(1);
    if constexpr (magnetised) {
      ideal.cleaning_speed = c.cleaning_speed;
      ideal.cleaning_speed_squared = c.cleaning_speed_squared;
      ideal.inverse_cleaning_speed = c.inverse_cleaning_speed;
    }
    return ideal;
  }
  template <class T>
  SOLENOID_INLINE static T field_squared(const Conserved<T>& u) {
    return dot(u[C::bn], u[C::bt1], u[C::bt2], u[C::bn], u[C::bt1], u[C::bt2]);
  }
};

using IsothermalMhd = Isothermal<IdealMhd>;
using IsothermalHydrodynamics = Isothermal<Hydrodynamics>;

static_assert(GridEquations<IsothermalMhd>);
static_assert(GridEquations<IsothermalHydrodynamics>);

}  // namespace solenoid
