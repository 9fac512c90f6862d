#pragma once
/// \file
/// The launch shapes of constrained transport on the host: every electromotive force is computed
/// once and stays in a buffer until both components that it changes have it.
///
/// With t along x the forces of neighbouring faces are neighbours in one buffer. Otherwise they
/// belong to neighbouring lines, which a work item goes through in order, holding those of two.

#include "numerics/schemes/constrained_transport_update.hpp"

namespace solenoid {

template <class Update>
struct ConstrainedTransportOnHost {
  using Real = typename Update::Number;
  using T = HostPack<Real>;
  using March = typename Update::template HostMarch<T>;
  static constexpr int width = lane_width<T>;
  static constexpr int tile_packs = 16;
  static constexpr int tile = tile_packs * width;
  /// Cells of a piece of a row: with its neighbours a whole number of packs.
  static constexpr int piece = 16 * width - 2 * Update::reach;
  static constexpr int row_length = 18 * width;
  /// Most cells of a segment of a line across x.
  static constexpr int segment_cells = 128;

  Update update;
  int tiles;     ///< in x, of lines across it
  int segments;  ///< of lines across x
  int chunks;    ///< in t

  struct BesideTag {};  ///< lines across x, t along x
  struct BehindTag {};  ///< lines across x and t
  struct AlongTag {};   ///< lines along x

  void operator()(BesideTag, const int id) const {
    const Lines& lines = update.lines;
    const int x = id % tiles * tile;
    const int rest = id / tiles;
    const int line = x + rest % lines.cross_cells[1] * lines.cross_stride[1];
    const Segment range = segment(lines.cells, segments, rest / lines.cross_cells[1]);
    const int packs = packs_from(x);
    // The first force of the next tile is needed, too.
    const int computed = x + tile < lines.cross_cells[0] ? packs + 1 : packs;
    typename March::Old old[tile_packs + 1]{};
    alignas(64) Real forces[(tile_packs + 2) * width]{};
    const int begin = range.first - Update::reach;
    for (int c = begin; c < range.last + Update::reach; ++c) {
      const int edge = c - Update::reach + 1;
      const int at = line + edge * lines.stride;
      for (int p = 0; p < computed; ++p) {
        const March march(update, old[p], line + c * lines.stride + p * width, c - begin);
        store(forces + p * width, march.upper);
        if (edge > range.first && p < packs)
          update.store_advected(at - lines.stride + p * width, march.lower, march.upper);
      }
      if (edge < range.first || edge >= end_of_edges(range)) continue;
      for (int p = 0; p < packs; ++p)
        update.store_constrained(at + p * width, load<T>(forces + p * width),
                                 load<T>(forces + p * width + 1));
    }
  }

  void operator()(BehindTag, const int id) const {
    const Lines& lines = update.lines;
    const int x = id % tiles * tile;
    const int rest = id / tiles;
    const Segment range = segment(lines.cells, segments, rest % segments);
    const int packs = packs_from(x);
    alignas(64) Real forces[2][(segment_cells + 1) * tile];
    for_lines(rest / segments, [&](int k, bool advects, bool constrains) {
      const int line = x + k * lines.cross_stride[1];
      march_along(line, range, packs, advects, forces[k & 1]);
      if (!constrains) return;
      for (int edge = range.first; edge < end_of_edges(range); ++edge)
        for (int p = 0; p < packs; ++p) {
          const int entry = (edge - range.first) * tile + p * width;
          update.store_constrained(line - lines.cross_stride[1] + edge * lines.stride + p * width,
                                   load<T>(forces[1 - (k & 1)] + entry),
                                   load<T>(forces[k & 1] + entry));
        }
    });
  }

