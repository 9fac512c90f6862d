#pragma once
/// \file
/// An advection-constraint step of the magnetic field on faces: the component B_t along a direction
/// n, and B_n by the same electromotive force, in one pass. A lane holds both t faces of its cell,
/// so that lanes need nothing of each other.

#include "numerics/constrained_transport.hpp"
#include "numerics/line_update.hpp"

namespace solenoid {

/// `constrained` is whether t is active: without it B_n does not change and a cell's t faces are
/// one. `lines` has one line more than cells in t, for the last face.
template <class Real_, bool constrained>
struct ConstrainedTransportUpdate {
  using Number = Real_;
  using Real = Real_;
  using Ct = ConstrainedTransport;
  static constexpr int reach = Ct::reach;
  static constexpr int faces = constrained ? 2 : 1;  ///< t faces of a cell

  const Real* density;
  const Real* momentum;  ///< along n
  const Real* field_t;
  const Real* field_n;
  Real* out_t;
  Real* out_n;
  Lines lines;
  int step_t;  ///< to the next cell in t; zero where t is inactive
  Limiter limiter;
  Real minus_half_ratio;  ///< -dt / (2 dn)
  Real minus_ratio;       ///< -dt / dn
  Real ratio_t;           ///< dt / dt
  Watch<Real> watch;      ///< unused: this update has nothing to note

  /// What a lane holds for a face when cell c comes in.
  template <class T>
  struct FaceMarch {
    T velocity[2];  // of c - 2, c - 1
    T field[2];     // of c - 2, c - 1
    T smooth[3];    // of c - 4, c - 3, c - 2
    T advected;     // v B of c - 2
    T upwind;       // electromotive force on the lower edge of c - 2
    T later[3];     // v B half a step on, of c - 5, c - 4, c - 3
    T emf;          // on the lower edge of c - 4
  };
  template <class T>
  struct March {
    FaceMarch<T> face[faces];
  };

  template <class T>
  SOLENOID_INLINE void step(March<T>& m, int line, int c, const Segment& range, int, T&) const {
    const int offset = line + c * lines.stride;
    T lower[faces], upper[faces];  // edges of cell c - 4
    for (int s = 0; s < faces; ++s) {
      lower[s] = m.face[s].emf;
      upper[s] = take_in(m.face[s], offset + s * step_t);
    }
    const int cell = c - reach;
    const int edge = cell + 1;
    const int at = line + edge * lines.stride;
    if (cell >= range.first) store_advected(at - lines.stride, lower[0], upper[0]);
    if constexpr (constrained)
      if (edge >= range.first && (edge < range.last || range.last == lines.cells))
        store_constrained(at, upper[0], upper[1]);
  }

  /// Buffers for each face: velocity, whose place the electromotive forces take in the end,
  /// smoothed velocity, v B, v B half a step on.
  static constexpr int buffers_of_face = 4;
  static constexpr int buffers = buffers_of_face * faces;
  static constexpr int force_buffer = 0;

  template <class Row>
  SOLENOID_INLINE void row(const Row& row, const RowBuffers<Real>& b, int line, int first,
                           int cells, typename Row::Lane&) const {
    using T = typename Row::Lane;
    const int offset = line + first - reach;
    row_forces<faces>(row, b, offset, cells);
    const auto force = [&](int s, int e) {
      return load<T>(b.at(s * buffers_of_face + force_buffer, e));
    };
    const int edges = first + cells == lines.cells ? cells + 1 : cells;
    for (int e = row.begin(4); e < edges + 4; e += row.step) {
      if (e < cells + 4) store_advected(offset + e, force(0, e), force(0, e + 1));
      if constexpr (constrained) store_constrained(offset + e, force(0, e), force(1, e));
    }
    row.end_stage();
  }

