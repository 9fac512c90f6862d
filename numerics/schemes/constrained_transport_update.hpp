#pragma once
/// \file
/// An advection-constraint step of the magnetic field on faces: the component B_t along a direction
/// n, and B_n by the same electromotive force, in one pass. Every line computes the forces on the
/// lower t faces of its cells, and B_n takes those on the upper ones from the next line.

#include <type_traits>

#include "numerics/lines/cells.hpp"
#include "numerics/lines/update_lines.hpp"
#include "numerics/schemes/constrained_transport.hpp"
#include "numerics/schemes/monitor.hpp"

namespace solenoid {

/// `constrained` is whether t is active: without it B_n does not change and a cell's t faces are
/// one. With it `lines` has one line more than cells in t, for the last face.
template <class Real_, bool constrained>
struct ConstrainedTransportUpdate : UsualLines {
  using Number = Real_;
  using Real = Real_;
  using Ct = ConstrainedTransport;
  static constexpr int reach = Ct::reach;
  static constexpr bool uses_next_line = constrained;
  using LaneAcross = DeviceLane<Real>;
  /// Two lines side by side.
  using LaneAlong = std::conditional_t<constrained, DeviceLane<Real>, Real>;
  template <class T>
  static constexpr int registers(bool) {
    return sizeof(T) == 4 ? 48 : 64;
  }

  const Real* density;
  const Real* momentum;  ///< along n
  const Real* field_t;
  const Real* field_n;
  Real* out_t;
  Real* out_n;
  Lines lines;
  int step_t;      ///< to the next cell in t; zero where t is inactive
  int transverse;  ///< which of the two cross directions of the lines is t
  Limiter limiter;
  Real minus_half_ratio;  ///< -dt / (2 dn)
  Real minus_ratio;       ///< -dt / dn
  Real ratio_t;           ///< dt / dt
  Monitor<Real> monitor;  ///< unused: this update has nothing to note

  /// Inputs: density and momentum on both sides of the lower t face, B_t on it, B_n.
  static constexpr int rows = constrained ? 2 : 1;
  static constexpr int field_inputs = 2 * rows;
  static constexpr int inputs = field_inputs + (constrained ? 2 : 1);
  static constexpr int behind = reach;
  static constexpr int transient_inputs = field_inputs;
  SOLENOID_INLINE const Real* input(int k) const {
    if (k < rows) return density + (k + 1 - rows) * step_t;
    if (k < field_inputs) return momentum + (k - rows + 1 - rows) * step_t;
    return k == field_inputs ? field_t : field_n;
  }
  static constexpr bool may_be_unaligned(int k) {
    return constrained && k < field_inputs && k % rows == 0;
  }
  SOLENOID_INLINE Real* output(int k) const { return k == 0 ? out_t : out_n; }

  /// What a march keeps: velocity, smoothed velocity and v B at the begin of the step, the
  /// electromotive force on the lower edge that goes with it, v B half a step on, and the
  /// electromotive force of the whole step.
  enum : int { velocity, smooth, advected, upwind, later, force, quantities };
  static constexpr Carried carried(int quantity) {
    constexpr int depths[] = {2, 3, 1, 1, 3, 1};
    return {1, depths[quantity]};
  }

  template <class T, class March>
  SOLENOID_INLINE void step(March& march, int, int c, const Segment& range, int, T&) const {
    const auto field = [&](int back) -> T { return march.get(field_inputs, back); };
    const T upper = take_in<T>(march, incoming_velocity<T>(march), field);
    const int cell = c - reach;
    const int edge = cell + 1;
    if (cell >= range.first && cell < range.last)
      march.put(
          0, reach,
          Ct::advanced(field(reach), march.template kept<force>(0, 1), upper, T(minus_ratio)));
    if constexpr (constrained) {
      const T next = march.of_next_line(upper);
      if (march.has_next_line() && edge >= range.first &&
          (edge < range.last || range.last == lines.cells))
        march.put(1, reach - 1,
                  Ct::advanced(T(march.get(field_inputs + 1, reach - 1)), upper, next, T(ratio_t)));
    }
  }

  /// Buffers: velocity, whose place the electromotive forces take in the end,
  /// smoothed velocity, v B, v B half a step on.
  static constexpr int buffers = 4;
  static constexpr int force_buffer = 0;

  template <class T>
  SOLENOID_INLINE void row(const RowBuffers<Real>& b, int line, int first, int cells, T&) const {
    static_assert(!constrained, "constrained_transport_host.hpp has the rows of these");
    const int offset = line + first - reach;
    row_forces<T>(b, offset, cells);
    const auto emf = [&](int e) { return load<T>(b.at(force_buffer, e)); };
    for (int e = reach; e < cells + reach; e += lane_width<T>)
      store_advected(offset + e, emf(e), emf(e + 1));
  }

