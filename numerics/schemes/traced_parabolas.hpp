#pragma once
/// \file
/// Parabolas of the primitive variables across a cell, and the states that they give at its faces
/// in the mean of a step, without eigenvectors.

#include <utility>

#include "numerics/lanes/state.hpp"
#include "numerics/schemes/weno_z.hpp"

namespace solenoid {

/// The parabolas of a cell's variables, six times their rises and bends (weno_z.hpp).
template <class Primitive>
struct Parabolas {
  Primitive rise, bend;
};

namespace detail {

template <class Primitive, class At>
SOLENOID_INLINE void set_parabola(Parabolas<Primitive>& parabolas, int v, const At& at) {
  using T = typename Primitive::Lane;
  const T below = at(v, -1);
  const T middle = at(v, 0);
  const T above = at(v, 1);
  const CellParabola<T> parabola =
      weno_z<T>(middle, below - at(v, -2), middle - below, above - middle, at(v, 2) - above);
  parabolas.rise.values[v] = parabola.rise;
  parabolas.bend.values[v] = parabola.bend;
}

/// Written out for every variable: a loop that a compiler leaves as one keeps them in memory.
template <int except, class Primitive, class At, int... v>
SOLENOID_INLINE void set_all_parabolas(Parabolas<Primitive>& parabolas, const At& at,
                                       std::integer_sequence<int, v...>) {
  ((v == except ? void() : set_parabola(parabolas, v, at)), ...);
}

}  // namespace detail

/// Parabolas by weno_z() of cell 0, at(v, k) being variable v of the cell k. That of variable
/// `except` is left to the caller.
template <class Primitive, int except = -1, class At>
SOLENOID_INLINE Parabolas<Primitive> weno_z_parabolas(const At& at) {
  Parabolas<Primitive> parabolas;
  detail::set_all_parabolas<except>(parabolas, at,
                                    std::make_integer_sequence<int, Primitive::size>());
  return parabolas;
}

/// States at the faces of a cell of the mean `w`, averaged over a step of `half_ratio` =
/// dt / (2 dx): the Taylor series in t of w_t = -A w_x with A = A(w) held,
///
///   w(face) - dt/2 A w_x(face) + dt^2/6 A^2 w_xx.
///
/// With r and b a parabola's rise and bend, in units of the cell, w(face) is w - b/2 -+ r/2, w_x is
/// r +- 3 b at the lower and the upper face, and w_xx = -6 b. Taken together these are two products
/// with A: g = A b and h = A (r + 2 (dt/dx) g) give
///
///   w - (b + (dt/dx) h) / 2 -+ (r + 3 (dt/dx) g) / 2.
template <class Equations, class Primitive, class T, class Real, class Parameters>
SOLENOID_INLINE void trace_parabolas(const Primitive& w, const T& inverse_density,
                                     const Parabolas<Primitive>& parabolas, const Real& half_ratio,
                                     const Parameters& constants, Primitive& lower,
                                     Primitive& upper) {
  const Primitive g = Equations::jacobian_times(w, inverse_density, parabolas.bend, constants);
  const auto advance = [&](const T& rise, const T& gv) {
    return fma(T(Real(4) * half_ratio), gv, rise);
  };
  const Primitive h =
      Equations::jacobian_times(w, inverse_density, map(advance, parabolas.rise, g), constants);
  const T twelfth(Real(1.0 / 12.0));
  const Primitive centre = map(
      [&](const T& wv, const T& bend, const T& hv) {
        return fma(negative(twelfth), fma(T(Real(2) * half_ratio), hv, bend), wv);
      },
      w, parabolas.bend, h);
  const Primitive rise =
      map([&](const T& rv, const T& gv) { return fma(T(Real(6) * half_ratio), gv, rv); },
          parabolas.rise, g);
  lower =
      map([&](const T& cv, const T& rv) { return fma(negative(twelfth), rv, cv); }, centre, rise);
  upper = map([&](const T& cv, const T& rv) { return fma(twelfth, rv, cv); }, centre, rise);
}

}  // namespace solenoid
