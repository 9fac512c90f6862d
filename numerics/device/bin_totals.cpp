#include "numerics/device/bin_totals.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace solenoid {

double BinTotal::value(const std::int64_t* total, int bound) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const auto of_beyond = std::uint64_t(total[beyond]);
  if (of_beyond == plus_infinity) return infinity;
  if (of_beyond == minus_infinity) return -infinity;
  if (of_beyond != 0) return std::numeric_limits<double>::quiet_NaN();
  // Digits to the base of 2^32, from the finest on, of which the last carries the sign.
  std::array<std::int64_t, 4> digits{total[2], total[5] + total[1], total[4] + total[0], total[3]};
  const auto carry = [&] {
    for (std::size_t d = 0; d < 3; ++d) {
      const std::int64_t above = digits[d] >> 32;  // rounded down
      digits[d] -= above * (std::int64_t(1) << 32);
      digits[d + 1] += above;
    }
  };
  carry();
  const bool is_negative = digits[3] < 0;
  if (is_negative) {
    for (std::int64_t& digit : digits) digit = -digit;
    carry();
  }
  double sum = 0;
  for (std::size_t d = 4; d-- > 0;) sum = sum * 0x1p32 + double(digits[d]);
  sum = std::ldexp(sum, bound - 95);
  return is_negative ? -sum : sum;
}

/// Folds and carries are whole numbers below 2^53, which doubles hold.
void join_totals(PartReductions& parts, std::vector<std::int64_t>& totals,
                 std::vector<int>& bounds) {
  std::vector<double> of_all(bounds.begin(), bounds.end());
  parts.take_largest(of_all.data(), of_all.size());
  // Flags are joined one by one.
  constexpr std::uint64_t all_flags[] = {BinTotal::not_a_number, BinTotal::plus_infinity,
                                         BinTotal::minus_infinity};
  std::vector<double> flags;
  for (std::size_t bin = 0; bin < bounds.size(); ++bin) {
    std::int64_t* const total = totals.data() + bin * BinTotal::words;
    BinTotal::raise(total, bounds[bin], int(of_all[bin]));
    for (const std::uint64_t flag : all_flags)
      flags.push_back((std::uint64_t(total[BinTotal::beyond]) & flag) != 0 ? 1.0 : 0.0);
  }
  parts.take_largest(flags.data(), flags.size());
  std::vector<double> sums(totals.begin(), totals.end());
  parts.add_up(sums.data(), sums.size());
  totals.assign(sums.begin(), sums.end());
  for (std::size_t bin = 0; bin < bounds.size(); ++bin) {
    std::uint64_t beyond = 0;
    for (std::size_t n = 0; n < 3; ++n)
      if (flags[3 * bin + n] > 0) beyond |= all_flags[n];
    totals[bin * BinTotal::words + BinTotal::beyond] = std::int64_t(beyond);
  }
}

}  // namespace solenoid
