#pragma once
/// \file
/// What happens after a sweep to cells that it left without density and pressure above their
/// floors.
///
/// First-order fallback: every face of such a cell gets the first-order flux, and the cells on both
/// sides of it are updated anew from the state before the sweep, so that the scheme stays
/// conservative. Floors: what is below them still is raised to them, and the energy that this adds
/// is summed. The sweep lists the cells; all work here is on that list, and costs nothing where it
/// is empty.

#include "numerics/device/spaces.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/state.hpp"
#include "numerics/schemes/monitor.hpp"
#include "numerics/schemes/repair_settings.hpp"

namespace solenoid {

/// Counters of repairs on the device, summed over sweeps.
enum RepairCounter : int { fallback_cells = 0, floored_cells = 1, repair_counters = 2 };

/// The cells that one listed cell may change: itself and its two neighbours along the sweep.
inline constexpr int repair_reach = 3;

/// Device memory of the repair; `fields` values a state.
template <class Real, class MemorySpace>
struct RepairStorage {
  explicit RepairStorage(int fields)
      : states("repaired states",
               std::size_t(monitor_capacity) * std::size_t(repair_reach) * std::size_t(fields)),
        owned("cells owned by an entry", std::size_t(monitor_capacity) * repair_reach) {}
  Kokkos::View<int*, MemorySpace> count{"cells to repair", monitor_counters};
  Kokkos::View<int*, MemorySpace> cells{"offsets of cells to repair", monitor_capacity};
  Kokkos::View<Real*, MemorySpace> states;
  Kokkos::View<int*, MemorySpace> owned;
  Kokkos::View<long*, MemorySpace> counters{"repair counters", repair_counters};
  Kokkos::View<double*, MemorySpace> added_energy{"energy added by floors", 1};
};

/// `monitor` with cells listed in `storage`, whose list it empties, in place of those of unphysical
/// cells: an update so monitored lists what is to be repaired.
template <class Real, class Space>
Monitor<Real> redirect_to_repair_list(
    const Space& space, const RepairStorage<Real, typename Space::memory_space>& storage,
    Monitor<Real> monitor) {
  clear(space, Kokkos::subview(storage.count,
                               Kokkos::make_pair(int{unphysical_count}, unphysical_count + 1)));
  monitor.counters = storage.count.data();
  monitor.unphysical = storage.cells.data();
  return monitor;
}

/// One pass of the repair over the list. Entry e belongs to a listed cell f; of the cells f-1, f
/// and f+1 it owns f, and the others unless they are listed themselves or an entry further below
/// owns them, so that every cell is written once.
///
/// `Cells` says how the scheme updated the cells: with `Number`, `Equations`, `cells` along the
/// direction, `stride` and `origin`, `constants()` of the equations, and
///  - `after(offset)`, the state that the update left, and `put(offset, state)`, which replaces it;
///  - `within_floors(state)`, whether it may stay, and `admissible(state)`, whether a run may go
///  on;
///  - `updated(offset, position, first_order)`, the state that the update leaves with fluxes of
///    first order through the lower and upper face where `first_order[side]` says so, `position`
///    being that of the cell along the direction.
template <class Cells>
struct Repair {
  using Real = typename Cells::Number;
  using Equations = typename Cells::Equations;
  using Conserved = typename Equations::template Conserved<Real>;
  using Primitive = typename Equations::template Primitive<Real>;
  using C = typename Equations::C;
  using P = typename Equations::P;
  static constexpr int size = Equations::size;

  Cells block;
  Layout layout;
  int axis;
  bool periodic;
  RepairSettings<Real> settings;
  double cell_volume;
  const int* count;
  const int* cells;
  Real* states;
  int* owned;
  long* counters;
  double* added_energy;
  Monitor<Real> monitor;  ///< takes what stays unphysical

  struct ComputeTag {};
  struct WriteTag {};
  struct FloorTag {};

  /// Position of an offset from the first interior cell along the sweep.
  KOKKOS_FUNCTION int along(int offset) const {
    const int in_plane = offset % layout.stride[2];
    if (axis == axis_z) return offset / layout.stride[2];
    return axis == axis_y ? in_plane / layout.stride[1] : in_plane % layout.stride[1];
  }

  /// The neighbour `shift` cells on, across a periodic boundary if need be; false if there is none.
  KOKKOS_FUNCTION bool neighbour(int offset, int shift, int& found) const {
    const int c = along(offset) + shift;
    found = offset + shift * block.stride;
    if (c >= 0 && c < block.cells) return true;
    if (!periodic) return false;
    found += (c < 0 ? block.cells : -block.cells) * block.stride;
    return true;
  }

  KOKKOS_FUNCTION bool listed(int offset, int shift) const {
    int at = 0;
    return neighbour(offset, shift, at) && !block.within_floors(block.after(at));
  }

