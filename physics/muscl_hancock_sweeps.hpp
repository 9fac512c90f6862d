#pragma once
/// \file
/// The compiled compositions of MUSCL-Hancock: one function per equation set, Riemann solver,
/// precision and execution space, instantiated in the files physics/kernels/*.cpp.

#include "numerics/muscl_hancock.hpp"
#include "numerics/repair.hpp"
#include "numerics/spaces.hpp"
#include "numerics/sweep.hpp"
#include "physics/hydrodynamics.hpp"
#include "physics/ideal_mhd.hpp"
#include "physics/riemann/hll.hpp"
#include "physics/riemann/hll_bard_dorelli.hpp"
#include "physics/riemann/hllc.hpp"
#include "physics/riemann/hlld.hpp"

namespace solenoid {

/// One sweep of a block: which composition, and what it needs beside the arrays.
template <class Equations, class Real, class Space>
struct SweepTask {
  Layout layout;
  Axis axis;
  const Real* in;
  Real* out;
  Reconstruction reconstruction;
  typename Equations::template Parameters<Real> equations;
  Limiter limiter;
  double dt;
  double spacing;
  double gravity;  ///< along the axis
  double damping;  ///< factor on psi
  Watch<Real> watch;
  std::array<BoundaryKind, 2> boundaries;  ///< along the axis
  double cell_volume;
  RepairSettings<Real> repair;
  const RepairStorage<Real, typename Space::memory_space>* repair_storage;  ///< if it is active
};

/// Runs the sweep on `space`.
template <class Riemann, class Real, class Space>
void run_sweep(const Space& space, const SweepTask<typename Riemann::Equations, Real, Space>& task);

}  // namespace solenoid
