#pragma once
/// \file
/// How cells are repaired (numerics/schemes/repair.hpp) after a MUSCL-Hancock update.

#include "numerics/schemes/muscl_hancock_update.hpp"
#include "numerics/schemes/repair.hpp"

namespace solenoid {

/// Cells of a MusclHancockUpdate.
template <class Update>
struct SweptCells {
  using Number = typename Update::Number;
  using Real = Number;
  using Scheme = typename Update::Scheme;
  using Equations = typename Scheme::Equations;
  using Conserved = typename Scheme::template Conserved<Real>;
  static constexpr int size = Scheme::size;

  Update update;
  int cells, stride, origin;

  KOKKOS_FUNCTION auto constants() const { return update.parameters.equations; }
  KOKKOS_FUNCTION Conserved after(int offset) const {
    Conserved u;
    for (int f = 0; f < size; ++f) u.values[f] = update.out[f][offset];
    return u;
  }
  KOKKOS_FUNCTION void put(int offset, const Conserved& u) const {
    for (int f = 0; f < size; ++f) update.out[f][offset] = u.values[f];
  }
  KOKKOS_FUNCTION bool within_floors(const Conserved& u) const {
    return Scheme::template within_floors<Real>(u, update.parameters);
  }
  KOKKOS_FUNCTION bool admissible(const Conserved& u) const { return Equations::physical(u); }

  KOKKOS_FUNCTION Conserved updated(int offset, int position, const bool (&first_order)[2]) const {
    return Scheme::template update<Real>(
        before(offset), flux(offset, position, first_order[side_lower]),
        flux(offset + stride, position + 1, first_order[side_upper]), update.parameters);
  }

 private:
  KOKKOS_FUNCTION Conserved before(int offset) const {
    return load_state<Conserved>(update.in, offset);
  }

  /// Flux through the lower face of the cell at `high`.
  KOKKOS_FUNCTION Conserved flux(int high, int position, bool first_order) const {
    const int low = high - stride;
    const Real kick = Scheme::kick(position, cells, update.parameters);
    if (first_order)
      return Scheme::template flux<Real>(
          Equations::primitive(before(low), update.parameters.equations),
          Equations::primitive(before(high), update.parameters.equations), kick, update.parameters);
    return Scheme::template flux<Real>(faces(low).upper, faces(high).lower, kick,
                                       update.parameters);
  }

  KOKKOS_FUNCTION auto faces(int offset) const {
    const auto variables = [&](int k) {
      return Scheme::template variables<Real>(before(offset + k * stride), update.parameters);
    };
    if constexpr (Scheme::stencil == 1) {
      return Scheme::template faces<Real>(variables(-1), variables(0), variables(1),
                                          update.parameters);
    } else {
      const decltype(variables(0)) around[] = {variables(-2), variables(-1), variables(0),
                                               variables(1), variables(2)};
      const auto at = [&](int v, int k) { return around[2 + k].values[v]; };
      return Scheme::template faces<Real>(at, update.parameters);
    }
  }
};

}  // namespace solenoid
