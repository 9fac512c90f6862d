#include "numerics/device/binned_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "numerics/device/reproducible_sums.hpp"
#include "tests/part_threads.hpp"

namespace solenoid {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

/// Cells of both signs whose exponents are spread over a range, in bins.
struct Cells {
  std::vector<int> bins;
  std::vector<double> values, weights;

  Cells(int count, int most_bins, int least_exponent, int most_exponent, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> digits(-1, 1);
    std::uniform_int_distribution<int> exponent(least_exponent, most_exponent),
        bin(0, most_bins - 1);
    for (int n = 0; n < count; ++n) {
      bins.push_back(bin(random));
      values.push_back(std::ldexp(digits(random), exponent(random)));
      weights.push_back(1 + digits(random));
    }
  }
  void shuffle(std::mt19937& random) {
    std::vector<std::size_t> order(bins.size());
    std::iota(order.begin(), order.end(), 0);
    std::shuffle(order.begin(), order.end(), random);
    const Cells before = *this;
    for (std::size_t n = 0; n < order.size(); ++n) {
      bins[n] = before.bins[order[n]];
      values[n] = before.values[order[n]];
      weights[n] = before.weights[order[n]];
    }
  }
  [[nodiscard]] BinnedCells piece(std::size_t first, std::size_t count, bool weighted) const {
    return {int(count), bins.data() + first, values.data() + first,
            weighted ? weights.data() + first : nullptr};
  }
};

std::vector<double> sums_in_pieces(const Cells& cells, int bins, BinTerm term, std::size_t piece) {
  const HostSpace space;
  BinnedSums<HostSpace> sums(bins, term);
  for (std::size_t first = 0; first < cells.bins.size(); first += piece)
    sums.add(space, cells.piece(first, std::min(piece, cells.bins.size() - first), true));
  return sums.totals(space);
}

TEST(BinnedSums, AreTheSameInAnyOrderAndAnyPieces) {
  constexpr int bins = 7;
  std::mt19937 random(5);
  for (const int most_exponent : {0, 40, 500}) {
    Cells cells(400, bins, -500, most_exponent, 3);
    for (const BinTerm term : {BinTerm::weight, BinTerm::value, BinTerm::square}) {
      const std::vector<double> expected = sums_in_pieces(cells, bins, term, cells.bins.size());
      for (const std::size_t piece : {1, 17, 199}) {
        cells.shuffle(random);
        EXPECT_EQ(sums_in_pieces(cells, bins, term, piece), expected) << piece;
      }
    }
  }
}

TEST(BinnedSums, AreThoseOfTheTerms) {
  constexpr int bins = 5;
  const Cells cells(2000, bins, -20, 20, 9);
  for (const BinTerm term : {BinTerm::weight, BinTerm::value, BinTerm::square}) {
    const std::vector<double> sums = sums_in_pieces(cells, bins, term, 300);
    std::vector<ReproducibleSums<1>> expected(bins);
    std::vector<double> sizes(bins, 0.0);
    for (std::size_t n = 0; n < cells.bins.size(); ++n) {
      const double w = cells.weights[n], f = cells.values[n];
      const double of = term == BinTerm::weight ? w : term == BinTerm::value ? w * f : w * f * f;
      expected[std::size_t(cells.bins[n])].add(0, of);
      sizes[std::size_t(cells.bins[n])] += std::abs(of);
    }
    for (std::size_t b = 0; b < bins; ++b)
      EXPECT_NEAR(sums[b], expected[b].total(0), 1e-16 * sizes[b]) << b;
  }
}

TEST(BinnedSums, OfSmallTermsBesideLargeOnesAreAsExact) {
  const HostSpace space;
  BinnedSums<HostSpace> sums(3, BinTerm::value);
  const std::vector<int> bins{0, 1, 0, 1, 0, 2};
  const std::vector<double> values{1e200, 1e-100, -1e200, 3e-100, 1e190, 0};
  sums.add(space, {4, bins.data(), values.data(), nullptr});
  sums.add(space, {2, bins.data() + 4, values.data() + 4, nullptr});
  EXPECT_EQ(sums.totals(space), (std::vector<double>{1e190, 1e-100 + 3e-100, 0.0}));
}

TEST(BinnedSums, AreInfiniteOrNoNumbersAsOthersAre) {
  const HostSpace space;
  BinnedSums<HostSpace> sums(5, BinTerm::value);
  const std::vector<int> bins{0, 0, 1, 2, 2, 3, 4, 4};
  const std::vector<double> values{inf, 1, -inf, inf, -inf, std::nan(""), 0x1p1023, 0x1p1023};
  sums.add(space, {8, bins.data(), values.data(), nullptr});
  const std::vector<double> total = sums.totals(space);
  EXPECT_EQ(total[0], inf);
  EXPECT_EQ(total[1], -inf);
  EXPECT_TRUE(std::isnan(total[2]));
  EXPECT_TRUE(std::isnan(total[3]));
  EXPECT_EQ(total[4], inf);
}

TEST(BinnedCounts, AreThoseOfTheBins) {
  const HostSpace space;
  BinnedCounts<HostSpace> counts(4);
  const std::vector<int> bins{3, 0, 3, 3, 1};
  counts.add(space, {3, bins.data(), nullptr, nullptr});
  counts.add(space, {2, bins.data() + 3, nullptr, nullptr});
  EXPECT_EQ(counts.totals(space), (std::vector<std::int64_t>{1, 1, 0, 3}));
}

/// Of two parts of so many cells, which all have the same totals, those of one.
template <class Totals>
auto totals_of_parts(std::size_t first, std::size_t all, const Totals& totals_of) {
  const auto table = std::make_shared<MeetingTable>();
  std::vector<decltype(totals_of(0, 0, nullptr))> totals(2);
  on_threads(2, [&](std::size_t part) {
    WithOtherThreads parts(table, part);
    totals[part] = part == 0 ? totals_of(0, first, &parts) : totals_of(first, all - first, &parts);
  });
  EXPECT_EQ(totals[0], totals[1]);
  return totals[0];
}

TEST(BinnedSums, OfPartsAreThoseOfTheWhole) {
  const HostSpace space;
  constexpr int bins = 9;  // of which the last one stays empty
  for (const int most_exponent : {-200, 0, 40, 500}) {
    const Cells cells(300, bins - 1, -500, most_exponent, 8);
    for (const std::size_t first : {0, 1, 120, 300}) {
      for (const BinTerm term : {BinTerm::weight, BinTerm::value, BinTerm::square})
        EXPECT_EQ(totals_of_parts(first, 300,
                                  [&](std::size_t from, std::size_t count, PartReductions* parts) {
                                    BinnedSums<HostSpace> sums(bins, term);
                                    sums.add(space, cells.piece(from, count, true));
                                    return sums.totals(space, parts);
                                  }),
                  sums_in_pieces(cells, bins, term, 300));
      const auto counted = [&](std::size_t from, std::size_t count, PartReductions* parts) {
        BinnedCounts<HostSpace> counts(bins);
        counts.add(space, cells.piece(from, count, false));
        return counts.totals(space, parts);
      };
      EXPECT_EQ(totals_of_parts(first, 300, counted), counted(0, 300, nullptr));
    }
  }
}

TEST(BinnedSums, OfPartsAreInfiniteOrNoNumbersAsOthersAre) {
  const HostSpace space;
  const std::vector<int> bins{0, 1, 2, 3, 0, 1, 2, 3};
  const std::vector<double> values{inf, -inf, inf, 1, inf, 2, -inf, std::nan("")};
  const std::vector<double> total =
      totals_of_parts(4, 8, [&](std::size_t from, std::size_t count, PartReductions* parts) {
        BinnedSums<HostSpace> sums(4, BinTerm::value);
        sums.add(space, {int(count), bins.data() + from, values.data() + from, nullptr});
        std::vector<double> found = sums.totals(space, parts);
        for (double& sum : found)
          if (std::isnan(sum)) sum = 77;  // which is equal to itself
        return found;
      });
  EXPECT_EQ(total, (std::vector<double>{inf, -inf, 77, 77}));
}

TEST(BinnedExtremes, OfPartsAreThoseOfTheWhole) {
  const HostSpace space;
  const std::vector<int> bins{0, 1, 2, 3, 0, 1, 2, 3, 4};
  const std::vector<double> values{-1, std::nan(""), -inf, inf, 2, 5, -inf, -3, -7};
  for (const bool largest : {false, true}) {
    const auto extremes_of = [&](std::size_t from, std::size_t count, PartReductions* parts) {
      BinnedExtremes<HostSpace> extremes(6, largest);
      extremes.add(space, {int(count), bins.data() + from, values.data() + from, nullptr});
      std::vector<double> found = extremes.totals(space, parts);
      for (double& extreme : found)
        if (std::isnan(extreme)) extreme = 77;
      return found;
    };
    EXPECT_EQ(totals_of_parts(4, 9, extremes_of), extremes_of(0, 9, nullptr));
  }
}

TEST(BinnedExtremes, OfZerosArePositiveWhicheverComesFirst) {
  const HostSpace space;
  const std::vector<int> bins{0, 1, 0, 1};
  const std::vector<double> values{0.0, -0.0, -0.0, 0.0};
  for (const bool largest : {false, true})
    totals_of_parts(2, 4, [&](std::size_t from, std::size_t count, PartReductions* parts) {
      BinnedExtremes<HostSpace> extremes(2, largest);
      extremes.add(space, {int(count), bins.data() + from, values.data() + from, nullptr});
      std::vector<double> found = extremes.totals(space, parts);
      for (const double zero : found) EXPECT_FALSE(std::signbit(zero));
      return found;
    });
}

TEST(BinnedExtremes, AreThoseOfTheBins) {
  const HostSpace space;
  const std::vector<int> bins{0, 0, 0, 1, 1, 2};
  const std::vector<double> values{-1, 3, -2.5, -4, std::nan(""), -inf};
  for (const bool largest : {false, true}) {
    BinnedExtremes<HostSpace> extremes(4, largest);
    extremes.add(space, {6, bins.data(), values.data(), nullptr});
    const std::vector<double> found = extremes.totals(space);
    EXPECT_EQ(found[0], largest ? 3 : -2.5);
    EXPECT_TRUE(std::isnan(found[1]));
    EXPECT_EQ(found[2], -inf);
    EXPECT_TRUE(std::isnan(found[3])) << "an empty bin";
  }
}

}  // namespace
}  // namespace solenoid
