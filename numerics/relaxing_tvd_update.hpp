#pragma once
/// \file
/// The relaxing TVD update of all cells in one direction: both half steps in one pass.

#include "numerics/line_update.hpp"
#include "numerics/relaxing_tvd.hpp"

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

  /// A cell with the mean of the field over its faces; psi is zero.
  template <class Cell>
  SOLENOID_INLINE Cell load_cell(int offset) const {
    using T = typename Cell::Lane;
    Cell cell;
    for (int f = 0; f < Cell::size; ++f) cell.values[f] = T(0);
    for (int f = 0; f < size; ++f) cell.values[f] = load<T>(values[f] + offset);
    for (int d = 0; d < components; ++d)
      cell.values[size + d] =
          T(0.5) * (load<T>(faces[d] + offset) + load<T>(faces[d] + offset + face_step[d]));
    return cell;
  }
};

template <class Scheme_, class Real, bool magnetised>
struct RelaxingTvdUpdate {
  using Scheme = Scheme_;
  using Number = Real;
  using System = typename Scheme::System;
  static constexpr int size = Scheme::size;
  static constexpr int reach = Scheme::reach;
  template <class T>
  using Values = typename Scheme::template Values<T>;
  template <class T>
  using Cell = typename Scheme::template Cell<T>;

  StaggeredBlock<Real, size, magnetised> block;
  Lines lines;
  typename Scheme::template Parameters<Real> parameters;
  Watch<Real> watch;
  int origin;  ///< offset of interior cell (0, 0, 0) within a field

  /// What a lane holds when cell c comes in.
  template <class T>
  struct March {
    Cell<T> cell;                 // c - 1
    Values<T> right_wave;         // of c - 1, at the begin of the step
    Values<T> upwind;             // lower face of c - 1
    Values<T> right[3], left[2];  // half a step on, of the cells up to c - 2
    Values<T> flux;               // lower face of c - 3
  };

  template <class T>
  SOLENOID_INLINE void step(March<T>& m, int line, int c, const Segment& range, int lanes,
                            T& fastest) const {
    const Cell<T> cell = block.template load_cell<Cell<T>>(line + c * lines.stride);
    const auto waves = Scheme::template waves<T>(cell, parameters);
    const int taken = c - range.first + reach;
    if (taken >= 1) {
      const Values<T> upwind = Scheme::template upwind_flux<T>(m.right_wave, waves.left);
      if (taken >= 2) half_step_behind(m, upwind, line, c, range, lanes, fastest);
      m.upwind = upwind;
    }
    m.cell = cell;
    m.right_wave = waves.right;
  }

  /// Buffers: waves to the right and left at the begin, then half a step on. Fluxes take the place
  /// of the first.
  static constexpr int buffers = 4 * size;

  template <class Row>
  SOLENOID_INLINE void row(const Row& row, const RowBuffers<Real>& b, int line, int first,
                           int cells, typename Row::Lane& fastest) const {
    using T = typename Row::Lane;
    using V = Values<T>;
    constexpr int right = 0, left = size, later_right = 2 * size, later_left = 3 * size,
                  flux = right;
    const int offset = line + first - reach;
    const auto get = [&](int buffer, int e) { return b.template get<V>(buffer, e); };
    for (int e = row.begin(0); e < cells + 2 * reach; e += row.step) {
      const auto w =
          Scheme::template waves<T>(block.template load_cell<Cell<T>>(offset + e), parameters);
      b.put(right, e, w.right);
      b.put(left, e, w.left);
    }
    row.end_stage();
    for (int e = row.begin(1); e < cells + 2 * reach - 1; e += row.step) {
      const V lower = Scheme::template upwind_flux<T>(get(right, e - 1), get(left, e));
      const V upper = Scheme::template upwind_flux<T>(get(right, e), get(left, e + 1));
      const auto w = Scheme::template waves<T>(
          Scheme::template half_step<T>(block.template load_cell<Cell<T>>(offset + e), lower, upper,
                                        parameters),
          parameters);
      b.put(later_right, e, w.right);
      b.put(later_left, e, w.left);
    }
    row.end_stage();
    for (int e = row.begin(reach); e < cells + reach + 1; e += row.step) {
      const V r[3] = {get(later_right, e - 2), get(later_right, e - 1), get(later_right, e)};
      const V l[3] = {get(later_left, e - 1), get(later_left, e), get(later_left, e + 1)};
      b.put(flux, e, Scheme::template limited_flux<T>(r, l, parameters));
    }
    row.end_stage();
    for (int e = row.begin(reach); e < cells + reach; e += row.step) {
      finish<T>(get(flux, e), get(flux, e + 1), offset + e, cells + reach - e, fastest);
    }
    row.end_stage();
  }

 private:
  /// With the fluxes through both faces of c - 1 known: its second half step's waves, the flux
  /// between c - 3 and c - 2, and with it the update of c - 3.
  template <class T>
  SOLENOID_INLINE void half_step_behind(March<T>& m, const Values<T>& upwind, int line, int c,
                                        const Segment& range, int lanes, T& fastest) const {
    const auto later = Scheme::template waves<T>(
        Scheme::template half_step<T>(m.cell, m.upwind, upwind, parameters), parameters);
    const Values<T> left[3] = {m.left[0], m.left[1], later.left};
    const Values<T> flux = Scheme::template limited_flux<T>(m.right, left, parameters);
    const int updated = c - reach;
    if (updated >= range.first)
      finish<T>(m.flux, flux, line + updated * lines.stride, lanes, fastest);
    m.flux = flux;
    m.right[0] = m.right[1];
    m.right[1] = m.right[2];
    m.right[2] = later.right;
    m.left[0] = left[1];
    m.left[1] = later.left;
  }

  template <class T>
  SOLENOID_INLINE void finish(const Values<T>& lower, const Values<T>& upper, int offset, int lanes,
                              T& fastest) const {
    const Cell<T> cell = block.template load_cell<Cell<T>>(offset);
    const Values<T> u =
        Scheme::template update<T>(System::template values<T>(cell), lower, upper, parameters);
    for (int f = 0; f < size; ++f) store(block.out[f] + offset, u.values[f]);
    const Cell<T> updated = System::template with_values<T>(cell, u);
    note_update<Scheme>(watch, updated, origin + offset, lanes, parameters, fastest);
  }
};

}  // namespace solenoid
