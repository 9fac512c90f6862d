#pragma once
/// \file
/// The reciprocal of a lane to an eighth, for scaling.

#include <cstdint>

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

namespace detail {

/// Twice the bits of 1, less what makes the largest error smallest.
template <class Real>
struct ReciprocalBits;
template <>
struct ReciprocalBits<float> {
  using Integer = std::int32_t;
  static constexpr Integer sum = 0x7ef311c7;
};
template <>
struct ReciprocalBits<double> {
  using Integer = std::int64_t;
  static constexpr Integer sum = 0x7fde623822fc16e6;
};

}  // namespace detail

/// About 1 / a for a >= 0, within 13 percent, by one subtraction of integers: the bits of a number
/// are about its logarithm, so that those of a and of 1 / a have about one sum. Finite for 0 and
/// subnormal numbers, too, and positive as long as 1 / a is no subnormal number.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T rough_reciprocal(T a) {
  using Bits = detail::ReciprocalBits<T>;
  using Integer = typename Bits::Integer;
  return Kokkos::bit_cast<T>(Integer(Bits::sum - Kokkos::bit_cast<Integer>(a)));
}
template <class R>
KOKKOS_FORCEINLINE_FUNCTION Pair<R> rough_reciprocal(const Pair<R>& a) {
  return {rough_reciprocal(a.first), rough_reciprocal(a.second)};
}
template <Pack T>
[[gnu::always_inline]] inline T rough_reciprocal(const T& a) {
  using Bits = detail::ReciprocalBits<LaneReal<T>>;
  using Integers [[gnu::vector_size(sizeof(T))]] = typename Bits::Integer;
  return __builtin_bit_cast(T, Bits::sum - __builtin_bit_cast(Integers, a));
}

}  // namespace solenoid
