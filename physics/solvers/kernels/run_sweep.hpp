#pragma once
/// \file
/// Definitions of run_sweep and run_weno_z_sweep, for the files that instantiate them.

#include <array>

#include "physics/equations/riemann/chosen.hpp"
#include "physics/solvers/kernels/shared_repairs.hpp"
#include "physics/solvers/muscl_hancock_sweeps.hpp"

namespace solenoid {

template <class Scheme, class Real, class Space>
auto sweep_of(const SweepTask<typename Scheme::Equations, Real, Space>& task,
              const typename Scheme::Riemann& riemann, const Monitor<Real>& monitor) {
  typename Scheme::template Parameters<Real> parameters{};
  parameters.equations = task.equations;
  parameters.riemann = riemann;
  parameters.limiter = task.limiter;
  parameters.floors = floors_of(task.repair);
  parameters.first_order_fallback = task.repair.first_order_fallback;
  parameters.half_ratio = Real(0.5 * task.dt / task.spacing);
  parameters.minus_ratio = Real(-task.dt / task.spacing);
  parameters.gravity_dt = Real(task.gravity * task.dt);
  parameters.damping = Real(task.damping);
  for (const Side side : {side_lower, side_upper}) {
    const bool pulls_in = side == side_lower ? task.gravity > 0 : task.gravity < 0;
    parameters.walls[side] = task.boundaries[side] == BoundaryKind::reflecting ||
                             (task.boundaries[side] == BoundaryKind::diode && pulls_in);
  }
  auto sweep = make_sweep<Scheme>(task.layout, task.axis, task.in, task.out, parameters, monitor,
                                  task.mass_flux);
  sweep.lines.period = task.period;
  sweep.outermost = task.outermost;
  return sweep;
}

/// Keeps the outermost fluxes of a sweep that is done.
template <class Cells, class Space>
void keep_outermost(const Space& space, const Cells& cells) {
  Kokkos::parallel_for(
      "outermost fluxes",
      Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, cells.line_count()), cells);
}

/// Updates the lines, and repairs what is to be repaired. `make(monitor)` is the sweep that tells
/// the monitor what it finds.
template <class Scheme, class Real, class Space, class Make>
void run_repaired(const Space& space,
                  const SweepTask<typename Scheme::Equations, Real, Space>& task,
                  const std::array<const char*, 2>& names, const Make& make) {
  const auto update =
      make(task.repair.active() ? redirect_to_repair_list(space, *task.repair_storage, task.monitor)
                                : task.monitor);
  update_lines(space, task.axis, names[task.axis == axis_x ? 0 : 1], update);
  if constexpr (Scheme::repairs) {
    const SweptCells cells(update);
    if constexpr (!is_host_space<Space>)
      if (task.outermost.asked_for()) keep_outermost(space, cells);
    if (task.repair.active())
      repair_cells(space, cells,
                   RepairTask<Real, typename Space::memory_space>{
                       task.layout, task.axis, task.boundaries, task.apart, task.cell_volume,
                       task.repair, task.repair_storage, task.monitor});
  }
}

template <class Scheme, class Real, class Space>
void run_scheme(const Space& space, const SweepTask<typename Scheme::Equations, Real, Space>& task,
                const typename Scheme::Riemann& riemann = {}) {
  run_repaired<Scheme>(
      space, task, {"sweep along", "sweep across"},
      [&](const Monitor<Real>& monitor) { return sweep_of<Scheme>(task, riemann, monitor); });
}

/// The same with kernels of their own for what most runs use. The full ones, which repairs are made
/// of, have the fluxes with the same bits.
template <class Plain, class Full, class Real, class Space>
void run_plain_scheme(const Space& space,
                      const SweepTask<typename Full::Equations, Real, Space>& task,
                      const typename Full::Riemann& riemann) {
  run_scheme<Plain>(space, task, riemann);
  if (task.outermost.asked_for())
    keep_outermost(space, SweptCells(sweep_of<Full>(task, riemann, task.monitor)));
}

