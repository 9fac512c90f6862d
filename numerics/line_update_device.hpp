#pragma once
/// \file
/// Line updates (numerics/line_update.hpp) on a device. Inputs arrive in scratch memory one cell
/// ahead of time.

#include <algorithm>
#include <utility>

#include "numerics/async_copy.hpp"
#include "numerics/line_update.hpp"
#include "numerics/row_stream.hpp"

namespace solenoid {

/// What Kokkos gives to a team, but for what it needs itself.
inline constexpr int most_scratch_of_team = 46 * 1024;

/// Teams of `threads` threads and `scratch_bytes` that a multiprocessor is to hold at a time: as
/// many as its scratch memory allows, and its registers if none of the threads has more than the
/// update is to make do with.
template <class Update>
constexpr int resident_teams(int threads, int scratch_bytes) {
  constexpr int registers = 65536;
  constexpr int scratch = 228 * 1024;
  constexpr int scratch_of_system = 2048;  ///< of a team
  return std::min(registers / (threads * Update::registers),
                  scratch / (scratch_bytes + scratch_of_system));
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

/// Lines across x: threads lie side by side in x, each marches along a segment of its line. It uses
/// only entries of its own, of rings of cells, which are short for the passing inputs. Threads that
/// need something of the next line march in step: those of a warp if it is the next one in x, or
/// else of a team.
template <class Update, int width, int height>
struct MarchAcrossDevice {
  using Real = typename Update::Number;
  static constexpr int tile_threads = width * height;
  static constexpr int threads = tile_threads < 64 ? 64 : tile_threads;
  static constexpr int slots = Update::behind + 2;
  static constexpr int scratch_values =
      2 * Update::passing + slots * (Update::inputs - Update::passing);
  static constexpr int exchanged = height > 1 ? 2 : 0;  ///< values a thread, in turns
  static constexpr int scratch_bytes = (scratch_values + exchanged) * threads * int(sizeof(Real));
  static constexpr int teams = resident_teams<Update>(threads, scratch_bytes);
  static constexpr bool overlap = Update::uses_next_line;
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
      return {1 - in_short_ring, in_ring + 1 == slots ? 0 : in_ring + 1};
    }
    /// Entry of input k of the cell `back` cells before.
    KOKKOS_FORCEINLINE_FUNCTION int entry(int k, int back) const {
      if (k < Update::passing) return (2 * k + in_short_ring) * threads;
      const int before = in_ring < back ? in_ring - back + slots : in_ring - back;
      return (2 * Update::passing + slots * (k - Update::passing) + before) * threads;
    }
  };

  template <class Team>
  struct March : LoneMarch<Update, Real> {
    const Update& update;
    const Team& team;
    Real* inputs;  ///< of the thread
    Slot slot;     ///< of the cell that comes in
    int offset;    ///< of that cell
    int turn;      ///< 0 or 1 in turns
    bool next;
    KOKKOS_FORCEINLINE_FUNCTION March(const Update& u, const Team& t,
                                      typename LoneMarch<Update, Real>::Old& old)
        : LoneMarch<Update, Real>(old), update(u), team(t) {}

    KOKKOS_FORCEINLINE_FUNCTION Real get(int input, int back) const {
      return inputs[slot.entry(input, back)];
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int output, int back, const Real& value) const {
      update.output(output)[offset - back * update.lines.stride] = value;
    }
    KOKKOS_FORCEINLINE_FUNCTION bool has_next_line() const { return next; }
    KOKKOS_FORCEINLINE_FUNCTION Real of_next_line(const Real& value) const {
      if constexpr (height == 1) return of_next_thread(value);
      Real* const passed = inputs + (scratch_values + turn) * threads;
      *passed = value;
      team.team_barrier();
      return next ? passed[width] : value;
    }
  };

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const Lines& lines = update.lines;
    const int id = team.league_rank() * threads + team.team_rank();
    const int tile = id / tile_threads;
    if (tile >= tiles[0] * tiles[1] * segments) return;
    const int rest = tile / tiles[0];
    const auto x = in_x.at(tile % tiles[0], id % width);
    const auto y = behind.at(rest % tiles[1], id % tile_threads / width);
    const int line = x.line * lines.cross_stride[0] + y.line * lines.cross_stride[1];
    const Segment range = segment(lines.cells, segments, rest / tiles[1]);
    const int begin = range.first - Update::reach;
    const int end = range.last + Update::reach;
    const Segment own = x.own && y.own ? range : Segment{0, 0};
    Real* const inputs =
        static_cast<Real*>(team.team_scratch(0).get_shmem(int{scratch_bytes})) + team.team_rank();
    const auto fetch = [&](const Slot& slot, int c) {
      if (c < end)
        for (int k = 0; k < Update::inputs; ++k)
          async_copy<int(sizeof(Real))>(inputs + slot.entry(k, 0),
                                        update.input(k) + line + c * lines.stride);
      async_commit();
    };

