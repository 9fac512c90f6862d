#pragma once
/// \file
/// ln of lanes (numerics/lanes/lanes.hpp) of positive normal numbers in double precision, the same
/// bits for plain numbers, packs, CPU and GPU, with an error of about one unit in the last place: a
/// division less than in numerics/lanes/logarithm.hpp, which knows all numbers and has less of an
/// error.

#include "numerics/lanes/logarithm.hpp"

namespace solenoid {

namespace detail {

/// exponent ln 2 + 2 artanh(f): the logarithm of 2^exponent (1 + f)/(1 - f).
template <class T>
SOLENOID_INLINE T log_of_parts(const T& exponent, const T& f) {
  using Table = ExponentialTable<double>;
  const T z = f * f;
  const T twice = f + f;
  const T rest = fma(twice * z, odd_reciprocals(z), exponent * T(Table::log_2[1]));
  return fma(exponent, T(Table::log_2[0]), twice + rest);
}

}  // namespace detail

/// The natural logarithm of positive normal numbers; near 1, too, with a small relative error.
template <class T>
SOLENOID_INLINE T logarithm_of_lanes(const T& x) {
  const auto parts = detail::scientific(x);
  const T one(1.0);
  return detail::log_of_parts(parts.exponent, (parts.mantissa - one) / (parts.mantissa + one));
}

/// -ln(1 - z)/z, which is 1 + z/2 + z^2/3 + ..., of z < 1; what it is of others means nothing.
template <class T>
SOLENOID_INLINE T log_ratio_of_lanes(const T& z) {
  const T zero(0.0), one(1.0), two(2.0);
  const auto parts = detail::scientific(one - z);
  // As long as 1 - z is about 1, -ln(1 - z) = 2 artanh(z/(2 - z)), without what 1 - z has lost.
  const auto is_near = parts.exponent == zero;
  const T f =
      select(is_near, z, parts.mantissa - one) / select(is_near, two - z, parts.mantissa + one);
  const T z2 = f * f;
  const T near = two * fma(z2, detail::odd_reciprocals(z2), one);
  const T far = zero - detail::log_of_parts(parts.exponent, f);
  return select(is_near, near, far) / select(is_near, two - z, z);
}

}  // namespace solenoid
