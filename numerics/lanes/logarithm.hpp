#pragma once
/// \file
/// Logarithms and powers of lanes (numerics/lanes/lanes.hpp), the same bits for plain numbers,
/// packs, CPU and GPU. Libraries' functions round differently from one another, and compute a pack
/// lane by lane.

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "numerics/lanes/exponential.hpp"

namespace solenoid {

namespace detail {

/// What ln is computed from, for a precision.
template <class Real>
struct LogarithmTable;

template <>
struct LogarithmTable<double> {
  static constexpr std::int64_t bits_below_half = 0x3fe6a09e00000000;  ///< of about sqrt(1/2)
  static constexpr int largest_divisor = 25;                           ///< of the series
  static constexpr int raised_by = 54;  ///< makes subnormal numbers normal, as a power of 2
  static constexpr double raise = 0x1p54;
  static constexpr double all_whole = 0x1p52;  ///< numbers from here on are
};

template <>
struct LogarithmTable<float> {
  static constexpr std::int32_t bits_below_half = 0x3f3504f3;
  static constexpr int largest_divisor = 13;
  static constexpr int raised_by = 25;
  static constexpr float raise = 0x1p25F;
  static constexpr float all_whole = 0x1p23F;
};

/// A number as a sum of two, the second of which is below the last place of the first.
template <class T>
struct TwoParts {
  T high, low;
};

KOKKOS_FORCEINLINE_FUNCTION TwoParts<double> scaled(const TwoParts<double>& a,
                                                    const TwoParts<double>& factor) {
  const double high = a.high * factor.high;
  return {high, fma(a.high, factor.high, -high) + (a.high * factor.low + a.low * factor.high)};
}

/// 1/3 + z/5 + z^2/7 + ...: up to z = 0.03 all that the logarithm needs.
template <class T>
SOLENOID_INLINE T odd_reciprocals(const T& z) {
  using Real = LaneReal<T>;
  constexpr int last = LogarithmTable<Real>::largest_divisor;
  T sum(Real(1) / last);
  for (int n = last - 2; n >= 3; n -= 2) sum = fma(sum, z, T(Real(1) / Real(n)));
  return sum;
}

/// A positive normal number as 2^exponent times a mantissa between about sqrt(1/2) and sqrt(2).
template <class T>
struct Scientific {
  T exponent, mantissa;
};

template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION Scientific<T> scientific(const T& x) {
  using Table = ExponentialTable<T>;
  using Integer = typename Table::Integer;
  using Bits = std::make_unsigned_t<Integer>;
  const Bits bits = Kokkos::bit_cast<Bits>(x);
  const Integer exponent =
      Integer(bits - Bits(LogarithmTable<T>::bits_below_half)) >> Table::mantissa;
  const Bits mantissa = bits - (Bits(exponent) << Table::mantissa);
  return {T(exponent), Kokkos::bit_cast<T>(mantissa)};
}
template <Pack T>
[[gnu::always_inline]] inline Scientific<T> scientific(const T& x) {
  using Table = ExponentialTable<LaneReal<T>>;
  using Integer = typename Table::Integer;
  using Unsigned = std::make_unsigned_t<Integer>;
  using Integers [[gnu::vector_size(sizeof(T))]] = Integer;
  using Bits [[gnu::vector_size(sizeof(T))]] = Unsigned;
  const Bits bits = __builtin_bit_cast(Bits, x);
  const Integers exponent =
      Integers(bits - Unsigned(LogarithmTable<LaneReal<T>>::bits_below_half)) >> Table::mantissa;
  const Bits mantissa = bits - (Bits(exponent) << Table::mantissa);
  const Integers shifted = exponent + __builtin_bit_cast(Integer, Table::shift);
  return {__builtin_bit_cast(T, shifted) - T(Table::shift), __builtin_bit_cast(T, mantissa)};
}

/// ln of a positive finite number: x = 2^n m, m about 1, and ln m = 2 artanh((m - 1)/(m + 1)).
template <class T>
SOLENOID_INLINE TwoParts<T> log_in_parts(const T& x) {
  using Real = LaneReal<T>;
  using Table = LogarithmTable<Real>;
  constexpr auto log_2 = ExponentialTable<Real>::log_2;
  const T zero(Real(0)), one(Real(1)), two(Real(2));
  const auto subnormal = less(x, T(std::numeric_limits<Real>::min()));
  const auto [exponent, m] = scientific(select(subnormal, x * T(Table::raise), x));
  const T n = exponent - select(subnormal, T(Real(Table::raised_by)), zero);
  const T f = m - one, sum = m + one;
  const T lost = m - (sum - one);
  const T s = f / sum;
  const T rest = (fma(negative(s), sum, f) - s * lost) / sum;
  const T z = s * s;
  const T tail = two * (rest + s * z * odd_reciprocals(z));
  const T whole = n * T(log_2[0]);  // without rounding
  const T high = whole + two * s;
  const T low = ((whole - high) + two * s) + (n * T(log_2[1]) + tail);
  return {high, low};
}

/// `value`, which is ln of x as long as that is positive and finite, or what it is of others.
template <class T>
SOLENOID_INLINE T log_or_limit(const T& x, const T& value) {
  using Real = LaneReal<T>;
  constexpr Real infinity = __builtin_huge_val();
  const T zero(Real(0));
  const T none = select(x == zero, T(-infinity),
                        select(less(x, zero), T(std::numeric_limits<Real>::quiet_NaN()), x));
  return select(less(zero, x), select(less(x, T(infinity)), value, x), none);
}

/// Whether x, which is not negative, is a whole number.
template <class T>
SOLENOID_INLINE LaneMask<T> is_whole(const T& x) {
  const T all_whole(LogarithmTable<LaneReal<T>>::all_whole);
  return select(less(x, all_whole), (x + all_whole) - all_whole, x) == x;
}

}  // namespace detail

/// The natural logarithm, with an error below one unit in the last place.
template <class T>
SOLENOID_INLINE T logarithm(const T& x) {
  const detail::TwoParts<T> parts = detail::log_in_parts(x);
  return detail::log_or_limit(x, parts.high + parts.low);
}
/// The logarithm to the base 2, with an error below one unit in the last place.
KOKKOS_INLINE_FUNCTION double binary_logarithm(double x) {
  constexpr detail::TwoParts<double> inverse_log_2{1.4426950408889634, 2.0355273740931033e-17};
  const auto parts = detail::scaled(detail::log_in_parts(x), inverse_log_2);
  return detail::log_or_limit(x, parts.high + parts.low);
}
/// The logarithm to the base 10, with an error below one unit in the last place.
KOKKOS_INLINE_FUNCTION double decimal_logarithm(double x) {
  constexpr detail::TwoParts<double> inverse_log_10{0.4342944819032518, 1.098319650216765e-17};
  const auto parts = detail::scaled(detail::log_in_parts(x), inverse_log_10);
  return detail::log_or_limit(x, parts.high + parts.low);
}

/// a to the power of b, NaN where a is negative and b no whole number. Of results between e^-20 and
/// e^20 the error is below 1.6 units in the last place; it grows with b, to 25 of them at the ends
/// of the range (4 in single precision), where one in the last place of a makes thousands.
template <class T>
SOLENOID_INLINE T power(const T& a, const T& b) {
  using Real = LaneReal<T>;
  constexpr Real huge = __builtin_huge_val();
  const T zero(Real(0)), one(Real(1)), infinity(huge);
  const T size = abs(a), times = abs(b);

  const detail::TwoParts<T> parts = detail::log_in_parts(size);
  const T high = parts.high + parts.low;
  const T low = (parts.high - high) + parts.low;
  const T product = b * high;
  const T rough = exponential(product);
  const T exact = fma(rough, fma(b, high, negative(product)) + b * low, rough);
  const T positive = select(less(zero, rough) && less(rough, infinity), exact, rough);
  const auto ordinary = less(zero, a) && less(a, infinity) && less(times, infinity);
  if (!any(!ordinary)) return positive;

  const auto whole = detail::is_whole(times);
  const auto odd = whole && !detail::is_whole(T(Real(0.5)) * times);
  const T sign = select(odd, copysign(one, a), one);
  T value = sign * positive;
  const T not_a_number(std::numeric_limits<Real>::quiet_NaN());
  const auto sinks = less(b, zero);
  value = select(less(a, zero) && !whole, not_a_number, value);
  value = select(size == infinity, sign * select(sinks, zero, infinity), value);
  value = select(size == zero, sign * select(sinks, infinity, zero), value);
  value = select(a == a && b == b, value, a + b);
  const auto is_one = b == zero || a == one || (size == one && times == infinity);
  return select(is_one, one, value);
}
/// The same of plain numbers, which compilers need not put in wherever it is called. Of 1, which is
/// the ratio of most neighbours' pressures where a gas is at rest, it is known.
KOKKOS_INLINE_FUNCTION double power(double a, double b) { return a == 1 ? 1 : power<double>(a, b); }

}  // namespace solenoid
