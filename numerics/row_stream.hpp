#pragma once
/// \file
/// How a device's warps go through the rows of a block: as if all segments of all rows were one
/// row, so that the ends of a row are no special case.

#include <algorithm>

#include "numerics/sweep.hpp"
#include "numerics/warp.hpp"

namespace solenoid {

/// Rows along x, cut into segments, which are dealt out to warps in equal shares. A segment comes
/// with `reach` cells on either side of it.
template <int reach>
struct RowStream {
  int cells;            ///< of a row
  int cross_cells[2];   ///< rows
  int cross_stride[2];  ///< between rows
  int segments;         ///< of a row
  int shares;           ///< number of warps

  /// Where a thread stands.
  struct Place {
    int cell;    ///< in the segment, counted from -reach
    int cells;   ///< of the segment
    int first;   ///< the segment's first cell in its row
    int offset;  ///< of the segment's first cell
    int piece;   ///< the segment, counted through all rows
  };

  /// The segments of a warp.
  KOKKOS_FORCEINLINE_FUNCTION Segment share(int warp) const {
    return segment(cross_cells[0] * cross_cells[1] * segments, shares, warp);
  }

  /// The cell `cells_on` cells on from the first one of a share.
  KOKKOS_FORCEINLINE_FUNCTION Place begin(const Segment& share, int cells_on) const {
    Place place{-reach, 0, 0, 0, share.first};
    enter_segment(place);
    move_on(place, cells_on);
    return place;
  }

  KOKKOS_FORCEINLINE_FUNCTION void move_on(Place& place, int cells_on) const {
    place.cell += cells_on;
    while (place.cell >= place.cells + reach) {
      place.cell -= place.cells + 2 * reach;
      ++place.piece;
      enter_segment(place);
    }
  }

  /// Steps of a warp, which takes in a cell a thread, through its share.
  KOKKOS_FORCEINLINE_FUNCTION int count_steps(const Segment& share) const {
    int all = 0;
    Place place{};
    for (place.piece = share.first; place.piece < share.last; ++place.piece) {
      enter_segment(place);
      all += place.cells + 2 * reach;
    }
    return (all + warp_width - 1) / warp_width;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void enter_segment(Place& place) const {
    const int row = place.piece / segments;
    const Segment range = segment(cells, segments, place.piece % segments);
    place.cells = range.last - range.first;
    place.first = range.first;
    place.offset = range.first + row % cross_cells[0] * cross_stride[0] +
                   row / cross_cells[0] * cross_stride[1];
  }
};

/// The rows of a block or of lines along x. There are enough warps for many waves of them, none
/// with fewer cells than make the cells around its segments negligible. `beside` warps take a share
/// together, each rows of its own.
template <int reach, class Block>
RowStream<reach> make_row_stream(const Block& block, long beside = 1) {
  const long rows = long(block.cross_cells[0]) * block.cross_cells[1];
  const int segments = segments_for(block.cells, rows * beside, 1L << 15, 1024);
  const long pieces = rows * segments;
  const long most = std::max(1L, pieces * (block.cells / segments) / 256);
  const long wanted = std::max(1L, (1L << 16) / beside);
  return {block.cells,
          {block.cross_cells[0], block.cross_cells[1]},
          {block.cross_stride[0], block.cross_stride[1]},
          segments,
          int(std::min({pieces, most, wanted}))};
}

}  // namespace solenoid