/// Calls run(scheme) with the composition whose kernels are for nothing but what the sweep asks
/// for, which most runs ask for; returns whether there is one. With parabolas the limiter is that
/// of few cells: those of one limiter are enough.
template <class Riemann, Reconstruction reconstruction, class Real, class Space, class Run>
bool run_plain(const SweepTask<typename Riemann::Equations, Real, Space>& task, const Run& run) {
  const auto run_with = [&](const auto& limiter) {
    using Features = PlainFeatures<std::decay_t<decltype(limiter)>>;
    run(MusclHancock<Riemann, reconstruction, Features>{});
  };
  if constexpr (reconstruction == Reconstruction::weno_z) {
    if (!has_plain_parabolas(task)) return false;
    run_with(LimiterOf<sharpest_limiter>{});
  } else {
    if (!is_plain(task)) return false;
    with_limiter(task.limiter, run_with);
  }
  return true;
}

/// A sweep that takes a scalar along.
template <class Scheme, class Real, class Space>
void run_scheme_with_scalar(const Space& space,
                            const SweepTask<typename Scheme::Equations, Real, Space>& task,
                            const typename Scheme::Riemann& riemann) {
  run_repaired<Scheme>(
      space, task, {"sweep with a scalar along", "sweep with a scalar across"},
      [&](const Monitor<Real>& monitor) {
        SweepWithScalars<Scheme, Real, 1> update(sweep_of<Scheme>(task, riemann, monitor));
        update.scalars_in[0] = task.scalar_in + task.layout.origin;
        update.scalars_out[0] = task.scalar_out + task.layout.origin;
        return update;
      });
}

/// On devices, where branches cost, what most runs use has kernels of its own.
template <class Riemann, Reconstruction reconstruction, class Real, class Space>
void sweep_primitive(const Space& space,
                     const SweepTask<typename Riemann::Equations, Real, Space>& task,
                     const Riemann& riemann) {
  using Full = MusclHancock<Riemann, reconstruction>;
  if constexpr (have_scalar_along<typename Riemann::Equations, Space>)
    if (task.scalar_in != nullptr) {
      if (!run_plain<Riemann, reconstruction>(task, [&]<class Plain>(const Plain&) {
            run_scheme_with_scalar<Plain>(space, task, riemann);
          }))
        run_scheme_with_scalar<Full>(space, task, riemann);
      return;
    }
  if constexpr (!is_host_space<Space>)
    if (run_plain<Riemann, reconstruction>(task, [&]<class Plain>(const Plain&) {
          run_plain_scheme<Plain, Full>(space, task, riemann);
        }))
      return;
  run_scheme<Full>(space, task, riemann);
}

/// Slopes of conserved variables, which hardly anyone asks for, are not compiled for gases without
/// an energy.
template <class Riemann, class Real, class Space>
void sweep_with_slopes(const Space& space,
                       const SweepTask<typename Riemann::Equations, Real, Space>& task,
                       const Riemann& riemann) {
  if constexpr (Riemann::Equations::has_energy)
    if (task.reconstruction == Reconstruction::conserved)
      return run_scheme<MusclHancock<Riemann, Reconstruction::conserved>>(space, task, riemann);
  sweep_primitive<Riemann, Reconstruction::primitive>(space, task, riemann);
}

template <class Riemann, class Real, class Space>
void sweep_with_parabolas(const Space& space,
                          const SweepTask<typename Riemann::Equations, Real, Space>& task,
                          const Riemann& riemann) {
  sweep_primitive<Riemann, Reconstruction::weno_z>(space, task, riemann);
}

/// Whether sweeps of hosts are compiled once for all Riemann solvers of a set of equations, which
/// call them by pointers: builds faster, runs slower. That is asked for with
/// -DSOLENOID_SHARED_HOST_KERNELS=ON; of tabulated gases, whose fluxes search in tables, calls are
/// a small part anyway.
template <class Equations>
#ifdef SOLENOID_SHARED_HOST_KERNELS
inline constexpr bool shares_host_kernels = true;
#else
inline constexpr bool shares_host_kernels = Equations::gas == EquationOfState::tabulated;
#endif

/// Calls sweep(riemann) with what a sweep on this space is compiled for.
template <class Riemann, class Real, class Space, class Sweep>
void with_compiled_riemann_solver(const Sweep& sweep) {
  if constexpr (shares_host_kernels<typename Riemann::Equations> && is_host_space<Space>)
    sweep(ChosenRiemannSolver<typename Riemann::Equations, Real>::template of<Riemann>());
  else
    sweep(Riemann{});
}

