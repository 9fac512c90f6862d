#pragma once
/// \file
/// exp of lanes (numerics/lanes/lanes.hpp), the same bits for plain numbers, packs, CPU and GPU,
/// with an error below one unit in the last place. Libraries' functions round differently from one
/// another, and compute a pack lane by lane.

#include <array>
#include <cstdint>

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

namespace detail {

/// What exp is computed from, for a precision.
template <class Real>
struct ExponentialTable;

template <>
struct ExponentialTable<double> {
  using Integer = std::int64_t;
  static constexpr double shift = 6755399441055744.0;  ///< 1.5 2^52: adding it rounds
  static constexpr double inverse_log_2 = 1.4426950408889634;
  /// ln 2 in two parts; the products of the first with exponents are exact.
  static constexpr double log_2[2] = {6.93147180369123816490e-01, 1.90821492927058770002e-10};
  static constexpr double lower = -746, upper = 710;  ///< beyond are 0 and infinity
  static constexpr int mantissa = 52, bias = 1023;
  /// 1/n!, from n = 13 down to 2.
  static constexpr std::array<double, 12> inverse_factorials = {
      1.6059043836821613e-10, 2.08767569878681e-09,   2.505210838544172e-08,
      2.755731922398589e-07,  2.7557319223985893e-06, 2.48015873015873e-05,
      1.984126984126984e-04,  1.3888888888888889e-03, 8.333333333333333e-03,
      4.1666666666666664e-02, 1.6666666666666666e-01, 0.5};
};

template <>
struct ExponentialTable<float> {
  using Integer = std::int32_t;
  static constexpr float shift = 12582912.0F;  ///< 1.5 2^23
  static constexpr float inverse_log_2 = 1.44269504F;
  static constexpr float log_2[2] = {0.693359375F, -2.12194440e-4F};
  static constexpr float lower = -104, upper = 89;
  static constexpr int mantissa = 23, bias = 127;
  /// 1/n!, from n = 7 down to 2.
  static constexpr std::array<float, 6> inverse_factorials = {
      1.98412698e-4F, 1.38888889e-3F, 8.33333333e-3F, 4.16666667e-2F, 1.66666667e-1F, 0.5F};
};

/// 2 to the power of half of n (rounded down or up), n being what was rounded by adding `shift`.
template <std::floating_point Real>
KOKKOS_FORCEINLINE_FUNCTION Real half_power(Real rounded, bool up) {
  using Table = ExponentialTable<Real>;
  using Integer = typename Table::Integer;
  const Integer n =
      Kokkos::bit_cast<Integer>(rounded) - Kokkos::bit_cast<Integer>(Real(Table::shift));
  const Integer half = up ? n - (n >> 1) : n >> 1;
  return Kokkos::bit_cast<Real>(Integer((half + Table::bias) << Table::mantissa));
}
template <Pack T>
[[gnu::always_inline]] inline T half_power(const T& rounded, bool up) {
  using Table = ExponentialTable<LaneReal<T>>;
  using Integer = typename Table::Integer;
  using Integers [[gnu::vector_size(sizeof(T))]] = Integer;
  const Integers n =
      __builtin_bit_cast(Integers, rounded) - __builtin_bit_cast(Integer, Table::shift);
  const Integers half = up ? n - (n >> 1) : n >> 1;
  return __builtin_bit_cast(T, (half + Table::bias) << Table::mantissa);
}

/// The series of `count` terms of the table from the one numbered `first`, the last of which is the
/// constant one, at x: high and low halves side by side, for processors to overlap.
template <std::size_t first, std::size_t count, class T>
SOLENOID_INLINE T series(const T& x, const T& x2, const T& x4, const T& x8) {
  static_assert(count <= 16);
  constexpr auto terms = ExponentialTable<LaneReal<T>>::inverse_factorials;
  if constexpr (count == 1) {
    return T(terms[first]);
  } else {
    constexpr std::size_t low = count > 8 ? 8 : count > 4 ? 4 : count > 2 ? 2 : 1;
    constexpr std::size_t high = count - low;
    const T& power = low == 8 ? x8 : low == 4 ? x4 : low == 2 ? x2 : x;
    return fma(series<first, high>(x, x2, x4, x8), power, series<first + high, low>(x, x2, x4, x8));
  }
}

}  // namespace detail

/// e to the power of x. x = n ln 2 + r with |r| <= ln 2 / 2; the power of r is Taylor's series,
/// that of 2 is put together from its exponent in two halves, so that results underflow gradually.
template <class T>
SOLENOID_INLINE T exponential(const T& x) {
  using Table = detail::ExponentialTable<LaneReal<T>>;
  const T bounded = min(max(x, T(Table::lower)), T(Table::upper));
  const T rounded = fma(bounded, T(Table::inverse_log_2), T(Table::shift));
  const T n = rounded - T(Table::shift);
  const T r = fma(n, T(-Table::log_2[1]), fma(n, T(-Table::log_2[0]), bounded));
  const T r2 = r * r;
  const T r4 = r2 * r2;
  const T sum = detail::series<0, Table::inverse_factorials.size()>(r, r2, r4, r4 * r4);
  const T power = fma(r2, sum, r) + T(LaneReal<T>(1));
  const T result = power * detail::half_power(rounded, false) * detail::half_power(rounded, true);
  return select(x == x, result, x);  // what is not a number stays so
}

}  // namespace solenoid
