#pragma once
/// \file
/// Sweeps in x: lanes lie side by side in the direction itself.

#include <algorithm>

#include "numerics/spaces.hpp"
#include "numerics/sweep.hpp"
#include "numerics/warp.hpp"

namespace solenoid {

/// Device form: a warp marches along rows, as many cells at a time as it has threads, through the
/// rows of its share as if they were one. Thread t takes in cell c = start + t, predicts the faces
/// of cell c-1, computes the flux between c-2 and c-1 and updates cell c-2; what the thread above
/// needs goes through registers, and what the next step needs of the last threads through scratch
/// memory.
template <class Scheme, class Real>
struct SweepAlongDevice {
  using Conserved = typename Scheme::template Conserved<Real>;
  using Primitive = typename Scheme::template Primitive<Real>;
  using Variables = typename Scheme::template Variables<Real>;
  static constexpr int size = Scheme::size;
  static constexpr int warps = 4;  ///< of a team
  static constexpr int threads = warps * warp_width;
  /// Scratch of a warp: variables of its two last threads, face state and flux of the last one.
  static constexpr int kept = 4 * size;
  SweepBlock<Real, size> block;
  typename Scheme::template Parameters<Real> parameters;
  Watch<Real> watch;
  int segments;  ///< of a row
  int shares;    ///< number of warps that share the segments

  /// A thread's place: its cell in a segment, the ghosts on its left included as -2 and -1.
  struct Place {
    int cell;     ///< from -2 to cells + 1
    int cells;    ///< of the segment
    int offset;   ///< of the segment's first cell
    int segment;  ///< counted through all rows
  };

  KOKKOS_FUNCTION void enter_segment(Place& place) const {
    const int row = place.segment / segments;
    const Segment range = segment(block.cells, segments, place.segment % segments);
    place.cells = range.last - range.first;
    place.offset = range.first + row % block.cross_cells[0] * block.cross_stride[0] +
                   row / block.cross_cells[0] * block.cross_stride[1];
  }

  KOKKOS_FUNCTION void move_on(Place& place, int cells) const {
    place.cell += cells;
    while (place.cell > place.cells + 1) {
      place.cell -= place.cells + 4;
      ++place.segment;
      enter_segment(place);
    }
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int thread = team.team_rank() % warp_width;
    const int warp = team.team_rank() / warp_width;
    Real* kept_values =
        static_cast<Real*>(team.team_scratch(0).get_shmem(int{scratch_bytes})) + warp * kept;
    const int share = team.league_rank() * warps + warp;
    if (share >= shares) return;
    const int rows = block.cross_cells[0] * block.cross_cells[1];
    const Segment range = segment(rows * segments, shares, share);

    Place first{-2, 0, 0, range.first};
    enter_segment(first);
    Place place = first;
    move_on(place, thread);
    Real fastest = 0;
    Conserved next{};
    if (place.segment < range.last)
      next = load_state<Conserved>(block.in, place.offset + place.cell);
    // The warp is done when its first thread has left the share.
    while (first.segment < range.last) {
      const Place here = place;
      const bool inside = here.segment < range.last;
      const Conserved u = next;
      move_on(first, warp_width);
      move_on(place, warp_width);
      if (place.segment < range.last)
        next = load_state<Conserved>(block.in, place.offset + place.cell);

      const Variables above = Scheme::template variables<Real>(u, parameters);
      const Variables middle = from_below(above, thread, 1, kept_values + size);
      const Variables below = from_below(above, thread, 2, kept_values);
      keep(above, thread == warp_width - 2, kept_values);
      keep(above, thread == warp_width - 1, kept_values + size);
      const auto faces = Scheme::template faces<Real>(below, middle, above, parameters);
      const Primitive left = from_below(faces.upper, thread, 1, kept_values + 2 * size);
      keep(faces.upper, thread == warp_width - 1, kept_values + 2 * size);
      const Conserved flux = Scheme::template flux<Real>(left, faces.lower, parameters);
      const Conserved flux_below = from_below(flux, thread, 1, kept_values + 3 * size);
      keep(flux, thread == warp_width - 1, kept_values + 3 * size);
      if (inside && here.cell > 1) finish(here.offset + here.cell - 2, flux_below, flux, fastest);
      if (faces.fell_back && inside && here.cell > 0 && here.cell <= here.cells)
        watch.note_fallback(1);
    }
    if (watch.measure) watch.note_signal(share * warp_width + thread, fastest);
  }

  static constexpr int scratch_bytes = warps * kept * int(sizeof(Real));

 private:
  /// The state of the thread `shift` below; the lowest threads take what the last ones kept,
  /// `shift` states from `kept_values` on, in the step before.
  template <class S>
  KOKKOS_FORCEINLINE_FUNCTION static S from_below(const S& own, int thread, int shift,
                                                  const Real* kept_values) {
    S s;
    for (int f = 0; f < size; ++f) s.values[f] = from_thread(own.values[f], thread - shift);
    if (thread < shift)
      for (int f = 0; f < size; ++f) s.values[f] = kept_values[thread * size + f];
    return s;
  }

