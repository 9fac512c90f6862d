#pragma once
/// \file
/// How the fields of stencil programs are advanced in time: Runge-Kutta schemes as sequences of
/// substeps that one kernel serves. With L(u) the rates of change, a substep computes at every
/// vertex
///
///     u_next = u + keep (u - previous) + weight dt L(u),
///
/// `previous` being another copy of the fields. Where nothing changes all copies are equal, so that
/// fields at rest stay as they are to the bit. In formulas u_0 is the state at the begin of a step,
/// u_1, u_2, u_3 are those after its substeps.
///
/// - Euler: u_0 + dt L(u_0).
/// - Second order, the midpoint rule: u_1 = u_0 + dt/2 L(u_0), then
///   u_0 + dt L(u_1) = u_1 - (u_1 - u_0) + dt L(u_1).
/// - Third order: Williamson (1980) in the one-pass form of Pekkila (2019), eq. 3.25.
/// - Fourth order, the classical scheme,
///
///       u_1 = u_0 + dt/2 L(u_0)
///       u_2 = u_0 + dt/2 L(u_1) = u_1 - (u_1 - u_0) + dt/2 L(u_1)
///       u_3 = u_0 + dt   L(u_2) = u_2 - (u_2 - u_0) + dt   L(u_2)
///       u_0 + dt/6 (L(u_0) + 2 L(u_1) + 2 L(u_2) + L(u_3)).
///
///   By the first three lines dt L(u_0) = 2 (u_1 - u_0), dt L(u_1) = 2 (u_2 - u_0) and
///   dt L(u_2) = u_3 - u_0, which makes of the last one
///
///       (u_1 + 2 u_2 + u_3 - u_0)/3 + dt/6 L(u_3) = u_3 - 2/3 (u_3 - s) + dt/6 L(u_3)
///       with s = u_2 + (u_1 - u_0)/2.
///
///   Once u_2 is known, s takes the place of u_1, and u_3 that of u_0: three copies of the fields.
///   No such scheme does with two.
/// - Third order, Shu and Osher (1988), each stage a mean of Euler steps:
///
///       u_1 = u_0 + dt L(u_0)
///       u_2 = 3/4 u_0 + 1/4 (u_1 + dt L(u_1)) = u_1 - 3/4 (u_1 - u_0) + dt/4 L(u_1)
///       1/3 u_0 + 2/3 (u_2 + dt L(u_2)) = u_2 - 1/3 (u_2 - u_0) + 2/3 dt L(u_2).

#include <array>
#include <cmath>
#include <cstddef>
#include <iterator>

#include "numerics/named.hpp"

