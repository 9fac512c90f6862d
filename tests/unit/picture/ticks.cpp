#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

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

TEST(LinearTicks, RefuseAnIntervalThatIsNone) {
  EXPECT_THROW(linear_ticks(1, 1, 5), std::invalid_argument);
  EXPECT_THROW(linear_ticks(2, 1, 5), std::invalid_argument);
  EXPECT_THROW(linear_ticks(4.1e7, 4.1e7 + 1e-7, 5), std::invalid_argument);
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