template <class Riemann, class Real, class Space>
void run_sweep(const Space& space,
               const SweepTask<typename Riemann::Equations, Real, Space>& task) {
  with_compiled_riemann_solver<Riemann, Real, Space>(
      [&](const auto& riemann) { sweep_with_slopes(space, task, riemann); });
}

template <class Riemann, class Real, class Space>
void run_weno_z_sweep(const Space& space,
                      const SweepTask<typename Riemann::Equations, Real, Space>& task) {
  with_compiled_riemann_solver<Riemann, Real, Space>(
      [&](const auto& riemann) { sweep_with_parabolas(space, task, riemann); });
}

}  // namespace solenoid

#define SOLENOID_SHARED_SWEEP(prefix, run, Equations, Real)                                 \
  prefix template void                                                                      \
  solenoid::run<solenoid::ChosenRiemannSolver<Equations, Real>, Real, solenoid::HostSpace>( \
      const solenoid::HostSpace&, const SweepTask<Equations, Real, solenoid::HostSpace>&,   \
      const ChosenRiemannSolver<Equations, Real>&)
#ifdef SOLENOID_SHARED_HOST_KERNELS
// In one of the files that include this.
#define SOLENOID_COMPILED_ELSEWHERE(Equations)                            \
  SOLENOID_SHARED_SWEEP(extern, sweep_with_slopes, Equations, double);    \
  SOLENOID_SHARED_SWEEP(extern, sweep_with_slopes, Equations, float);     \
  SOLENOID_SHARED_SWEEP(extern, sweep_with_parabolas, Equations, double); \
  SOLENOID_SHARED_SWEEP(extern, sweep_with_parabolas, Equations, float)
namespace solenoid {
SOLENOID_COMPILED_ELSEWHERE(IdealMhd);
SOLENOID_COMPILED_ELSEWHERE(Hydrodynamics);
SOLENOID_COMPILED_ELSEWHERE(IsothermalMhd);
SOLENOID_COMPILED_ELSEWHERE(IsothermalHydrodynamics);
}  // namespace solenoid
#undef SOLENOID_COMPILED_ELSEWHERE
#define SOLENOID_SHARED_SWEEPS(Equations, Real) \
  SOLENOID_SHARED_SWEEP(, sweep_with_slopes, Equations, Real)
#define SOLENOID_SHARED_WENO_Z_SWEEPS(Equations, Real) \
  SOLENOID_SHARED_SWEEP(, sweep_with_parabolas, Equations, Real)
#else
#define SOLENOID_SHARED_SWEEPS(Equations, Real)
#define SOLENOID_SHARED_WENO_Z_SWEEPS(Equations, Real)
#endif

#define SOLENOID_INSTANTIATE_SWEEP(run, Riemann, Real, Space) \
  template void solenoid::run<Riemann, Real, Space>(          \
      const Space&, const SweepTask<Riemann::Equations, Real, Space>&)
#if SOLENOID_HAS_DEVICE
#define SOLENOID_INSTANTIATE(run, Riemann, Real)                       \
  SOLENOID_INSTANTIATE_SWEEP(run, Riemann, Real, solenoid::HostSpace); \
  SOLENOID_INSTANTIATE_SWEEP(run, Riemann, Real, solenoid::DeviceSpace)
#else
#define SOLENOID_INSTANTIATE(run, Riemann, Real) \
  SOLENOID_INSTANTIATE_SWEEP(run, Riemann, Real, solenoid::HostSpace)
#endif
#define SOLENOID_INSTANTIATE_SWEEPS(Riemann, Real)    \
  SOLENOID_REPAIRS(extern, Riemann::Equations, Real); \
  SOLENOID_INSTANTIATE(run_sweep, Riemann, Real)
#define SOLENOID_INSTANTIATE_WENO_Z_SWEEPS(Riemann, Real) \
  SOLENOID_REPAIRS(extern, Riemann::Equations, Real);     \
  SOLENOID_INSTANTIATE(run_weno_z_sweep, Riemann, Real)
