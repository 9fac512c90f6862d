#pragma once
/// \file
/// The entropy fix of linearised Riemann solvers (A. Harten and J. M. Hyman, J. Comput. Phys. 50,
/// 235 (1983)).

#include "numerics/lanes/lane_functions.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// |speed| of a wave, but within a transonic rarefaction, over which the speed grows by `spread` on
/// either side, the parabola (speed^2 / spread + spread) / 2 that meets it there.
template <class T>
SOLENOID_INLINE T speed_with_entropy_fix(const T& speed, const T& spread) {
  const T size = abs(speed);
  const auto within = less(size, spread);
  const T some_spread = select(within, spread, T(1));
  const T parabola = T(0.5) * (size * size * reciprocal(some_spread) + spread);
  return select(within, parabola, size);
}

/// The same of a wave with the speeds `left` and `right` in the states beside a face.
template <class T>
SOLENOID_INLINE T speed_with_entropy_fix(const T& speed, const T& left, const T& right) {
  return speed_with_entropy_fix(speed, max(T(0), max(speed - left, right - speed)));
}

}  // namespace solenoid
