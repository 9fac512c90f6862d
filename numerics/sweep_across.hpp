#pragma once
/// \file
/// Sweeps in y and z: lanes side by side in x march along the direction.

#include "numerics/sweep.hpp"

namespace solenoid {

/// What a marching lane carries from cell to cell: the two last cells' variables, the upper face
/// state of the last but one and the last flux.
template <class Scheme, class T>
struct MarchWindow {
  typename Scheme::template Variables<T> below, middle;
  typename Scheme::template Primitive<T> upper;
  typename Scheme::template Conserved<T> flux;
};

/// Takes in cell c, whose conserved state is `u`, `taken` cells after the march began: predicts the
/// faces of cell c-1, computes the flux between c-2 and c-1, and calls
/// `emit(lower flux, upper flux)` for cell c-2. Returns where the first-order fallback acted in
/// c-1.
template <class Scheme, class T, class Parameters, class Emit>
SOLENOID_INLINE LaneMask<T> march(MarchWindow<Scheme, T>& window,
                                  const typename Scheme::template Conserved<T>& u, int taken,
                                  const Parameters& parameters, const Emit& emit) {
  const auto above = Scheme::template variables<T>(u, parameters);
  const auto faces = Scheme::template faces<T>(window.below, window.middle, above, parameters);
  if (taken > 0) {
    const auto flux = Scheme::template flux<T>(window.upper, faces.lower, parameters);
    if (taken > 1) emit(window.flux, flux);
    window.flux = flux;
  }
  window.upper = faces.upper;
  window.below = window.middle;
  window.middle = above;
  return faces.fell_back;
}

/// Device form: one thread a line segment.
template <class Scheme, class Real>
struct SweepAcrossDevice {
  using Conserved = typename Scheme::template Conserved<Real>;
  SweepBlock<Real, Scheme::size> block;
  typename Scheme::template Parameters<Real> parameters;
  Watch<Real> watch;
  int segments;

