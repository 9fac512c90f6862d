#pragma once
/// \file
/// Reduction of angles of any size by integers: Payne & Hanek 1983, ACM SIGNUM Newsletter 18, 19.
/// The same bits on CPU and GPU, and for angles as large as there are.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstdint>

namespace solenoid {

/// An angle less a number of right angles, of which only the last two bits are kept: n pi/2 + r +
/// lost, |r| <= pi/4 or a little more, |lost| below an ulp of r.
template <class T>
struct ReducedAngle {
  T n, r, lost;
};

namespace detail {

/// 192 bits, the highest digit first.
using LongFraction = std::array<std::uint32_t, 6>;

/// The bits of 2/pi from the one numbered `first` on, counted from 64 before the point.
KOKKOS_INLINE_FUNCTION LongFraction bits_of_two_over_pi(int first) {
  constexpr std::uint32_t digits[] = {
      0x00000000, 0x00000000, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
      0x3c439041, 0xfe5163ab, 0xdebbc561, 0xb7246e3a, 0x424dd2e0, 0x06492eea, 0x09d1921c,
      0xfe1deb1c, 0xb129a73e, 0xe88235f5, 0x2ebb4484, 0xe99c7026, 0xb45f7e41, 0x3991d639,
      0x835339f4, 0x9c845f8b, 0xbdf9283b, 0x1ff897ff, 0xde05980f, 0xef2f118b, 0x5a0a6d1f,
      0x6d367ecf, 0x27cb09b7, 0x4f463f66, 0x9e5fea2d, 0x7527bac7, 0xebe5f17b, 0x3d0739f7,
      0x8a5292ea, 0x6bfb5fb1, 0x1f8d5d08, 0x56033046};
  LongFraction bits{};
  for (int i = 0; i < 6; ++i) {
    const int at = first / 32 + i;
    const std::uint64_t two = std::uint64_t(digits[at]) << 32 | digits[at + 1];
    bits[std::size_t(i)] = std::uint32_t(two << (first % 32) >> 32);
  }
  return bits;
}

/// The lowest 192 bits of a product.
KOKKOS_INLINE_FUNCTION LongFraction product(const LongFraction& a, std::uint64_t b) {
  const std::uint64_t low = b & 0xffffffff, high = b >> 32;
  LongFraction sum{};
  std::uint64_t carried = 0;
  for (std::size_t i = 6; i-- > 0; carried >>= 32) sum[i] = std::uint32_t(carried += a[i] * low);
  carried = 0;
  for (std::size_t i = 5; i-- > 0; carried >>= 32)
    sum[i] = std::uint32_t(carried += a[i + 1] * high + sum[i]);
  return sum;
}

}  // namespace detail

/// Of a finite number m 2^e with a whole m of 53 bits and e from -62 on: x 2/pi is found modulo 4,
/// to 190 bits behind the point, of which no double has more than 61 without a one. NaN of what is
/// not finite.
[[gnu::noinline]] KOKKOS_FUNCTION inline ReducedAngle<double> reduced_huge_angle(double x) {
  const std::uint64_t bits = Kokkos::bit_cast<std::uint64_t>(x);
  const int exponent = int(bits >> 52 & 0x7ff);
  if (exponent == 0x7ff) return {0, x - x, 0};
  const std::uint64_t mantissa = (bits & 0xfffffffffffff) | 0x10000000000000;
  // Bits that stand for multiples of four are left out.
  auto turns = detail::product(detail::bits_of_two_over_pi(exponent - 1075 + 62), mantissa);
  std::uint32_t quarters = turns[0] >> 30;
  const bool is_above_half = (turns[0] >> 29 & 1) != 0;
  if (is_above_half) {
    quarters = (quarters + 1) & 3;
    for (std::uint32_t& digit : turns) digit = ~digit;  // 1 less the fraction, but for its last bit
  }
  turns[0] &= 0x1fffffff;
  double part = 0, rest = 0, unit = 0x1p-30;
  for (const std::uint32_t digit : turns) {
    const double more = digit * unit;
    const double sum = part + more;
    rest += more - (sum - part);
    part = sum;
    unit *= 0x1p-32;
  }
  const double both = part + rest;
  rest -= both - part;
  const double sign = (x < 0) != is_above_half ? -1 : 1;
  constexpr double half_pi[2] = {1.5707963267948966, 6.123233995736766e-17};
  const double r = both * half_pi[0];
  const double lost = Kokkos::fma(both, half_pi[0], -r) + (both * half_pi[1] + rest * half_pi[0]);
  return {(x < 0 ? -1 : 1) * double(quarters), sign * r, sign * lost};
}

}  // namespace solenoid
