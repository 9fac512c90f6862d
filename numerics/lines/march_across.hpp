#pragma once
/// \file
/// Line updates (numerics/lines/line_update.hpp) on a device, lines across x.

#include <algorithm>

#include "numerics/device/team.hpp"
#include "numerics/lines/line_tiles.hpp"

namespace solenoid {

/// Lines across x: lanes lie side by side in x, each marches along a segment of its line. It uses
/// only entries of its own, of rings of cells, which are short for the transient inputs. Threads
/// that need something of the next line march in step: those of a warp if it is the next one in x,
/// or else of a team.
template <LineUpdate Update, int width, int height, WarpOrder order = device_order>
struct MarchAcrossDevice {
  using Real = typename Update::Number;
  using T = typename Update::LaneAcross;
  static constexpr int lanes = lane_width<T>;
  static constexpr int tile_threads = width * height;
  static constexpr bool overlap = Update::uses_next_line;
  static constexpr int threads =
      tile_threads < 64 && (order == WarpOrder::warp || !overlap) ? 64 : tile_threads;
  static constexpr int ahead = Update::steps_ahead(false);
  static constexpr int slots = Update::behind + 1 + ahead;
  static constexpr bool mask_slots = (slots & (slots - 1)) == 0;
  static_assert(ahead == 1 || Update::transient_inputs == 0, "the short rings have two places");
  static constexpr int scratch_values =
      2 * Update::transient_inputs + slots * (Update::inputs - Update::transient_inputs);
  static constexpr int exchanged = height > 1 ? 2 : 0;    ///< values a thread, in turns
  static constexpr int early = CarriedBy<Update>::early;  ///< values that are done early
  /// After so many cells places for these are taken again.
  static constexpr int turns = std::max(2, CarriedBy<Update>::early_depth);
  static_assert(turns == 2 || !overlap);
  static constexpr int scratch_bytes =
      (scratch_values + early + exchanged) * threads * int(sizeof(T));
  static constexpr int teams =
      resident_teams(threads, scratch_bytes, Update::template registers<T>(false));
  using TilesInX = LineTiles<width, overlap && height == 1>;
  using TilesBehind = LineTiles<height, overlap && height != 1>;
  Update update;
  TilesInX in_x;
  TilesBehind behind;
  int tiles[2];  ///< in x and behind
  int segments;

  /// Where a cell's inputs stand.
  struct Slot {
    int in_short_ring = 0, in_ring = 0;

    KOKKOS_FORCEINLINE_FUNCTION Slot next() const {
      if (mask_slots) return {1 - in_short_ring, (in_ring + 1) & (slots - 1)};
      return {1 - in_short_ring, in_ring + 1 == slots ? 0 : in_ring + 1};
    }
    /// Entry of input k of the cell `back` cells before.
    KOKKOS_FORCEINLINE_FUNCTION int entry(int k, int back) const {
      if (k < Update::transient_inputs) return (2 * k + in_short_ring) * threads;
      const int before = mask_slots       ? (in_ring - back) & (slots - 1)
                         : in_ring < back ? in_ring - back + slots
                                          : in_ring - back;
      return (2 * Update::transient_inputs + slots * (k - Update::transient_inputs) + before) *
             threads;
    }
  };

  template <class Team>
  struct March : LoneMarch<Update, T> {
    const Update& update;
    const Team& team;
    T* inputs;   ///< of the thread
    Slot slot;   ///< of the cell that comes in
    int offset;  ///< of that cell
    int turn;    ///< of the cell that comes in
    bool next;
    KOKKOS_FORCEINLINE_FUNCTION March(const Update& u, const Team& t,
                                      typename LoneMarch<Update, T>::Old& old)
        : LoneMarch<Update, T>(old), update(u), team(t) {}

