#pragma once
/// \file
/// What happens after a sweep to cells that it left without density and pressure above their
/// floors.
///
/// First-order fallback: every face of such a cell gets the first-order flux, and the cells on both
/// sides of it are updated anew from the state before the sweep, so that the scheme stays
/// conservative. Floors: what is below them still is raised to them, and the energy that this adds
/// is summed. The sweep lists the cells, which may be all; the work here is on that list
/// (repair_list.hpp). What it costs: docs/performance.md, floors and first-order fallback.
///
/// Where a grid is cut, parts tell each other which cells beside the cut are listed: a cell of the
/// neighbour that is listed becomes an entry here, too, for the cell beside it.

#include <array>

#include "numerics/device/copies.hpp"
#include "numerics/device/reproducible_sums.hpp"
#include "numerics/device/spaces.hpp"
#include "numerics/grid/exchange.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/state.hpp"
#include "numerics/schemes/monitor.hpp"
#include "numerics/schemes/repair_list.hpp"
#include "numerics/schemes/repair_settings.hpp"

namespace solenoid {

/// The cells that one listed cell may change: itself and its two neighbours along the sweep.
inline constexpr int repair_reach = 3;

/// The list, and passes of the repair over it. Entry e belongs to a listed cell f; of the cells
/// f-1, f and f+1 it owns f, and the others unless they are listed themselves or an entry further
/// below owns them, so that every cell is written once. Entries from *own_count on belong to listed
/// cells of neighbours, and name the cell of this part beside them.
///
/// `Cells` are those that a scheme has updated: with `Number`, `Equations`, `cells` along the
/// direction, `stride` and `origin`, `constants()` of the equations, and
///  - `after(offset)`, the state that the update left, and `put(offset, state)`, which replaces it;
///  - `within_floors(state)`, whether it may stay, and `admissible(state)`, whether a run may go
///    on.
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
  int* count;
  const int* own_count;
  int* cells;
  unsigned char* flags;  ///< are `generation` at the offsets of listed cells within a field
  unsigned char generation;
  long* counters;
  ReproducibleSums<1>* added_energy;
  std::array<unsigned char*, 2> sent, received;  ///< null where there is no neighbour
  Monitor<Real> monitor;                         ///< takes what stays unphysical

  struct MarkTag {};
  struct TellTag {};
  struct HearTag {};
  struct FloorTag {};

  /// Calls body(entry, its cell) for every `items`-th entry, from `first` on.
  template <class Body>
  KOKKOS_FORCEINLINE_FUNCTION void for_entries(int first, int items, const Body& body) const {
    for (int e = first; e < *count; e += items) body(e, cells[e] - block.origin);
  }

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

  /// The number of a cell among those beside a face of the part, and back.
  KOKKOS_FUNCTION int number_beside_face(int offset) const {
    const int z = offset / layout.stride[2], in_plane = offset % layout.stride[2];
    const int y = in_plane / layout.stride[1], x = in_plane % layout.stride[1];
    if (axis == axis_z) return x + y * layout.cells[0];
    return axis == axis_y ? x + z * layout.cells[0] : y + z * layout.cells[1];
  }
  KOKKOS_FUNCTION int offset_beside_face(int number, int side) const {
    const int row = layout.cells[axis == axis_x ? 1 : 0];
    const int first = number % row, second = number / row;
    const int from_face = side == side_lower ? 0 : (block.cells - 1) * block.stride;
    if (axis == axis_z) return from_face + first + second * layout.stride[1];
    return from_face + second * layout.stride[2] +
           (axis == axis_y ? first : first * layout.stride[1]);
  }

  KOKKOS_FUNCTION bool listed(int offset, int shift) const {
    int at = 0;
    if (neighbour(offset, shift, at)) return flags[block.origin + at] == generation;
    const int beyond = along(offset) + shift;
    const int side = beyond < 0 ? side_lower : side_upper;
    return (beyond == -1 || beyond == block.cells) && received[std::size_t(side)] != nullptr &&
           received[std::size_t(side)][number_beside_face(offset)] != 0;
  }

  KOKKOS_FUNCTION void operator()(MarkTag, int first) const {
    for_entries(first, repair_items,
                [&](int, int offset) { flags[block.origin + offset] = generation; });
  }

