#pragma once
/// \file
/// Edges of a cell from the means of five, of fifth order: WENO (Jiang & Shu 1996, J. Comput. Phys.
/// 126, 202) with the weights Z (Borges et al. 2008, J. Comput. Phys. 227, 3191).

#include "numerics/lanes/rough_reciprocal.hpp"

namespace solenoid {

/// A parabola across a cell whose mean is known, six times each: how far it rises from the lower
/// edge to the upper one, and its bend, the change from the lower edge to the mean less that from
/// the mean to the upper edge. They are of even and odd parity: mirrored data give -rise and bend.
template <class T>
struct CellParabola {
  T rise, bend;
};

/// To what the outer two measures of smoothness of a cell are scaled, and what is added to them
/// there. It keeps the products of constant data, the 12th power of it, from underflow. Of a jump
/// about the square of the ratio of the two is left on the smooth side: less than rounding.
template <class Real>
inline constexpr Real scaled_roughness = Real(256);
template <class Real>
inline constexpr Real least_roughness = sizeof(Real) == sizeof(float) ? Real(6e-4) : Real(2.5e-10);

/// Data are smooth where the three parabolas of a cell, from its means and two neighbours each,
/// differ by at most so much of what the middle one changes: by the sum of the third differences,
/// against that of the first and second ones of the middle three means. Crests of ten cells or more
/// are smooth, as are all waves of as many; a jump anywhere among the five means is not, nor are
/// the ends of a ramp. The weights Z would be near the ideal ones there; taking these spares most
/// cells of a flow the nonlinear part.
template <class Real>
inline constexpr Real largest_smooth_difference = Real(0.3);
/// So much of the scale of a variable counts as rounding in that sum, which is smooth, too. In
/// single precision rounding is most of what resolved crests and lulls have there: without it a
/// young Orszag-Tang vortex of 4096^2 asks for the nonlinear part in 30 percent of the rows of 64
/// cells. The rounding of double precision is 5e8 times less.
template <class Real>
inline constexpr Real largest_rounding = sizeof(Real) == sizeof(float) ? Real(4e-6) : Real(0);

/// The changes, times six, from the lower edge to the mean and from there to the upper edge by the
/// weights Z, from the differences `a` to `d` between the five means, as for weno_z(). The three
/// measures of smoothness are all multiplied by the squares of all three: with
/// alpha_k = d_k (1 + tau^2 / beta_k^2) one division is left. For these products to stay within the
/// range of floats, beta are scaled by about the sum of the outer two, of which beta_1 is at most
/// three times.
template <class T>
SOLENOID_INLINE CellParabola<T> weighted_parabola(const T& a, const T& b, const T& c, const T& d) {
  using Real = LaneReal<T>;
  // Four times the measures of Jiang & Shu, eq. 2.17: x are first differences, y second ones.
  const T y0 = b - a;
  const T y1 = c - b;
  const T y2 = d - c;
  const T two(Real(2));
  const auto measure = [](const T& x, const T& y) {
    return fma(x, x, T(Real(13.0 / 3.0)) * y * y);
  };
  const T beta0 = measure(fma(two, b, y0), y0);
  const T beta1 = measure(b + c, y1);
  const T beta2 = measure(fma(T(Real(-2)), c, y2), y2);
  const T scale = rough_reciprocal((beta0 + beta2) * T(1 / scaled_roughness<Real>));
  const auto bounded = [&](const T& beta) { return fma(beta, scale, T(least_roughness<Real>)); };
  const T e0 = bounded(beta0);
  const T e1 = bounded(beta1);
  const T e2 = bounded(beta2);
  const T tau = e2 - e0;
  const T tau_squared = tau * tau;
  const T s0 = e0 * e0;
  const T s1 = e1 * e1;
  const T s2 = e2 * e2;
  const T outer = s0 * s2;
  const T all = outer * s1;
  const T w0 = fma(tau_squared, s1 * s2, all);
  const T w1 = fma(tau_squared, outer, all);
  const T w2 = fma(tau_squared, s0 * s1, all);
  // Ten times the ideal weights are 1, 6, 3 for the upper edge and 3, 6, 1 for the lower one.
  const T six(Real(6));
  const T low = T(Real(3)) * w0;
  const T high = T(Real(3)) * w2;
  const T sum_upper = fma(six, w1, w0 + high);
  const T sum_lower = fma(six, w1, w2 + low);
  const T inverse = reciprocal(sum_lower * sum_upper);
  // The middle parabola, and what the other two add to it: once or twice their third differences.
  const T bend_below = y0 - y1;
  const T bend_above = y1 - y2;
  const T added_below = fma(w2 + w2, bend_above, low * bend_below);
  const T added_above = fma(w0 + w0, bend_below, high * bend_above);
  const T lower = fma(sum_upper * inverse, added_below, fma(two, b, c));
  const T upper = fma(sum_lower * inverse, added_above, fma(two, c, b));
  return {upper + lower, lower - upper};
}

/// \name The parabola of a cell, from the differences between the means of the cells -2 to 2 around
/// it: `a` from -2 to -1, `b` from -1 to 0, `c` from 0 to 1 and `d` from 1 to 2. (Taken one by one:
/// GCC 12 keeps in memory what is passed on as structs of packs.)
/// @{

/// That of the ideal weights: the edges of the quartic through all five means.
template <class T>
SOLENOID_INLINE CellParabola<T> ideal_parabola(const T& a, const T& b, const T& c, const T& d) {
  using Real = LaneReal<T>;
  const T y1 = c - b;
  const T third_below = (b - a) - y1;
  const T third_above = y1 - (d - c);
  return {fma(T(Real(-0.5)), a + d, T(Real(3.5)) * (b + c)),
          fma(T(Real(0.1)), third_below - third_above, negative(y1))};
}

/// Where data are not smooth. `scale` >= 0 says how large what the variable is rounded with is: of
/// a vector's component it is that of the vector, since fluxes carry the rounding of large
/// components into one that is small.
template <class T>
SOLENOID_INLINE LaneMask<T> is_rough(const T& a, const T& b, const T& c, const T& d,
                                     const T& scale) {
  using Real = LaneReal<T>;
  const T y1 = c - b;
  T change = abs(b + c) + abs(y1);
  constexpr Real rounding = largest_rounding<Real> / largest_smooth_difference<Real>;
  if constexpr (rounding != 0) change = fma(T(rounding), scale, change);
  return less(T(largest_smooth_difference<Real>) * change, abs((b - a) - y1) + abs(y1 - (d - c)));
}

/// By the weights Z where data are not smooth. Zeros for constant data; mirrored data give the
/// mirrored parabola bit for bit. Differences have to be below 1e18 in single precision, and 1e150
/// in double; the smallest ones count as those of constant data.
template <class T>
SOLENOID_INLINE CellParabola<T> weno_z(const T& a, const T& b, const T& c, const T& d,
                                       const T& scale) {
  const CellParabola<T> ideal = ideal_parabola<T>(a, b, c, d);
  const LaneMask<T> rough = is_rough<T>(a, b, c, d, scale);
  if (!any(rough)) [[likely]]
    return ideal;
  const CellParabola<T> weighted = weighted_parabola<T>(a, b, c, d);
  return {select(rough, weighted.rise, ideal.rise), select(rough, weighted.bend, ideal.bend)};
}
/// @}

}  // namespace solenoid
