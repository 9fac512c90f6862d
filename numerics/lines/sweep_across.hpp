#pragma once
/// \file
/// Sweeps in y and z: lanes side by side in x march along the direction.

#include "numerics/device/device_launch.hpp"
#include "numerics/lines/sweep.hpp"

namespace solenoid {

/// Takes in cell c, whose conserved state is `u`, `taken` cells after the march began: predicts the
/// faces of cell c-1, computes the flux between c-2 and c-1 with gravity's `kick` there, and calls
/// `emit(lower flux, upper flux)` for cell c-2. Returns where the first-order fallback acted in
/// c-1.
///
/// `window` holds what a lane carries from cell to cell: below() and middle() are the variables of
/// the two last cells, shift(above) lets the next one in, `upper` is the upper face state of the
/// last but one cell and `flux` the last flux.
template <class Scheme, class T, class Window, class Parameters, class Emit>
SOLENOID_INLINE FaceRepairs<T> march(Window& window,
                                     const typename Scheme::template Conserved<T>& u, int taken,
                                     const T& kick, const Parameters& parameters,
                                     const Emit& emit) {
  const auto above = Scheme::template variables<T>(u, parameters);
  const auto faces = Scheme::template faces<T>(window.below(), window.middle(), above, parameters);
  window.shift(above);
  // On a device the first flux, of a state that there is not yet, costs less than a branch.
  if (!Pack<T> || taken > 0) {
    const auto flux = Scheme::template flux<T>(window.upper, faces.lower, kick, parameters);
    if (taken > 1) emit(window.flux, flux);
    window.flux = flux;
  }
  window.upper = faces.upper;
  return faces.repairs;
}

/// Device form: one thread a line segment, or a pair of them. Cells arrive in scratch memory two
/// iterations before they are needed and stay there until they are updated; the variables of the
/// two last cells lie there, too, which leaves registers for more threads. A thread uses only
/// entries of its own.
template <class Scheme, class Real>
struct SweepAcrossDevice {
  using T = DeviceLane<Real>;
  using Conserved = typename Scheme::template Conserved<T>;
  using Variables = typename Scheme::template Variables<T>;
  static constexpr int width = lane_width<T>;
  static constexpr int size = Scheme::size;
  static constexpr int threads = 64;
  /// Teams that a multiprocessor is to hold at a time, which bounds the registers of a thread.
  static constexpr int teams = 6;
  static constexpr int stages = 4;  ///< cells in scratch memory: c-2 to c+1
  static constexpr int scratch_values = (stages * size + 2 * Variables::size) * threads;
  static constexpr int scratch_bytes = scratch_values * int(sizeof(T));
  SweepBlock<Real, size> block;
  typename Scheme::template Parameters<Real> parameters;
  Monitor<Real> monitor;
  int columns;  ///< lanes in x
  int segments;
  int lines;  ///< number of line segments

  /// States in scratch memory: entry f of slot s at [(s * S::size + f) * threads].
  template <class S>
  struct Slots {
    T* values;
    KOKKOS_FORCEINLINE_FUNCTION T* at(int slot, int f) const {
      return values + (slot * S::size + f) * threads;
    }
    KOKKOS_FORCEINLINE_FUNCTION S get(int slot) const {
      S s;
      for (int f = 0; f < S::size; ++f) s.values[f] = *at(slot, f);
      return s;
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int slot, const S& s) const {
      for (int f = 0; f < S::size; ++f) *at(slot, f) = s.values[f];
    }
  };

  struct Window {
    typename Scheme::template Primitive<T> upper;
    Conserved flux;
    Slots<Variables> variables;
    int parity;  ///< slot of the older cell

    KOKKOS_FORCEINLINE_FUNCTION Variables below() const { return variables.get(parity); }
    KOKKOS_FORCEINLINE_FUNCTION Variables middle() const { return variables.get(1 - parity); }
    KOKKOS_FORCEINLINE_FUNCTION void shift(const Variables& above) {
      variables.put(parity, above);
      parity = 1 - parity;
    }
  };

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    T* scratch = static_cast<T*>(team.scratch()) + team.team_rank();
    const int id = team.league_rank() * threads + team.team_rank();
    if (id >= lines) return;
    const int x = id % columns * width;
    const int rest = id / columns;
    const int other = rest % block.cross_cells[1];
    const Segment range = segment(block.cells, segments, rest / block.cross_cells[1]);
    const int line = x + other * block.cross_stride[1];
    const auto at = [&](int c) { return line + c * block.stride; };
    const auto state = [&](int c) { return load_state<Conserved>(block.in, at(c)); };

    const Slots<Conserved> cells{scratch};
    const auto fetch = [&](int c) {
      if (c <= range.last + 1)
        for (int f = 0; f < size; ++f)
          team.template copy<int(sizeof(T))>(cells.at(c & (stages - 1), f), block.in[f] + at(c));
      team.commit();
    };
    fetch(range.first);
    fetch(range.first + 1);
    Window window{{}, {}, {cells.at(stages, 0)}, 0};
    window.shift(Scheme::template variables<T>(state(range.first - 2), parameters));
    window.shift(Scheme::template variables<T>(state(range.first - 1), parameters));
    const int lanes = block.cross_cells[0] - x;
    T fastest(monitor.threshold);
    for (int c = range.first; c <= range.last + 1; ++c) {
      team.template wait<1>();
      const auto repairs =
          march<Scheme, T>(window, cells.get(c & (stages - 1)), c - range.first,
                           T(Scheme::kick(c - 1, block.cells, parameters)), parameters,
                           [&](const Conserved& below, const Conserved& above) {
                             const Conserved updated = Scheme::template update<T>(
                                 cells.get((c - 2) & (stages - 1)), below, above, parameters);
                             store_state(block.out, at(c - 2), updated);
                             record_update<Scheme>(monitor, updated, block.origin + at(c - 2),
                                                   lanes, parameters, fastest);
                           });
      fetch(c + 2);
      if (range.first < c && c <= range.last) record_faces<T>(monitor, repairs, 0, lanes);
    }
    if (monitor.measure)
      for (int i = 0; i < width; ++i) monitor.record_signal(id, lane(fastest, i));
  }
};

