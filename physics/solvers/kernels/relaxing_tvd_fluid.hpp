#pragma once
/// \file
/// Definition of RelaxingTvdSolver::advance_fluid, for the files that instantiate it: files of
/// their own, for its kernels take long to compile.

#include "numerics/schemes/relaxing_tvd_repair.hpp"
#include "physics/solvers/relaxing_tvd_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::advance_fluid(Axis axis, double dt, bool completes, bool measure) {
  if (!grid_.active(axis)) return;
  // The margin of a cell holds the last faces of the transverse field components.
  std::vector<int> all;
  for (int f = 0; f < size; ++f) all.push_back(f);
  fill(axis, all, Scheme::reach, 1);
  using Update = RelaxingTvdUpdate<Scheme, R, E::magnetised>;
  Update update{};
  const auto rotated = [&](int first, int component) { return first + (axis + component) % 3; };
  for (int f = 0; f < Update::size; ++f) {
    const int field = f >= 1 && f <= 3 ? rotated(1, f - 1) : f;
    update.block.values[f] = values(field);
    update.block.out[f] = new_values(field);
  }
  if constexpr (E::magnetised)
    for (int d = 0; d < 3; ++d) {
      const int direction = (axis + d) % 3;
      update.block.faces[d] = values(5 + direction);
      update.block.face_step[d] = grid_.active(direction) ? layout_.stride[direction] : 0;
    }
  update.lines = make_lines(layout_, axis);
  update.parameters.equations = constants_;
  update.parameters.limiter = settings_.limiter;
  update.parameters.minus_half_ratio = R(-0.5 * dt / grid_.spacing(axis));
  update.parameters.minus_ratio = R(-dt / grid_.spacing(axis));
  const Monitor<R> noted = monitor(axis, measure);
  RepairSettings<R> repair = repairs_.settings();
  if (!completes) repair.pressure_floor = 0;
  update.parameters.completes = completes;
  update.parameters.density_floor = repair.density_floor;
  update.parameters.pressure_floor = repair.pressure_floor;
  update.monitor =
      repairs_.active() ? redirect_to_repair_list(space_, *repairs_.storage(), noted) : noted;
  if (measure) update.monitor.threshold = this->signal_threshold();
  update.origin = layout_.origin;
  update_lines(space_, axis, "relaxing TVD", update);
  if (repairs_.active())
    repair_cells(
        space_,
        RelaxedCells<Update>{update, update.lines.cells, update.lines.stride, layout_.origin},
        RepairTask<R, typename S::memory_space>{layout_,
                                                axis,
                                                boundaries_.kind[axis],
                                                {},
                                                grid_.cell_volume(),
                                                repair,
                                                repairs_.storage(),
                                                noted});
  for (int f = 0; f < Update::size; ++f) swap_copies(f);
}

}  // namespace solenoid
