#pragma once
/// \file
/// Edges of a cell from the means of five, of fifth order: WENO (Jiang & Shu 1996, J. Comput. Phys.
/// 126, 202) with the weights Z (Borges et al. 2008, J. Comput. Phys. 227, 3191).

#include "numerics/lanes/rough_reciprocal.hpp"

namespace solenoid {

/// Six times the changes of a quantity from the lower edge of a cell to its mean, and from there to
/// the upper edge.
template <class T>
struct EdgeChanges {
  T lower, upper;
};

/// To what the outer two measures of smoothness of a cell are scaled, and what is added to them
/// there. It keeps the products of constant data, the 12th power of it, from underflow. Of a jump
/// about the square of the ratio of the two is left on the smooth side: less than rounding.
template <class Real>
inline constexpr Real scaled_roughness = Real(256);
template <class Real>
inline constexpr Real least_roughness = sizeof(Real) == sizeof(float) ? Real(6e-4) : Real(2.5e-10);

/// Data are smooth where the outer two measures of smoothness differ by at most so much of the
/// smallest one. Weights are the ideal ones there, of which the weights Z would be within a tenth
/// for that ratio: in smooth flow most cells are spared the nonlinear part.
template <class Real>
inline constexpr Real largest_smooth_difference = Real(0.3);

/// The parabolas of a cell: six times the changes of the middle one to the edges, and by how much
/// those of the other two differ from them, by once or twice the bends.
template <class T>
struct CellParabolas {
  T below, above, bend_below, bend_above;

  /// The edges by the ideal weights: those of the quartic through all five means.
  SOLENOID_INLINE EdgeChanges<T> ideal_edges() const {
    using Real = LaneReal<T>;
    const T near(Real(0.3));
    const T far(Real(0.2));
    return {fma(near, bend_below, fma(far, bend_above, below)),
            fma(near, bend_above, fma(far, bend_below, above))};
  }

  /// The edges by the weights Z of three measures of smoothness, which are all multiplied by the
  /// squares of all three: with alpha_k = d_k (1 + tau^2 / beta_k^2) one division is left. For
  /// these products to stay within the range of floats, beta are scaled by about the sum of the
  /// outer two, of which beta_1 is at most three times.
  SOLENOID_INLINE EdgeChanges<T> weighted_edges(const T& beta0, const T& beta1,
                                                const T& beta2) const {
    using Real = LaneReal<T>;
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
    const T added_below = fma(w2 + w2, bend_above, low * bend_below);
    const T added_above = fma(w0 + w0, bend_below, high * bend_above);
    return {fma(sum_upper * inverse, added_below, below),
            fma(sum_lower * inverse, added_above, above)};
  }
};

/// The changes of q within a cell, from the differences between the means of the cells -2 to 2
/// around it: `a` from -2 to -1, `b` from -1 to 0, `c` from 0 to 1 and `d` from 1 to 2. Zeros for
/// constant data; mirrored data give the mirrored edges bit for bit. Differences have to be below
/// 1e18 in single precision, and 1e150 in double; the smallest ones count as those of constant
/// data.
template <class T>
SOLENOID_INLINE EdgeChanges<T> weno_z(const T& a, const T& b, const T& c, const T& d) {
  using Real = LaneReal<T>;
  // Four times the measures of Jiang & Shu, eq. 2.17: x are first differences, y second ones.
  const T y0 = b - a;
  const T y1 = c - b;
  const T y2 = d - c;
  const T two(Real(2));
  const T x0 = fma(two, b, y0);
  const T x1 = b + c;
  const T x2 = fma(T(Real(-2)), c, y2);
  const auto measure = [](const T& x, const T& y) {
    return fma(x, x, T(Real(13.0 / 3.0)) * y * y);
  };
  const T beta0 = measure(x0, y0);
  const T beta1 = measure(x1, y1);
  const T beta2 = measure(x2, y2);
  const CellParabolas<T> parabolas{fma(two, b, c), fma(two, c, b), y0 - y1, y1 - y2};
  const EdgeChanges<T> smooth = parabolas.ideal_edges();
  const LaneMask<T> rough =
      less(T(largest_smooth_difference<Real>) * min(beta1, min(beta0, beta2)), abs(beta2 - beta0));
  if (!any(rough)) return smooth;
  const EdgeChanges<T> weighted = parabolas.weighted_edges(beta0, beta1, beta2);
  return {select(rough, weighted.lower, smooth.lower), select(rough, weighted.upper, smooth.upper)};
}

}  // namespace solenoid
