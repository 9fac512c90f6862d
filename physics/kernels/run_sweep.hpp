#pragma once
/// \file
/// Definition of run_sweep, for the files that instantiate it.

#include "numerics/sweep_across.hpp"
#include "numerics/sweep_along.hpp"
#include "physics/muscl_hancock_sweeps.hpp"

namespace solenoid {

template <class Riemann, Reconstruction reconstruction, class Real, class Space>
void run_composed(const Space& space, const SweepTask<typename Riemann::Equations, Real>& task) {
  using Scheme = MusclHancock<Riemann, reconstruction>;
  using Equations = typename Riemann::Equations;
  typename Scheme::template Parameters<Real> parameters{};
  parameters.equations = task.equations;
  parameters.limiter = task.limiter;
  parameters.first_order_fallback = task.first_order_fallback;
  parameters.half_ratio = Real(0.5 * task.dt / task.spacing);
  parameters.minus_ratio = Real(-task.dt / task.spacing);
  parameters.gravity_dt = Real(task.gravity * task.dt);
  parameters.damping = Real(task.damping);
  const auto block = make_sweep_block<Equations::size>(task.layout, task.axis, task.in, task.out,
                                                       Equations::vectors);
  if (task.axis == axis_x)
    sweep_along<Scheme>(space, block, parameters, task.watch);
  else
    sweep_across<Scheme>(space, block, parameters, task.watch);
}

template <class Riemann, class Real, class Space>
void run_sweep(const Space& space, const SweepTask<typename Riemann::Equations, Real>& task) {
  if (task.reconstruction == Reconstruction::primitive)
    run_composed<Riemann, Reconstruction::primitive>(space, task);
  else
    run_composed<Riemann, Reconstruction::conserved>(space, task);
}

}  // namespace solenoid

#if SOLENOID_HAS_DEVICE
#define SOLENOID_INSTANTIATE_SWEEPS(Riemann, Real)                             \
  template void solenoid::run_sweep<Riemann, Real, solenoid::HostSpace>(       \
      const solenoid::HostSpace&, const SweepTask<Riemann::Equations, Real>&); \
  template void solenoid::run_sweep<Riemann, Real, solenoid::DeviceSpace>(     \
      const solenoid::DeviceSpace&, const SweepTask<Riemann::Equations, Real>&)
#else
#define SOLENOID_INSTANTIATE_SWEEPS(Riemann, Real)                       \
  template void solenoid::run_sweep<Riemann, Real, solenoid::HostSpace>( \
      const solenoid::HostSpace&, const SweepTask<Riemann::Equations, Real>&)
#endif
