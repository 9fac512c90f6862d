/// exp of lanes against extended precision, and packs against plain numbers.

#include "numerics/lanes/exponential.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace solenoid {
namespace {

/// The error in units in the last place of the exact value.
template <class Real>
double error_of(Real x) {
  const long double exact = std::exp(static_cast<long double>(x));
  const int exponent = std::max(std::ilogb(exact), std::numeric_limits<Real>::min_exponent - 1);
  const long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<Real>::digits + 1);
  return double(std::abs(static_cast<long double>(exponential(x)) - exact) / unit);
}

template <class Real>
class Exponential : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(Exponential, Precisions, );

TYPED_TEST(Exponential, IsRightToOneUnitInTheLastPlace) {
  using Real = TypeParam;
  const Real range = sizeof(Real) == 4 ? Real(88) : Real(709);
  double worst = 0;
  for (int i = -20000; i <= 20000; ++i) {
    worst = std::max(worst, error_of(Real(range * Real(i) / Real(20000))));
    worst = std::max(worst, error_of(Real(Real(i) / Real(20000))));
  }
  EXPECT_LT(worst, 1.0);
  // Results below the smallest normal number lose digits, and nothing else.
  EXPECT_LT(error_of(Real(sizeof(Real) == 4 ? -100 : -740)), 1.0);
}

TYPED_TEST(Exponential, EndsOfTheRange) {
  using Real = TypeParam;
  using Limits = std::numeric_limits<Real>;
  EXPECT_EQ(exponential(Real(0)), Real(1));
  EXPECT_EQ(exponential(Real(-0.0)), Real(1));
  EXPECT_EQ(exponential(Limits::infinity()), Limits::infinity());
  EXPECT_EQ(exponential(Limits::max()), Limits::infinity());
  EXPECT_EQ(exponential(-Limits::infinity()), Real(0));
  EXPECT_EQ(exponential(Limits::lowest()), Real(0));
  EXPECT_TRUE(std::isnan(exponential(Limits::quiet_NaN())));
}

TYPED_TEST(Exponential, PacksAreWhatTheirLanesAre) {
  using Real = TypeParam;
  using T = HostPack<Real>;
  Real values[lane_width<T>];
  for (int block = 0; block < 1000; ++block) {
    for (int i = 0; i < lane_width<T>; ++i)
      values[i] = Real(std::sin(block + 0.3 * i) * (block % 2 == 0 ? 1 : 800));
    const T result = exponential(load<T>(values));
    for (int i = 0; i < lane_width<T>; ++i) EXPECT_EQ(lane(result, i), exponential(values[i]));
  }
}

}  // namespace
}  // namespace solenoid
