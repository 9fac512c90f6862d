#pragma once
/// \file
/// Line updates (numerics/lines/line_update.hpp) on the host. Lines across x march; in lines along
/// x lanes lie side by side in the direction itself, and one stage of the chain after the other is
/// done for a piece of a row, in buffers that stay in the cache.

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "numerics/device/spaces.hpp"
#include "numerics/lines/line_update.hpp"

namespace solenoid {

/// Tiles of packs march together, so that whole pieces of rows are used at a time.
template <LineUpdate Update>
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
    T fastest = T(update.monitor.threshold);
    const int begin = range.first - Update::reach;
    const auto around = [&](int c) { return (lines.read_at(c) - c) * lines.stride; };
    for (int c = begin; c < begin + Update::entering_cells; ++c)
      for (int p = 0; p < packs; ++p) {
        MarchInMemory<Update, T> march(update, old[p], line + p * width + c * lines.stride,
                                       around(c), c - begin);
        update.template enter<T>(march);
      }
    for (int c = begin + Update::entering_cells; c < range.last + Update::reach; ++c)
      for (int p = 0; p < packs; ++p) {
        const int at = line + p * width;
        MarchInMemory<Update, T> march(update, old[p], at + c * lines.stride, around(c), c - begin);
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

template <LineUpdate Update>
struct RowsOnHost {
  using Real = typename Update::Number;
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  /// Cells of a piece: with its neighbours a whole number of packs, which may run past the end. The
  /// buffers of a piece share the first cache level with the values that come in.
  static constexpr int packs =
      Update::row_packs > 0
          ? Update::row_packs
          : std::clamp(int(20480 / (Update::buffers * width * int(sizeof(Real)))) - 2, 4, 32);
  static constexpr int piece = packs * width - 2 * Update::reach;
  static constexpr int length = (packs + 2) * width;
  Update update;

  void operator()(const int row) const {
    const Lines& lines = update.lines;
    const int line = row % lines.cross_cells[0] * lines.cross_stride[0] +
                     row / lines.cross_cells[0] * lines.cross_stride[1];
    alignas(64) Real values[Update::buffers * length];
    T fastest = T(update.monitor.threshold);
    for (int first = 0; first < lines.cells; first += piece) {
      const int left = lines.cells - first;
      update_piece(values, line, first, left < piece ? left : piece, fastest);
    }
    if (update.monitor.measure)
      for (int i = 0; i < width; ++i) update.monitor.record_signal(row, lane(fastest, i));
  }

 private:
  /// Not inlined: compilers would hold the caller's values in registers that its loops need.
  [[gnu::noinline]] void update_piece(Real* values, int line, int first, int cells,
                                      T& fastest) const {
    update.template row<T>(RowBuffers<Real>{values, length}, line, first, cells, fastest);
  }
};

template <class Space, class Update>
void update_along_on_host(const Space& space, const char* label, const Update& update) {
  const int rows = update.lines.cross_cells[0] * update.lines.cross_cells[1];
  using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
  Kokkos::parallel_for(label, Policy(space, 0, rows), RowsOnHost<Update>{update});
}
}  // namespace solenoid
