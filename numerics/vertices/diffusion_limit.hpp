#pragma once
/// \file
/// How diffusion of any even degree, d_t f = -(-1)^(n/2) D_n nabla^n f, limits the time step.
///
/// Of waves with the shortest length that a grid has the second difference of order p takes
/// s_p/dx^2 along each direction, and so D_n takes at most
///
///     D_n (s_p squares)^(n/2) = s_p rate,   rate = D_n s_p^(n/2 - 1) squares^(n/2)
///
/// in a unit of time, `squares` being the sum of 1/dx^2: exactly as much where it is written as
/// laplacians of auxiliary laplacians, and a few per cent less, but with order = 2, for differences
/// of degree n along one axis. A Runge-Kutta scheme is stable while dt s_p rate is below the length
/// of its interval on the negative real axis (2, 2, 2.51 and 2.79 from the first to the fourth
/// order). In a limit on dt rate all degrees so have the same part of what is stable, and since
/// rates of one field add up, it is their sum that is limited.

#include <string_view>

namespace solenoid {

/// s_p, what the second difference of order p makes of the shortest wave, times -dx^2: 4, 16/3,
/// 272/45 and 2048/315, the terms 2 (k!)^2 4^(k+1) / (2k+2)! of the difference in powers of the one
/// of second order. pi^2 without an error of the difference.
constexpr double shortest_wave_curvature(int order) {
  double sum = 0;
  double term = 4;
  for (int k = 0; k < order / 2; ++k) {
    sum += term;
    term *= 4.0 * (k + 1) * (k + 1) / ((2 * k + 3) * (2 * k + 4));
  }
  return sum;
}

/// The degree n of the diffusivity that a reduction of this name is: 2 for "diffusivity", 4 for
/// "diffusivity_4"; 0 for others.
constexpr int diffusivity_degree(std::string_view name) {
  constexpr std::string_view plain = "diffusivity";
  if (!name.starts_with(plain)) return 0;
  name.remove_prefix(plain.size());
  if (name.empty()) return 2;
  if (name.size() < 2 || name.size() > 3 || name[0] != '_') return 0;
  int degree = 0;
  for (const char digit : name.substr(1)) {
    if (digit < '0' || digit > '9') return 0;
    degree = 10 * degree + (digit - '0');
  }
  return degree >= 4 && degree <= 16 && degree % 2 == 0 ? degree : 0;
}

/// The rate above of a diffusivity of degree n.
constexpr double diffusion_rate(double diffusivity, int degree, int order, double squares) {
  double rate = diffusivity * squares;
  for (int n = 4; n <= degree; n += 2) rate *= shortest_wave_curvature(order) * squares;
  return rate;
}

}  // namespace solenoid
