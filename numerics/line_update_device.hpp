#pragma once
/// \file
/// Line updates (numerics/line_update.hpp) on a device. Inputs arrive in scratch memory one cell
/// ahead of time.

#include <algorithm>

#include "numerics/async_copy.hpp"
#include "numerics/line_update.hpp"
#include "numerics/row_stream.hpp"

namespace solenoid {

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

/// Lines across x: threads lie side by side in x, each marches by itself along a segment of its
/// line. It uses only entries of its own, of rings of cells, which are short for the passing
/// inputs.
template <class Update>
struct MarchAcrossDevice {
  using Real = typename Update::Number;
  static constexpr int threads = 64;
  static constexpr int slots = Update::behind + 2;
  static constexpr int scratch_values =
      2 * Update::passing + slots * (Update::inputs - Update::passing);
  static constexpr int scratch_bytes = scratch_values * threads * int(sizeof(Real));
  static constexpr int teams = resident_teams<Update>(threads, scratch_bytes);
  Update update;
  int segments;
  int count;  ///< number of line segments

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

  struct March : LoneMarch<Update, Real> {
    const Update& update;
    const Real* inputs;
    Slot slot;   ///< of the cell that comes in
    int offset;  ///< of that cell
    KOKKOS_FORCEINLINE_FUNCTION March(const Update& u, typename LoneMarch<Update, Real>::Old& old,
                                      const Real* values, const Slot& slot_of_cell, int at)
        : LoneMarch<Update, Real>(old), update(u), inputs(values), slot(slot_of_cell), offset(at) {}

    KOKKOS_FORCEINLINE_FUNCTION Real get(int input, int back) const {
      return inputs[slot.entry(input, back)];
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int output, int back, const Real& value) const {
      update.output(output)[offset - back * update.lines.stride] = value;
    }
  };

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const Lines& lines = update.lines;
    const int id = team.league_rank() * threads + team.team_rank();
    if (id >= count) return;
    const int x = id % lines.cross_cells[0];
    const int rest = id / lines.cross_cells[0];
    const int line = x + rest % lines.cross_cells[1] * lines.cross_stride[1];
    const Segment range = segment(lines.cells, segments, rest / lines.cross_cells[1]);
    const int begin = range.first - Update::reach;
    const int end = range.last + Update::reach;
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
      March march(update, old, inputs, slot, line + c * lines.stride);
      update.step(march, line, c, range, 1, fastest);
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
  static constexpr int warps = 2;  ///< of a team
  static constexpr int threads = warps * warp_width;
  /// In step s thread t has entry t + 32 s, modulo the length. Lengths are of whole rows of the
  /// scratch memory's banks, so that the threads' entries lie in different banks, also those of
  /// threads that begin anew.
  static constexpr int bank_row = 128 / int(sizeof(Real));
  static constexpr int whole_rows(int n) { return (n + bank_row - 1) / bank_row * bank_row; }
  static constexpr int length = whole_rows(warp_width + By::depth);
  static constexpr int cell_length = whole_rows(2 * warp_width + Update::behind);
  static constexpr int scratch_values = By::values * length + Update::inputs * cell_length;
  static constexpr int scratch_bytes = warps * scratch_values * int(sizeof(Real));
  static constexpr int teams = resident_teams<Update>(threads, scratch_bytes);
  using Rows = RowStream<Update::reach>;
  Update update;
  Rows rows;

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
  struct March {
    const Update& update;
    Real* values;
    const Real* inputs;
    int entry;   ///< of the thread's cell among what is kept
    int cell;    ///< and among the inputs
    int offset;  ///< of that cell

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
  };

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int thread = team.team_rank() % warp_width;
    const int warp = team.team_rank() / warp_width;
    Real* const scratch = static_cast<Real*>(team.team_scratch(0).get_shmem(int{scratch_bytes})) +
                          warp * scratch_values;
    Real* const inputs = scratch + By::values * length;
    const int share = team.league_rank() * warps + warp;
    if (share >= rows.shares) return;
    const Segment segments = rows.share(share);
    const auto fetch = [&](int cell, const typename Rows::Place& place) {
      if (place.piece < segments.last)
        for (int k = 0; k < Update::inputs; ++k)
          async_copy<int(sizeof(Real))>(inputs + k * cell_length + cell,
                                        update.input(k) + place.offset + place.cell);
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
      March march{update, scratch, inputs, entry, cell, here.offset + here.cell};
      const int cells = here.piece < segments.last ? here.cells : -Update::reach;
      update.step(march, here.offset - here.first, here.first + here.cell,
                  Segment{here.first, here.first + cells}, 1, fastest);
      warp_fence();
      entry = next_entry<length>(entry);
      cell = next_cell;
      next_cell = next_entry<cell_length>(cell);
    }
    if (update.watch.measure) update.watch.note_signal(share * warp_width + thread, fastest);
  }
};

template <class Space, class Update>
void update_across_on_device(const Space& space, const char* label, const Update& update) {
  using Kernel = MarchAcrossDevice<Update>;
  const Lines& lines = update.lines;
  const long columns = long(lines.cross_cells[0]) * lines.cross_cells[1];
  const int segments = segments_for(lines.cells, columns, 1L << 18, 16);
  const int count = int(columns * segments);
  using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads, Kernel::teams>>;
  Kokkos::parallel_for(
      label,
      Policy(space, (count + Kernel::threads - 1) / Kernel::threads, Kernel::threads)
          .set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_bytes)),
      Kernel{update, segments, count});
}

template <class Space, class Update>
void update_along_on_device(const Space& space, const char* label, const Update& update) {
  using Kernel = MarchAlongDevice<Update>;
  const auto rows = make_row_stream<Update::reach>(update.lines);
  using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads, Kernel::teams>>;
  Kokkos::parallel_for(
      label,
      Policy(space, (rows.shares + Kernel::warps - 1) / Kernel::warps, Kernel::threads)
          .set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_bytes)),
      Kernel{update, rows});
}

/// Updates all lines in the direction `axis`.
template <class Space, class Update>
void update_lines(const Space& space, Axis axis, const char* label, const Update& update) {
  if constexpr (is_host_space<Space>) {
    if (axis == axis_x)
      update_along_on_host(space, label, update);
    else
      update_across_on_host(space, label, update);
  } else {
    if (axis == axis_x)
      update_along_on_device(space, label, update);
    else
      update_across_on_device(space, label, update);
  }
}

}  // namespace solenoid
