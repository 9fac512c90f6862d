#pragma once
/// \file
/// Sweeps in x: lanes lie side by side in the direction itself.

#include "numerics/device/device_launch.hpp"
#include "numerics/lines/row_stream.hpp"
#include "numerics/lines/sweep.hpp"

namespace solenoid {

/// Device form: a warp marches along row segments, a lane a thread and step, through the segments
/// of its share as if they were one row. A thread takes in cell c, predicts the faces of c-1,
/// computes the flux between c-2 and c-1 and updates c-2, or does so with the two cells of a pair.
/// Cells, variables, upper face states and fluxes pass through rings in scratch memory that are
/// just long enough to hold what the next step still needs of this one, so that the ends of a step
/// are no special case; cells arrive one step ahead.
template <class Scheme, class Real, WarpOrder order = device_order>
struct SweepAlongDevice {
  using T = DeviceLane<Real>;
  using Conserved = typename Scheme::template Conserved<T>;
  using Primitive = typename Scheme::template Primitive<T>;
  using Variables = typename Scheme::template Variables<T>;
  static constexpr int size = Scheme::size;
  static constexpr int width = lane_width<T>;
  static constexpr int warps = order == WarpOrder::warp ? 2 : 1;  ///< of a team
  static constexpr int threads = warps * warp_width;
  /// Teams that a multiprocessor is to hold at a time, which bounds the registers of a thread.
  static constexpr int teams = 8;
  /// Lanes on either side of a segment: the faces of both neighbours of a cell depend on two cells.
  static constexpr int reach = 2 / width;

  /// A ring of `length` entries in scratch memory: entry e of value f at [f * length + e].
  template <class Number, int values_, int length>
  struct Ring {
    static constexpr int count = values_ * length;
    Number* values;

    template <class S>
    KOKKOS_FORCEINLINE_FUNCTION S get(int entry) const {
      S s;
      for (int f = 0; f < S::size; ++f) s.values[f] = values[f * length + entry];
      return s;
    }
    template <class S>
    KOKKOS_FORCEINLINE_FUNCTION void put(int entry, const S& s) const {
      for (int f = 0; f < S::size; ++f) values[f * length + entry] = s.values[f];
    }
    /// The state one cell before `s`, the ring having the last cells of lanes.
    template <class S>
    KOKKOS_FORCEINLINE_FUNCTION S before(int entry_below, const S& s) const {
      S b;
      for (int f = 0; f < S::size; ++f)
        b.values[f] = shift_right(values[f * length + entry_below], s.values[f]);
      return b;
    }
    template <class S>
    KOKKOS_FORCEINLINE_FUNCTION void put_last(int entry, const S& s) const {
      for (int f = 0; f < S::size; ++f) values[f * length + entry] = last(s.values[f]);
    }
  };
  /// Variables, face states and fluxes of a step and of the threads before it; cells of the next
  /// step, too. In step s thread t has entry t + 32 s, modulo the length.
  static constexpr int step_length = warp_width + reach;
  static constexpr int cell_length = 2 * warp_width + reach;
  /// The entry two cells before. For the lengths chosen it is also a thread's own entry in the next
  /// step, or, among the cells, in the one after that.
  template <int length>
  KOKKOS_FORCEINLINE_FUNCTION static int two_before(int entry) {
    return entry < reach ? entry + (length - reach) : entry - reach;
  }
  using CellRing = Ring<T, size, cell_length>;
  using VariablesRing = Ring<T, Variables::size, step_length>;
  using LastRing = Ring<Real, size, step_length>;  ///< of upper face states, and of fluxes
  static constexpr int warp_bytes = (CellRing::count + VariablesRing::count) * int(sizeof(T)) +
                                    2 * LastRing::count * int(sizeof(Real));
  static constexpr int scratch_bytes = warps * warp_bytes;

  SweepBlock<Real, size> block;
  typename Scheme::template Parameters<Real> parameters;
  Monitor<Real> monitor;
  using Rows = RowStream<reach, width>;
  Rows rows;

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int thread = team.team_rank() % warp_width;
    const int warp = team.team_rank() / warp_width;
    char* scratch = static_cast<char*>(team.scratch()) + warp * warp_bytes;
    const int share = team.league_rank() * warps + warp;
    if (share >= rows.shares) return;
    const Segment range = rows.share(share);

