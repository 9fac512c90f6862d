#include "numerics/device/reproducible_sums.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

namespace solenoid {
namespace {

using Sum = ReproducibleSums<1>;
using Values = std::vector<double>;

/// Values of both signs whose exponents are spread over a range.
Values some_values(int count, int least_exponent, int most_exponent, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> digits(-1, 1);
  std::uniform_int_distribution<int> exponent(least_exponent, most_exponent);
  Values values;
  for (int n = 0; n < count; ++n) values.push_back(std::ldexp(digits(random), exponent(random)));
  return values;
}

Sum sum_of(const Values& values) {
  Sum sum;
  for (const double value : values) sum.add(0, value);
  return sum;
}

/// Added up in pieces, which are joined pair by pair in random order.
double in_pieces(Values values, std::mt19937& random) {
  std::shuffle(values.begin(), values.end(), random);
  std::vector<Sum> pieces;
  for (std::size_t first = 0; first < values.size();) {
    const std::size_t size = std::min(values.size() - first, std::size_t(1 + random() % 50));
    pieces.push_back(sum_of(
        {values.begin() + std::ptrdiff_t(first), values.begin() + std::ptrdiff_t(first + size)}));
    first += size;
  }
  while (pieces.size() > 1) {
    std::swap(pieces[random() % pieces.size()], pieces.back());
    const Sum last = pieces.back();
    pieces.pop_back();
    pieces[random() % pieces.size()].join(last);
  }
  return pieces.front().total(0);
}

TEST(ReproducibleSums, DependOnNoOrderAndNoGrouping) {
  std::mt19937 random(1);
  for (const auto& [least, most] : {std::pair(0, 0), {-30, 30}, {-200, 100}, {-1070, 900}})
    for (unsigned seed = 0; seed < 10; ++seed) {
      const Values values = some_values(1000, least, most, seed);
      const double sum = sum_of(values).total(0);
      for (int n = 0; n < 10; ++n)
        ASSERT_EQ(in_pieces(values, random), sum) << least << ' ' << most;
    }
}

TEST(ReproducibleSums, OfWhatCancelsDependOnNoOrder) {
  // What is left is small beside the largest values, and rounded to what these leave room for.
  const double large = std::ldexp(1.3, 40);
  for (int exponent = -160; exponent <= 40; ++exponent)
    for (const double digits : {0.5, 0.6, 0.75, 0.9})
      for (const double small : {std::ldexp(digits, exponent), -std::ldexp(digits, exponent)}) {
        const double sum = sum_of({large, -large, small}).total(0);
        EXPECT_EQ(sum_of({small, large, -large}).total(0), sum) << small;
        EXPECT_EQ(sum_of({large, small, -large}).total(0), sum) << small;
        Sum joined = sum_of({small});
        joined.join(sum_of({-large, large}));
        EXPECT_EQ(joined.total(0), sum) << small;
      }
}

TEST(ReproducibleSums, RoundLittleMoreThanOnce) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Values values = some_values(2000, -40, 20, seed);
    long double exact = 0, largest = 0;
    for (const double value : values) {
      exact += value;
      largest = std::max(largest, std::abs((long double)value));
    }
    const long double bound = std::abs(exact) * 0x1p-52L + 2000 * largest * 0x1p-63L;
    EXPECT_NEAR(sum_of(values).total(0), exact, bound);
  }
}

TEST(ReproducibleSums, OfWholeNumbersAreExact) {
  Sum sum;
  for (int n = 1; n <= 100000; ++n) sum.add(0, n % 2 == 0 ? n : -n);
  EXPECT_EQ(sum.total(0), 50000);
  sum.add(0, 0x1p53);
  sum.add(0, -0x1p53);
  EXPECT_EQ(sum.total(0), 50000);
}

TEST(ReproducibleSums, CarryWhatManyValuesMake) {
  // Doubled until it stands for 2^60 values, each just below its bound.
  const double value = std::nextafter(0x1p33, 0);
  Sum sum;
  sum.add(0, value);
  for (int doubled = 0; doubled < 60; ++doubled) sum.join(Sum(sum));
  EXPECT_EQ(sum.total(0), std::ldexp(value, 60));
}

TEST(ReproducibleSums, ChangeSignWithTheirValues) {
  Values values = some_values(777, -100, 10, 3);
  const double sum = sum_of(values).total(0);
  for (double& value : values) value = -value;
  EXPECT_EQ(sum_of(values).total(0), -sum);
  Sum nothing;
  for (const double value : values) {
    nothing.add(0, value);
    nothing.add(0, -value);
  }
  EXPECT_EQ(nothing.total(0), 0);
}

