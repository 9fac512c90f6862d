#pragma once
/// \file
/// Sums that do not depend on the order in which values are added, nor on how they are spread over
/// lanes, threads, devices and processes: the idea of J. Demmel and H. D. Nguyen, "Parallel
/// reproducible summation", IEEE Trans. Comput. 64 (2015) 2060.
///
/// With 2^b the least of bounds 2^32 apart that all |x| are below, the sum is that of all x, each
/// rounded to a multiple of 2^(b - 95): exact from there on, its error at most N max|x| 2^-64.
/// b need not be known before: what has been added with a smaller one is kept in three folds,
/// whole multiples of 2^(b - 31), 2^(b - 63) and 2^(b - 95); a larger b drops the finest of them.
/// That leaves what rounding to the coarser multiple would have left: roundings to the nearest
/// multiple of nested powers, ties to even, are the same in one go and in steps from above, and
/// where all three are dropped, |x| is less than half of the multiple that is then the finest.
/// (Were the multiples half as large, it could be more than half.)

#include <Kokkos_Core.hpp>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Most values that are added to an object of sums; others are joined to it.
inline constexpr int most_values_of_sums = 1 << 20;

/// `count` sums side by side.
template <int count>
class ReproducibleSums {
 public:
  KOKKOS_FUNCTION ReproducibleSums() {
    for (int s = 0; s < count; ++s) {
      bound_[s] = least_bound;
      for (int f = 0; f < folds; ++f) fold_[f][s] = carry_[f][s] = 0;
      beyond_[s] = 0;
    }
  }

  /// Whether joining them changes nothing: nothing was added to any of them. (What cancels may
  /// still say which digits count.)
  [[nodiscard]] KOKKOS_FUNCTION bool are_empty() const {
    for (int s = 0; s < count; ++s) {
      if (bound_[s] != least_bound || beyond_[s] != 0) return false;
      for (int f = 0; f < folds; ++f)
        if (fold_[f][s] != 0 || carry_[f][s] != 0) return false;
    }
    return true;
  }

  /// Adds a value to sum s.
  KOKKOS_FORCEINLINE_FUNCTION void add(int s, double value) {
    deposit(s, Kokkos::abs(value) < bound_[s] ? value : admitted(s, value));
  }
  /// Adds values to sum s, on a host: `packs` packs of HostPack<double>, each `stride` values
  /// behind the one before, and on a line of its own size.
  void add(int s, const double* values, int packs, int stride = lane_width<HostPack<double>>) {
    using T = HostPack<double>;
    constexpr int lanes = lane_width<T>;
    T largest(0.0), unfit(0.0);
    for (int n = 0; n < packs; ++n) {
      const T size = abs(load<T>(values + n * stride));
      largest = max(largest, size);
      unfit = select(less(size, T(largest_bound)), unfit, T(1.0));
    }
    if (any(less(T(0.0), unfit))) {
      for (int n = 0; n < packs; ++n)
        for (int l = 0; l < lanes; ++l) add(s, values[n * stride + l]);
      return;
    }
    const double size = joined(largest, [](double a, double b) { return a < b ? b : a; });
    if (!(size < bound_[s])) raise(s, bound_above(size));
    T sums[folds] = {T(0.0), T(0.0), T(0.0)};
    for (int n = 0; n < packs; ++n) {
      T value = load<T>(values + n * stride);
      for (int f = 0; f < folds; ++f) {
        const T large(bound_[s] * unit_of_fold(f) * 0x1.8p52);
        const T whole = (value + large) - large;
        sums[f] = sums[f] + whole;
        value = value - whole;
      }
    }
    for (int f = 0; f < folds; ++f)
      fold_[f][s] += joined(sums[f], [](double a, double b) { return a + b; });
  }
  /// Adds what another object has added up.
  KOKKOS_FUNCTION void join(const ReproducibleSums& others) {
    for (int s = 0; s < count; ++s) join(s, others, s);
  }
  /// Adds sum `t` of another object to sum s.
  template <int their_count>
  KOKKOS_FUNCTION void join(int s, ReproducibleSums<their_count> others, int t) {
    raise(s, others.bound_[t]);
    others.raise(t, bound_[s]);
    settle(s);
    others.settle(t);
    for (int f = 0; f < folds; ++f) {
      fold_[f][s] += others.fold_[f][t];
      carry_[f][s] += others.carry_[f][t];
    }
    beyond_[s] += others.beyond_[t];
    settle(s);
  }
  /// Adds what all parts of a grid have added up (Exchange of numerics/grid/exchange.hpp), so that
  /// all have the same.
  template <class Parts>
  void join_parts(Parts&& parts) {
    std::array<double, std::size_t(count)> bounds{};
    for (int s = 0; s < count; ++s) bounds[std::size_t(s)] = bound_[s];
    parts.take_largest(bounds.data(), bounds.size());
    std::array<double, std::size_t(count * parts_of_sum)> values{};
    std::size_t at = 0;
    for (int s = 0; s < count; ++s) {
      raise(s, bounds[std::size_t(s)]);
      settle(s);
      for (int f = 0; f < folds; ++f) {
        values[at++] = fold_[f][s];
        values[at++] = carry_[f][s];
      }
      values[at++] = beyond_[s];
    }
    parts.add_up(values.data(), values.size());
    at = 0;
    for (int s = 0; s < count; ++s) {
      for (int f = 0; f < folds; ++f) {
        fold_[f][s] = values[at++];
        carry_[f][s] = values[at++];
      }
      beyond_[s] = values[at++];
    }
  }
  /// Sum s, rounded. NaN and infinity as in any sum; of values from 1e289 on, the order
  /// may matter.
  template <class Result = double>
  [[nodiscard]] Result total(int s) const {
    // Its digits to the base of 2^32, from the finest one on, of which the last carries the sign.
    std::array<std::int64_t, folds + 1> digits{};
    for (int f = 0; f < folds; ++f) {
      const double unit = bound_[s] * unit_of_fold(f);
      digits[std::size_t(folds - 1 - f)] += std::int64_t(fold_[f][s] / unit);
      digits[std::size_t(folds - f)] += std::int64_t(carry_[f][s] / unit * 0x1p-32);
    }
    carry_digits(digits);
    const bool is_negative = digits.back() < 0;
    if (is_negative) {
      for (std::int64_t& digit : digits) digit = -digit;
      carry_digits(digits);
    }
    Result sum = 0;
    for (std::size_t d = digits.size(); d-- > 0;) sum = sum * Result(0x1p32) + Result(digits[d]);
    sum *= Result(bound_[s] * unit_of_fold(folds - 1));
    return (is_negative ? -sum : sum) + Result(beyond_[s]);
  }