  /// The electromotive forces on the lower edges of `cells` cells of a row and the one behind them,
  /// from entry 4 of `force_buffer` on, for the lowest `count` t faces. `offset` is that of entry
  /// 0.
  template <int count, class Row>
  SOLENOID_INLINE void row_forces(const Row& row, const RowBuffers<Real>& b, int offset,
                                  int cells) const {
    using T = typename Row::Lane;
    const auto get = [&](int buffer, int s, int e) {
      return load<T>(b.at(s * buffers_of_face + buffer, e));
    };
    const auto put = [&](int buffer, int s, int e, const T& value) {
      store(b.at(s * buffers_of_face + buffer, e), value);
    };
    const auto field = [&](int s, int e) { return load<T>(field_t + offset + e + s * step_t); };
    constexpr int velocity = 0, smooth = 1, advected = 2, later = 3;
    for (int e = row.begin(0); e < cells + 8; e += row.step) {
      for (int s = 0; s < count; ++s)
        put(velocity, s, e, face_velocity<T>(offset + e + s * step_t));
    }
    row.end_stage();
    for (int e = row.begin(1); e < cells + 7; e += row.step) {
      for (int s = 0; s < count; ++s) {
        const T v =
            Ct::smoothed(get(velocity, s, e - 1), get(velocity, s, e), get(velocity, s, e + 1));
        put(smooth, s, e, v);
        put(advected, s, e, v * field(s, e));
      }
    }
    row.end_stage();
    for (int e = row.begin(2); e < cells + 6; e += row.step) {
      for (int s = 0; s < count; ++s) {
        const auto upwind = [&](int edge) {
          return Ct::upwind_emf(get(smooth, s, edge - 1), get(advected, s, edge - 1),
                                get(smooth, s, edge), get(advected, s, edge));
        };
        const T half = Ct::advanced(field(s, e), upwind(e), upwind(e + 1), T(minus_half_ratio));
        put(later, s, e, get(smooth, s, e) * half);
      }
    }
    row.end_stage();
    for (int e = row.begin(4); e < cells + 5; e += row.step)
      for (int s = 0; s < count; ++s) {
        const T around[4] = {get(later, s, e - 2), get(later, s, e - 1), get(later, s, e),
                             get(later, s, e + 1)};
        put(force_buffer, s, e,
            Ct::limited_emf(around, get(smooth, s, e - 1), get(smooth, s, e), limiter));
      }
    row.end_stage();
  }

  template <class T>
  SOLENOID_INLINE void store_advected(int offset, const T& lower, const T& upper) const {
    store(out_t + offset, Ct::advanced(load<T>(field_t + offset), lower, upper, T(minus_ratio)));
  }

  /// `here` and `next` are the electromotive forces on the edges at both t faces of a cell's lower
  /// n face.
  template <class T>
  SOLENOID_INLINE void store_constrained(int offset, const T& here, const T& next) const {
    store(out_n + offset, Ct::advanced(load<T>(field_n + offset), here, next, T(ratio_t)));
  }

  /// Takes in the cell c at `offset`; returns the electromotive force on the lower edge of c - 3.
  template <class T>
  SOLENOID_INLINE T take_in(FaceMarch<T>& m, int offset) const {
    const T velocity = face_velocity<T>(offset);
    const T smooth = Ct::smoothed(m.velocity[0], m.velocity[1], velocity);  // of c - 1
    const T advected = smooth * m.field[1];
    const T upwind = Ct::upwind_emf(m.smooth[2], m.advected, smooth, advected);
    const T half = Ct::advanced(m.field[0], m.upwind, upwind, T(minus_half_ratio));
    const T later[4] = {m.later[0], m.later[1], m.later[2], m.smooth[2] * half};
    const T emf = Ct::limited_emf(later, m.smooth[0], m.smooth[1], limiter);
    m.velocity[0] = m.velocity[1];
    m.velocity[1] = velocity;
    m.field[0] = m.field[1];
    m.field[1] = load<T>(field_t + offset);
    m.smooth[0] = m.smooth[1];
    m.smooth[1] = m.smooth[2];
    m.smooth[2] = smooth;
    m.advected = advected;
    m.upwind = upwind;
    for (int i = 0; i < 3; ++i) m.later[i] = later[i + 1];
    m.emf = emf;
    return emf;
  }

 private:
  template <class T>
  SOLENOID_INLINE T face_velocity(int offset) const {
    return Ct::face_velocity(load<T>(momentum + offset - step_t),
                             load<T>(density + offset - step_t), load<T>(momentum + offset),
                             load<T>(density + offset));
  }
};

/// The steps along an inactive direction n: nothing varies along it, so that B_t stays what it is,
/// and B_n changes by the differences of v_n B_t across the active directions t.
template <class Real_>
struct InactiveTransportUpdate {
  using Real = Real_;
  using Number = Real_;
  using Ct = ConstrainedTransport;

  const Real* density;
  const Real* momentum;  ///< along n
  const Real* field_n;
  Real* out_n;
  const Real* field_t[2];
  int step_t[2];    ///< to the next cell in t; zero where t is inactive, too
  Real ratio_t[2];  ///< dt / dt

  template <class T>
  SOLENOID_INLINE void cell(int offset) const {
    T field = load<T>(field_n + offset);
    for (int t = 0; t < 2; ++t) {
      const T here = emf<T>(t, offset);
      const T next = emf<T>(t, offset + step_t[t]);
      field = Ct::advanced(field, here, next, T(ratio_t[t]));
    }
    store(out_n + offset, field);
  }

 private:
  template <class T>
  SOLENOID_INLINE T emf(int t, int offset) const {
    const int below = offset - step_t[t];
    return Ct::face_velocity(load<T>(momentum + below), load<T>(density + below),
                             load<T>(momentum + offset), load<T>(density + offset)) *
           load<T>(field_t[t] + offset);
  }
};

}  // namespace solenoid
