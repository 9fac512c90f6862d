#pragma once
/// \file
/// Sums of stages of super time steps (super_time_steps.hpp).

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace solenoid {

/// What a stage of a super time step keeps: target = base + before_weight (before - base)
/// + rate_weight rate, of several fields at a time, padding and ghosts included. The target may be
/// `before`.
template <class Real, int count>
struct CombineStages {
  Real* target[count];
  const Real* base[count];
  const Real* before[count];
  const Real* rate[count];
  Real before_weight, rate_weight;

  KOKKOS_FUNCTION void operator()(const std::ptrdiff_t i) const {
    for (int f = 0; f < count; ++f)
      target[f][i] =
          base[f][i] + (before_weight * (before[f][i] - base[f][i]) + rate_weight * rate[f][i]);
  }
};

}  // namespace solenoid
