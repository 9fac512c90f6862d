#pragma once
/// \file
/// The relaxing TVD update of all cells in one direction: both half steps in one pass.

#include "numerics/lines/update_lines.hpp"
#include "numerics/schemes/monitor.hpp"
#include "numerics/schemes/relaxing_tvd.hpp"

namespace solenoid {

/// Where the conserved variables and the magnetic field on faces of a block stand, in the order
/// n, t1, t2 of the direction, at interior cell (0, 0, 0).
template <class Real, int size, bool magnetised>
struct StaggeredBlock {
  static constexpr int components = magnetised ? 3 : 0;
  const Real* values[size];
  const Real* faces[3];  ///< lower faces of cells; unused without a magnetic field
  int face_step[3];      ///< to the upper face; zero in inactive directions
  Real* out[size];

  /// What a cell is made of: the values, then the fields on the lower and the upper face of each
  /// direction.
  static constexpr int inputs = size + 2 * components;
  SOLENOID_INLINE const Real* input(int k) const {
    if (k < size) return values[k];
    const int direction = (k - size) / 2;
    return faces[direction] + (k - size) % 2 * face_step[direction];
  }

  /// The cell of which get(k) is input k, with the mean of the field over its faces; psi is zero.
  template <class Cell, class Get>
  SOLENOID_INLINE static Cell cell_of(const Get& get) {
    using T = typename Cell::Lane;
    Cell cell;
    for (int f = 0; f < Cell::size; ++f) cell.values[f] = T(0);
    for (int f = 0; f < size; ++f) cell.values[f] = get(f);
    for (int k = size; k < inputs; k += 2)
      cell.values[size + (k - size) / 2] = T(0.5) * (get(k) + get(k + 1));
    return cell;
  }
  template <class Cell>
  SOLENOID_INLINE Cell load_cell(int offset) const {
    using T = typename Cell::Lane;
    return cell_of<Cell>([&](int k) { return load<T>(input(k) + offset); });
  }
};

template <class Scheme_, class Real, bool magnetised>
struct RelaxingTvdUpdate : UsualLines {
  using Scheme = Scheme_;
  using Number = Real;
  using System = typename Scheme::System;
  static constexpr int size = Scheme::size;
  static constexpr int reach = Scheme::reach;
  template <class T>
  using Values = typename Scheme::template Values<T>;
  template <class T>
  using Cell = typename Scheme::template Cell<T>;

  using Block = StaggeredBlock<Real, size, magnetised>;
  /// The march reads the cell before and the one that it updates again.
  static constexpr int behind = reach;
  static constexpr int inputs = Block::inputs;
  // Pairs need so many registers that too few threads are left.
  using LaneAcross = Real;
  using LaneAlong = Real;
  template <class T>
  static constexpr int registers(bool) {
    return sizeof(T) == 4 ? 128 : 168;
  }

  Block block;
  Lines lines;
  typename Scheme::template Parameters<Real> parameters;
  Monitor<Real> monitor;
  int origin;  ///< offset of interior cell (0, 0, 0) within a field

  SOLENOID_INLINE const Real* input(int k) const { return block.input(k); }
  /// Upper faces in the other two directions.
  static constexpr bool may_be_unaligned(int k) { return k == size + 3 || k == size + 5; }
  SOLENOID_INLINE Real* output(int k) const { return block.out[k]; }

  /// What a march keeps: the waves to the right at the begin of the step, the upwind flux through
  /// the lower face, and half a step on the waves and the flux through the lower face.
  enum : int { right_wave, upwind, later_right, later_left, last_flux, quantities };
  static constexpr Carried carried(int quantity) {
    constexpr int depths[] = {1, 1, 3, 2, 1};
    return {size, depths[quantity]};
  }