  KOKKOS_FUNCTION void operator()(const int id) const {
    const int x = id % block.cross_cells[0];
    const int rest = id / block.cross_cells[0];
    const int other = rest % block.cross_cells[1];
    const Segment range = segment(block.cells, segments, rest / block.cross_cells[1]);
    const int line = x + other * block.cross_stride[1];
    const auto at = [&](int c) { return line + c * block.stride; };
    const auto state = [&](int c) { return load_state<Conserved>(block.in, at(c)); };

    MarchWindow<Scheme, Real> window;
    window.below = Scheme::template variables<Real>(state(range.first - 2), parameters);
    window.middle = Scheme::template variables<Real>(state(range.first - 1), parameters);
    Real fastest = 0;
    Conserved next = state(range.first);
    for (int c = range.first; c <= range.last + 1; ++c) {
      const Conserved u = next;
      if (c <= range.last) next = state(c + 1);
      const bool fell_back = march<Scheme, Real>(
          window, u, c - range.first, parameters,
          [&](const Conserved& below, const Conserved& above) {
            const Conserved updated =
                Scheme::template update<Real>(state(c - 2), below, above, parameters);
            store_state(block.out, at(c - 2), updated);
            if (!Scheme::template physical<Real>(updated))
              watch.note_unphysical(block.origin + at(c - 2));
            if (watch.measure)
              fastest = max(
                  fastest, Scheme::Equations::signal(updated, watch.weights, parameters.equations));
          });
      if (fell_back && c > range.first && c <= range.last) watch.note_fallback(1);
    }
    if (watch.measure) watch.note_signal(id, fastest);
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
  Watch<Real> watch;
  int tiles;     ///< in x
  int segments;  ///< along the direction

  void operator()(const int id) const {
    const int x = id % tiles * tile;
    const int rest = id / tiles;
    const int line = x + rest % block.cross_cells[1] * block.cross_stride[1];
    const Segment range = segment(block.cells, segments, rest / block.cross_cells[1]);
    const int left = block.cross_cells[0] - x;
    const int packs = left < tile ? (left + width - 1) / width : tile_packs;
    const auto state = [&](int offset) { return load_state<Conserved>(block.in, offset); };

    MarchWindow<Scheme, T> windows[tile_packs];
    for (int p = 0; p < packs; ++p) {
      const int start = line + p * width + range.first * block.stride;
      windows[p].below = Scheme::template variables<T>(state(start - 2 * block.stride), parameters);
      windows[p].middle = Scheme::template variables<T>(state(start - block.stride), parameters);
    }
    T fastest = T(0);
    for (int c = range.first; c <= range.last + 1; ++c)
      for (int p = 0; p < packs; ++p)
        step(windows[p], line + p * width + c * block.stride, c - range.first,
             range.last - range.first, left - p * width, fastest);
    if (watch.measure)
      for (int i = 0; i < width; ++i) watch.note_signal(id, lane(fastest, i));
  }

 private:
  /// Takes in the pack of cells at `offset`, `taken` cells into a segment of `length` cells;
  /// `lanes` of its lanes (or all) are cells of the grid.
  void step(MarchWindow<Scheme, T>& window, int offset, int taken, int length, int lanes,
            T& fastest) const {
    const auto fell_back =
        march<Scheme, T>(window, load_state<Conserved>(block.in, offset), taken, parameters,
                         [&](const Conserved& below, const Conserved& above) {
                           const int cell = offset - 2 * block.stride;
                           const Conserved updated = Scheme::template update<T>(
                               load_state<Conserved>(block.in, cell), below, above, parameters);
                           store_state(block.out, cell, updated);
                           note(updated, cell, lanes, fastest);
                         });
    if (any(fell_back) && taken > 0 && taken <= length)
      watch.note_fallback(count_lanes(fell_back, width, 0, lanes));
  }

  void note(const Conserved& updated, int cell, int lanes, T& fastest) const {
    const auto unphysical = !Scheme::template physical<T>(updated);
    if (any(unphysical))
      for (int i = 0; i < width && i < lanes; ++i)
        if (lane(unphysical, i)) watch.note_unphysical(block.origin + cell + i);
    if (!watch.measure) return;
    const T signal = Scheme::Equations::signal(updated, watch.weights, parameters.equations);
    if (lanes >= width)
      fastest = max(signal, fastest);
    else
      for (int i = 0; i < lanes; ++i) fastest = max(T(lane(signal, i)), fastest);
  }
};

/// Sweeps `block`, whose first cross direction is x, on `space`.
template <class Scheme, class Real, class Space>
void sweep_across(const Space& space, const SweepBlock<Real, Scheme::size>& block,
                  const typename Scheme::template Parameters<Real>& parameters,
                  const Watch<Real>& watch) {
  if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                           typename Space::memory_space>::accessible) {
    using Kernel = SweepAcrossHost<Scheme, Real>;
    const int tiles = (block.cross_cells[0] + Kernel::tile - 1) / Kernel::tile;
    const long lines = long(tiles) * block.cross_cells[1];
    const int segments = segments_for(block.cells, lines, 4L * space.concurrency(), 32);
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for("sweep across", Policy(space, 0, int(lines * segments)).set_chunk_size(1),
                         Kernel{block, parameters, watch, tiles, segments});
  } else {
    using Kernel = SweepAcrossDevice<Scheme, Real>;
    const long lines = long(block.cross_cells[0]) * block.cross_cells[1];
    const int segments = segments_for(block.cells, lines, 1L << 18, 64);
    using Policy = Kokkos::RangePolicy<Space, Kokkos::LaunchBounds<128, 3>, Kokkos::IndexType<int>>;
    Kokkos::parallel_for("sweep across", Policy(space, 0, int(lines * segments)),
                         Kernel{block, parameters, watch, segments});
  }
}

}  // namespace solenoid
