#pragma once
/// \file
/// What the cells of a bin add up to (numerics/device/binned_sums.hpp), and how parts of a grid
/// join what each of them has.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <vector>

#include "numerics/device/part_reductions.hpp"

namespace solenoid {

/// A total is a number of words: three folds, three carries, and what is infinite or no number. Its
/// bound 2^b stands elsewhere.
struct BinTotal {
  static constexpr int folds = 3;
  static constexpr int width = 32;  ///< bits of a fold
  static constexpr int words = 2 * folds + 1;
  static constexpr int beyond = 2 * folds;  ///< the word with these
  enum Beyond : std::uint64_t { not_a_number = 1, plus_infinity = 2, minus_infinity = 4 };

  /// Raises the bound: the finest folds are dropped.
  KOKKOS_FORCEINLINE_FUNCTION static void raise(std::int64_t* total, int& bound, int wanted) {
    for (int n = 0; n < folds && bound + n * width < wanted; ++n) {
      for (int fold = folds - 1; fold > 0; --fold) {
        total[fold] = total[fold - 1];
        total[folds + fold] = total[folds + fold - 1];
      }
      total[0] = total[folds] = 0;
    }
    bound = bound < wanted ? wanted : bound;
  }
  /// The sum, rounded.
  [[nodiscard]] static double value(const std::int64_t* total, int bound);
};

/// Adds up the totals of bins over all parts, so that all have the same.
void join_totals(PartReductions& parts, std::vector<std::int64_t>& totals,
                 std::vector<int>& bounds);

}  // namespace solenoid