namespace solenoid {

enum class Integrator { euler, rk2, rk3, rk4, ssp_rk3 };

template <>
struct Names<Integrator> {
  static constexpr Named<Integrator> rows[] = {{Integrator::euler, "euler"},
                                               {Integrator::rk2, "rk2"},
                                               {Integrator::rk3, "rk3"},
                                               {Integrator::rk4, "rk4"},
                                               {Integrator::ssp_rk3, "ssp-rk3"}};
};

/// All of them, in the order of that table.
inline constexpr auto integrators = [] {
  std::array<Integrator, std::size(Names<Integrator>::rows)> all{};
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = Names<Integrator>::rows[i].value;
  return all;
}();

/// The order in time; a step multiplies a mode exp(lambda t) by the first terms of the series of
/// exp(lambda dt), up to this power.
constexpr int order_of(Integrator integrator) {
  return integrator == Integrator::ssp_rk3 ? 3 : int(integrator) + 1;
}
constexpr int substeps_of(Integrator integrator) { return order_of(integrator); }
/// Copies of the fields that evolve.
constexpr int copies_of(Integrator integrator) {
  return integrator == Integrator::rk4 || integrator == Integrator::ssp_rk3 ? 3 : 2;
}
/// Values that the sum of stages reads and writes: that of rk4 alone is a pass of its own.
constexpr int traffic_of_sum(Integrator integrator) {
  return integrator == Integrator::rk4 ? 3 + 1 : 0;
}
/// Whether waves that nothing damps grow, however short the step is: |1 + i b| > 1 and
/// |1 + i b - b^2/2| > 1 for all b.
constexpr bool amplifies_waves(Integrator integrator) { return order_of(integrator) < 3; }

/// The longest step in which diffusion takes from a wave what such an integrator adds, but for a
/// factor of order 1 (0.85 at least): of waves of this speed, in which one of two variables
/// diffuses, so that lambda dt = -a +- i b with a = diffusivity k^2 dt/2, a^2 + b^2 = (speed k
/// dt)^2. Euler's |1 + lambda dt|^2 = 1 - 2 a + a^2 + b^2 is 1 where dt = diffusivity/speed^2. The
/// second-order scheme adds b^4/4, so that b^4 <= 8 a is needed, of the shortest waves above all:
/// dt^3 of the order of diffusivity/(speed^4 squares), `squares` being the sum of 1/dx^2.
inline double damped_wave_step(Integrator integrator, double speed, double diffusivity,
                               double squares) {
  const double euler = diffusivity / (speed * speed);
  return integrator == Integrator::euler ? euler : std::cbrt(euler / (speed * speed * squares));
}

/// The copies of the fields, by what they hold before a substep: the state, and others.
enum class FieldCopy { state, second, third };

template <class Real>
struct Substep {
  Real keep = 0;
  Real weight = 0;
  double time = 0;  ///< when the state before it holds, as a fraction of the step
  FieldCopy previous = FieldCopy::state;
  /// What is written, and exchanged with the state afterwards; may be `previous`.
  FieldCopy target = FieldCopy::second;
  /// Whether first the third copy, u_1, becomes u_2 + (u_1 - u_0)/2, u_0 being the second one.
  bool sums_stages = false;
};

/// Williamson's (1980) third-order scheme.
struct Williamson3 {
  /// beta_s alpha_s / beta_(s-1), 0 in the first substep (s = 0).
  template <class Real>
  static constexpr Real keep(int s) {
    constexpr std::array<Real, 3> alpha = {Real(0), Real(-5) / Real(9), Real(-153) / Real(128)};
    return s == 0 ? Real(0) : weight<Real>(s) * alpha[std::size_t(s)] / weight<Real>(s - 1);
  }
  /// beta_s.
  template <class Real>
  static constexpr Real weight(int s) {
    constexpr std::array<Real, 3> beta = {Real(1) / Real(3), Real(15) / Real(16),
                                          Real(8) / Real(15)};
    return beta[std::size_t(s)];
  }
  static constexpr double time(int s) {
    constexpr std::array<double, 3> fractions = {0.0, 1.0 / 3.0, 3.0 / 4.0};
    return fractions[std::size_t(s)];
  }
};

/// Substep s, from 0 on.
template <class Real>
constexpr Substep<Real> substep_of(Integrator integrator, int s) {
  using enum FieldCopy;
  const Real half = Real(1) / Real(2);
  const FieldCopy before = s == 0 ? state : second;
  if (integrator == Integrator::euler) return {Real(0), Real(1), 0, state, second};
  if (integrator == Integrator::rk2)
    return s == 0 ? Substep<Real>{Real(0), half, 0, before, second}
                  : Substep<Real>{Real(-1), Real(1), 0.5, before, second};
  if (integrator == Integrator::rk3)
    return {Williamson3::keep<Real>(s), Williamson3::weight<Real>(s), Williamson3::time(s), before,
            second};
  if (integrator == Integrator::ssp_rk3) {
    const std::array<Substep<Real>, 3> means = {
        {{Real(0), Real(1), 0, state, second},
         {Real(-3) / Real(4), Real(1) / Real(4), 1, second, third},
         {Real(-1) / Real(3), Real(2) / Real(3), 0.5, second, second}}};
    return means[std::size_t(s)];
  }
  const std::array<Substep<Real>, 4> classical = {
      {{Real(0), half, 0, state, second},
       {Real(-1), half, 0.5, second, third},
       {Real(-1), Real(1), 0.5, second, second, true},
       {Real(-2) / Real(3), Real(1) / Real(6), 1, third, third}}};
  return classical[std::size_t(s)];
}

}  // namespace solenoid
