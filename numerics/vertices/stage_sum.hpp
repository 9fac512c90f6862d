#pragma once
/// \file
/// The sum of stages that the classical Runge-Kutta scheme keeps
/// (numerics/vertices/runge_kutta.hpp).

#include <Kokkos_Core.hpp>
#include <cstddef>

namespace solenoid {

/// u_1 becomes u_2 + (u_1 - u_0)/2, value by value.
template <class Real>
struct StageSum {
  const Real* u_0;
  Real* u_1;
  const Real* u_2;

  KOKKOS_FUNCTION void operator()(const std::ptrdiff_t i) const {
    u_1[i] = u_2[i] + (u_1[i] - u_0[i]) / Real(2);
  }
};

/// Of arrays of `size` values.
template <class Space, class Real>
void sum_stages(const Space& space, const StageSum<Real>& sum, std::ptrdiff_t size) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<std::ptrdiff_t>>;
  Kokkos::parallel_for("sum of stages", Policy(space, 0, size), sum);
}

}  // namespace solenoid
