#pragma once
/// \file
/// The compiled compositions of MUSCL-Hancock: one function per equation set, Riemann solver,
/// precision and execution space, instantiated in the files physics/solvers/kernels/*.cpp.

#include "numerics/device/spaces.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/schemes/muscl_hancock_update.hpp"
#include "numerics/schemes/repair.hpp"
#include "physics/equations/general_gas.hpp"
#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/isothermal.hpp"
#include "physics/equations/riemann/exact.hpp"
#include "physics/equations/riemann/hll.hpp"
#include "physics/equations/riemann/hll_bard_dorelli.hpp"
#include "physics/equations/riemann/hllc.hpp"
#include "physics/equations/riemann/hllcm.hpp"
#include "physics/equations/riemann/hlld.hpp"
#include "physics/equations/riemann/isothermal_hllc.hpp"
#include "physics/equations/riemann/isothermal_hlld.hpp"
#include "physics/equations/riemann/llf.hpp"
#include "physics/equations/riemann/roe.hpp"
#include "physics/equations/riemann/roe_mhd.hpp"

namespace solenoid {

/// One sweep of a block: which composition, and what it needs beside the arrays.
template <class Equations, class Real, class Space>
struct SweepTask {
  Layout layout;
  Axis axis;
  const Real* in;
  Real* out;
  int period;  ///< of lines along the axis: see Lines
  Reconstruction reconstruction;
  typename Equations::template Parameters<Real> equations;
  Limiter limiter;
  double dt;
  double spacing;
  double gravity;  ///< along the axis
  double damping;  ///< factor on psi
  Monitor<Real> monitor;
  std::array<BoundaryKind, 2> boundaries;  ///< along the axis
  double cell_volume;
  RepairSettings<Real> repair;
  const RepairStorage<Real, typename Space::memory_space>* repair_storage;  ///< if it is active
  Real* mass_flux;                    ///< takes those through the lower faces of cells, or null
  OutermostFluxes<Real> outermost{};  ///< of lines of a sweep along x
  std::array<bool, 2> apart{};        ///< outermost faces that repairs do not reach across
};

/// Runs the sweep on `space`, with limited slopes.
template <class Riemann, class Real, class Space>
void run_sweep(const Space& space, const SweepTask<typename Riemann::Equations, Real, Space>& task);
/// The same with reconstruction "weno-z".
template <class Riemann, class Real, class Space>
void run_weno_z_sweep(const Space& space,
                      const SweepTask<typename Riemann::Equations, Real, Space>& task);

}  // namespace solenoid
