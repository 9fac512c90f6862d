#pragma once
/// \file
/// How a device's warps go through the rows of a block: as if all segments of all rows were one
/// row, so that the ends of a row are no special case.

#include <algorithm>

#include "numerics/device/team.hpp"
#include "numerics/lines/lines.hpp"

namespace solenoid {

/// Rows along x of lanes of `width` cells, cut into segments, which are dealt out to warps in equal
/// shares. A segment comes with `reach` lanes on either side of it. The last lane of a row may go
/// beyond its end.
template <int reach, int width = 1>
struct RowStream {
  int lanes;            ///< of a row
  int cross_cells[2];   ///< rows
  int cross_stride[2];  ///< between rows
  int segments;         ///< of a row
  int shares;           ///< number of warps

  /// Where a thread stands.
  struct Place {
    int lane;    ///< in the segment, counted from -reach
    int lanes;   ///< of the segment
    int first;   ///< the segment's first lane in its row
    int offset;  ///< of that lane's first cell
    int piece;   ///< the segment, counted through all rows
  };

  /// The segments of a warp.
  KOKKOS_FORCEINLINE_FUNCTION Segment share(int warp) const {
    return segment(cross_cells[0] * cross_cells[1] * segments, shares, warp);
  }

  /// The lane `lanes_on` lanes on from the first one of a share.
  KOKKOS_FORCEINLINE_FUNCTION Place begin(const Segment& share, int lanes_on) const {
    Place place{-reach, 0, 0, 0, share.first};
    enter_segment(place);
    move_on(place, lanes_on);
    return place;
  }

  KOKKOS_FORCEINLINE_FUNCTION void move_on(Place& place, int lanes_on) const {
    place.lane += lanes_on;
    while (place.lane >= place.lanes + reach) {
      place.lane -= place.lanes + 2 * reach;
      ++place.piece;
      enter_segment(place);
    }
  }

  /// Steps of a warp, which takes in a lane a thread, through its share.
  KOKKOS_FORCEINLINE_FUNCTION int count_steps(const Segment& share) const {
    int all = 0;
    Place place{};
    for (place.piece = share.first; place.piece < share.last; ++place.piece) {
      enter_segment(place);
      all += place.lanes + 2 * reach;
    }
    return (all + warp_width - 1) / warp_width;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION void enter_segment(Place& place) const {
    const int row = place.piece / segments;
    const Segment range = segment(lanes, segments, place.piece % segments);
    place.lanes = range.last - range.first;
    place.first = range.first;
    place.offset = range.first * width + row % cross_cells[0] * cross_stride[0] +
                   row / cross_cells[0] * cross_stride[1];
  }
};

/// Warps up to which each takes as long as one alone. Rows need fewer registers than lines across:
/// a scheduler has two of them.
inline constexpr long few_warps = 2 * few_threads / warp_width;

/// Into how many segments rows of `lanes` lanes are cut so that `rows` of them, a warp for each
/// segment, leave none of few_warps idle that could shorten the march: the fewest steps in which
/// all are done.
template <int reach>
int segments_of_fewest_steps(int lanes, long rows) {
  const int longest = (lanes + 2 * reach + warp_width - 1) / warp_width;
  for (int steps = 1 + 2 * reach / warp_width; steps < longest; ++steps) {
    const int length = steps * warp_width - 2 * reach;
    const int segments = (lanes + length - 1) / length;
    if (rows * segments <= few_warps) return segments;
  }
  return 1;
}

/// The rows of a block or of lines along x. There are enough warps for many waves of them, none
/// with fewer cells than make the cells around its segments negligible, unless a device would be
/// idle for the most part. `beside` warps take a share together, each rows of its own.
template <int reach, int width = 1, class Block>
RowStream<reach, width> make_row_stream(const Block& block, long beside = 1) {
  const int lanes = (block.cells + width - 1) / width;
  const long rows = long(block.cross_cells[0]) * block.cross_cells[1];
  const int segments = std::max(segments_for(lanes, rows * beside, 1L << 15, 1024 / width),
                                segments_of_fewest_steps<reach>(lanes, rows * beside));
  const long pieces = rows * segments;
  const long most = std::max(few_warps / beside, pieces * (lanes / segments) / (256 / width));
  const long wanted = std::max(1L, (1L << 15) / beside);
  return {lanes,
          {block.cross_cells[0], block.cross_cells[1]},
          {block.cross_stride[0], block.cross_stride[1]},
          segments,
          int(std::max(1L, std::min({pieces, most, wanted})))};
}

}  // namespace solenoid
