#pragma once
/// \file
/// Parabolas of the primitive variables across a cell, and the states that they give at its faces
/// in the mean of a step, without eigenvectors.

#include <utility>

#include "numerics/lanes/state.hpp"
#include "numerics/schemes/weno_z.hpp"

namespace solenoid {

/// The changes of a cell's variables, times six, from its lower edge to its mean and from there to
/// its upper edge: with the mean they are the parabola.
template <class Primitive>
struct ParabolaChanges {
  Primitive lower, upper;
};

template <class Real>
inline constexpr Real one_sixth = Real(1.0 / 6.0);

namespace detail {

template <class Primitive, class At>
SOLENOID_INLINE void set_changes(ParabolaChanges<Primitive>& changes, int v, const At& at) {
  using T = typename Primitive::Lane;
  const T below = at(v, -1);
  const T middle = at(v, 0);
  const T above = at(v, 1);
  const EdgeChanges<T> edges =
      weno_z<T>(below - at(v, -2), middle - below, above - middle, at(v, 2) - above);
  changes.lower.values[v] = edges.lower;
  changes.upper.values[v] = edges.upper;
}

/// Written out for every variable: a loop that a compiler leaves as one keeps them in memory.
template <int except, class Primitive, class At, int... v>
SOLENOID_INLINE void set_all_changes(ParabolaChanges<Primitive>& changes, const At& at,
                                     std::integer_sequence<int, v...>) {
  ((v == except ? void() : set_changes(changes, v, at)), ...);
}

}  // namespace detail

/// Edges by weno_z() of cell 0, at(v, k) being variable v of the cell k. Those of variable `except`
/// are left to the caller.
template <class Primitive, int except = -1, class At>
SOLENOID_INLINE ParabolaChanges<Primitive> weno_z_changes(const At& at) {
  ParabolaChanges<Primitive> changes;
  detail::set_all_changes<except>(changes, at, std::make_integer_sequence<int, Primitive::size>());
  return changes;
}

/// States at the faces of a cell of the mean `w`, averaged over a step of `half_ratio` =
/// dt / (2 dx): the Taylor series in t of w_t = -A w_x with A = A(w) held,
///
///   w(face) - dt/2 A w_x(face) + dt^2/6 A^2 w_xx.
///
/// With the changes l and u of the parabola, in units of the cell, d = u + l and s = 3 (l - u),
/// w_x is d + s at the lower face and d - s at the upper one, and w_xx = -2 s. Taken together these
/// are two products with A: g = A s and h = A (d + (2/3)(dt/dx) g) give
///
///   w - l - dt/(2 dx) (h + g)   and   w + u - dt/(2 dx) (h - g).
template <class Equations, class Primitive, class T, class Real, class Parameters>
SOLENOID_INLINE void trace_parabolas(const Primitive& w, const T& inverse_density,
                                     const ParabolaChanges<Primitive>& changes,
                                     const Real& half_ratio, const Parameters& constants,
                                     Primitive& lower, Primitive& upper) {
  // In sixths: 6 d, 6 h, and 2 s and 2 g, of which three are six of the single ones.
  const Primitive bend =
      map([](const T& l, const T& u) { return l - u; }, changes.lower, changes.upper);
  const Primitive g = Equations::jacobian_times(w, inverse_density, bend, constants);
  const Primitive traced = map(
      [&](const T& l, const T& u, const T& gv) { return fma(T(Real(4) * half_ratio), gv, u + l); },
      changes.lower, changes.upper, g);
  const Primitive h = Equations::jacobian_times(w, inverse_density, traced, constants);
  const auto lower_face = [&](const T& wv, const T& l, const T& hv, const T& gv) {
    return fma(T(-one_sixth<Real>), fma(T(half_ratio), fma(T(Real(3)), gv, hv), l), wv);
  };
  const auto upper_face = [&](const T& wv, const T& u, const T& hv, const T& gv) {
    return fma(T(one_sixth<Real>), fma(T(-half_ratio), fma(T(Real(-3)), gv, hv), u), wv);
  };
  lower = map(lower_face, w, changes.lower, h, g);
  upper = map(upper_face, w, changes.upper, h, g);
}

}  // namespace solenoid
