#pragma once
/// \file
/// From the settings of a sweep to the function that is compiled for them.

#include "physics/equations/riemann/riemann_solver.hpp"
#include "physics/solvers/muscl_hancock_sweeps.hpp"

namespace solenoid {

template <class Equations, class Real, class Space>
void dispatch_sweep(const Space& space, RiemannSolver riemann,
                    const SweepTask<Equations, Real, Space>& task) {
  with_riemann_solver<Equations>(riemann, [&]<class Riemann>() {
    if (task.reconstruction == Reconstruction::weno_z)
      run_weno_z_sweep<Riemann, Real, Space>(space, task);
    else
      run_sweep<Riemann, Real, Space>(space, task);
  });
}

}  // namespace solenoid