    const CellRing cells{reinterpret_cast<T*>(scratch)};
    const VariablesRing variables{cells.values + CellRing::count};
    const LastRing uppers{reinterpret_cast<Real*>(variables.values + VariablesRing::count)};
    const LastRing fluxes{uppers.values + LastRing::count};
    int cell = thread;
    int next_cell = thread + warp_width;
    int entry = thread;
    int entry_below = thread == 0 ? step_length - 1 : thread - 1;
    auto ahead = rows.begin(range, thread);
    fetch(team, cells, cell, ahead, range.last);
    T fastest(monitor.threshold);
    const int steps = rows.count_steps(range);
    for (int step = 0; step < steps; ++step) {
      const auto here = ahead;
      const bool inside = here.piece < range.last;
      rows.move_on(ahead, warp_width);
      fetch(team, cells, next_cell, ahead, range.last);
      team.template wait<1>();
      const int cell_two_below = two_before<cell_length>(cell);
      const int entry_two_below = two_before<step_length>(entry);

      const auto above =
          Scheme::template variables<T>(cells.template get<Conserved>(cell), parameters);
      variables.put(entry, above);
      team.warp_sync();
      const auto two_below = variables.template get<Variables>(entry_two_below);
      const auto faces = Scheme::template faces<T>(
          two_below, between(variables, two_below, above, entry_below), above, parameters);
      uppers.put_last(entry, faces.upper);
      team.warp_sync();
      const Conserved flux = Scheme::template flux<T>(uppers.before(entry_below, faces.upper),
                                                      faces.lower, kick(here), parameters);
      fluxes.put_last(entry, flux);
      team.warp_sync();
      if (inside) {
        if (here.lane >= reach)
          finish(cells.template get<Conserved>(cell_two_below), fluxes.before(entry_below, flux),
                 flux, here, fastest);
        const int first = width * here.lane - 1;
        record_faces<T>(monitor, faces.repairs, first, cells_of(here, here.lanes));
      }
      team.warp_sync();
      cell = next_cell;
      next_cell = cell_two_below;
      entry = entry_two_below;
      entry_below = two_before<step_length>(entry_below);
    }
    if (monitor.measure)
      for (int i = 0; i < width; ++i)
        monitor.record_signal(share * warp_width + thread, lane(fastest, i));
  }

 private:
  using Place = typename Rows::Place;

  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void fetch(const Team& team, const CellRing& cells, int entry,
                                         const Place& place, int end) const {
    const int offset = place.offset + width * place.lane;
    if (place.piece < end)
      for (int f = 0; f < size; ++f)
        team.template copy<int(sizeof(T))>(cells.values + f * cell_length + entry,
                                           block.in[f] + offset);
    team.commit();
  }

  /// The variables one cell before `above`.
  KOKKOS_FORCEINLINE_FUNCTION static Variables between(const VariablesRing& variables,
                                                       const Variables& two_below,
                                                       const Variables& above, int entry_below) {
    // A pair two cells before is the one that the thread below has.
    if constexpr (width == 1)
      return variables.template get<Variables>(entry_below);
    else
      return map([](const T& b, const T& a) { return shift_right(last(b), a); }, two_below, above);
  }

  /// How many of the next `lanes` lanes' cells, from a segment's first one on, are cells of the
  /// row.
  KOKKOS_FORCEINLINE_FUNCTION int cells_of(const Place& place, int lanes) const {
    const int left = block.cells - width * place.first;
    return left < width * lanes ? left : width * lanes;
  }

  /// Gravity's part in the faces below the cells before those that come in.
  KOKKOS_FORCEINLINE_FUNCTION T kick(const Place& here) const {
    const int face = width * (here.first + here.lane) - 1;
    return lanes_of<T>([&](int i) { return Scheme::kick(face + i, block.cells, parameters); });
  }

  /// Updates the cells two before those that come in.
  KOKKOS_FORCEINLINE_FUNCTION void finish(const Conserved& u, const Conserved& below,
                                          const Conserved& above, const Place& here,
                                          T& fastest) const {
    const Conserved updated = Scheme::template update<T>(u, below, above, parameters);
    const int cell = width * here.lane - 2;
    store_state(block.out, here.offset + cell, updated);
    record_update<Scheme>(monitor, updated, block.origin + here.offset + cell,
                          block.cells - width * here.first - cell, parameters, fastest);
  }
};

/// Host form: a row is worked off in chunks whose variables, face states and fluxes stay in the
/// cache. Packs may run past the end of a chunk: what they write there is overwritten by the next
/// chunk of the same row, or lies in the padding.
template <class Scheme, class Real>
struct SweepAlongHost {
  using T = HostPack<Real>;
  using Conserved = typename Scheme::template Conserved<T>;
  using Primitive = typename Scheme::template Primitive<T>;
  using Variables = typename Scheme::template Variables<T>;
  static constexpr int width = lane_width<T>;
  static constexpr int size = Scheme::size;
  /// Cells of a chunk: with the two ghost cells on either side a whole number of packs.
  static constexpr int chunk = 16 * width - 4;
  static constexpr int length = 18 * width;
  SweepBlock<Real, size> block;
  typename Scheme::template Parameters<Real> parameters;
  Monitor<Real> monitor;