    KOKKOS_FORCEINLINE_FUNCTION T get(int input, int back) const {
      return inputs[slot.entry(input, back)];
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int output, int back, const T& value) const {
      store(update.output(output) + offset - back * update.lines.stride, value);
    }
    /// Quantities that are done early are in scratch memory, each cell's in turn.
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION T* early_place(int f, int back) const {
      constexpr int first = CarriedBy<Update>::early_before(q);
      constexpr Carried carried = Update::carried(q);
      static_assert((carried.depth & (carried.depth - 1)) == 0 && carried.depth <= turns,
                    "a cell's place is that of the oldest one");
      const int place = turns > 2       ? (turn - back) & (carried.depth - 1)
                        : back % 2 == 0 ? turn
                                        : 1 - turn;
      return inputs + (scratch_values + first + place * carried.values + f) * threads;
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION T kept(int f, int back) const {
      if constexpr (Update::carried(q).is_done_early)
        return *early_place<q>(f, back);
      else
        return LoneMarch<Update, T>::template kept<q>(f, back);
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION T before(int f, const T&, int back = 1) const {
      return kept<q>(f, back);
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION void done() const {
      for (int f = 0; f < Update::carried(q).values; ++f)
        *early_place<q>(f, Update::carried(q).depth) = this->template fresh<q>(f);
    }
    KOKKOS_FORCEINLINE_FUNCTION bool has_next_line() const { return next; }
    KOKKOS_FORCEINLINE_FUNCTION T of_next_line(const T& value) const {
      if constexpr (height == 1) return of_next_cells(team, value);
      T* const passed = inputs + (scratch_values + early + turn) * threads;
      *passed = value;
      team.barrier();
      return next ? passed[width] : value;
    }
  };

  /// A march that takes in a cell from main memory.
  template <class Team>
  struct Entering : March<Team> {
    using March<Team>::March;
    KOKKOS_FORCEINLINE_FUNCTION T get(int input, int) const {
      return load<T>(this->update.input(input) + this->offset);
    }
  };

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const Lines& lines = update.lines;
    const int id = team.league_rank() * threads + team.team_rank();
    const int tile = id / tile_threads;
    if (tile >= tiles[0] * tiles[1] * segments) return;
    const int rest = tile / tiles[0];
    const auto x = in_x.at(tile % tiles[0], id % width);
    const auto y = behind.at(rest % tiles[1], id % tile_threads / width);
    const int cell_in_x = x.line * lanes;
    const int line = cell_in_x + y.line * lines.cross_stride[1];
    const Segment range = segment(lines.cells, segments, rest / tiles[1]);
    const int begin = range.first - Update::reach;
    const int end = range.last + Update::reach;
    const Segment own = !overlap || (x.own && y.own) ? range : Segment{0, 0};
    T* const inputs = static_cast<T*>(team.scratch()) + team.team_rank();
    const auto fetch = [&](const Slot& slot, int c) {
      if (c < end)
        for (int k = 0; k < Update::inputs; ++k)
          fetch_input(team, k, inputs + slot.entry(k, 0),
                      update.input(k) + line + lines.read_at(c) * lines.stride);
      team.commit();
    };

    typename LoneMarch<Update, T>::Old old{};
    T fastest(update.monitor.threshold);
    constexpr int first_step = Update::entering_cells;
    Slot slot;
    Slot fetched = slot;
    fetch(fetched, begin + first_step);
    for (int n = 1; n < ahead; ++n) {
      fetched = fetched.next();
      fetch(fetched, begin + first_step + n);
    }
    // Cells that enter are not waited for: they are read while the first copies are on the way.
    for (int c = begin; c < begin + first_step; ++c) {
      Entering<Team> march(update, team, old);
      march.inputs = inputs;
      march.offset = line + lines.read_at(c) * lines.stride;
      march.turn = (c - begin) % turns;
      update.template enter<T>(march);
    }
    for (int c = begin + first_step; c < end; ++c) {
      // One step ahead it is that of the next cell: no place of its own to remember.
      fetched = (ahead == 1 ? slot : fetched).next();
      fetch(fetched, c + ahead);
      team.template wait<ahead>();
      March<Team> march(update, team, old);
      march.inputs = inputs;
      march.slot = slot;
      march.offset = line + c * lines.stride;
      march.turn = (c - begin) % turns;
      // The first cell of a pair has its next one in any case.
      march.next = x.next || (height == 1 && lanes == 2 && x.own) || y.next;
      update.step(march, line, c, own, lines.cross_cells[0] - cell_in_x, fastest);
      march.move_on();
      slot = ahead == 1 ? fetched : slot.next();
    }
    if (update.monitor.measure)
      for (int i = 0; i < lanes; ++i) update.monitor.record_signal(id, lane(fastest, i));
  }

 private:
  /// Begins to copy an input's lane, a pair that is not aligned in halves.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION static void fetch_input(const Team& team, int k, T* to,
                                                      const Real* from) {
    if (lanes == 2 && Update::may_be_unaligned(k) && (!overlap || height == 1)) {
      team.template copy<int(sizeof(Real))>(to, from);
      team.template copy<int(sizeof(Real))>(reinterpret_cast<Real*>(to) + 1, from + 1);
    } else {
      team.template copy<int(sizeof(T))>(to, from);
    }
  }
};

}  // namespace solenoid
