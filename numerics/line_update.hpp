#pragma once
/// \file
/// Launch shapes for kernels that update every cell from its neighbours in one direction by a chain
/// of intermediate values, none of which goes through main memory:
///  - across (y and z): lanes lie side by side in x, march along the direction and hold what they
///    still need of the cells behind them;
///  - along (x): lanes lie side by side in the direction itself; one stage of the chain after the
///    other is done for a piece of a row, in buffers that stay in the cache (host) or in scratch
///    memory (device).
///
/// An `Update` says what happens. It has `Number` (the type of the values), `lines`, `watch`,
/// `reach` (cells on either side that an updated cell depends on), and
///  - `March<T>`, what a lane carries, and `step(march, line, c, range, lanes, fastest)`, which
///    takes in cell c of the line and finishes what that allows within `range`;
///  - `buffers`, the number of row buffers, and `row(row, buffers, line, first, cells, fastest)`,
///    which updates `cells` cells from `first` on in stages, entry e of a buffer belonging to cell
///    first - reach + e.
/// `line` is the offset of a line's first cell, `lanes` says how many lanes of a pack (or more) are
/// cells of the grid, `fastest` gathers the signal that `watch` may ask for.

#include <algorithm>

#include "numerics/spaces.hpp"
#include "numerics/sweep.hpp"

namespace solenoid {

/// The lines of cells in a direction.
struct Lines {
  int cells;            ///< along the direction
  int stride;           ///< to the next cell along it
  int cross_cells[2];   ///< in the other two directions, x first if it is among them
  int cross_stride[2];  ///< likewise
};

inline Lines make_lines(const Layout& layout, Axis axis) {
  const int first = axis == axis_x ? 1 : 0;
  const int second = axis == axis_z ? 1 : 2;
  return {layout.cells[axis],
          layout.stride[axis],
          {layout.cells[first], layout.cells[second]},
          {layout.stride[first], layout.stride[second]}};
}

/// \name Lines across x
/// @{
template <class Update>
struct MarchOnDevice {
  using Real = typename Update::Number;
  static constexpr int threads = 64;
  Update update;
  int segments;
  int count;  ///< number of line segments

  KOKKOS_FUNCTION void operator()(const int id) const {
    const Lines& lines = update.lines;
    const int x = id % lines.cross_cells[0];
    const int rest = id / lines.cross_cells[0];
    const int line = x + rest % lines.cross_cells[1] * lines.cross_stride[1];
    const Segment range = segment(lines.cells, segments, rest / lines.cross_cells[1]);
    typename Update::template March<Real> march{};
    Real fastest = 0;
    for (int c = range.first - Update::reach; c < range.last + Update::reach; ++c)
      update.step(march, line, c, range, 1, fastest);
    if (update.watch.measure) update.watch.note_signal(id, fastest);
  }
};

/// Tiles of packs march together, so that whole pieces of rows are used at a time.
template <class Update>
struct MarchOnHost {
  using T = HostPack<typename Update::Number>;
  static constexpr int width = lane_width<T>;
  /// What they carry shares the first cache level with the values that come in.
  static constexpr int tile_packs =
      std::clamp(int(16384 / sizeof(typename Update::template March<T>)), 1, 8);
  static constexpr int tile = tile_packs * width;
  Update update;
  int tiles;     ///< in x
  int segments;  ///< along the direction