 private:
  template <int other_count>
  friend class ReproducibleSums;

  /// All lanes of a pack joined by `join`, by halves, so that none waits for all others.
  template <class T, class Join>
  static double joined(const T& pack, const Join& join) {
    constexpr int lanes = lane_width<T>;
    alignas(64) double values[lanes];
    store(values, pack);
    for (int half = lanes / 2; half > 0; half /= 2)
      for (int l = 0; l < half; ++l) values[l] = join(values[l], values[l + half]);
    return values[0];
  }

  static constexpr int folds = 3;
  static constexpr int width = 32;  ///< bits of a fold
  static constexpr int parts_of_sum = 2 * folds + 1;
  /// Bounds are powers of 2 whose exponents, as doubles hold them, are multiples of the width,
  /// between these: from there on units and what rounds to them are neither subnormal nor infinite.
  static constexpr double least_bound = 0x1p-863, largest_bound = 0x1p961;

  /// 2^(1 - 32 (fold + 1)).
  KOKKOS_FORCEINLINE_FUNCTION static constexpr double unit_of_fold(int fold) {
    return fold == 0 ? 0x1p-31 : fold == 1 ? 0x1p-63 : 0x1p-95;
  }
  /// The multiple of `unit` that is nearest to a value of at most 2^51 of them; ties to even.
  KOKKOS_FORCEINLINE_FUNCTION static double rounded(double value, double unit) {
    const double large = unit * 0x1.8p52;
    return (value + large) - large;
  }
  KOKKOS_FORCEINLINE_FUNCTION void deposit(int s, double value) {
    for (int f = 0; f < folds; ++f) {
      const double whole = rounded(value, bound_[s] * unit_of_fold(f));
      fold_[f][s] += whole;
      value -= whole;
    }
  }
  /// What is to be deposited of a value that is not below the bound, which is raised.
  KOKKOS_FUNCTION double admitted(int s, double value) {
    const double size = Kokkos::abs(value);
    if (!(size < largest_bound)) {
      beyond_[s] += value;
      return 0;
    }
    raise(s, bound_above(size));
    return value;
  }
  /// The least bound that a size is below.
  KOKKOS_FORCEINLINE_FUNCTION static double bound_above(double size) {
    const std::uint64_t exponent = Kokkos::bit_cast<std::uint64_t>(size) >> 52;
    return Kokkos::bit_cast<double>((exponent / width + 1) * width << 52);
  }
  KOKKOS_FUNCTION void raise(int s, double bound) {
    for (int f = 0; f < folds && bound_[s] < bound; ++f) {
      for (int finer = folds - 1; finer > 0; --finer) {
        fold_[finer][s] = fold_[finer - 1][s];
        carry_[finer][s] = carry_[finer - 1][s];
      }
      fold_[0][s] = carry_[0][s] = 0;
      bound_[s] *= 0x1p32;
    }
    bound_[s] = bound_[s] < bound ? bound : bound_[s];
  }
  /// Moves whole multiples of 2^32 of each fold's unit to its carry, which keeps both exact.
  KOKKOS_FORCEINLINE_FUNCTION void settle(int s) {
    for (int f = 0; f < folds; ++f) {
      const double whole = rounded(fold_[f][s], bound_[s] * unit_of_fold(f) * 0x1p32);
      carry_[f][s] += whole;
      fold_[f][s] -= whole;
    }
  }
  static void carry_digits(std::array<std::int64_t, folds + 1>& digits) {
    for (std::size_t d = 0; d + 1 < digits.size(); ++d) {
      const std::int64_t above = digits[d] >> width;  // rounded down
      digits[d] -= above * (std::int64_t(1) << width);
      digits[d + 1] += above;
    }
  }

  double bound_[count];
  double fold_[folds][count];
  double carry_[folds][count];
  double beyond_[count];  ///< the sum of what is too large for any bound, or no number
};

}  // namespace solenoid
