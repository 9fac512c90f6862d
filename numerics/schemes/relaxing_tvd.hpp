#pragma once
/// \file
/// The relaxing TVD scheme for a system of conservation laws in one direction (Jin & Xin 1995; Pen,
/// Arras & Wong 2003; Wong et al. 2011, eqs. 5-17), as functions of the states of a cell and its
/// neighbours. The equations d_t u + d_x F(u) = 0 become two sets of advection equations,
///
///   d_t u^R + d_x (c u^R) = 0,   d_t u^L - d_x (c u^L) = 0,   u = u^R + u^L,
///
/// with the freezing speed c of the cell and the fluxes c u^R = (c u + F)/2, c u^L = (c u - F)/2:
/// each set is upwinded by itself, without a Riemann solver. Any u with the same d_t u will do: a
/// system says which, for what upwinding diffuses is u.

#include "numerics/lanes/state.hpp"
#include "numerics/schemes/limiters.hpp"

namespace solenoid {

/// `System` has the number of conserved variables `size`, `Values<T>` of them, a `Cell<T>` of all
/// that a flux depends on, `values(cell)`, `with_values(cell, values)`, `relaxing(cell)` (the u of
/// the waves, whose change in time is that of the values),
/// `flux(cell, speed, parameters)`, which gives the freezing speed, too, and what states may be:
/// `dense(cell, least density)` and `physical(cell, least pressure, parameters)`.
template <class System_>
struct RelaxingTvd {
  using System = System_;
  using Equations = System;  ///< as sweeps call what they note signals with
  static constexpr int size = System::size;
  /// Cells on either side that the update of a cell depends on.
  static constexpr int reach = 3;
  template <class T>
  using Values = typename System::template Values<T>;
  template <class T>
  using Cell = typename System::template Cell<T>;

  template <class Real>
  struct Parameters {
    typename System::template Parameters<Real> equations;
    Limiter limiter;
    Real minus_half_ratio;  ///< -dt / (2 dx)
    Real minus_ratio;       ///< -dt / dx
    /// Whether the update completes a step in its direction, so that the pressure counts.
    bool completes;
    Real density_floor;   ///< 0: none
    Real pressure_floor;  ///< 0: none
  };

  /// Fluxes of the two sets of waves at the centre of a cell: c u^R and c u^L.
  template <class T>
  struct Waves {
    Values<T> right, left;
  };

  template <class T, class Real>
  SOLENOID_INLINE static Waves<T> waves(const Cell<T>& cell, const Parameters<Real>& c) {
    T speed;
    const Values<T> flux = System::flux(cell, speed, c.equations);
    const Values<T> u = System::relaxing(cell);
    Waves<T> w;
    const T half_speed = T(0.5) * speed;
    const Values<T> half_flux = map([](const T& f) { return T(0.5) * f; }, flux);
    const auto wave = [&](const T& v, const T& f) { return fma(half_speed, v, f); };
    w.right = map(wave, u, half_flux);
    w.left = map([&](const T& v, const T& f) { return wave(v, negative(f)); }, u, half_flux);
    return w;
  }

  /// First-order upwind flux between two cells, of the right-moving waves of the lower cell and the
  /// left-moving ones of the upper.
  template <class T>
  SOLENOID_INLINE static Values<T> upwind_flux(const Values<T>& right_below,
                                               const Values<T>& left_above) {
    return map([](const T& r, const T& l) { return r - l; }, right_below, left_above);
  }

  /// The cell half a step on (eq. 16), from the upwind fluxes through its faces.
  template <class T, class Real>
  SOLENOID_INLINE static Cell<T> half_step(const Cell<T>& cell, const Values<T>& lower,
                                           const Values<T>& upper, const Parameters<Real>& c) {
    return System::with_values(cell,
                               advanced(System::values(cell), lower, upper, c.minus_half_ratio));
  }

  /// Second-order flux through a face (eqs. 11-15) from waves half a step on: the right-moving ones
  /// extrapolated from the cell below, the left-moving ones from the cell above.
  template <class T, class Real>
  SOLENOID_INLINE static Values<T> limited_flux(const Values<T> (&right)[3],
                                                const Values<T> (&left)[3],
                                                const Parameters<Real>& c) {
    Values<T> flux;
    with_limiter(c.limiter, [&](const auto& limiter) {
      for (int f = 0; f < size; ++f) {
        const T up = fma(T(0.5),
                         limiter(right[1].values[f] - right[0].values[f],
                                 right[2].values[f] - right[1].values[f]),
                         right[1].values[f]);
        const T down = fma(
            T(-0.5),
            limiter(left[1].values[f] - left[0].values[f], left[2].values[f] - left[1].values[f]),
            left[1].values[f]);
        flux.values[f] = up - down;
      }
    });
    return flux;
  }

  /// The values a whole step on (eq. 17).
  template <class T, class Real>
  SOLENOID_INLINE static Values<T> update(const Values<T>& u, const Values<T>& lower,
                                          const Values<T>& upper, const Parameters<Real>& c) {
    return advanced(u, lower, upper, c.minus_ratio);
  }

  /// Where a run may go on with a state: density and, in the end, pressure are positive numbers.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> admissible(const Cell<T>& cell, const Parameters<Real>& c) {
    if (!c.completes) return System::dense(cell, Real(0));
    return System::physical(cell, Real(0), c.equations);
  }

  /// Where a state may stay as it is: neither is below its floor, either.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> within_floors(const Cell<T>& cell, const Parameters<Real>& c) {
    const auto dense = System::dense(cell, c.density_floor);
    if (!c.completes) return dense;
    return dense && System::physical(cell, c.pressure_floor, c.equations);
  }

 private:
  template <class T, class Real>
  SOLENOID_INLINE static Values<T> advanced(const Values<T>& u, const Values<T>& lower,
                                            const Values<T>& upper, const Real& minus_ratio) {
    return map(
        [&](const T& v, const T& lo, const T& hi) { return fma(T(minus_ratio), hi - lo, v); }, u,
        lower, upper);
  }
};

}  // namespace solenoid
