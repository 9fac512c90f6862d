#pragma once
/// \file
/// The entropy fix of linearised Riemann solvers (A. Harten and J. M. Hyman, J. Comput. Phys. 50,
/// 235 (1983)).

#include <limits>

#include "numerics/lanes/lane_functions.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// |speed| of a wave that has the speeds `left` and `right` in the states beside a face. Within a
/// transonic rarefaction, over which its speed grows by d = max(0, speed - left, right - speed) on
/// either side, the parabola (speed^2 / d + d) / 2 stands for it, which meets it there.
template <class T>
SOLENOID_INLINE T speed_with_entropy_fix(const T& speed, const T& left, const T& right) {
  const T spread = max(T(0), max(speed - left, right - speed));
  const T size = abs(speed);
  // One over what is subnormal may be infinite.
  const T least(std::numeric_limits<LaneReal<T>>::min());
  const auto within = less(size, spread) && less(least, spread);
  const T some_spread = select(within, spread, T(1));
  const T parabola = T(0.5) * (size * size * reciprocal(some_spread) + spread);
  return select(within, parabola, size);
}

}  // namespace solenoid