    typename LoneMarch<Update, Real>::Old old{};
    Real fastest = update.watch.threshold;
    Slot slot;
    fetch(slot, begin);
    for (int c = begin; c < end; ++c) {
      const Slot next_slot = slot.next();
      fetch(next_slot, c + 1);
      async_wait<1>();
      March<Team> march(update, team, old);
      march.inputs = inputs;
      march.slot = slot;
      march.offset = line + c * lines.stride;
      march.turn = (c - begin) % 2;
      march.next = x.next || y.next;
      update.step(march, line, c, own, 1, fastest);
      march.move_on();
      slot = next_slot;
    }
    if (update.watch.measure) update.watch.note_signal(id, fastest);
  }
};

/// Lines along x: a warp marches along row segments, a cell a thread and step. What the march keeps
/// lies in rings in scratch memory, where all threads find it, and which are just long enough to
/// hold what the next step still needs of this one.
template <class Update>
struct MarchAlongDevice {
  using Real = typename Update::Number;
  using By = CarriedBy<Update>;
  /// In step s thread t has entry t + 32 s, modulo the length. Lengths are of whole rows of the
  /// scratch memory's banks, so that the threads' entries lie in different banks, also those of
  /// threads that begin anew.
  static constexpr int bank_row = 128 / int(sizeof(Real));
  static constexpr int whole_rows(int n) { return (n + bank_row - 1) / bank_row * bank_row; }
  static constexpr int length = whole_rows(warp_width + By::depth);
  static constexpr int cell_length = whole_rows(2 * warp_width + Update::behind);
  static constexpr int scratch_values = By::values * length + Update::inputs * cell_length;
  static constexpr bool overlap = Update::uses_next_line;
  static constexpr int exchanged = overlap ? 2 : 0;  ///< values a thread, in turns
  static constexpr int warp_bytes = (scratch_values + exchanged * warp_width) * int(sizeof(Real));
  /// Warps that go through neighbouring lines in step.
  static constexpr int height = overlap ? std::min(8, most_scratch_of_team / warp_bytes) : 1;
  static constexpr int warps = overlap ? height : 2;  ///< of a team
  static constexpr int threads = warps * warp_width;
  static constexpr int scratch_bytes = warps * warp_bytes;
  static constexpr int teams = resident_teams<Update>(threads, scratch_bytes);
  using Rows = RowStream<Update::reach>;
  using Tiles = LineTiles<height, overlap>;
  Update update;
  Rows rows;     ///< of a tile's first line
  Tiles beside;  ///< lines in direction `transverse`
  int tiles;

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
    Real* values;
    const Real* inputs;
    Real* passed;  ///< what this thread passes to the line before
    int entry;     ///< of the thread's cell among what is kept
    int cell;      ///< and among the inputs
    int offset;    ///< of that cell
    bool next;

