/// sin, cos and tan of lanes against extended precision, and packs against plain numbers.

#include "numerics/lanes/trigonometric.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

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

TYPED_TEST(Trigonometric, SpecialValues) {
  using Real = TypeParam;
  using Limits = std::numeric_limits<Real>;
  EXPECT_EQ(sin(Real(0)), Real(0));
  EXPECT_EQ(cos(Real(0)), Real(1));
  EXPECT_TRUE(std::isnan(sin(Limits::quiet_NaN())));
  EXPECT_TRUE(std::isnan(cos(Limits::infinity())));
  EXPECT_TRUE(std::isnan(tan(Limits::infinity())));
  EXPECT_EQ(sin(Limits::max()), std::sin(Limits::max()));
  EXPECT_EQ(tan(Limits::max()), std::tan(Limits::max()));
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
