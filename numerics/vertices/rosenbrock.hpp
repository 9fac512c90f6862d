#pragma once
/// \file
/// Steps of stiff ordinary differential equations u' = f(u), of a lane of cells, each for itself.
///
/// Rodas3 (Sandu, Verwer, Blom, Spee, Carmichael & Potra 1997, Atmos. Environ. 31, 3459), a
/// Rosenbrock method: with W = 1 - h J/2, J = f', four stages of one linear system each,
///
///     W k_1 = h f(u)/2                              W k_2 = h f(u)/2 + 2 k_1
///     W k_3 = h f(u + 2 k_1)/2 + (k_1 - k_2)/2
///     W k_4 = h f(u + 2 k_1 + k_3)/2 + (k_1 - k_2)/2 - 4 k_3/3
///     u(h) = u + 2 k_1 + k_3 + k_4,
///
/// of third order; without k_4 it is of second order, so that k_4 is the error. Of u' = lambda u,
/// z = h lambda, it makes
///
///     R(z) = (1 - z + z^3/6)/(1 - z/2)^4 = exp(z) + O(z^4),
///
/// and without k_4 (1 - z/2 - z^2/4)/(1 - z/2)^3. Both are 0 at -infinity: what decays at once is
/// gone after one step, however long. What is linear in u and stays, such as a mass that species
/// exchange, stays to rounding.

#include <limits>

#include "numerics/lanes/lane_functions.hpp"

namespace solenoid {

/// Factors the matrix into triangles in its place, with the reciprocals of the upper one's
/// diagonal. There is no exchange of rows, for which lanes would part: of W = 1 - h J/2 with a J
/// that makes states decay the diagonal leads, and where it does not, a shorter h makes it.
template <int n, class T>
SOLENOID_INLINE void factor(T (&matrix)[n][n]) {
  for (int k = 0; k < n; ++k) {
    matrix[k][k] = T(1) / matrix[k][k];
    for (int i = k + 1; i < n; ++i) {
      matrix[i][k] = matrix[i][k] * matrix[k][k];
      for (int j = k + 1; j < n; ++j) matrix[i][j] = fnma(matrix[i][k], matrix[k][j], matrix[i][j]);
    }
  }
}

/// Solves the system of what factor() made for a right side, in its place.
template <int n, class T>
SOLENOID_INLINE void solve(const T (&matrix)[n][n], T (&side)[n]) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < i; ++j) side[i] = fnma(matrix[i][j], side[j], side[i]);
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j) side[i] = fnma(matrix[i][j], side[j], side[i]);
    side[i] = side[i] * matrix[i][i];
  }
}

/// The derivatives of `rates(v, f)`, which computes f of the values v, by differences: of those
/// values that are parts of a vector (`is_component[i]`) towards 0, of others, a density or an
/// energy, away from it, where a state is not less physical. `of` are the rates of u, `size` how
/// large its values are, or would be.
template <int n, class T, class Rates>
SOLENOID_INLINE void jacobian_by_differences(const Rates& rates, const T (&u)[n], const T (&of)[n],
                                             const T (&size)[n], const bool (&is_component)[n],
                                             T (&to)[n][n]) {
  const T part(Kokkos::sqrt(std::numeric_limits<LaneReal<T>>::epsilon()));
  for (int j = 0; j < n; ++j) {
    T beside[n], f[n];
    for (int i = 0; i < n; ++i) beside[i] = u[i];
    const T away = copysign(part * size[j], u[j]);
    beside[j] = is_component[j] ? u[j] - away : u[j] + away;
    rates(beside, f);
    const T inverse = T(1) / (beside[j] - u[j]);
    for (int i = 0; i < n; ++i) to[i][j] = (f[i] - of[i]) * inverse;
  }
}

/// One step h from u, of which `rates_of_u` are the rates: `to` is u(h), `error` its error.
template <int n, class T, class Rates>
SOLENOID_INLINE void rosenbrock_step(const Rates& rates, const T (&u)[n], const T (&rates_of_u)[n],
                                     const T (&jacobian)[n][n], const T& h, T (&to)[n],
                                     T (&error)[n]) {
  const T half = T(0.5) * h;
  T w[n][n], k1[n], difference[n], k3[n], f[n];
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) w[i][j] = fnma(half, jacobian[i][j], T(i == j ? 1 : 0));
  factor(w);
  for (int i = 0; i < n; ++i) k1[i] = half * rates_of_u[i];
  solve(w, k1);
  for (int i = 0; i < n; ++i) difference[i] = fma(half, rates_of_u[i], T(2) * k1[i]);
  solve(w, difference);  // k_2
  for (int i = 0; i < n; ++i) {
    difference[i] = T(0.5) * (k1[i] - difference[i]);
    to[i] = fma(T(2), k1[i], u[i]);
  }
  rates(to, f);
  for (int i = 0; i < n; ++i) k3[i] = fma(half, f[i], difference[i]);
  solve(w, k3);
  for (int i = 0; i < n; ++i) to[i] = to[i] + k3[i];
  rates(to, f);
  for (int i = 0; i < n; ++i)
    error[i] = fma(T(LaneReal<T>(-4) / 3), k3[i], fma(half, f[i], difference[i]));
  solve(w, error);  // k_4
  for (int i = 0; i < n; ++i) to[i] = to[i] + error[i];
}

