#pragma once
/// \file
/// Coefficients of Runge-Kutta schemes.

#include <array>

namespace solenoid {

/// Williamson's (1980) third-order scheme with two copies of the state, in the one-pass form of
/// Pekkila (2019), eq. 3.25: f_s = f_(s-1) + keep_s (f_(s-1) - f_(s-2)) + weight_s dt rate_(s-1).
struct Williamson3 {
  static constexpr int substeps = 3;

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
  /// When the state before substep s holds, as a fraction of the step.
  static constexpr double time(int s) {
    constexpr std::array<double, 3> fractions = {0.0, 1.0 / 3.0, 3.0 / 4.0};
    return fractions[std::size_t(s)];
  }
};

}  // namespace solenoid
