#pragma once
/// \file
/// Parabolas of the primitive variables across a cell, and the states that they give at its faces
/// in the mean of a step, without eigenvectors.

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "numerics/lanes/state.hpp"
#include "numerics/schemes/weno_z.hpp"

namespace solenoid {

/// The parabolas of a cell's variables, six times their rises and bends (weno_z.hpp).
template <class Primitive>
struct Parabolas {
  Primitive rise, bend;
};

/// How the parabolas of a cell are computed; all forms give the same bits.
enum class ParabolaForm {
  apart,    ///< one after the other
  grouped,  ///< those of a vector side by side, and those of numbers: more to do at a time
  called    ///< likewise, and the weights of what is not smooth by a call: few instructions
};

namespace detail {

/// The scale of variable v of cell 0: of a vector's component that of the largest one, which is the
/// same for all three and in all directions.
template <class Equations, int v, class At>
SOLENOID_INLINE auto scale_of(const At& at) {
  constexpr int vector = [] {
    for (const int first : Equations::vectors)
      if (first <= v && v < first + 3) return first;
    return -1;
  }();
  if constexpr (vector < 0)
    return abs(at(v, 0));
  else
    return max(max(abs(at(vector, 0)), abs(at(vector + 1, 0))), abs(at(vector + 2, 0)));
}

/// The group of a variable: its vector, or that of all which are in none; or itself.
template <class Equations>
constexpr int group_of(int v, ParabolaForm form) {
  if (form == ParabolaForm::apart) return v;
  int vectors = 0;
  for (const int first : Equations::vectors) {
    ++vectors;
    if (first <= v && v < first + 3) return vectors;
  }
  return 0;
}

/// weighted_parabola() once for all variables: by value, in registers of a device.
template <class T>
[[gnu::noinline]] KOKKOS_FUNCTION CellParabola<T> call_weighted_parabola(T a, T b, T c, T d) {
  return weighted_parabola<T>(a, b, c, d);
}

/// Sets the parabolas of variable v and behind it those of the `others` of its group, all of the
/// ideal weights first. (Each within that of the one before: GCC 12 keeps arrays of packs in
/// memory.)
template <class Equations, ParabolaForm form, int v, int... others, class Primitive, class At>
SOLENOID_INLINE void set_together(Parabolas<Primitive>& parabolas, const At& at) {
  using T = typename Primitive::Lane;
  const T below = at(v, -1);
  const T middle = at(v, 0);
  const T above = at(v, 1);
  const T a = below - at(v, -2);
  const T b = middle - below;
  const T c = above - middle;
  const T d = at(v, 2) - above;
  const T scale = scale_of<Equations, v>(at);
  CellParabola<T> parabola;
  if constexpr (form == ParabolaForm::apart) {
    parabola = weno_z<T>(a, b, c, d, scale);
  } else {
    parabola = ideal_parabola<T>(a, b, c, d);
    const LaneMask<T> rough = is_rough<T>(a, b, c, d, scale);
    if constexpr (sizeof...(others) > 0) set_together<Equations, form, others...>(parabolas, at);
    if (any(rough)) [[unlikely]] {
      CellParabola<T> weighted;
      if constexpr (form == ParabolaForm::called)
        weighted = call_weighted_parabola<T>(a, b, c, d);
      else
        weighted = weighted_parabola<T>(a, b, c, d);
      parabola = {select(rough, weighted.rise, parabola.rise),
                  select(rough, weighted.bend, parabola.bend)};
    }
  }
  parabolas.rise.values[v] = parabola.rise;
  parabolas.bend.values[v] = parabola.bend;
}

/// Sets those of group g of the first `count` variables, which are `members` in number.
template <class Equations, ParabolaForm form, int count, int g, class Primitive, class At,
          std::size_t... member>
SOLENOID_INLINE void set_group(Parabolas<Primitive>& parabolas, const At& at,
                               std::index_sequence<member...>) {
  constexpr auto members = [] {
    std::array<int, count> all{};
    int n = 0;
    for (int v = 0; v < count; ++v)
      if (group_of<Equations>(v, form) == g) all[std::size_t(n++)] = v;
    return all;
  }();
  set_together<Equations, form, members[member]...>(parabolas, at);
}

/// Written out for every variable: a loop that a compiler leaves as one keeps them in memory.
template <class Equations, ParabolaForm form, class Primitive, class At, int... v>
SOLENOID_INLINE void set_parabolas(Parabolas<Primitive>& parabolas, const At& at,
                                   std::integer_sequence<int, v...>) {
  constexpr int count = sizeof...(v);
  const auto set = [&]<int g>(std::integral_constant<int, g>) {
    constexpr int members = ((group_of<Equations>(v, form) == g ? 1 : 0) + ...);
    if constexpr (members > 0)
      set_group<Equations, form, count, g>(parabolas, at, std::make_index_sequence<members>());
  };
  (set(std::integral_constant<int, v>{}), ...);
}

}  // namespace detail

/// Parabolas by weno_z() of the first `count` variables of cell 0, at(v, k) being variable v of the
/// cell k. The others are left to the caller.
template <class Equations, class T, ParabolaForm form = ParabolaForm::apart,
          int count = Equations::template Primitive<T>::size, class At>
SOLENOID_INLINE auto weno_z_parabolas(const At& at) {
  Parabolas<typename Equations::template Primitive<T>> parabolas;
  detail::set_parabolas<Equations, form>(parabolas, at, std::make_integer_sequence<int, count>());
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
