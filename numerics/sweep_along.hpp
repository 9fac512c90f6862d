#pragma once
/// \file
/// Sweeps in x: lanes lie side by side in the direction itself.

#include "numerics/sweep.hpp"

namespace solenoid {

/// Device form: a team marches along a row, as many cells at a time as it has threads. Thread t
/// takes in cell c = start + t, predicts the faces of cell c-1, computes the flux between c-2 and
/// c-1 and updates cell c-2; what its neighbours need goes through scratch memory, and so does what
/// the next step needs from the last threads.
template <class Scheme, class Real>
struct SweepAlongDevice {
  using Conserved = typename Scheme::template Conserved<Real>;
  using Primitive = typename Scheme::template Primitive<Real>;
  using Variables = typename Scheme::template Variables<Real>;
  static constexpr int size = Scheme::size;
  SweepBlock<Real, size> block;
  typename Scheme::template Parameters<Real> parameters;
  Watch<Real> watch;
  int threads;   ///< of a team
  int segments;  ///< of a row

  /// Scratch arrays of a team: entry e of field f at [f * length + e].
  template <class S>
  struct Shelf {
    Real* values;
    int length;
    KOKKOS_FORCEINLINE_FUNCTION S get(int entry) const {
      S s;
      for (int f = 0; f < size; ++f) s.values[f] = values[f * length + entry];
      return s;
    }
    KOKKOS_FORCEINLINE_FUNCTION void put(int entry, const S& s) const {
      for (int f = 0; f < size; ++f) values[f * length + entry] = s.values[f];
    }
  };

  static std::size_t scratch_bytes(int team) {
    return sizeof(Real) * std::size_t(size) * std::size_t(3 * team + 4);
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int row = team.league_rank() / segments;
    const Segment range = segment(block.cells, segments, team.league_rank() % segments);
    const int line = row % block.cross_cells[0] * block.cross_stride[0] +
                     row / block.cross_cells[0] * block.cross_stride[1];
    const int t = team.team_rank();
    const bool last = t == threads - 1;
    Real* scratch = static_cast<Real*>(team.team_scratch(0).get_shmem(int(scratch_bytes(threads))));
    const Shelf<Variables> variables{scratch, threads + 2};
    const Shelf<Primitive> uppers{scratch + size * (threads + 2), threads + 1};
    const Shelf<Conserved> fluxes{scratch + size * (2 * threads + 3), threads + 1};

    Real fastest = 0;
    Conserved flux{};
    for (int start = range.first - 2; start <= range.last + 1; start += threads) {
      const int c = start + t;
      const bool inside = c <= range.last + 1;
      Variables above{};
      if (inside) {
        above =
            Scheme::template variables<Real>(load_state<Conserved>(block.in, line + c), parameters);
        variables.put(t + 2, above);
      }
      team.team_barrier();
      if (last) fluxes.put(0, flux);
      typename Scheme::template Faces<Real> faces{};
      if (inside && c >= range.first) {
        faces =
            Scheme::template faces<Real>(variables.get(t), variables.get(t + 1), above, parameters);
        uppers.put(t + 1, faces.upper);
        if (faces.fell_back && c > range.first && c <= range.last) watch.note_fallback(1);
      }
      team.team_barrier();
      if (last) {
        variables.put(0, variables.get(threads));
        variables.put(1, above);
      }
      if (inside && c > range.first) {
        flux = Scheme::template flux<Real>(uppers.get(t), faces.lower, parameters);
        fluxes.put(t + 1, flux);
      }
      team.team_barrier();
      if (last) uppers.put(0, faces.upper);
      if (inside && c > range.first + 1) finish(line + c - 2, fluxes.get(t), flux, fastest);
    }
    if (watch.measure) watch.note_signal(team.league_rank() * threads + t, fastest);
  }

 private:
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
  if constexpr (Kokkos::SpaceAccessibility<Kokkos::HostSpace,
                                           typename Space::memory_space>::accessible) {
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for("sweep along", Policy(space, 0, rows),
                         SweepAlongHost<Scheme, Real>{block, parameters, watch});
  } else {
    constexpr int threads = 128;
    using Kernel = SweepAlongDevice<Scheme, Real>;
    using Policy = Kokkos::TeamPolicy<Space, Kokkos::LaunchBounds<threads, 4>>;
    const int segments = segments_for(block.cells, rows, 2048, 4 * threads);
    Kokkos::parallel_for(
        "sweep along",
        Policy(space, rows * segments, threads)
            .set_scratch_size(0, Kokkos::PerTeam(int(Kernel::scratch_bytes(threads)))),
        Kernel{block, parameters, watch, threads, segments});
  }
}

}  // namespace solenoid