TEST(ReproducibleSums, SayWhatIsNoNumberOrInfinite) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(sum_of({1, nan, 2}).total(0)));
  EXPECT_EQ(sum_of({1, infinity, 2}).total(0), infinity);
  EXPECT_TRUE(std::isnan(sum_of({infinity, -infinity}).total(0)));
  EXPECT_EQ(sum_of({1e300, 1, -1e300}).total(0), 1);
  EXPECT_EQ(sum_of({}).total(0), 0);
  EXPECT_EQ(sum_of({-0.0, 5e-324}).total(0), 0);  // below all that is kept
}

TEST(ReproducibleSums, AreEmptyUntilSomethingIsAdded) {
  EXPECT_TRUE(Sum().are_empty());
  EXPECT_TRUE(sum_of({0.0, -0.0}).are_empty());
  const double none = std::numeric_limits<double>::quiet_NaN();
  for (const Values& values : {Values{1e-280}, {-3.0}, {1e10, -1e10}, {none}, {1e300}})
    EXPECT_FALSE(sum_of(values).are_empty()) << values.front();
  // What cancelled decides about the digits that others leave.
  Sum large = sum_of({1e40, -1e40});
  EXPECT_NE(sum_of({1e-60}).total(0), 0);
  large.join(sum_of({1e-60}));
  EXPECT_EQ(large.total(0), 0);
}

TEST(ReproducibleSums, SideBySideAreThoseAlone) {
  constexpr int width = lane_width<HostPack<double>>;
  ReproducibleSums<3> three;
  std::array<Values, 3> of;
  for (unsigned s = 0; s < 3; ++s) of[s] = some_values(500, -int(s) * 100, 10 * int(s), s);
  of[1][20] = std::numeric_limits<double>::infinity();
  for (int s = 0; s < 3; ++s)
    for (const double value : of[std::size_t(s)]) three.add(s, value);
  for (int s = 0; s < 3; ++s) EXPECT_EQ(three.total(s), sum_of(of[std::size_t(s)]).total(0));
  ReproducibleSums<3> joined;
  for (int s = 0; s < 3; ++s) joined.join(s, sum_of(of[std::size_t(s)]), 0);
  for (int s = 0; s < 3; ++s) EXPECT_EQ(joined.total(s), three.total(s));
  // In packs, the first of which hold less than the others.
  ReproducibleSums<3> packed;
  alignas(64) std::array<double, 504> values{};
  for (int s = 0; s < 3; ++s) {
    std::ranges::copy(of[std::size_t(s)], values.begin());
    packed.add(s, values.data(), 64 / width);
    packed.add(s, values.data() + 64, 440 / width);
    EXPECT_EQ(packed.total(s), three.total(s));
  }
}

TEST(ReproducibleSums, OfPartsAreThoseOfTheWhole) {
  const Values values = some_values(900, -80, 5, 11);
  // A first round finds what all parts give, a second one tells them.
  std::vector<Values> bounds, sums;
  const auto joined = [&](std::size_t part, bool told) {
    struct Round {
      std::vector<Values>&bounds, &sums;
      bool told;
      void take_largest(double* of, std::size_t count) const {
        if (!told) bounds.emplace_back(of, of + count);
        for (const Values& given : bounds)
          for (std::size_t n = 0; n < count; ++n) of[n] = std::max(of[n], given[n]);
      }
      void add_up(double* of, std::size_t count) const {
        if (!told) return;
        if (sums.size() < 3) {
          sums.emplace_back(of, of + count);
          return;
        }
        std::fill_n(of, count, 0.0);
        for (const Values& given : sums)
          for (std::size_t n = 0; n < count; ++n) of[n] += given[n];
      }
    };
    Sum sum = sum_of({values.begin() + std::ptrdiff_t(300 * part),
                      values.begin() + std::ptrdiff_t(300 * (part + 1))});
    sum.join_parts(Round{bounds, sums, told});
    return sum.total(0);
  };
  for (std::size_t part = 0; part < 3; ++part) joined(part, false);
  for (std::size_t part = 0; part < 3; ++part) joined(part, true);
  for (std::size_t part = 0; part < 3; ++part)
    EXPECT_EQ(joined(part, true), sum_of(values).total(0));
}

}  // namespace
}  // namespace solenoid