/// What is known of the values of a system.
template <int n>
struct StiffSystem {
  int group[n];          ///< parts of one vector are of one group, what is no vector of its own
  bool is_component[n];  ///< of a vector
};

/// By value the largest of its group, or what it was in `before`.
template <int n, class T>
SOLENOID_INLINE void raise_scales(const StiffSystem<n>& system, const T (&u)[n],
                                  const T (&before)[n], T (&to)[n]) {
  for (int i = 0; i < n; ++i) {
    to[i] = before[i];
    for (int j = 0; j < n; ++j)
      if (system.group[j] == system.group[i]) to[i] = max(to[i], abs(u[j]));
  }
}

/// A quarter of the time in which values change by as much as they are, 1 at most.
template <int n, class T>
SOLENOID_INLINE T first_stiff_step(const T (&jacobian)[n][n], const T (&size)[n]) {
  T sum(0);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      const T change = jacobian[i][j] * (size[j] / size[i]);
      sum = fma(change, change, sum);
    }
  return min(T(1), T(0.25) / sqrt(sum));
}

/// By how much the next step is longer, after one whose error over its bound has this square:
/// powers of 2, and what is of third order would have 0.8 of its bound at most.
template <class T>
SOLENOID_INLINE T next_stiff_step(const T& square) {
  T by(0.125);
  by = select(less(square, T(4096)), T(0.25), by);
  by = select(less(square, T(64)), T(0.5), by);
  by = select(less(square, T(1)), T(1), by);
  by = select(less(square, T(0.01)), T(2), by);
  return select(less(square, T(1.0 / 6400)), T(4), by);
}

/// Integrates u' = f(u) from 0 to 1 in each lane that is `wanted`, in steps as long as their errors
/// allow: `tolerance` times the largest that the value, or the vector that it is part of, was on
/// the way. What decays is followed while there is much of it and skipped over once it is less than
/// that. `natural`, above 0, is how large values of the kind are where they matter, of which what
/// is less than 1e-6 does not. Which lanes were not through after `most` attempts, since rates were
/// no numbers, or never settled.
template <int n, class T, class Rates>
SOLENOID_INLINE LaneMask<T> integrate_stiff(const Rates& rates, const StiffSystem<n>& system,
                                            const T (&natural)[n], const T& tolerance,
                                            LaneMask<T> wanted, int most, T (&u)[n]) {
  T scale[n], size[n], f[n], jacobian[n][n];
  for (int i = 0; i < n; ++i) size[i] = T(LaneReal<T>(1e-6)) * natural[i];
  raise_scales(system, u, size, scale);
  T elapsed(0), h(0);
  for (int attempt = 0; attempt < most && any(wanted); ++attempt) {
    rates(u, f);
    for (int i = 0; i < n; ++i) size[i] = max(scale[i], T(LaneReal<T>(1e-3)) * natural[i]);
    jacobian_by_differences(rates, u, f, size, system.is_component, jacobian);
    if (attempt == 0) h = first_stiff_step(jacobian, size);
    const T rest = T(1) - elapsed;
    const auto is_last = !less(h, rest);
    h = min(h, rest);
    T to[n], error[n], raised[n];
    rosenbrock_step(rates, u, f, jacobian, h, to, error);
    raise_scales(system, to, scale, raised);
    T square(0);
    for (int i = 0; i < n; ++i) {
      const T part = error[i] / (tolerance * raised[i]);
      square = fma(part, part, square);
    }
    const auto accepted = wanted && less(square, T(1));
    for (int i = 0; i < n; ++i) {
      u[i] = select(accepted, to[i], u[i]);
      scale[i] = select(accepted, raised[i], scale[i]);
    }
    elapsed = select(accepted, elapsed + h, elapsed);
    wanted = wanted && !(accepted && is_last);
    h = h * next_stiff_step(square);
  }
  return wanted;
}

}  // namespace solenoid
