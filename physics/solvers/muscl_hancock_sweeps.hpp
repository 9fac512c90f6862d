#pragma once
/// \file
/// The compiled compositions of MUSCL-Hancock: one function per equation set, Riemann solver,
/// precision and execution space, instantiated in the files physics/solvers/kernels/*.cpp.

#include "numerics/device/spaces.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/schemes/muscl_hancock_update.hpp"
#include "numerics/schemes/repair.hpp"
#include "numerics/schemes/sweep_with_scalars.hpp"
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
  /// A scalar that the sweep takes along, which it can if takes_scalar_along(); null: none.
  const Real* scalar_in = nullptr;
  Real* scalar_out = nullptr;
};

/// Whether a sweep asks for nothing that PlainFeatures lack.
template <class Equations, class Real, class Space>
bool is_plain(const SweepTask<Equations, Real, Space>& task) {
  return !task.repair.active() && task.gravity == 0;
}

/// Whether a device has kernels of their own for the parabolas of a sweep. The limiter is that of
/// few cells: those for one are enough.
template <class Equations, class Real, class Space>
bool has_plain_parabolas(const SweepTask<Equations, Real, Space>& task) {
  return !is_host_space<Space> && is_plain(task) && task.reconstruction == Reconstruction::weno_z &&
         task.limiter == sharpest_limiter;
}

/// Whether there are kernels for sweeps of these equations that take a scalar along: a pass of its
/// own costs half of what a gas without a magnetic field does, and a fifth of one with it.
template <class Equations, class Space>
inline constexpr bool have_scalar_along = !is_host_space<Space> && !Equations::magnetised;

/// Whether the sweep can take a scalar along.
template <class Equations, class Real, class Space>
bool takes_scalar_along(const SweepTask<Equations, Real, Space>& task) {
  return have_scalar_along<Equations, Space> && task.reconstruction != Reconstruction::conserved &&
         !task.outermost.asked_for();
}

/// Runs the sweep on `space`, with limited slopes.
template <class Riemann, class Real, class Space>
void run_sweep(const Space& space, const SweepTask<typename Riemann::Equations, Real, Space>& task);
/// The same with reconstruction "weno-z".
template <class Riemann, class Real, class Space>
void run_weno_z_sweep(const Space& space,
                      const SweepTask<typename Riemann::Equations, Real, Space>& task);

}  // namespace solenoid