    KOKKOS_FORCEINLINE_FUNCTION Real get(int input, int back) const {
      return inputs[input * cell_length + entry_before<cell_length>(cell, back)];
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int output, int back, const Real& value) const {
      update.output(output)[offset - back] = value;
    }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION void keep(int f, const Real& value) const {
      constexpr int first = By::values_before(q);
      values[(first + f) * length + entry] = value;
    }
    KOKKOS_FORCEINLINE_FUNCTION void publish() const { warp_fence(); }
    template <int q>
    KOKKOS_FORCEINLINE_FUNCTION Real kept(int f, int back) const {
      constexpr int first = By::values_before(q);
      return values[(first + f) * length + entry_before<length>(entry, back)];
    }
    KOKKOS_FORCEINLINE_FUNCTION bool has_next_line() const { return next; }
    KOKKOS_FORCEINLINE_FUNCTION Real of_next_line(const Real& value) const {
      *passed = value;
      team.team_barrier();
      return next ? passed[warp_width] : value;
    }
  };

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int thread = team.team_rank() % warp_width;
    const int warp = team.team_rank() / warp_width;
    Real* const all = static_cast<Real*>(team.team_scratch(0).get_shmem(int{scratch_bytes}));
    Real* const scratch = all + warp * scratch_values;
    Real* const inputs = scratch + By::values * length;
    const int id = team.league_rank() * warps + warp;
    const int tile = id / height;
    if (tile >= rows.shares * tiles) return;
    const auto line = beside.at(tile % tiles, id % height);
    int first_cell = 0;  // of the line, seen from the tiles' rows
    if constexpr (overlap) first_cell = line.line * update.lines.cross_stride[update.transverse];
    const Segment segments = rows.share(tile / tiles);
    const auto fetch = [&](int cell, const typename Rows::Place& place) {
      if (place.piece < segments.last)
        for (int k = 0; k < Update::inputs; ++k)
          async_copy<int(sizeof(Real))>(inputs + k * cell_length + cell,
                                        update.input(k) + first_cell + place.offset + place.cell);
      async_commit();
    };

    int entry = thread;
    int cell = thread;
    int next_cell = thread + warp_width;
    auto ahead = rows.begin(segments, thread);
    fetch(cell, ahead);
    Real fastest = update.watch.threshold;
    const int steps = rows.count_steps(segments);
    for (int step = 0; step < steps; ++step) {
      const auto here = ahead;
      rows.move_on(ahead, warp_width);
      fetch(next_cell, ahead);
      async_wait<1>();
      warp_fence();
      March<Team> march{update,
                        team,
                        scratch,
                        inputs,
                        all + warps * scratch_values + step % 2 * threads + team.team_rank(),
                        entry,
                        cell,
                        first_cell + here.offset + here.cell,
                        line.next};
      const int cells = line.own && here.piece < segments.last ? here.cells : -Update::reach;
      update.step(march, first_cell + here.offset - here.first, here.first + here.cell,
                  Segment{here.first, here.first + cells}, 1, fastest);
      warp_fence();
      entry = next_entry<length>(entry);
      cell = next_cell;
      next_cell = next_entry<cell_length>(cell);
    }
    if (update.watch.measure) update.watch.note_signal(id * warp_width + thread, fastest);
  }
};

template <class Space, class Kernel>
void march_on_device(const Space& space, const char* label, int teams, const Kernel& kernel) {
  using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads, Kernel::teams>>;
  Kokkos::parallel_for(label,
                       Policy(space, teams, Kernel::threads)
                           .set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_bytes)),
                       kernel);
}

template <int width, int height, class Space, class Update>
void update_across_on_device(const Space& space, const char* label, const Update& update) {
  using Kernel = MarchAcrossDevice<Update, width, height>;
  const Lines& lines = update.lines;
  Kernel kernel{update, {lines.cross_cells[0]}, {lines.cross_cells[1]}, {}, 1};
  kernel.tiles[0] = kernel.in_x.count();
  kernel.tiles[1] = kernel.behind.count();
  const long tiles = long(kernel.tiles[0]) * kernel.tiles[1];
  kernel.segments = segments_for_device(lines.cells, tiles * Kernel::tile_threads);
  const long threads = tiles * kernel.segments * Kernel::tile_threads;
  march_on_device(space, label, int((threads + Kernel::threads - 1) / Kernel::threads), kernel);
}

template <class Space, class Update>
void update_along_on_device(const Space& space, const char* label, const Update& update) {
  using Kernel = MarchAlongDevice<Update>;
  Lines lines = update.lines;
  typename Kernel::Tiles beside{1};
  if constexpr (Kernel::overlap)
    beside.lines = std::exchange(lines.cross_cells[update.transverse], 1);
  const int tiles = beside.count();
  const auto rows = make_row_stream<Update::reach>(lines, long(tiles) * Kernel::height);
  const int warps = rows.shares * tiles * Kernel::height;
  march_on_device(space, label, (warps + Kernel::warps - 1) / Kernel::warps,
                  Kernel{update, rows, beside, tiles});
}

/// Updates all lines in the direction `axis`.
template <class Space, class Update>
void update_lines(const Space& space, Axis axis, const char* label, const Update& update) {
  if constexpr (is_host_space<Space>) {
    if (axis == axis_x)
      update_along_on_host(space, label, update);
    else
      update_across_on_host(space, label, update);
  } else if (axis == axis_x) {
    update_along_on_device(space, label, update);
  } else if constexpr (Update::uses_next_line) {
    if (update.transverse == 0)
      update_across_on_device<warp_width, 1>(space, label, update);
    else
      update_across_on_device<warp_width, 8>(space, label, update);
  } else {
    update_across_on_device<1, 1>(space, label, update);
  }
}

}  // namespace solenoid