  /// Says which cells beside the faces are listed: both sides, one after the other.
  KOKKOS_FUNCTION void operator()(TellTag, int i) const {
    const int half = block_face_cells();
    const int side = i / half;
    if (sent[std::size_t(side)] == nullptr) return;
    sent[std::size_t(side)][i % half] = listed(offset_beside_face(i % half, side), 0) ? 1 : 0;
  }
  /// Makes listed cells of neighbours entries.
  KOKKOS_FUNCTION void operator()(HearTag, int i) const {
    const int half = block_face_cells();
    const int side = i / half;
    if (received[std::size_t(side)] == nullptr || received[std::size_t(side)][i % half] == 0)
      return;
    cells[Kokkos::atomic_fetch_add(count, 1)] = block.origin + offset_beside_face(i % half, side);
  }
  [[nodiscard]] KOKKOS_FUNCTION int block_face_cells() const {
    return layout.cells[0] * layout.cells[1] * layout.cells[2] / block.cells;
  }

  KOKKOS_FUNCTION bool owns(int offset, int shift) const {
    if (shift == 0) return true;
    if (!settings.first_order_fallback || listed(offset, shift)) return false;
    return shift > 0 || !listed(offset, 2 * shift);
  }

  /// Whether entry e owns its cell k, from below, which is at `at`.
  KOKKOS_FUNCTION bool owned_cell(int e, int offset, int k, int& at) const {
    if (e < *own_count) return neighbour(offset, k - 1, at) && owns(offset, k - 1);
    at = offset;
    // Of the listed cell beyond the lower face it is the one above, which that owns before others.
    return k == 1 && !listed(offset, 0) && (along(offset) == 0 || !listed(offset, -1));
  }

  KOKKOS_FUNCTION void operator()(FloorTag, int first) const {
    // The sweep measured cells that are others now.
    if (first == 0 && monitor.measure) monitor.count(repaired_count, *count);
    ReproducibleSums<1> added;
    bool adds = false;
    for_entries(first, energy_sums, [&](int e, int offset) {
      for (int k = 0; k < repair_reach; ++k) {
        int at = 0;
        if (!owned_cell(e, offset, k, at)) continue;
        Conserved u = block.after(at);
        if (block.within_floors(u)) continue;
        if (settings.density_floor > 0 || settings.pressure_floor > 0) {
          apply_floors(u, added);
          adds = true;
          block.put(at, u);
        }
        if (!block.admissible(u)) monitor.record_unphysical(block.origin + at);
      }
    });
    if (adds) added_energy[first].join(added);
  }

 private:
  /// Raises density and pressure to the floors; velocity and field stay.
  KOKKOS_FUNCTION void apply_floors(Conserved& u, ReproducibleSums<1>& added) const {
    [[maybe_unused]] const Conserved before = u;
    Primitive w = Equations::primitive(u, block.constants());
    if (!(w[P::rho] > settings.density_floor) && settings.density_floor > 0)
      w[P::rho] = settings.density_floor;
    if constexpr (Equations::has_energy)
      if (!(w[P::p] > settings.pressure_floor) && settings.pressure_floor > 0)
        w[P::p] = settings.pressure_floor;
    u = Equations::conserved(w, block.constants());
    Kokkos::atomic_add(&counters[floored_cells], 1L);
    if constexpr (Equations::has_energy) added.add(0, double(u[C::e] - before[C::e]) * cell_volume);
  }
};

/// Updates the cells of a list anew. `Cells` are those of `List`, and say how they were updated:
/// `updated(offset, position, first_order)` is the state that the update leaves with fluxes of
/// first order through the lower and upper face where `first_order[side]` says so, `position` being
/// that of the cell along the direction. It follows from the state before the update.
template <class Cells, class List>
struct RepairUpdate {
  Cells cells;
  List list;

  /// Faces get fluxes of first order where the cell on either side is listed.
  KOKKOS_FUNCTION void operator()(int first) const {
    list.for_entries(first, repair_items, [&](int e, int offset) {
      for (int k = 0; k < repair_reach; ++k) {
        int at = 0;
        if (!list.owned_cell(e, offset, k, at)) continue;
        const bool here = list.listed(at, 0);
        const bool first_order[2] = {here || list.listed(at, -1), here || list.listed(at, 1)};
        list.block.put(at, cells.updated(at, list.along(at), first_order));
      }
      if (e < *list.own_count) Kokkos::atomic_add(&list.counters[fallback_cells], 1L);
    });
  }
};

