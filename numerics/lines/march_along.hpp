#pragma once
/// \file
/// Line updates (numerics/lines/line_update.hpp) on a device, lines along x.

#include <algorithm>
#include <type_traits>

#include "numerics/device/team.hpp"
#include "numerics/lines/line_tiles.hpp"
#include "numerics/lines/ring.hpp"
#include "numerics/lines/row_stream.hpp"

namespace solenoid {

/// Where inputs and quantities stand in a warp's scratch memory: a ring of lanes each. Of a lane of
/// neighbours in the direction only the last cell is kept, if one cell is all that is asked for.
template <class Update>
struct RingsAlong {
  using Real = typename Update::Number;
  using T = typename Update::LaneAlong;
  using By = CarriedBy<Update>;
  static constexpr int lanes = lane_width<T>;
  /// Cells of a lane that are neighbours in the direction: those of other lanes are in two lines.
  static constexpr int along = Update::uses_next_line ? 1 : lanes;
  /// How many lanes back a cell is.
  static constexpr int lanes_back(int cells) { return (cells + along - 1) / along; }
  static constexpr int reach = lanes_back(Update::reach);
  static constexpr int length =
      ring_length(warp_width + lanes_back(By::depth + (along > 1 ? Update::further_along : 0)),
                  int(sizeof(T)), Update::compact_rings);
  static constexpr int cell_length =
      ring_length((1 + Update::steps_ahead(true)) * warp_width + lanes_back(Update::behind),
                  int(sizeof(T)), Update::compact_rings);
  static constexpr bool only_last(int q) { return along > 1 && Update::carried(q).depth == 1; }
  template <int q>
  using Kept = Ring<std::conditional_t<only_last(q), Real, T>, length>;
  using Cells = Ring<T, cell_length>;
  /// Reals before the ring of a quantity: whole lanes, which are aligned in memory.
  static constexpr int begin(int quantity) {
    int sum = Update::inputs * cell_length * lanes;
    for (int q = 0; q < quantity; ++q) {
      const int reals = Update::carried(q).values * length * (only_last(q) ? 1 : lanes);
      sum += (reals + lanes - 1) / lanes * lanes;
    }
    return sum;
  }
  static constexpr int size = begin(Update::quantities);
};

/// Lines along x: a warp marches along row segments, a lane a thread and step, through the segments
/// of its share as if they were one row. What the march keeps lies in rings in scratch memory,
/// where all threads find it, and which are just long enough to hold what the next step still needs
/// of this one, so that the ends of a step are no special case.
template <LineUpdate Update, WarpOrder order = device_order>
struct MarchAlongDevice {
  using Real = typename Update::Number;
  static constexpr bool overlap = Update::uses_next_line;
  using T = typename Update::LaneAlong;
  static constexpr int lanes = lane_width<T>;
  using Rings = RingsAlong<Update>;
  static constexpr int along = Rings::along;
  static constexpr int exchanged = overlap ? 2 : 0;  ///< lanes a thread, in turns
  static constexpr int warp_bytes =
      Rings::size * int(sizeof(Real)) + exchanged * warp_width * int(sizeof(T));
  /// For what a warp exchanges by its team, and an aligned beginning.
  static constexpr int spare_bytes = order == WarpOrder::warp ? 0 : 8 * warp_width;
  /// Warps that go through neighbouring lines in step.
  static constexpr int height =
      overlap ? std::min(8, (most_scratch_of_kokkos - spare_bytes) / (warp_bytes + spare_bytes))
              : 1;
  static constexpr int warps = overlap ? height : order == WarpOrder::warp ? 2 : 1;  ///< of a team
  static constexpr int threads = warps * warp_width;
  static constexpr int scratch_bytes = warps * warp_bytes;
  static constexpr int teams =
      resident_teams(threads, scratch_bytes, Update::template registers<T>(true));
  using Rows = RowStream<Rings::reach, along>;
  using Place = typename Rows::Place;
  using Tiles = LineTiles<height, overlap>;
  Update update;
  Rows rows;     ///< of a tile's first line
  Tiles beside;  ///< lanes in direction `transverse`
  int tiles;
  int last_lines;  ///< lines of the last lane
  int line_step;   ///< to the next line of a lane. Where there is one line alone, it is itself.

