#pragma once
/// \file
/// How a sweep's cells are repaired (numerics/schemes/repair.hpp).

#include "numerics/lines/sweep.hpp"
#include "numerics/schemes/repair.hpp"

namespace solenoid {

template <class Scheme, class Real>
struct SweptCells {
  using Number = Real;
  using Equations = typename Scheme::Equations;
  using Conserved = typename Scheme::template Conserved<Real>;
  static constexpr int size = Scheme::size;

  SweepBlock<Real, size> block;
  typename Scheme::template Parameters<Real> parameters;
  int cells, stride, origin;

  KOKKOS_FUNCTION auto constants() const { return parameters.equations; }
  KOKKOS_FUNCTION Conserved after(int offset) const {
    Conserved u;
    for (int f = 0; f < size; ++f) u.values[f] = block.out[f][offset];
    return u;
  }
  KOKKOS_FUNCTION void put(int offset, const Conserved& u) const {
    for (int f = 0; f < size; ++f) block.out[f][offset] = u.values[f];
  }
  KOKKOS_FUNCTION bool within_floors(const Conserved& u) const {
    return Scheme::template within_floors<Real>(u, parameters);
  }
  KOKKOS_FUNCTION bool admissible(const Conserved& u) const { return Equations::physical(u); }

  KOKKOS_FUNCTION Conserved updated(int offset, int position, const bool (&first_order)[2]) const {
    return Scheme::template update<Real>(
        before(offset), flux(offset, position, first_order[side_lower]),
        flux(offset + stride, position + 1, first_order[side_upper]), parameters);
  }

 private:
  KOKKOS_FUNCTION Conserved before(int offset) const {
    return load_state<Conserved>(block.in, offset);
  }

  /// Flux through the lower face of the cell at `high`.
  KOKKOS_FUNCTION Conserved flux(int high, int position, bool first_order) const {
    const int low = high - stride;
    const Real kick = Scheme::kick(position, cells, parameters);
    if (first_order)
      return Scheme::template flux<Real>(Equations::primitive(before(low), parameters.equations),
                                         Equations::primitive(before(high), parameters.equations),
                                         kick, parameters);
    const auto variables = [&](int at) {
      return Scheme::template variables<Real>(before(at), parameters);
    };
    const auto q_low = variables(low);
    const auto q_high = variables(high);
    return Scheme::template flux<Real>(
        Scheme::template faces<Real>(variables(low - stride), q_low, q_high, parameters).upper,
        Scheme::template faces<Real>(q_low, q_high, variables(high + stride), parameters).lower,
        kick, parameters);
  }
};

/// Repairs what the sweep of `block` listed in `storage`; `monitor` takes what stays unphysical.
template <class Scheme, class Real, class Space>
void repair(const Space& space, const SweepBlock<Real, Scheme::size>& block,
            const typename Scheme::template Parameters<Real>& parameters, const Layout& layout,
            Axis axis, bool periodic, double cell_volume, const RepairSettings<Real>& settings,
            const RepairStorage<Real, typename Space::memory_space>& storage,
            const Monitor<Real>& monitor) {
  repair_cells(space,
               SweptCells<Scheme, Real>{block, parameters, block.cells, block.stride, block.origin},
               layout, axis, periodic, cell_volume, settings, storage, monitor);
}

}  // namespace solenoid
