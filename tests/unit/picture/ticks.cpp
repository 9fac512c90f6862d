#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "src/picture/axes.hpp"
#include "src/picture/ticks.hpp"

namespace solenoid {
namespace {

std::vector<double> values_of(const Ticks& ticks) {
  std::vector<double> values;
  for (const Tick& tick : ticks.major) values.push_back(tick.value);
  return values;
}

std::vector<std::string> labels_of(const Ticks& ticks) {
  std::vector<std::string> labels;
  for (const Tick& tick : ticks.major) labels.push_back(tick.label);
  return labels;
}

TEST(LinearTicks, UnitIntervalHasRoundValuesWithoutRoundingNoise) {
  const Ticks ticks = linear_ticks(0, 1, 6);
  EXPECT_EQ(values_of(ticks), (std::vector<double>{0, 0.2, 0.4, 0.6, 0.8, 1.0}));
  EXPECT_EQ(labels_of(ticks), (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(ticks.minor.size(), 15u);
  EXPECT_EQ(ticks.scale_note, "");
}

TEST(LinearTicks, NegativeLabelsHaveATrueMinusAndZeroHasNone) {
  const Ticks ticks = linear_ticks(-1, 1, 5);
  EXPECT_EQ(labels_of(ticks),
            (std::vector<std::string>{"\u22121.0", "\u22120.5", "0.0", "0.5", "1.0"}));
}

TEST(LinearTicks, LargeAndSmallNumbersShareAPowerOfTen) {
  const Ticks large = linear_ticks(0, 2e5, 5);
  EXPECT_EQ(large.scale_note, "\u00d710\u2075");
  EXPECT_EQ(labels_of(large), (std::vector<std::string>{"0.0", "0.5", "1.0", "1.5", "2.0"}));
  const Ticks small = linear_ticks(-1e-6, 1e-6, 5);
  EXPECT_EQ(small.scale_note, "\u00d710\u207b\u2076");
  EXPECT_EQ(small.major.front().label, "\u22121.0");
}

TEST(LinearTicks, NumbersThatDifferFarBehindThePointShareAnOffset) {
  const Ticks ticks = linear_ticks(1 - 1e-6, 1 + 1e-6, 5);
  EXPECT_EQ(ticks.scale_note, "\u00d710\u207b\u2076 + 1");
  EXPECT_EQ(labels_of(ticks),
            (std::vector<std::string>{"\u22121.0", "\u22120.5", "0.0", "0.5", "1.0"}));
}

TEST(LinearTicks, StayWithinTheIntervalAndTheCount) {
  for (const double lower : {-3.7e-9, -1.234, 0.0, 17.3, 4.1e7}) {
    for (const double length : {3.3e-8, 0.7, 1.0, 9.99, 6.02e3}) {
      if (length < 1e-12 * lower) continue;
      for (const int count : {2, 3, 5, 10}) {
        const Ticks ticks = linear_ticks(lower, lower + length, count);
        EXPECT_LE(int(ticks.major.size()), count);
        EXPECT_GE(ticks.major.size(), 1u);
        for (const Tick& tick : ticks.major) {
          EXPECT_GE(tick.value, lower - 1e-8 * length);
          EXPECT_LE(tick.value, lower + length * (1 + 1e-8));
        }
      }
    }
  }
}

TEST(LinearTicks, TellTheEndsOfANarrowIntervalApart) {
  const Ticks ticks = linear_ticks(4.1e7, 4.1e7 + 1e-7, 5);
  ASSERT_EQ(ticks.major.size(), 2U);
  EXPECT_EQ(ticks.major[0].value, 4.1e7);
  EXPECT_EQ(ticks.major[1].value, 4.1e7 + 1e-7);
  EXPECT_NE(ticks.major[0].label, ticks.major[1].label);
}

TEST(LinearTicks, RefuseAnIntervalThatIsNone) {
  EXPECT_THROW(linear_ticks(1, 1, 5), std::invalid_argument);
  EXPECT_THROW(linear_ticks(2, 1, 5), std::invalid_argument);
  EXPECT_THROW(linear_ticks(0, std::numeric_limits<double>::quiet_NaN(), 5), std::invalid_argument);
  EXPECT_THROW(linear_ticks(0, std::numeric_limits<double>::infinity(), 5), std::invalid_argument);
}

TEST(LogarithmicTicks, PowersOfTenWithMinorTicksBetween) {
  const Ticks ticks = logarithmic_ticks(1e-3, 1, 6);
  EXPECT_EQ(labels_of(ticks), (std::vector<std::string>{"10\u207b\u00b3", "10\u207b\u00b2",
                                                        "10\u207b\u00b9", "10\u2070"}));
  EXPECT_EQ(ticks.minor.size(), 24u);
}

TEST(LogarithmicTicks, ManyPowersAreThinnedOut) {
  const Ticks ticks = logarithmic_ticks(1e-20, 1, 6);
  EXPECT_LE(ticks.major.size(), 6u);
  EXPECT_GE(ticks.major.size(), 4u);
}

TEST(LogarithmicTicks, FewPowersAreFilledInAtTwoAndFive) {
  EXPECT_EQ(labels_of(logarithmic_ticks(16, 256, 6)),
            (std::vector<std::string>{"20", "50", "100", "200"}));
  EXPECT_GE(logarithmic_ticks(2.1, 2.4, 6).major.size(), 2u);
}

TEST(LogarithmicTicks, RefuseAnEndThatIsNotPositive) {
  EXPECT_THROW(logarithmic_ticks(0, 1, 5), std::invalid_argument);
  EXPECT_THROW(logarithmic_ticks(-1, 1, 5), std::invalid_argument);
}

/// Doubles of any size and sign: their bits at random.
double any_double(std::mt19937_64& chance) {
  for (;;) {
    const auto value = std::bit_cast<double>(chance());
    if (std::isfinite(value)) return value;
  }
}

/// Whether positions end, ascend and lie between the ends, but for rounding.
void expect_within(const std::vector<double>& values, const AxisScale& scale) {
  const double size = std::max(std::abs(scale.lower), std::abs(scale.upper));
  const double rounding = 4e-16 * size / (scale.upper - scale.lower) + 1e-8;
  for (std::size_t n = 0; n < values.size(); ++n) {
    ASSERT_TRUE(std::isfinite(values[n])) << scale.lower << " to " << scale.upper;
    if (n > 0) {
      EXPECT_LT(values[n - 1], values[n]) << scale.lower << " to " << scale.upper;
    }
    const double place = scale.fraction(values[n]);
    EXPECT_GE(place, -rounding) << values[n] << " from " << scale.lower << " to " << scale.upper;
    EXPECT_LE(place, 1 + rounding) << values[n] << " from " << scale.lower << " to " << scale.upper;
  }
}

void expect_ticks(const AxisScale& scale, int count) {
  const Ticks ticks = scale.logarithmic ? logarithmic_ticks(scale.lower, scale.upper, count)
                                        : linear_ticks(scale.lower, scale.upper, count);
  EXPECT_GE(ticks.major.size(), 1U) << scale.lower << " to " << scale.upper;
  EXPECT_LE(ticks.major.size(), 12U) << scale.lower << " to " << scale.upper;
  EXPECT_LE(ticks.minor.size(), 200U) << scale.lower << " to " << scale.upper;
  expect_within(values_of(ticks), scale);
  expect_within(ticks.minor, scale);
}

// (The length of the longest was infinite, and its ticks had no end; short ones were refused.)
TEST(Ticks, OfAnyIntervalOfDoublesEndAndLieWithinIt) {
  std::mt19937_64 chance(20261201);
  constexpr double most = std::numeric_limits<double>::max();
  constexpr double least = std::numeric_limits<double>::denorm_min();
  std::vector<std::pair<double, double>> intervals{{-most, most},
                                                   {-1.7e308, 1.7e308},
                                                   {0, most},
                                                   {0, least},
                                                   {-least, least},
                                                   {least, most},
                                                   {1, 1 + 2.3e-16},
                                                   {0, 3e-310},
                                                   {1e-310, 3e-309},
                                                   {-1, most},
                                                   {2 * least, 9 * least},
                                                   {0.999 * most, most},
                                                   {1e300, 1.000001e300}};
  for (int n = 0; n < 20000; ++n) {
    const double one = any_double(chance);
    double other = any_double(chance);
    // Neighbours, too, and numbers that few or many others part.
    if (n % 4 == 1) other = std::nextafter(one, most);
    if (n % 4 == 2) other = one * (1 + std::pow(10.0, -double(chance() % 17)));
    if (n % 4 == 3) other = -one * std::pow(10.0, -double(chance() % 17));
    if (one != other && std::isfinite(other)) intervals.emplace_back(std::minmax({one, other}));
  }
  for (const auto& [lower, upper] : intervals) {
    const int count = 2 + int(chance() % 9);
    expect_ticks({lower, upper, false}, count);
    if (lower > 0) expect_ticks({lower, upper, true}, count);
  }
}

TEST(LinearTicks, OfTheLongestAndShortestIntervalsReadAsOthersDo) {
  const Ticks longest = linear_ticks(-1.7e308, 1.7e308, 5);
  EXPECT_EQ(longest.scale_note, "\u00d710\u00b3\u2070\u2078");
  EXPECT_EQ(values_of(longest), (std::vector<double>{-1e308, 0, 1e308}));
  EXPECT_EQ(labels_of(longest), (std::vector<std::string>{"\u22121", "0", "1"}));
  const Ticks shortest = linear_ticks(0, 2e-310, 5);
  EXPECT_EQ(shortest.scale_note, "\u00d710\u207b\u00b3\u00b9\u2070");
  EXPECT_EQ(labels_of(shortest), (std::vector<std::string>{"0.0", "0.5", "1.0", "1.5", "2.0"}));
}

TEST(LinearTicks, AreTheEndsWhereDoublesHoldNothingBetweenThem) {
  const Ticks ticks = linear_ticks(1, 1 + 2.3e-16, 5);
  EXPECT_EQ(labels_of(ticks), (std::vector<std::string>{"1", "1.0000000000000002"}));
  EXPECT_EQ(labels_of(logarithmic_ticks(5e-324, 1e-323, 5)),
            (std::vector<std::string>{"5\u00d710\u207b\u00b3\u00b2\u2074",
                                      "10\u207b\u00b3\u00b2\u00b3"}));
}

TEST(AxisScale, FindsFractionsOfAnyInterval) {
  constexpr double most = std::numeric_limits<double>::max();
  EXPECT_EQ((AxisScale{-most, most}.fraction(0)), 0.5);
  EXPECT_EQ((AxisScale{-most, most}.fraction(most)), 1);
  EXPECT_EQ((AxisScale{0, 5e-324}.fraction(5e-324)), 1);
  EXPECT_EQ((AxisScale{0, 5e-324}.fraction(-most)), -most);
  const double next = 1 + 2.3e-16;
  EXPECT_EQ((AxisScale{1, next, true}.fraction(next)), 1);
  EXPECT_NEAR((AxisScale{1e-300, 1e300, true}.fraction(1)), 0.5, 1e-12);
}

TEST(PictureNumber, ReadsAsInPrint) {
  EXPECT_EQ(picture_number(0.25, 4), "0.25");
  EXPECT_EQ(picture_number(-3, 4), "\u22123");
  EXPECT_EQ(picture_number(1.5e-7, 4), "1.5\u00d710\u207b\u2077");
  EXPECT_EQ(picture_number(1e-12, 4), "10\u207b\u00b9\u00b2");
  EXPECT_EQ(picture_number(std::numeric_limits<double>::quiet_NaN(), 4), "NaN");
  EXPECT_EQ(picture_number(-std::numeric_limits<double>::infinity(), 4), "\u2212\u221e");
}

}  // namespace
}  // namespace solenoid