  /// One chunk's intermediate values; entry 0 belongs to cell or face `first - 2`.
  struct Buffers {
    alignas(64) Real variables[Variables::size][length];
    alignas(64) Real lower[size][length];
    alignas(64) Real upper[size][length];
    alignas(64) Real flux[size][length];
  };

  void operator()(const int row) const {
    const int line = row % block.cross_cells[0] * block.cross_stride[0] +
                     row / block.cross_cells[0] * block.cross_stride[1];
    Buffers buffers;
    T fastest = T(monitor.threshold);
    for (int first = 0; first < block.cells; first += chunk) {
      const int cells = block.cells - first < chunk ? block.cells - first : chunk;
      advance(buffers, line, first, cells, fastest);
    }
    if (monitor.measure)
      for (int i = 0; i < width; ++i) monitor.record_signal(row, lane(fastest, i));
  }

 private:
  template <class S>
  static S get(const Real (&from)[S::size][length], int entry) {
    S s;
    for (int f = 0; f < S::size; ++f) s.values[f] = load<T>(&from[f][entry]);
    return s;
  }
  template <class S>
  static void put(Real (&to)[S::size][length], int entry, const S& s) {
    for (int f = 0; f < S::size; ++f) store(&to[f][entry], s.values[f]);
  }

  /// Gravity's kicks at the faces from `face` on.
  T kicks(int face) const {
    if (!parameters.walls[0] && !parameters.walls[1])
      return T(Scheme::kick(face, block.cells, parameters));
    Real values[width];
    for (int i = 0; i < width; ++i) values[i] = Scheme::kick(face + i, block.cells, parameters);
    return load<T>(values);
  }

  /// Advances `cells` cells from cell `first` of the row at `line` on.
  void advance(Buffers& b, int line, int first, int cells, T& fastest) const {
    const int offset = line + first;
    for (int e = 0; e < cells + 4; e += width)
      put(b.variables, e,
          Scheme::template variables<T>(load_state<Conserved>(block.in, offset + e - 2),
                                        parameters));
    for (int e = 1; e < cells + 3; e += width) {
      const auto faces = Scheme::template faces<T>(get<Variables>(b.variables, e - 1),
                                                   get<Variables>(b.variables, e),
                                                   get<Variables>(b.variables, e + 1), parameters);
      put(b.lower, e, faces.lower);
      put(b.upper, e, faces.upper);
      record_faces<T>(monitor, faces.repairs, e - 2, cells);
    }
    for (int e = 2; e < cells + 3; e += width)
      put(b.flux, e,
          Scheme::template flux<T>(get<Primitive>(b.upper, e - 1), get<Primitive>(b.lower, e),
                                   kicks(first + e - 2), parameters));
    for (int e = 2; e < cells + 2; e += width) {
      const int cell = offset + e - 2;
      const Conserved updated = Scheme::template update<T>(
          load_state<Conserved>(block.in, cell), get<Conserved>(b.flux, e),
          get<Conserved>(b.flux, e + 1), parameters);
      store_state(block.out, cell, updated);
      record_update<Scheme>(monitor, updated, block.origin + cell, cells + 2 - e, parameters,
                            fastest);
    }
  }
};

/// How a device sweeps `block` in x.
template <class Scheme, class Real, WarpOrder order = device_order>
TeamLaunch<SweepAlongDevice<Scheme, Real, order>> sweep_along_on_device(
    const SweepBlock<Real, Scheme::size>& block,
    const typename Scheme::template Parameters<Real>& parameters, const Monitor<Real>& monitor) {
  using Kernel = SweepAlongDevice<Scheme, Real, order>;
  const auto stream = make_row_stream<Kernel::reach, Kernel::width>(block);
  return {Kernel{block, parameters, monitor, stream},
          (stream.shares + Kernel::warps - 1) / Kernel::warps};
}

/// Sweeps `block` in x on `space`.
template <class Scheme, class Real, class Space>
void sweep_along(const Space& space, const SweepBlock<Real, Scheme::size>& block,
                 const typename Scheme::template Parameters<Real>& parameters,
                 const Monitor<Real>& monitor) {
  if constexpr (is_host_space<Space>) {
    const int rows = block.cross_cells[0] * block.cross_cells[1];
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for("sweep along", Policy(space, 0, rows),
                         SweepAlongHost<Scheme, Real>{block, parameters, monitor});
  } else {
    run_teams(space, "sweep along", sweep_along_on_device<Scheme>(block, parameters, monitor));
  }
}

}  // namespace solenoid
