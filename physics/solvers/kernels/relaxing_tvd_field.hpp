#pragma once
/// \file
/// Definition of RelaxingTvdSolver::advance_field, for the files that instantiate it: files of
/// their own, for its kernels take long to compile.

#include "numerics/schemes/constrained_transport_host.hpp"
#include "physics/solvers/relaxing_tvd_solver.hpp"

namespace solenoid {

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::advance_field(Axis axis, double dt, bool reversed) {
  if constexpr (E::magnetised) {
    std::array<int, 2> transverse{(axis + 1) % 3, (axis + 2) % 3};
    // The velocity on the first and last transverse faces needs the cells behind them.
    for (const int t : transverse)
      if (grid_.active(t)) fill(Axis(t), {0, 1 + axis}, 1, 0);
    if (!grid_.active(axis)) return transport_along_inactive(axis, dt);
    fill(axis, {0, 1 + axis, 5 + transverse[0], 5 + transverse[1]}, ghost_cells, 1);
    if (reversed) std::swap(transverse[0], transverse[1]);
    for (const int t : transverse) {
      if (grid_.active(t))
        transport<true>(axis, t, dt);
      else
        transport<false>(axis, t, dt);
    }
  }
}

template <class E, class R, class S>
template <bool constrained>
void RelaxingTvdSolver<E, R, S>::transport(Axis axis, int transverse, double dt) {
  ConstrainedTransportUpdate<R, constrained> update{};
  update.density = values(0);
  update.momentum = values(1 + axis);
  update.field_t = values(5 + transverse);
  update.field_n = values(5 + axis);
  update.out_t = new_values(5 + transverse);
  update.out_n = new_values(5 + axis);
  update.lines = make_lines(layout_, axis);
  // One line more than cells in t, for the last face.
  const int across = other_directions(axis)[0] == transverse ? 0 : 1;
  if (constrained) ++update.lines.cross_cells[across];
  update.transverse = across;
  update.step_t = constrained ? layout_.stride[transverse] : 0;
  update.limiter = settings_.limiter;
  update.minus_half_ratio = R(-0.5 * dt / grid_.spacing(axis));
  update.minus_ratio = R(-dt / grid_.spacing(axis));
  update.ratio_t = R(dt / grid_.spacing(transverse));
  if constexpr (constrained && is_host_space<S>)
    update_on_host(space_, axis, update);
  else
    update_lines(space_, axis, "constrained transport", update);
  swap_copies(5 + transverse);
  if (constrained) swap_copies(5 + axis);
}

template <class E, class R, class S>
void RelaxingTvdSolver<E, R, S>::transport_along_inactive(Axis axis, double dt) {
  InactiveTransportUpdate<R> update{};
  update.density = values(0);
  update.momentum = values(1 + axis);
  update.field_n = values(5 + axis);
  update.out_n = new_values(5 + axis);
  for (int d = 0; d < 2; ++d) {
    const int transverse = (axis + 1 + d) % 3;
    update.field_t[d] = values(5 + transverse);
    update.step_t[d] = grid_.active(transverse) ? layout_.stride[transverse] : 0;
    update.ratio_t[d] = R(dt / grid_.spacing(transverse));
  }
  update_cells(space_, layout_, "constrained transport", update);
  swap_copies(5 + axis);
}

}  // namespace solenoid
