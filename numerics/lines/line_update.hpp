#pragma once
/// \file
/// Launch shapes for kernels that update every cell from its neighbours in one direction by a chain
/// of intermediate values, none of which goes through main memory:
///  - marching: the cells of a line come in one after the other, and what the next ones still need
///    of a cell is kept. Lanes lie side by side in x, or, on a device in lines along x, in the
///    direction itself (march_along.hpp);
///  - in stages (host, lines along x): lanes lie side by side in the direction itself; one stage of
///    the chain after the other is done for a piece of a row, in buffers that stay in the cache.
///
/// An `Update` says what happens. It has `Number` (the type of the values), `lines`, `monitor`,
/// `reach` (cells on either side that an updated cell depends on), and
///  - `inputs`, the number of values that are read of each cell, and `input(k)`, where they stand;
///    `output(k)`, the values written, likewise;
///  - `quantities`, how many a march keeps, and `carried(q)`, how much of each;
///  - `step(march, line, c, range, lanes, fastest)`, which takes in cell c of the line and updates
///    what that allows within `range`. march.get(k, b) is input k of cell c - b, b being at most
///    `behind`, and 0 for the first `transient_inputs` inputs, or anything if that cell has not
///    come in; march.put(k, b, value) gives output k of cell c - b. march.keep<q>(f, value) keeps
///    value f of quantity q; behind march.warp_sync(), march.kept<q>(f, b) is what was kept b >= 1
///    cells ago. All steps keep the same quantities in the same order, also of cells outside of
///    `range`;
///  - `uses_next_line`, whether a step calls march.of_next_line(value) once, on a device only: the
///    value that the next line in direction `transverse`, one of the two across, passes in the same
///    step, if march.has_next_line();
///  - `DeviceLane`, the lane of a device's thread across x, and along x if it uses the next line;
///    `registers<T>`, those that a thread with lanes T is to make do with; `may_be_unaligned(k)`,
///    whether input k may stand at a cell beside in x, so that a pair of them is not aligned;
///  - `buffers`, the number of row buffers, and `row<T>(buffers, line, first, cells, fastest)`,
///    which updates `cells` cells from `first` on in stages, entry e of a buffer belonging to cell
///    first - reach + e.
/// `line` is the offset of a line's first cell, `lanes` says how many lanes of a pack (or more) are
/// cells of the grid, `fastest` gathers the signal that `monitor` may ask for.

#include <algorithm>

#include "numerics/device/spaces.hpp"
#include "numerics/lines/sweep.hpp"

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

/// A quantity that a march keeps: `values` numbers of each of the last `depth` cells.
struct Carried {
  int values, depth;
};

/// Where the quantities stand in what a march keeps.
template <class Quantities>
struct CarriedBy {
  /// Numbers of a cell before those of a quantity.
  static constexpr int values_before(int quantity) {
    int sum = 0;
    for (int q = 0; q < quantity; ++q) sum += Quantities::carried(q).values;
    return sum;
  }
  /// Numbers of all cells that are kept, before those of a quantity.
  static constexpr int kept_before(int quantity) {
    int sum = 0;
    for (int q = 0; q < quantity; ++q)
      sum += Quantities::carried(q).values * Quantities::carried(q).depth;
    return sum;
  }
  static constexpr int values = values_before(Quantities::quantities);
  static constexpr int kept = kept_before(Quantities::quantities);
  /// Cells before the present one of which anything is kept.
  static constexpr int depth = [] {
    int most = 0;
    for (int q = 0; q < Quantities::quantities; ++q)
      most = most < Quantities::carried(q).depth ? Quantities::carried(q).depth : most;
    return most;
  }();
};

/// A step of a lane that marches by itself. What it keeps, `old`, is in registers or in a cache.
template <class Quantities, class T>
class LoneMarch {
  using By = CarriedBy<Quantities>;

 public:
  using Old = T[By::kept];
  SOLENOID_INLINE explicit LoneMarch(Old& old) : old_(old) {}