  KOKKOS_FUNCTION bool owns(int offset, int shift) const {
    if (shift == 0) return true;
    if (!settings.first_order_fallback || listed(offset, shift)) return false;
    return shift > 0 || !listed(offset, 2 * shift);
  }

  KOKKOS_FUNCTION bool entry(int e, int& offset) const {
    if (e >= *count) return false;
    offset = cells[e] - block.origin;
    return true;
  }

  /// Faces get fluxes of first order where the cell on either side is listed.
  KOKKOS_FUNCTION void operator()(ComputeTag, int e) const {
    int offset = 0;
    if (!entry(e, offset)) return;
    for (int k = 0; k < repair_reach; ++k) {
      int at = 0;
      const bool mine = neighbour(offset, k - 1, at) && owns(offset, k - 1);
      owned[e * repair_reach + k] = mine ? 1 : 0;
      if (!mine || !settings.first_order_fallback) continue;
      const bool here = listed(at, 0);
      const bool first_order[2] = {here || listed(at, -1), here || listed(at, 1)};
      const Conserved u = block.updated(at, along(at), first_order);
      for (int f = 0; f < size; ++f) states[(e * repair_reach + k) * size + f] = u.values[f];
    }
  }

  KOKKOS_FUNCTION void operator()(WriteTag, int e) const {
    int offset = 0;
    if (!settings.first_order_fallback || !entry(e, offset)) return;
    for (int k = 0; k < repair_reach; ++k) {
      int at = 0;
      if (owned[e * repair_reach + k] == 0 || !neighbour(offset, k - 1, at)) continue;
      Conserved u;
      for (int f = 0; f < size; ++f) u.values[f] = states[(e * repair_reach + k) * size + f];
      block.put(at, u);
    }
    Kokkos::atomic_add(&counters[fallback_cells], 1L);
  }

  KOKKOS_FUNCTION void operator()(FloorTag, int e) const {
    int offset = 0;
    if (!entry(e, offset)) return;
    // More cells than the list holds: the rest stays as it is.
    if (e == 0 && *count > monitor_capacity) monitor.record_unphysical(cells[0]);
    for (int k = 0; k < repair_reach; ++k) {
      int at = 0;
      if (owned[e * repair_reach + k] == 0 || !neighbour(offset, k - 1, at)) continue;
      Conserved u = block.after(at);
      if (block.within_floors(u)) continue;
      if (settings.density_floor > 0 || settings.pressure_floor > 0) {
        apply_floors(u);
        block.put(at, u);
      }
      if (!block.admissible(u)) monitor.record_unphysical(block.origin + at);
    }
  }

 private:
  /// Raises density and pressure to the floors; velocity and field stay.
  KOKKOS_FUNCTION void apply_floors(Conserved& u) const {
    const Real energy_before = u[C::e];
    Primitive w = Equations::primitive(u, block.constants());
    if (!(w[P::rho] > settings.density_floor) && settings.density_floor > 0)
      w[P::rho] = settings.density_floor;
    if (!(w[P::p] > settings.pressure_floor) && settings.pressure_floor > 0)
      w[P::p] = settings.pressure_floor;
    u = Equations::conserved(w, block.constants());
    Kokkos::atomic_add(&counters[floored_cells], 1L);
    Kokkos::atomic_add(added_energy, double(u[C::e] - energy_before) * cell_volume);
  }
};

/// Repairs the cells that an update of `cells` listed in `storage`; `monitor` takes what stays
/// unphysical.
template <class Cells, class Space, class Real = typename Cells::Number>
void repair_cells(const Space& space, const Cells& cells, const Layout& layout, Axis axis,
                  bool periodic, double cell_volume, const RepairSettings<Real>& settings,
                  const RepairStorage<Real, typename Space::memory_space>& storage,
                  const Monitor<Real>& monitor) {
  using Pass = Repair<Cells>;
  const Pass pass{cells,
                  layout,
                  axis,
                  periodic,
                  settings,
                  cell_volume,
                  storage.count.data(),
                  storage.cells.data(),
                  storage.states.data(),
                  storage.owned.data(),
                  storage.counters.data(),
                  storage.added_energy.data(),
                  monitor};
  using Index = Kokkos::IndexType<int>;
  Kokkos::parallel_for(
      "repair: compute",
      Kokkos::RangePolicy<Space, Index, typename Pass::ComputeTag>(space, 0, monitor_capacity),
      pass);
  Kokkos::parallel_for(
      "repair: write",
      Kokkos::RangePolicy<Space, Index, typename Pass::WriteTag>(space, 0, monitor_capacity), pass);
  Kokkos::parallel_for(
      "repair: floors",
      Kokkos::RangePolicy<Space, Index, typename Pass::FloorTag>(space, 0, monitor_capacity), pass);
}

}  // namespace solenoid
