#pragma once
/// \file
/// Division by a number that is known before kernels run, where GPUs have no instruction for it.

#include <Kokkos_Core.hpp>
#include <cstdint>

namespace solenoid {

/// Divides numbers from 0 to `most` by one and the same positive number, rounding down: by a
/// multiplication with m = (2^31 + e) / by, 0 <= e < by, where that is exact, since n m / 2^31 is
/// above n / by by less than 1 / by if n e < 2^31.
struct Divisor {
  int by = 1;
  std::uint32_t multiplier = 0;  ///< 0: where numbers are too large for that

  constexpr Divisor() = default;
  constexpr Divisor(int number, std::int64_t most)
      : by(number),
        multiplier(multiplies(number, most) ? std::uint32_t((one + number - 1) / number) : 0) {}

  /// Whether numbers are not too large.
  [[nodiscard]] static constexpr bool multiplies(std::int64_t number, std::int64_t most) {
    return most * number < one;
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr int operator()(int n) const {
    return multiplier != 0 ? multiplied(n) : n / by;
  }
  /// The same where it is known that numbers are not too large.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr int multiplied(int n) const {
    return int((std::uint64_t(std::uint32_t(n)) * multiplier) >> 31);
  }

 private:
  static constexpr std::int64_t one = std::int64_t(1) << 31;
};

}  // namespace solenoid
