#pragma once
/// \file
/// The lines of cells in a direction, and how they are cut.

#include <algorithm>
#include <cmath>

#include "numerics/device/device_limits.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// The lines of cells in a direction.
struct Lines {
  int cells;            ///< along the direction
  int stride;           ///< to the next cell along it
  int cross_cells[2];   ///< in the other two directions, x first if it is among them
  int cross_stride[2];  ///< likewise
  /// Above 0: so many cells are all of a line, which repeats, and marches read these in place of
  /// ghosts; along x they are whole lanes. 0: ghosts are read.
  int period = 0;

  /// The cell where the value of one up to a period beyond the ends is read.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int read_at(int cell) const {
    return cell + (cell < 0 ? period : cell >= cells ? -period : 0);
  }
};

inline Lines make_lines(const Layout& layout, Axis axis) {
  const int first = axis == axis_x ? 1 : 0;
  const int second = axis == axis_z ? 1 : 2;
  return {layout.cells[axis],
          layout.stride[axis],
          {layout.cells[first], layout.cells[second]},
          {layout.stride[first], layout.stride[second]}};
}

/// Cuts `cells` into equal segments so that `lines` lines of them make at least `wanted` pieces of
/// work, none shorter than `shortest` cells. Returns the number of segments.
inline int segments_for(int cells, long lines, long wanted, int shortest) {
  const long most = cells / shortest > 1 ? cells / shortest : 1;
  const long needed = (wanted + lines - 1) / lines;
  return int(needed < 1 ? 1 : needed > most ? most : needed);
}

/// The time that a device takes for `pieces` equal pieces of work, in that which one of them takes,
/// if it holds `resident` at a time: the last ones, which are too few to fill it, go faster.
inline double rounds_for(long pieces, long resident) {
  const double rounds = double(pieces) / double(resident);
  return std::max(1.0, rounds + 0.45 * (std::ceil(rounds) - rounds));
}

/// Into how many segments lines of `cells` cells, `reach` more on either side of each, are cut for
/// a device that holds `resident` of them at a time: none longer than one or two hundred cells, so
/// that little is computed twice and the last ones leave little of the device idle.
inline int segments_of_fewest_cells(int cells, long lines, int reach, long resident) {
  constexpr int longest = 128, shortest = 16, most_rounds = 8;
  const int fewest = std::max(1, cells / longest);
  int best = fewest;
  double least = 0;
  for (int segments = fewest; segments == fewest || (cells / segments >= shortest &&
                                                     lines * segments <= most_rounds * resident);
       ++segments) {
    const int steps = (cells + segments - 1) / segments + 2 * reach + 1;
    const double time = steps * rounds_for(lines * segments, resident);
    if (segments != fewest && time >= least) continue;
    best = segments;
    least = time;
  }
  return best;
}

/// Cuts lines of `cells` cells for a device: into segments of about a hundred cells, which march
/// faster than long lines even where there are enough of these, or shorter ones if `lines` lines
/// are too few to fill it; by segments_of_fewest_cells() where `resident` is known. Where they
/// leave half or most of it idle, what counts is how long one march takes, and cells beside the
/// segments that are computed twice cost little or nothing.
inline int segments_for_device(int cells, long lines, int reach, long resident) {
  constexpr int length = 100;
  const int best = resident > 0
                       ? segments_of_fewest_cells(cells, lines, reach, resident)
                       : std::max(cells / length, segments_for(cells, lines, many_threads, 16));
  return std::max({best, segments_for(cells, lines, 2 * few_threads, 8),
                   segments_for(cells, lines, few_threads, 4)});
}

/// The cells [first, last) of segment `s` of `segments`.
struct Segment {
  int first, last;
};
KOKKOS_FORCEINLINE_FUNCTION Segment segment(int cells, int segments, int s) {
  return {int(long(cells) * s / segments), int(long(cells) * (s + 1) / segments)};
}

}  // namespace solenoid
