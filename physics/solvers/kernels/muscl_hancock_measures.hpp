#pragma once
/// \file
/// What MusclHancockSolver finds out about its state beside the sweeps, for
/// muscl_hancock_solver.hpp: the fastest signal, and whether there are shocks.

#include <array>

#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/kernels/look_for_shocks.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

/// Records the signal and the unphysical cells of a state, as a sweep does of the state that it
/// makes.
template <class Equations, class Real>
struct MeasureSignal {
  const Real* in[Equations::size];  ///< at interior cell (0, 0, 0), normal components first
  Lines lines;
  int origin;
  typename Equations::template Parameters<Real> equations;
  Monitor<Real> monitor;

  KOKKOS_FUNCTION void operator()(const int line) const {
    const int start = line % lines.cross_cells[0] * lines.cross_stride[0] +
                      line / lines.cross_cells[0] * lines.cross_stride[1];
    Real fastest = 0;
    for (int c = 0; c < lines.cells; ++c) {
      const int offset = start + c * lines.stride;
      const auto u = load_state<typename Equations::template Conserved<Real>>(in, offset);
      if (!Equations::physical(u)) monitor.record_unphysical(origin + offset);
      raise_to_signal<Equations>(fastest, u, monitor, equations);
    }
    monitor.record_signal(line, fastest);
  }
};

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::measure_signal() {
  const Axis axis = this->active_axes().front();
  MeasureSignal<E, R> measure{
      {}, make_lines(layout_, axis), layout_.origin, constants_, monitor(axis, true)};
  const auto order = fields_along<size>(axis, E::vectors);
  for (int f = 0; f < size; ++f)
    measure.in[f] = field_of(state_, layout_, order[f]).data() + layout_.origin;
  const int lines = measure.lines.cross_cells[0] * measure.lines.cross_cells[1];
  Kokkos::parallel_for("measure signal",
                       Kokkos::RangePolicy<S, Kokkos::IndexType<int>>(space_, 0, lines), measure);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::look_at_flow() {
  std::array<bool, 3> periodic{};
  for (const Axis axis : this->active_axes()) {
    const auto& kinds = boundaries_.kind[axis];
    periodic[axis] =
        kinds == std::array{BoundaryKind::periodic, BoundaryKind::periodic} && !shearing_.active();
    if (!periodic[axis]) fill_ghosts_of(axis, time_, state_);
  }
  look_for_shocks<E>(space_, state_.data(), layout_, periodic, constants_,
                     monitor(this->active_axes().front(), false));
}

}  // namespace solenoid
