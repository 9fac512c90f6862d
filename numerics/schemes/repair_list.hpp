#pragma once
/// \file
/// The list of the cells that a sweep left to be repaired (repair.hpp): its memory on the device,
/// and how kernels go over it.

#include <algorithm>
#include <array>
#include <limits>
#include <type_traits>

#include "numerics/device/copies.hpp"
#include "numerics/device/reproducible_sums.hpp"
#include "numerics/device/spaces.hpp"
#include "numerics/grid/exchange.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/schemes/monitor.hpp"
#include "numerics/schemes/repair_settings.hpp"

namespace solenoid {

/// Counters of repairs on the device, summed over sweeps.
enum RepairCounter : int { fallback_cells = 0, floored_cells = 1, repair_counters = 2 };

/// Work items that go over the list side by side: item n takes entry n, and each so many behind it.
inline constexpr int repair_items = 1 << 16;
/// The same where each has a sum of its own of the energy that floors add.
inline constexpr int energy_sums = 1 << 14;
/// As many as they are joined to where the host asks for them.
inline constexpr int joined_sums = 1 << 7;

/// Device memory of the repair of a part of a grid, whose fields have the layout.
template <class Real, class MemorySpace>
struct RepairStorage {
  RepairStorage(const Subdomain& part, const Layout& layout);

  using Flags = Kokkos::View<unsigned char*, MemorySpace>;
  Kokkos::View<int*, MemorySpace> count{"cells to repair", monitor_counters};
  Kokkos::View<int*, MemorySpace> cells;  ///< offsets of those within a field
  Flags listed;  ///< by offset within a field: the generation of the list that had it last
  Kokkos::View<long*, MemorySpace> counters{"repair counters", repair_counters};
  using Sums = Kokkos::View<ReproducibleSums<1>*, MemorySpace>;
  Sums added_energy{"energy added by floors", energy_sums};
  Sums joined_energy{"joined energy added by floors", joined_sums};
  /// \name Of the cells beside the faces of a part whether they are listed, here and beyond
  /// @{
  std::array<Flags, 2> sent, received;
  Kokkos::View<int*, MemorySpace> own_count{"cells of this part to repair", 1};
  Exchange* exchange;  ///< null where the grid is not cut
  /// @}

  /// The number of a list that begins, which no cell in `listed` has: so that flags of the lists
  /// before it need not be taken back by a pass of its own.
  template <class Space>
  unsigned char begin_generation(const Space& space) const {
    if (generation_ == std::numeric_limits<unsigned char>::max()) {
      clear(space, listed);
      generation_ = 0;
    }
    return ++generation_;
  }

 private:
  mutable unsigned char generation_ = 0;
};

/// How many cells a part has beside a face along an axis, at most, where it is cut.
inline std::size_t most_cells_beside_cut(const Subdomain& part) {
  std::size_t most = 0;
  for (int axis = 0; axis < 3; ++axis)
    if (part.is_cut(axis))
      most = std::max(most, part.cell_count() / std::size_t(part.cells[std::size_t(axis)]));
  return most;
}

/// Bytes of RepairStorage that grow with the grid, fields having so many values in memory.
inline std::size_t repair_bytes(const Grid& grid, const RepairSettings<double>& settings,
                                std::size_t values_of_field) {
  return settings.active() ? values_of_field + grid.cell_count() * sizeof(int) : 0;
}

template <class Real, class MemorySpace>
RepairStorage<Real, MemorySpace>::RepairStorage(const Subdomain& part, const Layout& layout)
    : cells("offsets of cells to repair", part.cell_count() + 2 * most_cells_beside_cut(part)),
      listed("whether a cell is to be repaired", std::size_t(layout.field_stride)),
      exchange(part.exchange.get()) {
  for (const Side side : {side_lower, side_upper})
    for (Flags* flags : {&sent[side], &received[side]})
      *flags = Flags("listed beside a cut", most_cells_beside_cut(part));
}

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
  monitor.capacity = int(storage.cells.extent(0));
  return monitor;
}

/// Runs kernel(Tag, item), or kernel(item) where Tag is void, over the entries of the list: with as
/// many items as there are entries, where the host knows how many, but no more than `most`.
template <class Tag, class Space, class Storage, class Kernel>
void for_listed(const Space& space, const char* label, const Storage& storage, int most,
                const Kernel& kernel) {
  using Index = Kokkos::IndexType<int>;
  using Policy = std::conditional_t<std::is_void_v<Tag>, Kokkos::RangePolicy<Space, Index>,
                                    Kokkos::RangePolicy<Space, Index, Tag>>;
  int entries = int(storage.cells.extent(0));
  if constexpr (is_host_space<Space>) {
    space.fence();
    entries = storage.count(unphysical_count);
  }
  if (entries > 0) Kokkos::parallel_for(label, Policy(space, 0, std::min(entries, most)), kernel);
}

}  // namespace solenoid
