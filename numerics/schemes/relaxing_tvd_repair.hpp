#pragma once
/// \file
/// How cells are repaired (numerics/schemes/repair.hpp) after a relaxing TVD update.

#include "numerics/schemes/relaxing_tvd_update.hpp"
#include "numerics/schemes/repair.hpp"

namespace solenoid {

/// Cells of a RelaxingTvdUpdate.
template <class Update>
struct RelaxedCells {
  using Number = typename Update::Number;
  using Real = Number;
  using Scheme = typename Update::Scheme;
  using System = typename Update::System;
  using Equations = typename System::Equations;
  using Conserved = typename System::template Cell<Real>;
  using Values = typename System::template Values<Real>;
  using Listed = RelaxedCells;

  Update update;
  int cells, stride, origin;

  KOKKOS_FUNCTION auto constants() const { return update.parameters.equations; }
  KOKKOS_FUNCTION Conserved after(int offset) const {
    Values u;
    for (int f = 0; f < Update::size; ++f) u.values[f] = update.block.out[f][offset];
    return System::template with_values<Real>(before(offset), u);
  }
  KOKKOS_FUNCTION void put(int offset, const Conserved& u) const {
    for (int f = 0; f < Update::size; ++f) update.block.out[f][offset] = u.values[f];
  }
  KOKKOS_FUNCTION bool within_floors(const Conserved& u) const {
    return Scheme::template within_floors<Real>(u, update.parameters);
  }
  KOKKOS_FUNCTION bool admissible(const Conserved& u) const {
    return Scheme::template admissible<Real>(u, update.parameters);
  }

  KOKKOS_FUNCTION Conserved updated(int offset, int, const bool (&first_order)[2]) const {
    const Conserved cell = before(offset);
    const Values u = Scheme::template update<Real>(
        System::template values<Real>(cell), flux(offset, first_order[side_lower]),
        flux(offset + stride, first_order[side_upper]), update.parameters);
    return System::template with_values<Real>(cell, u);
  }

 private:
  KOKKOS_FUNCTION Conserved before(int offset) const {
    return update.block.template load_cell<Conserved>(offset);
  }
  KOKKOS_FUNCTION auto waves(const Conserved& cell) const {
    return Scheme::template waves<Real>(cell, update.parameters);
  }

  /// Upwind flux through the lower face of the cell at `high`.
  KOKKOS_FUNCTION Values upwind_flux(int high) const {
    return Scheme::template upwind_flux<Real>(waves(before(high - stride)).right,
                                              waves(before(high)).left);
  }

  /// Waves of a cell half a step on.
  KOKKOS_FUNCTION auto half_step_waves(int offset) const {
    return waves(Scheme::template half_step<Real>(before(offset), upwind_flux(offset),
                                                  upwind_flux(offset + stride), update.parameters));
  }

  KOKKOS_FUNCTION Values flux(int high, bool first_order) const {
    if (first_order) return upwind_flux(high);
    const auto below = half_step_waves(high - stride);
    const auto above = half_step_waves(high);
    const Values right[3] = {half_step_waves(high - 2 * stride).right, below.right, above.right};
    const Values left[3] = {below.left, above.left, half_step_waves(high + stride).left};
    return Scheme::template limited_flux<Real>(right, left, update.parameters);
  }
};

}  // namespace solenoid
