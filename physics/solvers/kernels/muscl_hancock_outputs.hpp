#pragma once
/// \file
/// How MusclHancockSolver makes what outputs show of a step whose last sweep is left to the next
/// one, for muscl_hancock_solver.hpp: in the other copy of the state, all of it or some cells.

#include <algorithm>
#include <array>
#include <vector>

#include "physics/solvers/kernels/dispatch_sweep.hpp"
#include "physics/solvers/kernels/grid_solver.hpp"
#include "physics/solvers/muscl_hancock_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
bool MusclHancockSolver<E, R, S>::can_take_last_sweep() {
  // The sweep has the signal with which the next step goes on, whoever asks for what when.
  this->update_signal();
  this->read_monitor();
  return !this->is_unphysical();
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::complete_step() {
  if (shown_cells_.all() || !(unfinished_ > 0) || !can_take_last_sweep()) return;
  repairs_.read(space_, this->neighbours_);
  sweep(last_sweep(), false, state_, spare_);
  repairs_.read_apart(space_, this->neighbours_);
  shown_cells_.finish();
  this->read_monitor();
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::complete_cells(const Box& cells) {
  begin_showing();
  show(cells);
}

template <class E, class R, class S>
bool MusclHancockSolver<E, R, S>::shows_cells_alone() const {
  // Repairs are counted, sheared boxes and parts of a grid take turns, and scalars that do not go
  // along are updated of all cells.
  return !repairs_.active() && !shearing_.active() && !grid_.is_cut() &&
         sweep_task(last_sweep(), false, state_, spare_).mass_flux == nullptr;
}

template <class E, class R, class S>
bool MusclHancockSolver<E, R, S>::begin_showing() {
  if (!shown_cells_.begun() && unfinished_ > 0) {
    if (!shows_cells_alone())
      complete_step();
    else if (can_take_last_sweep())
      shown_cells_.begin();
  }
  return shown_cells_.in_part();
}

template <class E, class R, class S>
bool MusclHancockSolver<E, R, S>::show(const Box& cells) {
  if (!shown_cells_.in_part() || cells.values() == 0) return false;
  std::array<bool, 3> periodic{};
  for (const Axis axis : this->active_axes())
    periodic[axis] = boundaries_.kind[axis][side_lower] == BoundaryKind::periodic;
  // Rows of lanes and of what devices copy at a time begin at multiples of so many cells.
  constexpr int unit = 16;
  static_assert(unit % lane_width<HostPack<R>> == 0, "packs would reach beyond a box");
  const std::vector<Box> boxes =
      shown_cells_.missing(boxes_with_neighbours(cells, layout_.cells, periodic, unit));
  if (boxes.empty()) return false;
  std::size_t more = shown_cells_.cells();
  for (const Box& box : boxes) more += box.values();
  // Whoever reads so many of them, slab by slab it may be, reads all.
  if (4 * more > grid_.cell_count()) {
    complete_step();
    return true;
  }
  for (const Box& box : boxes) {
    take_last_sweep_of(box);
    shown_cells_.add(box);
  }
  this->read_monitor();
  return true;
}

template <class E, class R, class S>
void MusclHancockSolver<E, R, S>::take_last_sweep_of(const Box& cells) {
  const PlannedSweep planned = last_sweep();
  const Axis axis = planned.axis;
  SweepTask<E, R, S> task = sweep_task(planned, false, state_, spare_);
  const int begin = cells.begin[axis], end = begin + cells.count[axis];
  if (begin > 0) task.boundaries[side_lower] = BoundaryKind::neighbour;
  if (end < layout_.cells[axis]) task.boundaries[side_upper] = BoundaryKind::neighbour;
  if (cells.count[axis] < layout_.cells[axis]) task.period = 0;
  const int layers = layout_.ghosts[axis];
  if (task.period == 0 && (begin < layers || end > layout_.cells[axis] - layers)) {
    GhostRange lines{layers, {0, 0}, {1, 1}};
    for (int o = 0; o < 2; ++o) {
      const auto direction = std::size_t(other_directions(axis)[std::size_t(o)]);
      lines.begin[o] = cells.begin[direction];
      lines.count[o] = cells.count[direction];
    }
    fill_ghosts_of(axis, planned.time, state_, lines);
  }
  for (const Axis d : {axis_x, axis_y, axis_z})
    task.layout = cells_of_layout(task.layout, d, cells.begin[d], cells.count[d]);
  dispatch_sweep<E, R, S>(space_, settings_.riemann, task);
}

}  // namespace solenoid
