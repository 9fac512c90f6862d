#pragma once
/// \file
/// The states between outer and Alfven waves, of HLLD for ideal and for isothermal gases (Miyoshi &
/// Kusano 2005, J. Comput. Phys. 208, 315; "MK" below).

#include "numerics/lanes/state.hpp"

namespace solenoid {

/// A star region: density, its root, 1 / (S - S_M), transverse velocity and field.
template <class T>
struct HlldStar {
  T rho, root, inverse_width, vt1, vt2, bt1, bt2;
};

namespace detail {
template <class Real>
inline constexpr Real hlld_tolerance = sizeof(Real) == 4 ? Real(1e-4) : Real(1e-8);
template <class Real>
inline constexpr Real largest_field_growth = 10;
}  // namespace detail

/// MK, eqs. 43-47 on one side of a face, where the primitive state is `w`: `bound` is its outer
/// signal speed S, d = S - v_n, a = rho d, `contact` is S_M. Where the Alfven wave comes near the
/// outer one, the field may change by ten times as much as `steepest` over a (S - S_M).
template <class T, class Index, int size>
SOLENOID_INLINE HlldStar<T> hlld_star(const State<T, Index, size>& w, const T& bound, const T& d,
                                      const T& a, const T& contact, const T& steepest) {
  using P = Index;
  const T bn2 = w[P::bn] * w[P::bn];
  const T width = bound - contact;
  const T slip = w[P::vn] - contact;
  const T denominator = fma(a, width, negative(bn2));
  // The Alfven wave has to stay behind the outer one, (S - S_M)^2 rho* > B_n^2. Where they meet
  // the formulas come to 0/0 (MK, after eq. 47), and beside it to fields of any size, whose
  // energies do not cancel: there the field grows by so many times as shocks of no gas exceed.
  const T least = max(abs(steepest) * T(LaneReal<T>(1) / detail::largest_field_growth<LaneReal<T>>),
                      a * width * T(detail::hlld_tolerance<LaneReal<T>>));
  const auto degenerate = less(denominator, least);
  // One division gives the inverses of both width and denominator.
  const T divisor = select(degenerate, least, denominator);
  const T inverse_product = reciprocal(width * divisor);
  const T inverse = width * inverse_product;
  const T v_change = (w[P::bn] * slip) * inverse;
  const T b_ratio = select(degenerate, fma(negative(a * slip), inverse, T(1)),
                           fma(a, d, negative(bn2)) * inverse);
  HlldStar<T> s;
  s.inverse_width = divisor * inverse_product;
  s.rho = a * s.inverse_width;
  s.root = sqrt(s.rho);
  s.vt1 = fma(v_change, w[P::bt1], w[P::vt1]);
  s.vt2 = fma(v_change, w[P::bt2], w[P::vt2]);
  s.bt1 = b_ratio * w[P::bt1];
  s.bt2 = b_ratio * w[P::bt2];
  return s;
}

}  // namespace solenoid
