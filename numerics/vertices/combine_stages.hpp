#pragma once
/// \file
/// Sums of stages of super time steps (super_time_steps.hpp).

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace solenoid {

/// What a stage of a super time step keeps: target = base + before_weight (before - base)
/// + rate_weight rate, of several fields at a time, padding and ghosts included. The target may be
/// `before`. Where it keeps the base, that takes the place of the rate.
template <class Real, int count>
struct CombineStages {
  Real* target[count];
  const Real* base[count];
  const Real* before[count];
  Real* rate[count];
  Real before_weight, rate_weight;
  bool keeps_base;

  KOKKOS_FUNCTION void operator()(const std::ptrdiff_t i) const {
    for (int f = 0; f < count; ++f) {
      const Real from = base[f][i];
      target[f][i] = from + (before_weight * (before[f][i] - from) + rate_weight * rate[f][i]);
      if (keeps_base) rate[f][i] = from;
    }
  }
};

}  // namespace solenoid
