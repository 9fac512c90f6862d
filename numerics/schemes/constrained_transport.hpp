#pragma once
/// \file
/// Constrained transport of a magnetic field on faces, split into advection-constraint steps (Pen,
/// Arras & Wong 2003; Wong et al. 2011, eqs. 19-22), as functions of neighbouring values. A step
/// advects the component B_t along a direction n with the velocity v_n and updates B_n with the
/// same electromotive force v_n B_t on the edges between the faces of both,
///
///   dB_t/dtau + d(v_n B_t)/dn = 0,   dB_n/dtau - d(v_n B_t)/dt = 0
///
/// (t and n are directions, tau is time),
/// so that the sum of what both carry out of a cell does not change: div B stays what it was.

#include "numerics/lanes/state.hpp"
#include "numerics/schemes/limiters.hpp"

namespace solenoid {

struct ConstrainedTransport {
  /// Cells on either side in the direction that the update depends on.
  static constexpr int reach = 4;

  /// Velocity at the face between two cells, from their momenta and densities.
  template <class T>
  SOLENOID_INLINE static T face_velocity(const T& momentum_below, const T& density_below,
                                         const T& momentum_above, const T& density_above) {
    return (momentum_below + momentum_above) * reciprocal(density_below + density_above);
  }

  /// Mean of a velocity with its neighbours along the direction (eq. 20, whose left side has to be
  /// read as the mean).
  template <class T>
  SOLENOID_INLINE static T smoothed(const T& below, const T& here, const T& above) {
    return T(0.25) * ((below + above) + (here + here));
  }

  /// From where a velocity comes: the mean of those on both sides of an edge decides (eq. 22).
  template <class T>
  struct Wind {
    LaneMask<T> forward, backward;  ///< neither where the velocities cancel but for rounding
  };
  template <class T>
  SOLENOID_INLINE static Wind<T> wind(const T& below, const T& above) {
    using Real = LaneReal<T>;
    constexpr Real part = sizeof(Real) == 4 ? Real(1e-4) : Real(1e-8);
    const T sum = below + above;
    const T rounding = T(part) * (abs(below) + abs(above));
    return {less(rounding, sum), less(sum, negative(rounding))};
  }

  /// First-order electromotive force on the edge between two entries of v B, `advected` (eq. 21).
  /// Where the velocities cancel it is the mean of both products: between mirrored states these are
  /// of opposite sign, and the last bit of the mean velocity is not to choose.
  template <class T>
  SOLENOID_INLINE static T upwind_emf(const T& velocity_below, const T& advected_below,
                                      const T& velocity_above, const T& advected_above) {
    const Wind<T> w = wind(velocity_below, velocity_above);
    const T mean = T(0.5) * (advected_below + advected_above);
    return select(w.forward, advected_below, select(w.backward, advected_above, mean));
  }

  /// Second-order electromotive force on the edge between entries 1 and 2 of v B, half a step on,
  /// with the velocities of these entries.
  template <class T>
  SOLENOID_INLINE static T limited_emf(const T (&advected)[4], const T& velocity_below,
                                       const T& velocity_above, Limiter choice) {
    const Wind<T> w = wind(velocity_below, velocity_above);
    const T across = advected[2] - advected[1];
    const T a = select(w.forward, advected[1] - advected[0], across);
    const T b = select(w.forward, across, advected[3] - advected[2]);
    T slope;
    with_limiter(choice, [&](const auto& limiter) { slope = limiter(a, b); });
    const T mean = T(0.5) * (advected[1] + advected[2]);
    return select(w.forward, fma(T(0.5), slope, advected[1]),
                  select(w.backward, fma(T(-0.5), slope, advected[2]), mean));
  }

  /// A field component after a step: `ratio` is -dt/dx times the part of the step for the advected
  /// component, dt/dx for the constrained one.
  template <class T>
  SOLENOID_INLINE static T advanced(const T& field, const T& emf_lower, const T& emf_upper,
                                    const T& ratio) {
    return fma(ratio, emf_upper - emf_lower, field);
  }
};

}  // namespace solenoid
