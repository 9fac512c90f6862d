#pragma once
/// \file
/// Super time steps for diffusion: RKL2, Runge-Kutta-Legendre of second order (Meyer, Balsara &
/// Aslam, MNRAS 422, 2102 (2012) and J. Comput. Phys. 257, 594 (2014)), derived here anew.
///
/// After s stages a mode exp(z t/dt) shall have been multiplied by R(z) = a + b P_s(1 + w z) with
/// Legendre's polynomial P_s, which is between -1 and 1 as long as -2/w <= z <= 0. Of the second
/// order is what begins with 1 + z + z^2/2: a + b = 1, b w P_s'(1) = 1, b w^2 P_s''(1) = 1. With
/// P_s'(1) = s (s + 1)/2 and P_s''(1) = (s - 1) s (s + 1) (s + 2)/8
///
///     w = P'/P'' = 4/(s^2 + s - 2),   b_s = P''/P'^2 = (s^2 + s - 2)/(2 s (s + 1)),
///
/// and so dt may be (s^2 + s - 2)/4 times what Euler's scheme, stable to z = -2, allows.
///
/// The stages shall be such polynomials, too, with the same w: Y_j = a_j + b_j P_j, where b_j is
/// the one of j stages (2 at least, so that b_0 = b_1 = b_2 = 1/3) and a_j = 1 - b_j. Then Y_j is
/// of second order at its own time, c_j = b_j w P_j'(1) dt = (j^2 + j - 2)/(s^2 + s - 2) dt (from j
/// = 2 on; c_1 = w/3 dt). From j P_j(x) = (2 j - 1) x P_(j-1) - (j - 1) P_(j-2) with x = 1 + w z
/// follows, P_j being (Y_j - a_j)/b_j,
///
///     Y_j = mu Y_(j-1) + nu Y_(j-2) + (1 - mu - nu) Y_0 + mu w (z Y_(j-1) - a_(j-1) z Y_0),
///     mu = (2 j - 1)/j b_j/b_(j-1),   nu = -(j - 1)/j b_j/b_(j-2)
///
/// (that the constants add up to (1 - mu - nu) Y_0 is what a_j = 1 - b_j is chosen for). A pass of
/// a stencil program computes u + keep (u - previous) + weight dt L(u) (runge_kutta.hpp): of
/// u = Y_(j-1), with keep = mu - 1, weight = mu w and
///
///     previous = Y_0 + from_before (Y_(j-2) - Y_0) + from_rate dt L(Y_0),
///     from_before = -nu/keep,   from_rate = mu w a_(j-1)/keep,
///
/// which is Y_0 to the bit where nothing changes. mu is 1.5 for j = 2 and above 1.8 for the others.

#include <algorithm>
#include <cmath>

namespace solenoid {

/// One stage of a super time step, Y_j; the first one is Y_1 = Y_0 + weight dt L(Y_0).
struct SuperStage {
  double keep = 0;
  double weight = 0;
  double from_before = 0;
  double from_rate = 0;
  double time = 0;  ///< when the state that it starts from holds, as a fraction of the step
};

/// How many times as long as Euler's longest step a super time step of `stages` stages may be.
constexpr double super_step_gain(int stages) { return (double(stages) * (stages + 1) - 2) / 4; }

/// b_j above.
constexpr double legendre_weight(int j) {
  return j < 3 ? 1.0 / 3 : (double(j) * (j + 1) - 2) / (2.0 * j * (j + 1));
}

/// Stage j, from 1 on, of `stages`, an odd number of 3 at least.
constexpr SuperStage super_stage(int j, int stages) {
  const double w = 1 / super_step_gain(stages);
  if (j == 1) return {0, w / 3, 0, 0, 0};
  const double b = legendre_weight(j);
  const double mu = (2.0 * j - 1) / j * b / legendre_weight(j - 1);
  const double nu = -(j - 1.0) / j * b / legendre_weight(j - 2);
  const double keep = mu - 1;
  const int before = j - 1;
  const double time = before == 1 ? w / 3 : (double(before) * (before + 1) - 2) / 4 * w;
  return {keep, mu * w, -nu / keep, mu * w * (1 - legendre_weight(before)) / keep, time};
}

/// How a time is taken in super time steps.
struct SuperSteps {
  int steps;   ///< of equal length
  int stages;  ///< of each
};

/// For a time that is `ratio` times Euler's longest step, with at most `most_stages` stages (3 at
/// least) a step. The number of stages is odd: then R is a - b, close to 0, for the wave at the
/// limit, which with an even number would not be damped at all. R is never below 0: no wave
/// changes its sign.
inline SuperSteps super_steps(double ratio, int most_stages) {
  const int most = std::max(3, most_stages - (most_stages + 1) % 2);
  const int steps = std::max(1, int(std::ceil(std::min(ratio / super_step_gain(most), 1e6))));
  int stages = 3;
  while (stages < most && super_step_gain(stages) * steps < ratio) stages += 2;
  return {steps, stages};
}

}  // namespace solenoid
