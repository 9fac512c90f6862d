#pragma once
/// \file
/// How MusclHancockSolver fills ghosts, for muscl_hancock_solver.hpp.

#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
GhostField MusclHancockSolver<E, R, S>::kind_of_ghosts(int field, Axis axis) {
  // Of the vectors the first is the momentum.
  if (field == E::vectors[0] + axis) return GhostField::flow;
  for (const int first : E::vectors)
    if (field == first + axis) return GhostField::odd;
  return GhostField::even;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::fill_ghosts_of(Axis axis, double time, const Array& fields) {
  if (!grid_.active(axis)) return;
  this->update_fixed_values(axis, time);
  const GhostRange range = ghost_range(layout_, axis, layout_.ghosts[axis], 0);
  const auto& kinds = boundaries_.kind[axis];
  GhostFields<R> list{};
  for (int f = 0; f < field_count(); ++f) {
    list.add(fields.data() + f * layout_.field_stride + layout_.origin, f, kind_of_ghosts(f, axis),
             false);
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

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::fill_ghosts(const std::vector<TermsField<R>>& fields,
                                              double time) {
  const int reach = settings_.terms.reach;
  for (const Axis axis : {axis_x, axis_y, axis_z}) {
    if (!grid_.active(axis)) continue;
    this->update_fixed_values(axis, time);
    // Those behind edges are right once all axes are filled.
    const GhostRange range = ghost_range(layout_, axis, reach, axis == axis_x ? 0 : reach);
    std::array<GhostFields<R>, 2> lists{};
    const auto fill = [&](bool own) {
      auto kinds = boundaries_.kind[axis];
      for (BoundaryKind& kind : kinds)
        if (own && (kind == BoundaryKind::fixed || kind == BoundaryKind::diode))
          kind = BoundaryKind::outflow;
      GhostFields<R>& list = lists[own ? 1 : 0];
      if (list.count > 0)
        solenoid::fill_ghosts(space_, list, layout_, axis, range, kinds,
                              this->fixed_values_.range(axis), this->fixed_values_.of(axis),
                              this->neighbours_.fetch(space_, list, layout_, axis, range, kinds));
      list = {};
    };
    for (const TermsField<R>& field : fields) {
      const bool own = field.stored < 0;
      GhostFields<R>& list = lists[own ? 1 : 0];
      list.add(field.values, field.stored,
               !own                      ? kind_of_ghosts(field.stored, axis)
               : field.component == axis ? GhostField::odd
                                         : GhostField::even,
               false);
      if (list.count == list.capacity) fill(own);
    }
    fill(false);
    fill(true);
  }
}

}  // namespace solenoid
