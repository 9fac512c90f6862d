#pragma once
/// \file
/// An advection-constraint step of the magnetic field on faces: the component B_t along a direction
/// n, and B_n by the same electromotive force, in one pass. In a march a lane computes the forces
/// on both t faces of its cell, so that lanes of neighbouring lines need nothing of each other.

#include "numerics/constrained_transport.hpp"
#include "numerics/line_update_device.hpp"

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
  static constexpr int registers = sizeof(Real_) == 4 ? 56 : 88;

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

  /// Inputs: density and momentum on both sides of the t faces, B_t on these, B_n.
  static constexpr int rows = constrained ? 3 : 1;
  static constexpr int field_inputs = 2 * rows;
  static constexpr int inputs = field_inputs + (constrained ? 3 : 1);
  static constexpr int behind = reach;
  static constexpr int passing = field_inputs;
  SOLENOID_INLINE const Real* input(int k) const {
    constexpr int lowest = constrained ? -1 : 0;
    if (k < rows) return density + (k + lowest) * step_t;
    if (k < field_inputs) return momentum + (k - rows + lowest) * step_t;
    return k < field_inputs + faces ? field_t + (k - field_inputs) * step_t : field_n;
  }
  SOLENOID_INLINE Real* output(int k) const { return k == 0 ? out_t : out_n; }

  /// What a march keeps of each of `count` t faces: velocity, smoothed velocity and v B at the
  /// begin of the step, the electromotive force on the lower edge that goes with it, v B half a
  /// step on, and the electromotive force of the whole step.
  template <int count>
  struct FaceQuantities {
    enum : int { velocity, smooth, advected, upwind, later, force, quantities };
    static constexpr Carried carried(int quantity) {
      constexpr int depths[] = {2, 3, 1, 1, 3, 1};
      return {count, depths[quantity]};
    }
  };
  static constexpr int quantities = FaceQuantities<faces>::quantities;
  static constexpr Carried carried(int quantity) {
    return FaceQuantities<faces>::carried(quantity);
  }

  template <class T, class March>
  SOLENOID_INLINE void step(March& march, int, int c, const Segment& range, int, T&) const {
    const auto field = [&](int s, int back) -> T { return march.get(field_inputs + s, back); };
    T velocity[faces], upper[faces];
    for (int s = 0; s < faces; ++s) velocity[s] = velocity_of<T>(march, s);
    take_in<faces, T>(march, velocity, field, upper);
    const int cell = c - reach;
    const int edge = cell + 1;
    if (cell >= range.first && cell < range.last)
      march.put(
          0, reach,
          Ct::advanced(field(0, reach), lower_force<faces, T>(march, 0), upper[0], T(minus_ratio)));
    if constexpr (constrained)
      if (edge >= range.first && (edge < range.last || range.last == lines.cells))
        march.put(1, reach - 1,
                  Ct::advanced(T(march.get(field_inputs + faces, reach - 1)), upper[0], upper[1],
                               T(ratio_t)));
  }

  /// Buffers of the lowest t faces: velocity, whose place the electromotive forces take in the end,
  /// smoothed velocity, v B, v B half a step on.
  static constexpr int buffers = 4;
  static constexpr int force_buffer = 0;

  template <class T>
  SOLENOID_INLINE void row(const RowBuffers<Real>& b, int line, int first, int cells, T&) const {
    static_assert(!constrained, "constrained_transport_host.hpp has the rows of these");
    const int offset = line + first - reach;
    row_forces<T>(b, offset, cells);
    const auto force = [&](int e) { return load<T>(b.at(force_buffer, e)); };
    for (int e = reach; e < cells + reach; e += lane_width<T>)
      store_advected(offset + e, force(e), force(e + 1));
  }

  /// The electromotive forces on the lower edges of `cells` cells of a row and the one behind them,
  /// from entry 4 of `force_buffer` on, for the lowest t faces. `offset` is that of entry 0.
  template <class T>
  SOLENOID_INLINE void row_forces(const RowBuffers<Real>& b, int offset, int cells) const {
    constexpr int width = lane_width<T>;
    const auto get = [&](int buffer, int e) { return load<T>(b.at(buffer, e)); };
    const auto put = [&](int buffer, int e, const T& value) { store(b.at(buffer, e), value); };
    const auto field = [&](int e) { return load<T>(field_t + offset + e); };
    constexpr int velocity = 0, smooth = 1, advected = 2, later = 3;
    for (int e = 0; e < cells + 8; e += width) put(velocity, e, face_velocity<T>(offset + e));
    for (int e = 1; e < cells + 7; e += width) {
      const T v = Ct::smoothed(get(velocity, e - 1), get(velocity, e), get(velocity, e + 1));
      put(smooth, e, v);
      put(advected, e, v * field(e));
    }
    for (int e = 2; e < cells + 6; e += width) {
      const auto upwind = [&](int edge) {
        return Ct::upwind_emf(get(smooth, edge - 1), get(advected, edge - 1), get(smooth, edge),
                              get(advected, edge));
      };
      const T half = Ct::advanced(field(e), upwind(e), upwind(e + 1), T(minus_half_ratio));
      put(later, e, get(smooth, e) * half);
    }
    for (int e = 4; e < cells + 5; e += width) {
      const T around[4] = {get(later, e - 2), get(later, e - 1), get(later, e), get(later, e + 1)};
      put(force_buffer, e, Ct::limited_emf(around, get(smooth, e - 1), get(smooth, e), limiter));
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

  /// Takes in the velocities on `count` t faces of cell c; field(s, b) is B_t on face s of c - b.
  /// Computes the electromotive forces on the lower edges of c - 3; lower_force() gives those of
  /// c - 4.
  template <int count, class T, class March, class Field>
  SOLENOID_INLINE void take_in(March& march, const T (&velocity)[count], const Field& field,
                               T (&force)[count]) const {
    using Q = FaceQuantities<count>;
    for (int s = 0; s < count; ++s) march.template keep<Q::velocity>(s, velocity[s]);
    march.publish();
    T smooth[count], advected[count];  // of c - 1
    for (int s = 0; s < count; ++s) {
      smooth[s] = Ct::smoothed(march.template kept<Q::velocity>(s, 2),
                               march.template kept<Q::velocity>(s, 1), velocity[s]);
      advected[s] = smooth[s] * field(s, 1);
      march.template keep<Q::smooth>(s, smooth[s]);
      march.template keep<Q::advected>(s, advected[s]);
    }
    march.publish();
    T upwind[count];  // on the lower edge of c - 1
    for (int s = 0; s < count; ++s) {
      upwind[s] = Ct::upwind_emf(march.template kept<Q::smooth>(s, 1),
                                 march.template kept<Q::advected>(s, 1), smooth[s], advected[s]);
      march.template keep<Q::upwind>(s, upwind[s]);
    }
    march.publish();
    T later[count];  // of c - 2
    for (int s = 0; s < count; ++s) {
      const T half = Ct::advanced(field(s, 2), march.template kept<Q::upwind>(s, 1), upwind[s],
                                  T(minus_half_ratio));
      later[s] = march.template kept<Q::smooth>(s, 1) * half;
      march.template keep<Q::later>(s, later[s]);
    }
    march.publish();
    for (int s = 0; s < count; ++s) {
      const T around[4] = {march.template kept<Q::later>(s, 3), march.template kept<Q::later>(s, 2),
                           march.template kept<Q::later>(s, 1), later[s]};
      force[s] = Ct::limited_emf(around, march.template kept<Q::smooth>(s, 3),
                                 march.template kept<Q::smooth>(s, 2), limiter);
      march.template keep<Q::force>(s, force[s]);
    }
    march.publish();
  }
  template <int count, class T, class March>
  SOLENOID_INLINE static T lower_force(const March& march, int s) {
    return march.template kept<FaceQuantities<count>::force>(s, 1);
  }

  /// A lone march on the lowest t faces, behind the step that takes in the cell at `offset`,
  /// `taken` cells after the first one.
  template <class T>
  struct LowestFaces : LoneMarch<FaceQuantities<1>, T> {
    T lower, upper;  ///< electromotive forces on the edges of c - 4
    SOLENOID_INLINE LowestFaces(const ConstrainedTransportUpdate& update,
                                typename LoneMarch<FaceQuantities<1>, T>::Old& old, int offset,
                                int taken)
        : LoneMarch<FaceQuantities<1>, T>(old) {
      const T velocity[1] = {update.face_velocity<T>(offset)};
      const auto field = [&](int, int back) {
        const int known = back < taken ? back : taken;
        return load<T>(update.field_t + offset - known * update.lines.stride);
      };
      T force[1];
      update.take_in<1, T>(*this, velocity, field, force);
      lower = lower_force<1, T>(*this, 0);
      upper = force[0];
      this->move_on();
    }
  };

 private:
  /// Velocity at the t face `s` of the cell that comes in.
  template <class T, class March>
  SOLENOID_INLINE static T velocity_of(const March& march, int s) {
    const auto side = [&](int first, int row) -> T {
      return march.get(first + (constrained ? row : 0), 0);
    };
    return Ct::face_velocity(side(rows, s), side(0, s), side(rows, s + 1), side(0, s + 1));
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
