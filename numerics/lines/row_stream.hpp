#pragma once
/// \file
/// How a device's warps go through the rows of a block: as if all segments of all rows were one
/// row, so that the ends of a row are no special case.

#include <algorithm>

#include "numerics/device/team.hpp"
#include "numerics/lines/lines.hpp"

namespace solenoid {

/// Rows along x of lanes of `width` cells, cut into segments, which are dealt out to warps by
/// turns, so that what these read at a time lies together. A segment comes with `reach` lanes on
/// either side of it. The last lane of a row may go beyond its end.
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

  /// The segments of a warp: the first one, and where they end. Each is `shares` behind another.
  KOKKOS_FORCEINLINE_FUNCTION Segment share(int warp) const {
    return {warp, cross_cells[0] * cross_cells[1] * segments};
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
      place.piece += shares;
      enter_segment(place);
    }
  }

  /// Steps of a warp, which takes in a lane a thread, through its share.
  KOKKOS_FORCEINLINE_FUNCTION int count_steps(const Segment& share) const {
    int all = 0;
    Place place{};
    for (place.piece = share.first; place.piece < share.last; place.piece += shares) {
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

/// How rows are cut and dealt out.
struct RowCut {
  int segments;  ///< of a row
  long shares;   ///< number of warps, of `beside` together
};

/// Cuts `rows` rows of `lanes` lanes of `width` cells so that there are enough warps for many
/// rounds of them, none with fewer cells than make the cells around its segments negligible, unless
/// a device would be idle for the most part.
inline RowCut cut_for_many_warps(int lanes, int width, long rows, long beside, int segments) {
  constexpr long many_warps = 1L << 15;
  segments = std::max(segments, segments_for(lanes, rows * beside, many_warps, 1024 / width));
  const long pieces = rows * segments;
  const long most = std::max(few_warps / beside, pieces * (lanes / segments) / (256 / width));
  return {segments, std::min({pieces, most, std::max(1L, many_warps / beside)})};
}

/// Cuts them for a device that holds `resident` warps at a time so that these take few steps, the
/// last of which are full, and the last warps leave little of it idle.
template <int reach>
RowCut cut_for_few_steps(int lanes, long rows, long resident) {
  constexpr int most_segments = 16, shortest = 4 * warp_width, most_of_a_share = 64;
  // In steps, what a share costs beside its own; what a longer one has to gain.
  constexpr double beginning = 0.25, gain = 0.005;
  RowCut best{1, rows};
  double least = 0;
  for (int segments = 1;
       segments == 1 || (segments <= most_segments && lanes / segments >= shortest); ++segments) {
    const long lanes_of_piece = (lanes + segments - 1) / segments + 2 * reach;
    const long pieces = rows * segments;
    for (long share = 1;
         share == 1 || (share <= most_of_a_share && (share - 1) * resident < pieces); ++share) {
      const long steps = (share * lanes_of_piece + warp_width - 1) / warp_width;
      const long shares = (pieces + share - 1) / share;
      const double time = (double(steps) + beginning) * rounds_for(shares, resident);
      if (least > 0 && time > (1 - gain) * least) continue;
      best = {segments, shares};
      least = time;
    }
  }
  return best;
}

/// The rows of a block or of lines along x, cut for few steps for a device that holds `resident`
/// warps at a time, or, where that is 0, for many warps. `beside` warps take a share together, each
/// rows of its own.
template <int reach, int width = 1, class Block>
RowStream<reach, width> make_row_stream(const Block& block, long resident, long beside = 1) {
  const int lanes = (block.cells + width - 1) / width;
  const long rows = long(block.cross_cells[0]) * block.cross_cells[1];
  const int fewest_steps = segments_of_fewest_steps<reach>(lanes, rows * beside);
  const RowCut cut = resident > 0 && fewest_steps == 1
                         ? cut_for_few_steps<reach>(lanes, rows, std::max(1L, resident / beside))
                         : cut_for_many_warps(lanes, width, rows, beside, fewest_steps);
  return {lanes,
          {block.cross_cells[0], block.cross_cells[1]},
          {block.cross_stride[0], block.cross_stride[1]},
          cut.segments,
          int(std::max(1L, cut.shares))};
}

}  // namespace solenoid