/// Makes the cells that neighbours have listed beside the faces of a part known to it.
template <class Pass, class Space, class Storage>
void exchange_listed(const Space& space, Pass& pass, const Storage& storage,
                     const std::array<bool, 2>& apart) {
  copy(space, storage.own_count,
       Kokkos::subview(storage.count,
                       Kokkos::make_pair(int{unphysical_count}, unphysical_count + 1)));
  using Index = Kokkos::IndexType<int>;
  const int cells = pass.block_face_cells();
  Exchange::Slabs slabs;
  slabs.bytes = std::size_t(cells);
  for (const Side side : {side_lower, side_upper}) {
    slabs.send[side] = pass.sent[side];
    slabs.receive[side] = pass.received[side];
  }
  storage.exchange->lend(Axis(pass.axis), slabs);
  for (const Side side : {side_lower, side_upper}) {
    pass.sent[side] = static_cast<unsigned char*>(slabs.send[side]);
    pass.received[side] = static_cast<unsigned char*>(slabs.receive[side]);
  }
  Kokkos::parallel_for(
      "repair: tell",
      Kokkos::RangePolicy<Space, Index, typename Pass::TellTag>(space, 0, 2 * cells), pass);
  storage.exchange->swap(Axis(pass.axis), slabs);
  for (const std::size_t side : {0, 1})
    if (apart[side]) pass.received[side] = nullptr;
  Kokkos::parallel_for(
      "repair: hear",
      Kokkos::RangePolicy<Space, Index, typename Pass::HearTag>(space, 0, 2 * cells), pass);
}

/// Where a repair takes place, and what of it: the update listed the cells in `storage`, `monitor`
/// takes what stays unphysical.
template <class Real, class MemorySpace>
struct RepairTask {
  Layout layout;
  Axis axis;
  std::array<BoundaryKind, 2> boundaries;  ///< along the axis
  std::array<bool, 2> apart;  ///< faces that what lies beyond has a flux of its own for
  double cell_volume;
  RepairSettings<Real> settings;
  const RepairStorage<Real, MemorySpace>* storage;
  Monitor<Real> monitor;
};

/// \name The parts of a repair that ask nothing of how cells were updated
/// @{
/// The list of the cells to repair, with those of neighbouring parts.
template <class Cells, class Space>
Repair<Cells> list_repairs(
    const Space& space, const Cells& cells,
    const RepairTask<typename Cells::Number, typename Space::memory_space>& task) {
  const auto& storage = *task.storage;
  Repair<Cells> list{cells,
                     task.layout,
                     task.axis,
                     task.boundaries[side_lower] == BoundaryKind::periodic && !task.apart[0],
                     task.settings,
                     task.cell_volume,
                     storage.count.data(),
                     storage.count.data(),
                     storage.cells.data(),
                     storage.listed.data(),
                     0,
                     storage.counters.data(),
                     storage.added_energy.data(),
                     {},
                     {},
                     task.monitor};
  for (const Side side : {side_lower, side_upper})
    if (task.boundaries[side] == BoundaryKind::neighbour && task.settings.first_order_fallback) {
      list.sent[side] = storage.sent[side].data();
      list.received[side] = storage.received[side].data();
      list.own_count = storage.own_count.data();
    }
  // Nobody else asks whether a cell is listed.
  if (task.settings.first_order_fallback) {
    list.generation = storage.begin_generation(space);
    for_listed<typename Repair<Cells>::MarkTag>(space, "repair: mark", storage, repair_items, list);
  }
  if (list.own_count != list.count) exchange_listed(space, list, storage, task.apart);
  return list;
}

/// Raises to the floors what is below them still.
template <class Cells, class Space>
void finish_repairs(
    const Space& space, const Repair<Cells>& list,
    const RepairStorage<typename Cells::Number, typename Space::memory_space>& storage) {
  for_listed<typename Repair<Cells>::FloorTag>(space, "repair: floors", storage, energy_sums, list);
}
/// @}

/// Repairs the cells that an update of `cells` listed.
template <class Cells, class Space>
void repair_cells(const Space& space, const Cells& cells,
                  const RepairTask<typename Cells::Number, typename Space::memory_space>& task) {
  using List = Repair<typename Cells::Listed>;
  const List list = list_repairs<typename Cells::Listed>(space, cells, task);
  if (task.settings.first_order_fallback)
    for_listed<void>(space, "repair: update", *task.storage, repair_items,
                     RepairUpdate<Cells, List>{cells, list});
  finish_repairs(space, list, *task.storage);
}

}  // namespace solenoid
