#pragma once
/// \file
/// How lines (numerics/lines/line_update.hpp) are dealt out to the teams of a device.

#include <algorithm>

#include "numerics/device/device_limits.hpp"
#include "numerics/lines/line_update.hpp"

namespace solenoid {

/// Teams of `threads` threads and `scratch_bytes` that a multiprocessor is to hold at a time: as
/// many as it holds at all, as its scratch memory allows, and its registers if each thread has
/// `registers`.
constexpr int resident_teams(int threads, int scratch_bytes, int registers) {
  return std::min({most_resident_teams, all_registers / (threads * registers),
                   all_scratch / (scratch_bytes + scratch_of_system + scratch_taken_by_kokkos)});
}

/// Lines side by side, dealt out in tiles of `size`. If they overlap, the last line of a tile is
/// the first one of the next tile, and there only for what the line before needs of it.
template <int size, bool overlap>
struct LineTiles {
  int lines;

  /// A line of a tile, or the last one of all where the tile goes beyond it.
  struct Line {
    int line;
    bool own;   ///< it belongs to this tile
    bool next;  ///< and there is a next one in the tile
  };

  [[nodiscard]] int count() const {
    return overlap ? (lines - 1 + size - 2) / (size - 1) : (lines + size - 1) / size;
  }
  KOKKOS_FORCEINLINE_FUNCTION Line at(int tile, int position) const {
    const int line = tile * (overlap ? size - 1 : size) + position;
    const int last = lines - 1;
    const bool own = line <= last && (!overlap || position < size - 1 || line == last);
    return {line < last ? line : last, own, overlap && position < size - 1 && line < last};
  }
};

}  // namespace solenoid