  /// Stores the state of one thread for the next step, after all have read the present one.
  template <class S>
  KOKKOS_FORCEINLINE_FUNCTION static void keep(const S& s, bool here, Real* kept_values) {
    warp_fence();
    if (here)
      for (int f = 0; f < size; ++f) kept_values[f] = s.values[f];
    warp_fence();
  }

  KOKKOS_FORCEINLINE_FUNCTION void finish(int offset, const Conserved& below,
                                          const Conserved& above, Real& fastest) const {
    const Conserved updated = Scheme::template update<Real>(load_state<Conserved>(block.in, offset),
                                                            below, above, parameters);
    store_state(block.out, offset, updated);
    if (!Scheme::template physical<Real>(updated)) watch.note_unphysical(block.origin + offset);
    if (watch.measure)
      fastest =
          max(fastest, Scheme::Equations::signal(updated, watch.weights, parameters.equations));
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
  Watch<Real> watch;

  /// One chunk's intermediate values; entry 0 belongs to cell or face `first - 2`.
  struct Buffers {
    alignas(64) Real variables[size][length];
    alignas(64) Real lower[size][length];
    alignas(64) Real upper[size][length];
    alignas(64) Real flux[size][length];
  };

  void operator()(const int row) const {
    const int line = row % block.cross_cells[0] * block.cross_stride[0] +
                     row / block.cross_cells[0] * block.cross_stride[1];
    Buffers buffers;
    T fastest = T(0);
    for (int first = 0; first < block.cells; first += chunk) {
      const int cells = block.cells - first < chunk ? block.cells - first : chunk;
      advance(buffers, line + first, cells, fastest);
    }
    if (watch.measure)
      for (int i = 0; i < width; ++i) watch.note_signal(row, lane(fastest, i));
  }

 private:
  template <class S>
  static S get(const Real (&from)[size][length], int entry) {
    S s;
    for (int f = 0; f < size; ++f) s.values[f] = load<T>(&from[f][entry]);
    return s;
  }
  template <class S>
  static void put(Real (&to)[size][length], int entry, const S& s) {
    for (int f = 0; f < size; ++f) store(&to[f][entry], s.values[f]);
  }

  /// Advances `cells` cells from `offset` on.
  void advance(Buffers& b, int offset, int cells, T& fastest) const {
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
      if (any(faces.fell_back)) note_fallback(faces.fell_back, e - 2, cells);
    }
    for (int e = 2; e < cells + 3; e += width)
      put(b.flux, e,
          Scheme::template flux<T>(get<Primitive>(b.upper, e - 1), get<Primitive>(b.lower, e),
                                   parameters));
    for (int e = 2; e < cells + 2; e += width) {
      const int cell = offset + e - 2;
      const Conserved updated = Scheme::template update<T>(
          load_state<Conserved>(block.in, cell), get<Conserved>(b.flux, e),
          get<Conserved>(b.flux, e + 1), parameters);
      store_state(block.out, cell, updated);
      note(updated, cell, cells + 2 - e, fastest);
    }
  }

  void note_fallback(const LaneMask<T>& mask, int first, int cells) const {
    const int skipped = first < 0 ? count_lanes(mask, -first, 0, width) : 0;
    watch.note_fallback(count_lanes(mask, width, first, cells) - skipped);
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

/// Sweeps `block` in x on `space`.
template <class Scheme, class Real, class Space>
void sweep_along(const Space& space, const SweepBlock<Real, Scheme::size>& block,
                 const typename Scheme::template Parameters<Real>& parameters,
                 const Watch<Real>& watch) {
  const int rows = block.cross_cells[0] * block.cross_cells[1];
  if constexpr (is_host_space<Space>) {
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for("sweep along", Policy(space, 0, rows),
                         SweepAlongHost<Scheme, Real>{block, parameters, watch});
  } else {
    using Kernel = SweepAlongDevice<Scheme, Real>;
    using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<Kernel::threads, 3>>;
    // Enough warps for many waves of them, none with fewer cells than make its halo negligible.
    const int segments = segments_for(block.cells, rows, 1L << 15, 1024);
    const long lines = long(rows) * segments;
    const long most = std::max(1L, lines * (block.cells / segments) / 256);
    const int shares = int(std::min({lines, most, 1L << 15}));
    const int teams = (shares + Kernel::warps - 1) / Kernel::warps;
    Kokkos::parallel_for("sweep along",
                         Policy(space, teams, Kernel::threads)
                             .set_scratch_size(0, Kokkos::PerTeam(Kernel::scratch_bytes)),
                         Kernel{block, parameters, watch, segments, shares});
  }
}

}  // namespace solenoid