  template <class T, class March>
  SOLENOID_INLINE void step(March& march, int line, int c, const Segment& range, int lanes,
                            T& fastest) const {
    const auto waves = Scheme::template waves<T>(cell_behind<T>(march, 0), parameters);
    keep<right_wave>(march, waves.right);
    march.warp_sync();
    const auto entering =  // through the lower face of c
        Scheme::template upwind_flux<T>(kept<right_wave, T>(march, 1), waves.left);
    keep<upwind>(march, entering);
    march.warp_sync();
    const auto later = Scheme::template waves<T>(  // of c - 1
        Scheme::template half_step<T>(cell_behind<T>(march, 1), kept<upwind, T>(march, 1), entering,
                                      parameters),
        parameters);
    keep<later_right>(march, later.right);
    keep<later_left>(march, later.left);
    march.warp_sync();
    const Values<T> right[3] = {kept<later_right, T>(march, 3), kept<later_right, T>(march, 2),
                                kept<later_right, T>(march, 1)};
    const Values<T> left[3] = {kept<later_left, T>(march, 2), kept<later_left, T>(march, 1),
                               later.left};
    const Values<T> flux =  // between c - 3 and c - 2
        Scheme::template limited_flux<T>(right, left, parameters);
    keep<last_flux>(march, flux);
    march.warp_sync();
    const int updated = c - reach;
    if (updated < range.first || updated >= range.last) return;
    const Values<T> u = finish<T>(cell_behind<T>(march, reach), kept<last_flux, T>(march, 1), flux,
                                  line + updated * lines.stride, lanes, fastest);
    for (int f = 0; f < size; ++f) march.put(f, reach, u.values[f]);
  }

  /// Buffers: waves to the right and left at the begin, then half a step on. Fluxes take the place
  /// of the first.
  static constexpr int buffers = 4 * size;

  template <class T>
  SOLENOID_INLINE void row(const RowBuffers<Real>& b, int line, int first, int cells,
                           T& fastest) const {
    using V = Values<T>;
    constexpr int width = lane_width<T>;
    constexpr int right = 0, left = size, half_right = 2 * size, half_left = 3 * size, flux = right;
    const int offset = line + first - reach;
    const auto get = [&](int buffer, int e) { return b.template get<V>(buffer, e); };
    for (int e = 0; e < cells + 2 * reach; e += width) {
      const auto w =
          Scheme::template waves<T>(block.template load_cell<Cell<T>>(offset + e), parameters);
      b.put(right, e, w.right);
      b.put(left, e, w.left);
    }
    for (int e = 1; e < cells + 2 * reach - 1; e += width) {
      const V lower = Scheme::template upwind_flux<T>(get(right, e - 1), get(left, e));
      const V upper = Scheme::template upwind_flux<T>(get(right, e), get(left, e + 1));
      const auto w = Scheme::template waves<T>(
          Scheme::template half_step<T>(block.template load_cell<Cell<T>>(offset + e), lower, upper,
                                        parameters),
          parameters);
      b.put(half_right, e, w.right);
      b.put(half_left, e, w.left);
    }
    for (int e = reach; e < cells + reach + 1; e += width) {
      const V r[3] = {get(half_right, e - 2), get(half_right, e - 1), get(half_right, e)};
      const V l[3] = {get(half_left, e - 1), get(half_left, e), get(half_left, e + 1)};
      b.put(flux, e, Scheme::template limited_flux<T>(r, l, parameters));
    }
    for (int e = reach; e < cells + reach; e += width) {
      const V u = finish<T>(block.template load_cell<Cell<T>>(offset + e), get(flux, e),
                            get(flux, e + 1), offset + e, cells + reach - e, fastest);
      for (int f = 0; f < size; ++f) store(block.out[f] + offset + e, u.values[f]);
    }
  }

 private:
  template <int quantity, class March, class S>
  SOLENOID_INLINE static void keep(March& march, const S& values) {
    for (int f = 0; f < size; ++f) march.template keep<quantity>(f, values.values[f]);
  }
  template <int quantity, class T, class March>
  SOLENOID_INLINE static Values<T> kept(const March& march, int back) {
    Values<T> values;
    for (int f = 0; f < size; ++f) values.values[f] = march.template kept<quantity>(f, back);
    return values;
  }

  /// The cell `back` cells behind.
  template <class T, class March>
  SOLENOID_INLINE static Cell<T> cell_behind(const March& march, int back) {
    return Block::template cell_of<Cell<T>>([&](int k) { return march.get(k, back); });
  }

  /// The values of `cell`, which is at `offset`, a step on.
  template <class T>
  SOLENOID_INLINE Values<T> finish(const Cell<T>& cell, const Values<T>& lower,
                                   const Values<T>& upper, int offset, int lanes,
                                   T& fastest) const {
    const Values<T> u =
        Scheme::template update<T>(System::template values<T>(cell), lower, upper, parameters);
    const Cell<T> updated = System::template with_values<T>(cell, u);
    record_update<Scheme>(monitor, updated, origin + offset, lanes, parameters, fastest);
    return u;
  }
};

}  // namespace solenoid