  void operator()(const int id) const {
    const Lines& lines = update.lines;
    const int x = id % tiles * tile;
    const int rest = id / tiles;
    const int line = x + rest % lines.cross_cells[1] * lines.cross_stride[1];
    const Segment range = segment(lines.cells, segments, rest / lines.cross_cells[1]);
    const int left = lines.cross_cells[0] - x;
    const int packs = left < tile ? (left + width - 1) / width : tile_packs;
    typename Update::template March<T> march[tile_packs]{};
    T fastest = T(0);
    for (int c = range.first - Update::reach; c < range.last + Update::reach; ++c)
      for (int p = 0; p < packs; ++p)
        update.step(march[p], line + p * width, c, range, left - p * width, fastest);
    if (update.watch.measure)
      for (int i = 0; i < width; ++i) update.watch.note_signal(id, lane(fastest, i));
  }
};

template <class Space, class Update>
void update_across(const Space& space, const char* label, const Update& update) {
  const Lines& lines = update.lines;
  if constexpr (is_host_space<Space>) {
    using Kernel = MarchOnHost<Update>;
    const int tiles = (lines.cross_cells[0] + Kernel::tile - 1) / Kernel::tile;
    const long work = long(tiles) * lines.cross_cells[1];
    const int segments = segments_for(lines.cells, work, 4L * space.concurrency(), 32);
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for(label, Policy(space, 0, int(work * segments)).set_chunk_size(1),
                         Kernel{update, tiles, segments});
  } else {
    using Kernel = MarchOnDevice<Update>;
    const long columns = long(lines.cross_cells[0]) * lines.cross_cells[1];
    const int segments = segments_for(lines.cells, columns, 1L << 18, 64);
    const int count = int(columns * segments);
    using Policy =
        Kokkos::RangePolicy<Space, Kokkos::LaunchBounds<Kernel::threads>, Kokkos::IndexType<int>>;
    Kokkos::parallel_for(label, Policy(space, 0, count), Kernel{update, segments, count});
  }
}
/// @}

/// \name Lines along x
/// @{

/// Row buffers: value e of buffer b at [b * length + e].
template <class Real>
struct RowBuffers {
  Real* values;
  int length;

  SOLENOID_INLINE Real* at(int buffer, int entry) const { return values + buffer * length + entry; }
  /// Entry `entry` of the buffers from `first` on.
  template <class S>
  SOLENOID_INLINE S get(int first, int entry) const {
    S s;
    for (int f = 0; f < S::size; ++f) s.values[f] = load<typename S::Lane>(at(first + f, entry));
    return s;
  }
  template <class S>
  SOLENOID_INLINE void put(int first, int entry, const S& s) const {
    for (int f = 0; f < S::size; ++f) store(at(first + f, entry), s.values[f]);
  }
};

/// Goes through a row's entries from `first` on, one pack after the other. Packs may run past the
/// last entry.
template <class T>
struct PackedRow {
  using Lane = T;
  static constexpr int step = lane_width<T>;
  SOLENOID_INLINE int begin(int first) const { return first; }
  SOLENOID_INLINE void end_stage() const {}
};

/// One entry a thread of a team.
template <class Real, class Team>
struct TeamRow {
  using Lane = Real;
  static constexpr int step = 1 << 20;
  const Team& team;
  KOKKOS_FORCEINLINE_FUNCTION int begin(int first) const {
    return team.team_rank() < first ? step : team.team_rank();
  }
  /// Makes what the stage wrote to buffers visible to the whole team.
  KOKKOS_FORCEINLINE_FUNCTION void end_stage() const { team.team_barrier(); }
};

template <class Update>
struct RowsOnDevice {
  using Real = typename Update::Number;
  static constexpr int threads = 128;
  static constexpr int piece = threads - 2 * Update::reach;  ///< cells of a team
  static constexpr int scratch_bytes = Update::buffers * threads * int(sizeof(Real));
  Update update;
  int pieces;  ///< of a row

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const Lines& lines = update.lines;
    const int row = team.league_rank() / pieces;
    const int first = team.league_rank() % pieces * piece;
    const int line = row % lines.cross_cells[0] * lines.cross_stride[0] +
                     row / lines.cross_cells[0] * lines.cross_stride[1];
    const int left = lines.cells - first;
    const RowBuffers<Real> buffers{
        static_cast<Real*>(team.team_scratch(0).get_shmem(int{scratch_bytes})), threads};
    Real fastest = 0;
    update.row(TeamRow<Real, Team>{team}, buffers, line, first, left < piece ? left : piece,
               fastest);
    if (update.watch.measure)
      update.watch.note_signal(team.league_rank() * threads + team.team_rank(), fastest);
  }
};

