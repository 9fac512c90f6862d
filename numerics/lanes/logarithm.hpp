#pragma once
/// \file
/// Logarithms and powers of numbers in double precision, the same bits on CPU and GPU, with an
/// error below one unit in the last place. Libraries' functions round differently from one another.

#include <array>
#include <cstdint>

#include "numerics/lanes/exponential.hpp"

namespace solenoid {

namespace detail {

/// A number as a sum of two, the second of which is below the last place of the first.
struct TwoParts {
  double high = 0, low = 0;
};

KOKKOS_FORCEINLINE_FUNCTION TwoParts scaled(const TwoParts& a, const TwoParts& factor) {
  const double high = a.high * factor.high;
  return {high, fma(a.high, factor.high, -high) + (a.high * factor.low + a.low * factor.high)};
}

/// 1/3 + z/5 + z^2/7 + ...: up to z = 0.03 all that the logarithm needs.
template <class T>
SOLENOID_INLINE T odd_reciprocals(const T& z) {
  T sum(1.0 / 25);
  for (int n = 23; n >= 3; n -= 2) sum = fma(sum, z, T(1.0 / n));
  return sum;
}

inline constexpr std::int64_t bits_below_half = 0x3fe6a09e00000000;  ///< of about sqrt(1/2)

/// ln of a positive finite number: x = 2^n m, m about 1, and ln m = 2 artanh((m - 1)/(m + 1)).
KOKKOS_INLINE_FUNCTION TwoParts log_in_parts(double x) {
  using Table = ExponentialTable<double>;
  constexpr double least_normal = 0x1p-1022;
  const bool subnormal = x < least_normal;
  const std::uint64_t bits = Kokkos::bit_cast<std::uint64_t>(subnormal ? x * 0x1p54 : x);
  const std::int64_t exponent = (std::int64_t(bits) - bits_below_half) >> Table::mantissa;
  const double m = Kokkos::bit_cast<double>(bits - (std::uint64_t(exponent) << Table::mantissa));
  const double n = double(exponent) - (subnormal ? 54 : 0);
  const double f = m - 1, sum = m + 1;
  const double lost = m - (sum - 1);
  const double s = f / sum;
  const double rest = (fma(-s, sum, f) - s * lost) / sum;
  const double z = s * s;
  const double tail = 2 * (rest + s * z * odd_reciprocals(z));
  const double whole = n * Table::log_2[0];  // without rounding
  const double high = whole + 2 * s;
  const double low = ((whole - high) + 2 * s) + (n * Table::log_2[1] + tail);
  return {high, low};
}

/// Whether ln is as of a positive finite number; `value` is what it is if not.
KOKKOS_FORCEINLINE_FUNCTION bool has_plain_log(double x, double& value) {
  constexpr double infinity = __builtin_huge_val();
  if (x > 0 && x < infinity) return true;
  value = x == 0 ? -infinity : x < 0 ? __builtin_nan("") : x;
  return false;
}

}  // namespace detail

/// The natural logarithm.
KOKKOS_INLINE_FUNCTION double logarithm(double x) {
  double value = 0;
  if (!detail::has_plain_log(x, value)) return value;
  const detail::TwoParts parts = detail::log_in_parts(x);
  return parts.high + parts.low;
}
/// The logarithm to the base 2.
KOKKOS_INLINE_FUNCTION double binary_logarithm(double x) {
  constexpr detail::TwoParts inverse_log_2{1.4426950408889634, 2.0355273740931033e-17};
  double value = 0;
  if (!detail::has_plain_log(x, value)) return value;
  const detail::TwoParts parts = detail::scaled(detail::log_in_parts(x), inverse_log_2);
  return parts.high + parts.low;
}
/// The logarithm to the base 10.
KOKKOS_INLINE_FUNCTION double decimal_logarithm(double x) {
  constexpr detail::TwoParts inverse_log_10{0.4342944819032518, 1.098319650216765e-17};
  double value = 0;
  if (!detail::has_plain_log(x, value)) return value;
  const detail::TwoParts parts = detail::scaled(detail::log_in_parts(x), inverse_log_10);
  return parts.high + parts.low;
}

/// a to the power of b, NaN where a is negative and b no whole number.
KOKKOS_INLINE_FUNCTION double power(double a, double b) {
  constexpr double infinity = __builtin_huge_val();
  if (b == 0 || a == 1) return 1;
  if (a != a || b != b) return a + b;
  const bool whole = Kokkos::floor(b) == b;
  const bool odd = whole && Kokkos::floor(0.5 * b) != 0.5 * b;
  const double sign = odd ? Kokkos::copysign(1.0, a) : 1.0;
  const double size = Kokkos::abs(a);
  if (size == 0) return sign * (b < 0 ? infinity : 0);
  if (size == infinity) return sign * (b < 0 ? 0 : infinity);
  if (a < 0 && !whole) return __builtin_nan("");
  const detail::TwoParts parts = detail::log_in_parts(size);
  const double high = parts.high + parts.low;
  const double low = (parts.high - high) + parts.low;
  const double product = b * high;
  const double result = exponential(product);
  if (!(result > 0 && result < infinity)) return sign * result;
  return sign * fma(result, fma(b, high, -product) + b * low, result);
}

}  // namespace solenoid
