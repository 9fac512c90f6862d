#pragma once
/// \file
/// How MusclHancockSolver fills ghosts, and sweeps while those of other parts are on their way, for
/// muscl_hancock_solver.hpp.

#include <utility>

#include "physics/solvers/kernels/dispatch_sweep.hpp"
#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
GhostFields<R> MusclHancockSolver<E, R, S>::ghost_fields(Axis axis, const Array& fields,
                                                         int first) const {
  GhostFields<R> list{};
  for (int f = first; f < field_count() && list.count < list.capacity; ++f)
    list.add(fields.data() + f * layout_.field_stride + layout_.origin, f,
             this->kind_of_ghosts(f, axis), false);
  return list;
}

template <class E, class R, class S>
bool MusclHancockSolver<E, R, S>::reads_around(const SweepTask<E, R, S>& task) const {
  const Axis axis = task.axis;
  // Along x a host reads lines as they lie in memory.
  if (is_host_space<S> && axis == axis_x) return false;
  for (const BoundaryKind kind : boundaries_.kind[axis])
    if (kind != BoundaryKind::periodic) return false;
  // A lane of two cells along x must not reach beyond the end of a line by one of them.
  const int cells = layout_.cells[axis];
  if (cells < 2 * layout_.ghosts[axis] || (axis == axis_x && cells % 2 != 0)) return false;
  // These read ghosts, too, as scalars do behind the sweeps of a device.
  return !repairs_.active() && !shearing_.active() &&
         (is_host_space<S> || task.mass_flux == nullptr);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::fill_ghosts_of(Axis axis, double time, const Array& fields,
                                                 const GhostRange& range) {
  if (!grid_.active(axis)) return;
  const bool are_coming = std::exchange(ghosts_on_their_way_, false);
  if (are_coming)
    this->neighbours_.end_fetch(axis);
  else
    this->update_fixed_values(axis, time);
  const auto& kinds = boundaries_.kind[axis];
  for (int first = 0; first < field_count(); first += GhostFields<R>::capacity) {
    const GhostFields<R> list = ghost_fields(axis, fields, first);
    std::array<const R*, 2> received{};
    if (!are_coming) received = this->neighbours_.fetch(space_, list, layout_, axis, range, kinds);
    solenoid::fill_ghosts(space_, list, layout_, axis, range, kinds,
                          this->fixed_values_.range(axis), this->fixed_values_.of(axis), received);
  }
  if (axis == axis_x && shearing_.goes_on()) shearing_.shift_ghosts(space_, fields);
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::begin_ghosts_of(Axis axis, double time, const Array& fields) {
  // Where there are no such values, nothing has begun.
  this->update_fixed_values(axis, time);
  this->neighbours_.begin_fetch(ghost_fields(axis, fields, 0), layout_, axis, layout_.ghosts[axis],
                                boundaries_.kind[axis]);
  ghosts_on_their_way_ = true;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::fill_all_ghosts() {
  shearing_.begin(time_);
  for (const Axis axis : this->active_axes()) fill_ghosts_of(axis, time_, shown_state());
}

template <class E, class R, class S>
bool MusclHancockSolver<E, R, S>::can_send_beside(const PlannedSweep& planned,
                                                  const PlannedSweep& next) const {
  const Axis axis = next.axis;
  const int layers = layout_.ghosts[axis];
  if (axis == planned.axis || !grid_.is_cut(axis) || !grid_.is_mostly_inner(axis, layers) ||
      !this->neighbours_.can_come_beside(layout_, axis))
    return false;
  // On a device the two launches more take longer than it takes to send less.
  constexpr std::size_t fewest = is_host_space<S> ? 0 : std::size_t{8} << 20;
  if (sizeof(R) * std::size_t(field_count() * layers) * std::size_t(layout_.stride[axis]) < fewest)
    return false;
  // Nothing else may change the state between the two sweeps.
  if (repairs_.active() || sources_.active() || shearing_.active() || carried_.active())
    return false;
  const Axis last = ordered_axes().back();
  const bool acts_between =
      merges() && ((next.axis == last && second_half_) || (planned.axis == last && !second_half_));
  return !acts_between ||
         !(this->gravitates() || this->cools() || driving_.active() || settings_.terms.given());
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::sweep_outer_cells_first(SweepTask<E, R, S> task, const Array& out,
                                                          const PlannedSweep& next) {
  const Axis axis = next.axis;
  const int layers = layout_.ghosts[axis];
  const int inner = layout_.cells[axis] - 2 * layers;
  const auto sweep_cells = [&](int first, int count) {
    task.layout = cells_of_layout(layout_, axis, first, count);
    dispatch_sweep<E, R, S>(space_, settings_.riemann, task);
  };
  sweep_cells(0, layers);
  sweep_cells(layers + inner, layers);
  begin_ghosts_of(axis, next.time, out);
  sweep_cells(layers, inner);
}

}  // namespace solenoid