  template <class Team>
  struct March {
    static constexpr bool along = MarchAlongDevice::along > 1;
    static constexpr bool keeps_all_as_long = true;
    static constexpr bool is_alone = false;
    const Update& update;
    const Team& team;
    Real* rings;
    T* passed;      ///< what this thread passes to the line before
    int entry;      ///< of the thread's lane among what is kept
    int below;      ///< and of the lane before
    int cell;       ///< and among the inputs
    int offset;     ///< of its first cell
    bool next;      ///< whether the next warp has the next line
    bool own;       ///< whether the line belongs to this tile
    int lines;      ///< of the lane that are lines of the grid
    int line_step;  ///< to the next one

    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION auto ring() const {
      using Kept = typename Rings::template Kept<q>;
      constexpr int begin = Rings::begin(q);
      return Kept{reinterpret_cast<std::decay_t<decltype(*Kept{}.values)>*>(rings + begin)};
    }
    KOKKOS_FORCEINLINE_FUNCTION int entry_back(int lanes_back) const {
      if (Update::compact_rings && lanes_back == 1) return below;
      return Rings::template Kept<0>::before(entry, lanes_back);
    }
    KOKKOS_FORCEINLINE_FUNCTION T get(int input, int back) const {
      using Cells = typename Rings::Cells;
      return Cells{reinterpret_cast<T*>(rings)}.at(input,
                                                   Cells::before(cell, Rings::lanes_back(back)));
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int output, int back, const T& value) const {
      if constexpr (overlap)
        for (int i = 0; i < lines; ++i)
          update.output(output)[offset - back + i * line_step] = lane(value, i);
      else
        store(update.output(output) + (offset - back), value);
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION void keep(int f, const T& value) const {
      if constexpr (Rings::only_last(q))
        ring<q>().at(f, entry) = last(value);
      else
        ring<q>().at(f, entry) = value;
    }
    KOKKOS_FORCEINLINE_FUNCTION void warp_sync() const { team.warp_sync(); }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION T kept(int f, int back) const {
      return ring<q>().at(f, entry_back(Rings::lanes_back(back)));
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION T before(int f, const T& value, int back = 1) const {
      if constexpr (!along) {
        return kept<q>(f, back);
      } else if constexpr (Rings::only_last(q)) {
        return shift_right(ring<q>().at(f, below), value);
      } else {
        static_assert(Rings::along == 2, "what is no whole lanes ago lies in two of them");
        if (back % 2 == 0) return kept<q>(f, back);
        return shift_right(last(kept<q>(f, back + 1)), back == 1 ? value : kept<q>(f, back - 1));
      }
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION void done() const {}
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
    Real* const all = static_cast<Real*>(team.scratch());
    Real* const rings = all + warp * Rings::size;
    T* const passed = reinterpret_cast<T*>(all + warps * Rings::size) + team.team_rank();
    const int id = team.league_rank() * warps + warp;
    const int tile = id / height;
    if (tile >= rows.shares * tiles) return;
    const auto line = beside.at(tile % tiles, id % height);
    int first_cell = 0;  // of the line, seen from the tiles' rows
    if constexpr (overlap)
      first_cell = line.line * lanes * update.lines.cross_stride[update.transverse];
    const Segment share = rows.share(tile / tiles);

    using Kept = typename Rings::template Kept<0>;
    using Cells = typename Rings::Cells;
    int entry = thread;
    int below = Kept::before(thread, 1);
    int cell = thread;
    int fetched = thread;
    // The places of this step and of those whose inputs are on the way, the last one is asked for.
    constexpr int ahead = Update::steps_ahead(true);
    Place places[ahead + 1];
    places[0] = rows.begin(share, thread);
    for (int n = 0; n < ahead; ++n) {
      fetch(team, rings, fetched, first_cell, places[n], share.last);
      fetched += warp_width;
      places[n + 1] = places[n];
      if (n + 1 < ahead) rows.move_on(places[n + 1], warp_width);
    }
    T fastest(update.monitor.threshold);
    const int steps = rows.count_steps(share);
    for (int step = 0; step < steps; ++step) {
      const Place here = places[0];
      rows.move_on(places[ahead], warp_width);
      fetch(team, rings, fetched, first_cell, places[ahead], share.last);
      team.template wait<ahead>();
      for (int n = 0; n < ahead; ++n) places[n] = places[n + 1];
      const int first = along * here.first;
      const int place = along * here.lane;  // in the segment
      March<Team> march{update,
                        team,
                        rings,
                        passed + step % 2 * threads * (overlap ? 1 : 0),
                        entry,
                        below,
                        cell,
                        first_cell + here.offset + place,
                        line.next,
                        line.own,
                        line.line + 1 < beside.lines ? lanes : last_lines,
                        line_step};
      const bool inside = line.own && here.piece < share.last;
      update.step(march, first_cell + here.offset - first, first + place,
                  Segment{first, first + (inside ? cells_of(here) : -along * Rings::reach)},
                  along == 1 ? 1 : update.lines.cells - (first + place - along * Rings::reach),
                  fastest);
      team.warp_sync();
      entry = Kept::template on<1>(entry);
      if (Update::compact_rings) below = Kept::template on<1>(below);
      cell = Cells::template on<1>(cell);
      fetched = Cells::template on<1>(fetched);
    }
    if (update.monitor.measure)
      for (int i = 0; i < lanes; ++i)
        update.monitor.record_signal(id * warp_width + thread, lane(fastest, i));
  }

 private:
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void fetch(const Team& team, Real* rings, int cell, int first_cell,
                                         const Place& place, int end) const {
    const typename Rings::Cells cells{reinterpret_cast<T*>(rings)};
    const int first = along * place.first;
    const int offset =
        first_cell + place.offset - first + update.lines.read_at(first + along * place.lane);
    if (place.piece < end) {
      for (int k = 0; k < Update::inputs; ++k) {
        T* const to = &cells.at(k, cell);
        const Real* const from = update.input(k) + offset;
        if constexpr (overlap) {
          for (int i = 0; i < lanes; ++i)
            team.template copy<int(sizeof(Real))>(reinterpret_cast<Real*>(to) + i,
                                                  from + i * line_step);
        } else {
          team.template copy<int(sizeof(T))>(to, from);
        }
      }
    }
    team.commit();
  }
  /// Cells of a segment: its last lane may go beyond the end of the row.
  KOKKOS_FORCEINLINE_FUNCTION int cells_of(const Place& place) const {
    if (along == 1) return place.lanes;
    const int left = update.lines.cells - along * place.first;
    return left < along * place.lanes ? left : along * place.lanes;
  }
};

}  // namespace solenoid
