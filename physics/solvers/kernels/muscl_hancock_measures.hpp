#pragma once
/// \file
/// What MusclHancockSolver finds out about its state beside the sweeps, for
/// muscl_hancock_solver.hpp: the fastest signal, and whether there are shocks.

#include <array>

#include "numerics/schemes/measure_signal.hpp"
#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/kernels/look_for_shocks.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"
#include "physics/solvers/stored_cells.hpp"

namespace solenoid {

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::measure_signal() {
  const Axis axis = this->active_axes().front();
  StoredCells<E, R> cells{{}, constants_};
  const auto order = fields_along<size>(axis, E::vectors);
  for (int f = 0; f < size; ++f) cells.in[f] = field_of(state_, layout_, order[f]).data();
  solenoid::measure_signal(space_, cells, layout_, monitor(axis, true));
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