  /// The electromotive forces on the lower edges of `cells` cells of a row and the one behind them,
  /// from entry 4 of `force_buffer` on. `offset` is that of entry 0.
  template <class T>
  SOLENOID_INLINE void row_forces(const RowBuffers<Real>& b, int offset, int cells) const {
    constexpr int width = lane_width<T>;
    const auto get = [&](int buffer, int e) { return load<T>(b.at(buffer, e)); };
    const auto put = [&](int buffer, int e, const T& value) { store(b.at(buffer, e), value); };
    const auto field = [&](int e) { return load<T>(field_t + offset + e); };
    constexpr int v = 0, mean_v = 1, flux = 2, half_flux = 3;
    for (int e = 0; e < cells + 8; e += width) put(v, e, face_velocity<T>(offset + e));
    for (int e = 1; e < cells + 7; e += width) {
      const T mean = Ct::smoothed(get(v, e - 1), get(v, e), get(v, e + 1));
      put(mean_v, e, mean);
      put(flux, e, mean * field(e));
    }
    for (int e = 2; e < cells + 6; e += width) {
      const auto early = [&](int edge) {
        return Ct::upwind_emf(get(mean_v, edge - 1), get(flux, edge - 1), get(mean_v, edge),
                              get(flux, edge));
      };
      const T half = Ct::advanced(field(e), early(e), early(e + 1), T(minus_half_ratio));
      put(half_flux, e, get(mean_v, e) * half);
    }
    for (int e = 4; e < cells + 5; e += width) {
      const T around[4] = {get(half_flux, e - 2), get(half_flux, e - 1), get(half_flux, e),
                           get(half_flux, e + 1)};
      put(force_buffer, e, Ct::limited_emf(around, get(mean_v, e - 1), get(mean_v, e), limiter));
    }
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

  /// Takes in the velocity of cell c; field(b) is B_t of c - b. Returns the electromotive force on
  /// the lower edge of c - 3; that of c - 4 was kept.
  template <class T, class March, class Field>
  SOLENOID_INLINE T take_in(March& march, const T& entering, const Field& field) const {
    march.template keep<velocity>(0, entering);
    march.warp_sync();
    const T v = Ct::smoothed(march.template kept<velocity>(0, 2),  // of c - 1
                             march.template kept<velocity>(0, 1), entering);
    const T flux = v * field(1);
    march.template keep<smooth>(0, v);
    march.template keep<advected>(0, flux);
    march.warp_sync();
    const T last_v = march.template kept<smooth>(0, 1);
    const T early =  // on the lower edge of c - 1
        Ct::upwind_emf(last_v, march.template kept<advected>(0, 1), v, flux);
    march.template keep<upwind>(0, early);
    march.warp_sync();
    const T half =  // of c - 2
        Ct::advanced(field(2), march.template kept<upwind>(0, 1), early, T(minus_half_ratio));
    const T half_flux = last_v * half;
    march.template keep<later>(0, half_flux);
    march.warp_sync();
    const T around[4] = {march.template kept<later>(0, 3), march.template kept<later>(0, 2),
                         march.template kept<later>(0, 1), half_flux};
    const T emf = Ct::limited_emf(around, march.template kept<smooth>(0, 3),
                                  march.template kept<smooth>(0, 2), limiter);
    march.template keep<force>(0, emf);
    march.warp_sync();
    return emf;
  }

  /// A lone march of the host behind the step that takes in the cell at `offset`, `taken` cells
  /// after the first one.
  template <class T>
  struct HostMarch : LoneMarch<ConstrainedTransportUpdate, T> {
    T lower, upper;  ///< electromotive forces on the edges of c - 4
    SOLENOID_INLINE HostMarch(const ConstrainedTransportUpdate& update,
                              typename LoneMarch<ConstrainedTransportUpdate, T>::Old& old,
                              int offset, int taken)
        : LoneMarch<ConstrainedTransportUpdate, T>(old) {
      const auto field = [&](int back) {
        const int known = back < taken ? back : taken;
        return load<T>(update.field_t + offset - known * update.lines.stride);
      };
      upper = update.take_in<T>(*this, update.face_velocity<T>(offset), field);
      lower = this->template kept<force>(0, 1);
      this->move_on();
    }
  };

 private:
  /// Velocity at the lower t face of the cell that comes in.
  template <class T, class March>
  SOLENOID_INLINE static T incoming_velocity(const March& march) {
    return Ct::face_velocity(march.get(rows, 0), march.get(0, 0), march.get(2 * rows - 1, 0),
                             march.get(rows - 1, 0));
  }

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