  template <int q>
  SOLENOID_INLINE void keep(int f, const T& value) {
    constexpr int first = By::values_before(q);
    fresh_[first + f] = value;
  }
  SOLENOID_INLINE void warp_sync() const {}
  template <int q>
  SOLENOID_INLINE T kept(int f, int back) const {
    constexpr int first = By::kept_before(q);
    constexpr int values = Quantities::carried(q).values;
    return old_[first + (back - 1) * values + f];
  }
  /// Ends the step.
  template <int q = 0>
  SOLENOID_INLINE void move_on() const {
    if constexpr (q < Quantities::quantities) {
      constexpr int values = Quantities::carried(q).values;
      constexpr int count = values * Quantities::carried(q).depth;
      constexpr int first = By::kept_before(q);
      constexpr int first_fresh = By::values_before(q);
      for (int i = count - 1; i >= values; --i) old_[first + i] = old_[first + i - values];
      for (int f = 0; f < values; ++f) old_[first + f] = fresh_[first_fresh + f];
      move_on<q + 1>();
    }
  }

 private:
  Old& old_;
  T fresh_[By::values];
};

/// A lone march through memory: takes in the cell at `offset`, `taken` cells after the first one.
template <class Update, class T>
struct MarchInMemory : LoneMarch<Update, T> {
  const Update& update;
  int offset, taken;
  SOLENOID_INLINE MarchInMemory(const Update& u, typename LoneMarch<Update, T>::Old& old, int at,
                                int cells_before)
      : LoneMarch<Update, T>(old), update(u), offset(at), taken(cells_before) {}

  SOLENOID_INLINE T get(int input, int back) const {
    const int known = back < taken ? back : taken;
    return load<T>(update.input(input) + offset - known * update.lines.stride);
  }
  SOLENOID_INLINE void put(int output, int back, const T& value) const {
    store(update.output(output) + offset - back * update.lines.stride, value);
  }
};

/// \name Lines across x on the host
/// @{

/// Tiles of packs march together, so that whole pieces of rows are used at a time.
template <class Update>
struct MarchOnHost {
  using T = HostPack<typename Update::Number>;
  static constexpr int width = lane_width<T>;
  /// Every row lies on a page of its own, whose address has to be looked up anew for every tile:
  /// long pieces of rows pay, even if what they carry fits the second cache level only.
  static constexpr int tile_packs =
      std::clamp(int(49152 / sizeof(typename LoneMarch<Update, T>::Old)), 1, 16);
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
    typename LoneMarch<Update, T>::Old old[tile_packs]{};
    T fastest = T(0);
    const int begin = range.first - Update::reach;
    for (int c = begin; c < range.last + Update::reach; ++c)
      for (int p = 0; p < packs; ++p) {
        const int at = line + p * width;
        MarchInMemory<Update, T> march(update, old[p], at + c * lines.stride, c - begin);
        update.step(march, at, c, range, left - p * width, fastest);
        march.move_on();
      }
    if (update.monitor.measure)
      for (int i = 0; i < width; ++i) update.monitor.record_signal(id, lane(fastest, i));
  }
};

template <class Space, class Update>
void update_across_on_host(const Space& space, const char* label, const Update& update) {
  const Lines& lines = update.lines;
  using Kernel = MarchOnHost<Update>;
  const int tiles = (lines.cross_cells[0] + Kernel::tile - 1) / Kernel::tile;
  const long work = long(tiles) * lines.cross_cells[1];
  const int segments = segments_for(lines.cells, work, 4L * space.concurrency(), 32);
  using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
  Kokkos::parallel_for(label, Policy(space, 0, int(work * segments)).set_chunk_size(1),
                       Kernel{update, tiles, segments});
}
/// @}

/// \name Lines along x on the host
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

template <class Update>
struct RowsOnHost {
  using Real = typename Update::Number;
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  /// Cells of a piece: with its neighbours a whole number of packs, which may run past the end. The
  /// buffers of a piece share the first cache level with the values that come in.
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
      update.template row<T>(buffers, line, first, left < piece ? left : piece, fastest);
    }
    if (update.monitor.measure)
      for (int i = 0; i < width; ++i) update.monitor.record_signal(row, lane(fastest, i));
  }
};

template <class Space, class Update>
void update_along_on_host(const Space& space, const char* label, const Update& update) {
  const int rows = update.lines.cross_cells[0] * update.lines.cross_cells[1];
  using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
  Kokkos::parallel_for(label, Policy(space, 0, rows), RowsOnHost<Update>{update});
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

}  // namespace solenoid
