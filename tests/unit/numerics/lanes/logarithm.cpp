// Logarithms and powers against those of the library in extended precision.

#include "numerics/lanes/logarithm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace solenoid {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The distance from what is exact, in units of the last place.
double error_in_last_place(double value, long double exact) {
  const double rounded = double(exact);
  const double unit = std::nextafter(std::abs(rounded), infinity) - std::abs(rounded);
  return double(std::abs((long double)(value)-exact) / (long double)(unit));
}

TEST(Logarithm, IsRightToTheLastPlace) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-1070, 1023), near_one(0.5, 2);
  for (int n = 0; n < 20000; ++n) {
    const double x = n % 2 == 0 ? std::exp2(exponent(random)) : near_one(random);
    if (x == 1) continue;
    const auto exact = (long double)(x);
    EXPECT_LT(error_in_last_place(logarithm(x), std::log(exact)), 1) << x;
    EXPECT_LT(error_in_last_place(binary_logarithm(x), std::log2(exact)), 1) << x;
    EXPECT_LT(error_in_last_place(decimal_logarithm(x), std::log10(exact)), 1) << x;
  }
}

TEST(Logarithm, OfWholePowersIsWhole) {
  EXPECT_EQ(logarithm(1), 0);
  for (int n = -300; n <= 300; ++n) EXPECT_EQ(binary_logarithm(std::exp2(n)), n);
  for (int n = 0; n <= 22; ++n) EXPECT_EQ(decimal_logarithm(std::pow(10.0, n)), n);
}

TEST(Logarithm, OfWhatHasNone) {
  EXPECT_EQ(logarithm(0), -infinity);
  EXPECT_EQ(logarithm(infinity), infinity);
  EXPECT_TRUE(std::isnan(logarithm(-1)));
  EXPECT_TRUE(std::isnan(logarithm(std::nan(""))));
}

TEST(Power, IsRightToTheLastPlaces) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> base(-20, 20), exponent(-30, 30);
  for (int n = 0; n < 20000; ++n) {
    const double a = std::exp2(base(random)), b = exponent(random);
    EXPECT_LT(error_in_last_place(power(a, b), std::pow((long double)(a), (long double)(b))), 1.5)
        << a << " ^ " << b;
  }
}

TEST(Power, OfZeroNegativeAndInfiniteNumbersIsTheLibrarys) {
  for (const double a : {0.0, -0.0, 1.0, -1.0, -2.0, 2.0, infinity, -infinity, 0.5})
    for (const double b : {0.0, 1.0, -1.0, 2.0, 3.0, -3.0, 0.5, -0.5, infinity, -infinity}) {
      const double expected = std::pow(a, b), found = power(a, b);
      if (std::isnan(expected) || (a == -1 && std::isinf(b))) continue;
      EXPECT_DOUBLE_EQ(std::abs(found), std::abs(expected)) << a << " ^ " << b;
      if (expected != 0) {
        EXPECT_EQ(std::signbit(found), std::signbit(expected)) << a << " ^ " << b;
      }
    }
  EXPECT_TRUE(std::isnan(power(-2, 0.5)));
  EXPECT_EQ(power(10, 400), infinity);
  EXPECT_EQ(power(10, -400), 0);
}

}  // namespace
}  // namespace solenoid
