#pragma once
/// \file
/// How MusclHancockSolver fills ghosts, for muscl_hancock_solver.hpp.

#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::fill_ghosts_of(Axis axis, double time, const Array& fields) {
  if (!grid_.active(axis)) return;
  this->update_fixed_values(axis, time);
  const GhostRange range = ghost_range(layout_, axis, layout_.ghosts[axis], 0);
  const auto& kinds = boundaries_.kind[axis];
  GhostFields<R> list{};
  for (int f = 0; f < field_count(); ++f) {
    list.add(fields.data() + f * layout_.field_stride + layout_.origin, f,
             this->kind_of_ghosts(f, axis), false);
    if (list.count < list.capacity && f + 1 < field_count()) continue;
    solenoid::fill_ghosts(space_, list, layout_, axis, range, kinds,
                          this->fixed_values_.range(axis), this->fixed_values_.of(axis),
                          this->neighbours_.fetch(space_, list, layout_, axis, range, kinds));
    list = {};
  }
  if (axis == axis_x && shearing_.goes_on()) shearing_.shift_ghosts(space_, fields);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::fill_all_ghosts() {
  shearing_.begin(time_);
  for (const Axis axis : this->active_axes()) fill_ghosts_of(axis, time_, shown_state());
}

}  // namespace solenoid
