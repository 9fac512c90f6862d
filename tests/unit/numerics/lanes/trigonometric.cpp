/// sin, cos and tan of lanes against extended precision, and packs against plain numbers.

#include "numerics/lanes/trigonometric.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "numerics/lanes/lane_functions.hpp"

namespace solenoid {
namespace {

/// The difference to `exact` in units in the last place of that.
template <class Real>
double error_of(Real value, long double exact) {
  const int exponent = std::max(std::ilogb(exact), std::numeric_limits<Real>::min_exponent - 1);
  const long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<Real>::digits + 1);
  return double(std::abs(static_cast<long double>(value) - exact) / unit);
}

/// The larger error of sine and cosine.
template <class Real>
double error_at(Real x) {
  const auto exact = static_cast<long double>(x);
  return std::max(error_of(sine(x), std::sin(exact)), error_of(cosine(x), std::cos(exact)));
}

template <class Real>
class Trigonometric : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(Trigonometric, Precisions, );

TYPED_TEST(Trigonometric, AreRightToOneUnitInTheLastPlace) {
  using Real = TypeParam;
  double worst = 0;
  for (int i = -20000; i <= 20000; ++i) {
    worst = std::max(worst, error_at(Real(i) / Real(20000)));
    worst = std::max(worst, error_at(Real(i) / Real(311)));
    worst = std::max(worst, error_at(largest_angle<Real> * Real(i) / Real(20000)));
  }
  EXPECT_LT(worst, 1.0);
}

TYPED_TEST(Trigonometric, AreRightNextToTheirZeros) {
  using Real = TypeParam;
  const long double half_pi = 1.570796326794896619231321691639751442L;
  double worst = 0;
  for (int n = -4000; n <= 4000; ++n) worst = std::max(worst, error_at(Real(n * half_pi)));
  EXPECT_LT(worst, 1.0);
}

TYPED_TEST(Trigonometric, TangentsAreRightToTheLastPlaces) {
  using Real = TypeParam;
  double worst = 0;
  for (int i = -20000; i <= 20000; ++i)
    for (const Real x : {Real(i) / Real(20000), Real(i) / Real(311),
                         Real(i * 0.785398163397448309615660845819876L),
                         largest_angle<Real> * Real(i) / Real(20000)})
      worst = std::max(worst, error_of(tangent(x), std::tan(static_cast<long double>(x))));
  EXPECT_LT(worst, 2.5);
}

TYPED_TEST(Trigonometric, AreRightForHugeAngles) {
  using Real = TypeParam;
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> mantissa(1, 2);
  double worst = 0, worst_of_tangents = 0;
  for (int exponent = std::ilogb(largest_angle<Real>);
       exponent < std::numeric_limits<Real>::max_exponent; ++exponent)
    for (int i = 0; i < 300; ++i) {
      const Real x = std::ldexp(mantissa(random), exponent) * Real(i % 2 == 0 ? 1 : -1);
      const auto exact = static_cast<long double>(x);
      worst =
          std::max({worst, error_of(sin(x), std::sin(exact)), error_of(cos(x), std::cos(exact))});
      worst_of_tangents = std::max(worst_of_tangents, error_of(tan(x), std::tan(exact)));
    }
  EXPECT_LT(worst, 1.0);
  EXPECT_LT(worst_of_tangents, 2.5);
}

/// Known ones, the last of which lies next to a zero of the cosine as no other double does (Kahan
/// 1983).
TEST(HugeAngles, HaveTheirKnownSinesAndCosines) {
  EXPECT_DOUBLE_EQ(sin(1e22), -0.8522008497671888);
  EXPECT_DOUBLE_EQ(cos(1e22), 0.5232147853951389);
  const double nearest = 6381956970095103.0 * 0x1p797;
  EXPECT_DOUBLE_EQ(cos(nearest), -4.687165924254627611122582801963884e-19);
  EXPECT_EQ(sin(nearest), 1.0);
  EXPECT_DOUBLE_EQ(cos(-nearest), -4.687165924254627611122582801963884e-19);
}

TYPED_TEST(Trigonometric, SpecialValues) {
  using Real = TypeParam;
  using Limits = std::numeric_limits<Real>;
  EXPECT_EQ(sin(Real(0)), Real(0));
  EXPECT_EQ(cos(Real(0)), Real(1));
  EXPECT_TRUE(std::isnan(sin(Limits::quiet_NaN())));
  EXPECT_TRUE(std::isnan(cos(Limits::infinity())));
  EXPECT_TRUE(std::isnan(tan(Limits::infinity())));
  EXPECT_EQ(sin(Limits::max()), std::sin(Limits::max()));
  EXPECT_EQ(tan(-Limits::max()), std::tan(-Limits::max()));
}

TYPED_TEST(Trigonometric, PacksAreWhatTheirLanesAre) {
  using Real = TypeParam;
  using T = HostPack<Real>;
  Real values[lane_width<T>];
  for (int block = 0; block < 1000; ++block) {
    for (int i = 0; i < lane_width<T>; ++i)
      values[i] = std::exp(Real(block) / Real(40)) * std::sin(Real(block + 3 * i));
    const T sines = sin(load<T>(values));
    const T cosines = cos(load<T>(values));
    const T tangents = tan(load<T>(values));
    for (int i = 0; i < lane_width<T>; ++i) {
      EXPECT_EQ(lane(sines, i), sin(values[i])) << values[i];
      EXPECT_EQ(lane(cosines, i), cos(values[i])) << values[i];
      EXPECT_EQ(lane(tangents, i), tan(values[i])) << values[i];
    }
  }
}

}  // namespace
}  // namespace solenoid