/// Host form: tiles of packs march together, so that whole cache lines of a row are used at a time.
template <class Scheme, class Real>
struct SweepAcrossHost {
  using T = HostPack<Real>;
  using Conserved = typename Scheme::template Conserved<T>;
  static constexpr int width = lane_width<T>;
  static constexpr int tile_packs = 16;
  static constexpr int tile = tile_packs * width;
  SweepBlock<Real, Scheme::size> block;
  typename Scheme::template Parameters<Real> parameters;
  Monitor<Real> monitor;
  int tiles;     ///< in x
  int segments;  ///< along the direction

  struct Window {
    typename Scheme::template Variables<T> below_cell, middle_cell;
    typename Scheme::template Primitive<T> upper;
    Conserved flux;

    const auto& below() const { return below_cell; }
    const auto& middle() const { return middle_cell; }
    void shift(const typename Scheme::template Variables<T>& above) {
      below_cell = middle_cell;
      middle_cell = above;
    }
  };

  void operator()(const int id) const {
    const int x = id % tiles * tile;
    const int rest = id / tiles;
    const int line = x + rest % block.cross_cells[1] * block.cross_stride[1];
    const Segment range = segment(block.cells, segments, rest / block.cross_cells[1]);
    const int left = block.cross_cells[0] - x;
    const int packs = left < tile ? (left + width - 1) / width : tile_packs;
    const auto state = [&](int offset) { return load_state<Conserved>(block.in, offset); };

    Window windows[tile_packs];
    for (int p = 0; p < packs; ++p) {
      const int start = line + p * width + range.first * block.stride;
      windows[p].shift(Scheme::template variables<T>(state(start - 2 * block.stride), parameters));
      windows[p].shift(Scheme::template variables<T>(state(start - block.stride), parameters));
    }
    T fastest = T(monitor.threshold);
    for (int c = range.first; c <= range.last + 1; ++c)
      for (int p = 0; p < packs; ++p)
        step(windows[p], line + p * width + c * block.stride, c - range.first,
             range.last - range.first, Scheme::kick(c - 1, block.cells, parameters),
             left - p * width, fastest);
    if (monitor.measure)
      for (int i = 0; i < width; ++i) monitor.record_signal(id, lane(fastest, i));
  }

 private:
  /// Takes in the pack of cells at `offset`, `taken` cells into a segment of `length` cells;
  /// `lanes` of its lanes (or all) are cells of the grid.
  void step(Window& window, int offset, int taken, int length, Real kick, int lanes,
            T& fastest) const {
    const auto repairs = march<Scheme, T>(
        window, load_state<Conserved>(block.in, offset), taken, T(kick), parameters,
        [&](const Conserved& below, const Conserved& above) {
          const int cell = offset - 2 * block.stride;
          const Conserved updated = Scheme::template update<T>(
              load_state<Conserved>(block.in, cell), below, above, parameters);
          store_state(block.out, cell, updated);
          record_update<Scheme>(monitor, updated, block.origin + cell, lanes, parameters, fastest);
        });
    if (taken > 0 && taken <= length) record_faces<T>(monitor, repairs, 0, lanes);
  }
};

/// How a device sweeps `block`.
template <class Scheme, class Real>
TeamLaunch<SweepAcrossDevice<Scheme, Real>> sweep_across_on_device(
    const SweepBlock<Real, Scheme::size>& block,
    const typename Scheme::template Parameters<Real>& parameters, const Monitor<Real>& monitor) {
  using Kernel = SweepAcrossDevice<Scheme, Real>;
  const int columns = (block.cross_cells[0] + Kernel::width - 1) / Kernel::width;
  const long whole_lines = long(columns) * block.cross_cells[1];
  const int segments = segments_for_device(block.cells, whole_lines);
  const int lines = int(whole_lines * segments);
  return {Kernel{block, parameters, monitor, columns, segments, lines},
          (lines + Kernel::threads - 1) / Kernel::threads};
}

/// Sweeps `block`, whose first cross direction is x, on `space`.
template <class Scheme, class Real, class Space>
void sweep_across(const Space& space, const SweepBlock<Real, Scheme::size>& block,
                  const typename Scheme::template Parameters<Real>& parameters,
                  const Monitor<Real>& monitor) {
  if constexpr (is_host_space<Space>) {
    using Kernel = SweepAcrossHost<Scheme, Real>;
    const int tiles = (block.cross_cells[0] + Kernel::tile - 1) / Kernel::tile;
    const long lines = long(tiles) * block.cross_cells[1];
    const int segments = segments_for(block.cells, lines, 4L * space.concurrency(), 32);
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for("sweep across", Policy(space, 0, int(lines * segments)).set_chunk_size(1),
                         Kernel{block, parameters, monitor, tiles, segments});
  } else {
    run_teams(space, "sweep across", sweep_across_on_device<Scheme>(block, parameters, monitor));
  }
}

}  // namespace solenoid
