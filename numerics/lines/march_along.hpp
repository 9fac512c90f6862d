#pragma once
/// \file
/// Line updates (numerics/lines/line_update.hpp) on a device, lines along x.

#include <algorithm>
#include <type_traits>

#include "numerics/device/team.hpp"
#include "numerics/lines/line_tiles.hpp"
#include "numerics/lines/row_stream.hpp"

namespace solenoid {

/// Lines along x: a warp marches along row segments, a cell a thread and step. What the march keeps
/// lies in rings in scratch memory, where all threads find it, and which are just long enough to
/// hold what the next step still needs of this one. Where a lane is a pair, it is of cells in two
/// lines side by side.
template <class Update, WarpOrder order = device_order>
struct MarchAlongDevice {
  using Real = typename Update::Number;
  static constexpr bool overlap = Update::uses_next_line;
  using T = std::conditional_t<overlap, typename Update::DeviceLane, Real>;
  static constexpr int lanes = lane_width<T>;
  using By = CarriedBy<Update>;
  /// In step s thread t has entry t + 32 s, modulo the length. Lengths are of whole rows of the
  /// scratch memory's banks, so that the threads' entries lie in different banks, also those of
  /// threads that begin anew.
  static constexpr int bank_row = 128 / int(sizeof(T));
  static constexpr int whole_rows(int n) { return (n + bank_row - 1) / bank_row * bank_row; }
  static constexpr int length = whole_rows(warp_width + By::depth);
  static constexpr int cell_length = whole_rows(2 * warp_width + Update::behind);
  static constexpr int scratch_values = By::values * length + Update::inputs * cell_length;
  static constexpr int exchanged = overlap ? 2 : 0;  ///< values a thread, in turns
  static constexpr int warp_bytes = (scratch_values + exchanged * warp_width) * int(sizeof(T));
  /// For what a warp exchanges by its team, and an aligned beginning.
  static constexpr int spare_bytes = order == WarpOrder::warp ? 0 : 8 * warp_width;
  /// Warps that go through neighbouring lines in step.
  static constexpr int height =
      overlap ? std::min(8, (most_scratch_of_kokkos - spare_bytes) / (warp_bytes + spare_bytes))
              : 1;
  static constexpr int warps = overlap ? height : order == WarpOrder::warp ? 2 : 1;  ///< of a team
  static constexpr int threads = warps * warp_width;
  static constexpr int scratch_bytes = warps * warp_bytes;
  static constexpr int teams = resident_teams<Update, T>(threads, scratch_bytes);
  using Rows = RowStream<Update::reach>;
  using Tiles = LineTiles<height, overlap>;
  Update update;
  Rows rows;     ///< of a tile's first line
  Tiles beside;  ///< lanes in direction `transverse`
  int tiles;
  int last_lines;  ///< lines of the last lane
  int line_step;   ///< to the next line of a lane. Where there is one line alone, it is itself.

  template <int ring_length>
  KOKKOS_FORCEINLINE_FUNCTION static int entry_before(int entry, int back) {
    return entry < back ? entry - back + ring_length : entry - back;
  }
  template <int ring_length>
  KOKKOS_FORCEINLINE_FUNCTION static int next_entry(int entry) {
    constexpr int rest = ring_length - warp_width;
    return entry < rest ? entry + warp_width : entry - rest;
  }

  /// Entry e of value f at [f * length + e], and of input k at [k * cell_length + e].
  template <class Team>
  struct March {
    const Update& update;
    const Team& team;
    T* values;
    const T* inputs;
    T* passed;      ///< what this thread passes to the line before
    int entry;      ///< of the thread's cell among what is kept
    int cell;       ///< and among the inputs
    int offset;     ///< of that cell
    bool next;      ///< whether the next warp has the next line
    bool own;       ///< whether the line belongs to this tile
    int lines;      ///< of the lane that are lines of the grid
    int line_step;  ///< to the next one

    KOKKOS_FORCEINLINE_FUNCTION T get(int input, int back) const {
      return inputs[input * cell_length + entry_before<cell_length>(cell, back)];
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int output, int back, const T& value) const {
      for (int i = 0; i < lines; ++i)
        update.output(output)[offset - back + i * line_step] = lane(value, i);
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION void keep(int f, const T& value) const {
      constexpr int first = By::values_before(q);
      values[(first + f) * length + entry] = value;
    }
    KOKKOS_FORCEINLINE_FUNCTION void warp_sync() const { team.warp_sync(); }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION T kept(int f, int back) const {
      constexpr int first = By::values_before(q);
      return values[(first + f) * length + entry_before<length>(entry, back)];
    }
    KOKKOS_FORCEINLINE_FUNCTION bool has_next_line() const { return next || (lanes == 2 && own); }
    KOKKOS_FORCEINLINE_FUNCTION T of_next_line(const T& value) const {
      *passed = value;
      team.barrier();
      return shift_left(value, next ? passed[warp_width] : value);
    }
  };

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int thread = team.team_rank() % warp_width;
    const int warp = team.team_rank() / warp_width;
    T* const all = static_cast<T*>(team.scratch());
    T* const scratch = all + warp * scratch_values;
    T* const inputs = scratch + By::values * length;
    const int id = team.league_rank() * warps + warp;
    const int tile = id / height;
    if (tile >= rows.shares * tiles) return;
    const auto line = beside.at(tile % tiles, id % height);
    int first_cell = 0;  // of the line, seen from the tiles' rows
    if constexpr (overlap)
      first_cell = line.line * lanes * update.lines.cross_stride[update.transverse];
    const Segment segments = rows.share(tile / tiles);
    const auto fetch = [&](int cell, const typename Rows::Place& place) {
      if (place.piece < segments.last)
        for (int k = 0; k < Update::inputs; ++k)
          for (int i = 0; i < lanes; ++i)
            team.template copy<int(sizeof(Real))>(
                reinterpret_cast<Real*>(inputs + k * cell_length + cell) + i,
                update.input(k) + first_cell + place.offset + place.lane + i * line_step);
      team.commit();
    };

    int entry = thread;
    int cell = thread;
    int next_cell = thread + warp_width;
    auto ahead = rows.begin(segments, thread);
    fetch(cell, ahead);
    T fastest(update.monitor.threshold);
    const int steps = rows.count_steps(segments);
    for (int step = 0; step < steps; ++step) {
      const auto here = ahead;
      rows.move_on(ahead, warp_width);
      fetch(next_cell, ahead);
      team.template wait<1>();
      team.warp_sync();
      March<Team> march{update,
                        team,
                        scratch,
                        inputs,
                        all + warps * scratch_values + step % 2 * threads + team.team_rank(),
                        entry,
                        cell,
                        first_cell + here.offset + here.lane,
                        line.next,
                        line.own,
                        line.line + 1 < beside.lines ? lanes : last_lines,
                        line_step};
      const int cells = line.own && here.piece < segments.last ? here.lanes : -Update::reach;
      update.step(march, first_cell + here.offset - here.first, here.first + here.lane,
                  Segment{here.first, here.first + cells}, 1, fastest);
      team.warp_sync();
      entry = next_entry<length>(entry);
      cell = next_cell;
      next_cell = next_entry<cell_length>(cell);
    }
    if (update.monitor.measure)
      for (int i = 0; i < lanes; ++i)
        update.monitor.record_signal(id * warp_width + thread, lane(fastest, i));
  }
};

}  // namespace solenoid