template <class Update>
struct RowsOnHost {
  using Real = typename Update::Number;
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  /// Cells of a piece: with its neighbours a whole number of packs. The buffers of a piece share
  /// the first cache level with the values that come in.
  static constexpr int packs =
      std::clamp(int(20480 / (Update::buffers * width * int(sizeof(Real)))) - 2, 4, 32);
  static constexpr int piece = packs * width - 2 * Update::reach;
  static constexpr int length = (packs + 2) * width;
  Update update;

  void operator()(const int row) const {
    const Lines& lines = update.lines;
    const int line = row % lines.cross_cells[0] * lines.cross_stride[0] +
                     row / lines.cross_cells[0] * lines.cross_stride[1];
    alignas(64) Real values[Update::buffers * length];
    const RowBuffers<Real> buffers{values, length};
    T fastest = T(0);
    for (int first = 0; first < lines.cells; first += piece) {
      const int left = lines.cells - first;
      update.row(PackedRow<T>{}, buffers, line, first, left < piece ? left : piece, fastest);
    }
    if (update.watch.measure)
      for (int i = 0; i < width; ++i) update.watch.note_signal(row, lane(fastest, i));
  }
};

template <class Space, class Update>
void update_along(const Space& space, const char* label, const Update& update) {
  const Lines& lines = update.lines;
  const int rows = lines.cross_cells[0] * lines.cross_cells[1];
  if constexpr (is_host_space<Space>) {
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for(label, Policy(space, 0, rows), RowsOnHost<Update>{update});
  } else {
    using Kernel = RowsOnDevice<Update>;
    using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads>>;
    const int pieces = (lines.cells + Kernel::piece - 1) / Kernel::piece;
    Kokkos::parallel_for(label,
                         Policy(space, rows * pieces, Kernel::threads)
                             .set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_bytes)),
                         Kernel{update, pieces});
  }
}
/// @}

/// \name Cells by themselves
/// @{
template <class Update>
struct CellsOnDevice {
  Update update;
  int cells[2];   ///< in x, y
  int stride[2];  ///< in y, z

  KOKKOS_FUNCTION void operator()(const int id) const {
    const int row = id / cells[0];
    update.template cell<typename Update::Number>(id % cells[0] + row % cells[1] * stride[0] +
                                                  row / cells[1] * stride[1]);
  }
};

template <class Update>
struct CellsOnHost {
  using T = HostPack<typename Update::Number>;
  Update update;
  int cells[2];
  int stride[2];

  void operator()(const int row) const {
    const int line = row % cells[1] * stride[0] + row / cells[1] * stride[1];
    for (int i = 0; i < cells[0]; i += lane_width<T>) update.template cell<T>(line + i);
  }
};

/// Calls update.cell<T>(offset) for all cells, `offset` counting from interior cell (0, 0, 0).
template <class Space, class Update>
void update_cells(const Space& space, const Layout& layout, const char* label,
                  const Update& update) {
  using Policy = Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>;
  const int rows = layout.cells[1] * layout.cells[2];
  if constexpr (is_host_space<Space>)
    Kokkos::parallel_for(
        label, Policy(space, 0, rows),
        CellsOnHost<Update>{
            update, {layout.cells[0], layout.cells[1]}, {layout.stride[1], layout.stride[2]}});
  else
    Kokkos::parallel_for(
        label, Policy(space, 0, rows * layout.cells[0]),
        CellsOnDevice<Update>{
            update, {layout.cells[0], layout.cells[1]}, {layout.stride[1], layout.stride[2]}});
}
/// @}

/// Updates all lines in the direction `axis`.
template <class Space, class Update>
void update_lines(const Space& space, Axis axis, const char* label, const Update& update) {
  if (axis == axis_x)
    update_along(space, label, update);
  else
    update_across(space, label, update);
}

}  // namespace solenoid