  void operator()(AlongTag, const int id) const {
    const Lines& lines = update.lines;
    const int other = 1 - update.transverse;
    const int begin = id % lines.cross_cells[other] * lines.cross_stride[other];
    alignas(64) Real values[2][Update::buffers * row_length];
    for (int first = 0; first < lines.cells; first += piece) {
      const int cells = lines.cells - first < piece ? lines.cells - first : piece;
      const int edges = first + cells == lines.cells ? cells + 1 : cells;
      for_lines(id / lines.cross_cells[other], [&](int k, bool advects, bool constrains) {
        const int offset = begin + k * lines.cross_stride[update.transverse] + first;
        const RowBuffers<Real> now{values[k & 1], row_length};
        const Real* const forces = now.at(Update::force_buffer, Update::reach);
        const Real* const before = RowBuffers<Real>{values[1 - (k & 1)], row_length}.at(
            Update::force_buffer, Update::reach);
        update.template row_forces<T>(now, offset - Update::reach, cells);
        if (advects)
          for (int e = 0; e < cells; e += width)
            update.store_advected(offset + e, load<T>(forces + e), load<T>(forces + e + 1));
        if (constrains)
          for (int e = 0; e < edges; e += width)
            update.store_constrained(offset - lines.cross_stride[update.transverse] + e,
                                     load<T>(before + e), load<T>(forces + e));
      });
    }
  }

 private:
  [[nodiscard]] int packs_from(int x) const {
    const int left = update.lines.cross_cells[0] - x;
    return left < tile ? (left + width - 1) / width : tile_packs;
  }

  /// The cells of a segment have the lower edges before this; the upper one of a line's last cell
  /// belongs to it, too.
  [[nodiscard]] int end_of_edges(const Segment& range) const {
    return range.last == update.lines.cells ? range.last + 1 : range.last;
  }

  /// Calls body(k, advects, constrains) for the lines of a chunk in t and the next one: whether
  /// line k is to advect its component, and line k - 1 to change the constrained one.
  template <class Body>
  void for_lines(int chunk, const Body& body) const {
    const int cells = update.lines.cross_cells[update.transverse] - 1;
    const Segment range = segment(cells, chunks, chunk);
    for (int k = range.first; k <= range.last; ++k)
      body(k, k < range.last || k == cells, k > range.first);
  }

  /// Marches along a line, keeps the forces on its edges, and advances its component.
  void march_along(int line, const Segment& range, int packs, bool advects, Real* forces) const {
    const int stride = update.lines.stride;
    typename March::Old old[tile_packs]{};
    const int begin = range.first - Update::reach;
    for (int c = begin; c < range.last + Update::reach; ++c) {
      const int edge = c - Update::reach + 1;
      for (int p = 0; p < packs; ++p) {
        const March march(update, old[p], line + c * stride + p * width, c - begin);
        if (edge < range.first) continue;
        store(forces + (edge - range.first) * tile + p * width, march.upper);
        if (advects && edge > range.first)
          update.store_advected(line + (edge - 1) * stride + p * width, march.lower, march.upper);
      }
    }
  }
};

/// Takes the step along `axis` on the host.
template <class Space, class Update>
void update_on_host(const Space& space, Axis axis, const Update& update) {
  using Kernel = ConstrainedTransportOnHost<Update>;
  const Lines& lines = update.lines;
  const long wanted = 4L * space.concurrency();
  const int others = lines.cross_cells[1 - update.transverse];
  const int cells_t = lines.cross_cells[update.transverse] - 1;
  Kernel kernel{update, 1, 1, 1};
  const auto launch = [&](auto tag, long count) {
    using Policy =
        Kokkos::RangePolicy<Space, decltype(tag), Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for("constrained transport", Policy(space, 0, int(count)).set_chunk_size(1),
                         kernel);
  };
  if (axis == axis_x) {
    kernel.chunks = segments_for(cells_t, others, wanted, 16);
    return launch(typename Kernel::AlongTag{}, long(others) * kernel.chunks);
  }
  kernel.tiles = (lines.cross_cells[0] + Kernel::tile - 1) / Kernel::tile;
  if (update.transverse == 0) {
    const long pieces = long(kernel.tiles) * others;
    kernel.segments = segments_for(lines.cells, pieces, wanted, 32);
    return launch(typename Kernel::BesideTag{}, pieces * kernel.segments);
  }
  kernel.segments = (lines.cells + Kernel::segment_cells - 1) / Kernel::segment_cells;
  const long pieces = long(kernel.tiles) * kernel.segments;
  kernel.chunks = segments_for(cells_t, pieces, wanted, 16);
  launch(typename Kernel::BehindTag{}, pieces * kernel.chunks);
}

}  // namespace solenoid
