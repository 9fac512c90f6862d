/// \file
/// Limiters: the properties that make a slope total variation diminishing and second-order.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "numerics/schemes/limiters.hpp"

#include "extending/a_limiter.hpp"

namespace solenoid {
namespace {

/// Pairs of differences: random ones of all sizes and signs, and special ones.
template <class Real>
std::vector<std::pair<Real, Real>> differences() {
  std::mt19937 random(42);
  std::uniform_real_distribution<Real> exponent(-8, 8);
  std::uniform_int_distribution<int> coin(0, 1);
  const auto draw = [&] { return Real(coin(random) ? 1 : -1) * std::exp(exponent(random)); };
  std::vector<std::pair<Real, Real>> pairs = {
      {Real(0), Real(0)},   {Real(0), Real(1)},      {Real(-2), Real(0)},    {Real(1), Real(-1)},
      {Real(-0.), Real(1)}, {Real(1), Real(1)},      {Real(-3), Real(-3)},   {Real(1), Real(2)},
      {Real(1), Real(3)},   {Real(1), Real(3.0001)}, {Real(-1), Real(-2.5)}, {Real(1e-9), Real(7)}};
  while (pairs.size() < 2048) {
    const Real a = draw();
    pairs.emplace_back(a, draw());
  }
  return pairs;
}

/// A limiter and a number type.
template <class Limiter_, class Real_>
struct Case {
  using Chosen = Limiter_;
  using Real = Real_;
};

template <class Case>
class Limiters : public testing::Test {
 protected:
  using Real = typename Case::Real;
  static constexpr Real epsilon = std::numeric_limits<Real>::epsilon();
  static Real slope(Real a, Real b) { return typename Case::Chosen{}(a, b); }
};
/// A limiter known when the program is compiled is that of the table.
#define SOLENOID_ROW(value, name, type) \
  static_assert(std::is_same_v<LimiterOf<Limiter::value>, type>);
SOLENOID_LIMITERS(SOLENOID_ROW)
#undef SOLENOID_ROW
static_assert(std::is_same_v<LimiterOf<most_diffusive_limiter>, Minmod>);

// All of the table, and that of docs/extending.md.
#define SOLENOID_ROW(value, name, type) , Case<type, float>, Case<type, double>
using Cases = testing::Types<Case<GeometricMean, float>,
                             Case<GeometricMean, double> SOLENOID_LIMITERS(SOLENOID_ROW)>;
#undef SOLENOID_ROW
TYPED_TEST_SUITE(Limiters, Cases);

TYPED_TEST(Limiters, TreatBothNeighboursAlike) {
  for (const auto& [a, b] : differences<typename TypeParam::Real>())
    EXPECT_EQ(this->slope(a, b), this->slope(b, a)) << a << ", " << b;
}

TYPED_TEST(Limiters, AreOdd) {
  for (const auto& [a, b] : differences<typename TypeParam::Real>())
    EXPECT_EQ(this->slope(-a, -b), -this->slope(a, b)) << a << ", " << b;
}

TYPED_TEST(Limiters, AreZeroAtExtremaAndBesideFlats) {
  for (const auto& [a, b] : differences<typename TypeParam::Real>())
    if (!(a > 0 && b > 0) && !(a < 0 && b < 0)) {
      EXPECT_EQ(this->slope(a, b), 0) << a << ", " << b;
    }
}

TYPED_TEST(Limiters, StayWithinTwiceTheSmallerDifference) {
  for (const auto& [a, b] : differences<typename TypeParam::Real>()) {
    const auto s = this->slope(a, b);
    const auto bound = 2 * std::min(std::abs(a), std::abs(b));
    EXPECT_GE(s * a, 0) << a << ", " << b;
    EXPECT_LE(std::abs(s), bound * (1 + 2 * TestFixture::epsilon)) << a << ", " << b;
  }
}

TYPED_TEST(Limiters, AreExactForLinearData) {
  for (const auto& [a, b] : differences<typename TypeParam::Real>())
    EXPECT_NEAR(this->slope(a, a), a, std::abs(a) * TestFixture::epsilon) << b;
}

TYPED_TEST(Limiters, ScaleWithTheData) {
  // A power of two, so that rounding scales, too.
  for (const auto& [a, b] : differences<typename TypeParam::Real>())
    EXPECT_EQ(this->slope(8 * a, 8 * b), 8 * this->slope(a, b)) << a << ", " << b;
}

TYPED_TEST(Limiters, NeverCutASmoothSlopeBelowTheSmallerDifference) {
  for (const auto& [a, b] : differences<typename TypeParam::Real>())
    if (a * b > 0) {
      EXPECT_GE(std::abs(this->slope(a, b)),
                std::min(std::abs(a), std::abs(b)) * (1 - 2 * TestFixture::epsilon))
          << a << ", " << b;
    }
}

TYPED_TEST(Limiters, AreFiniteWhereTheProductUnderflows) {
  using Number = typename TypeParam::Real;
  const Number tiny = std::numeric_limits<Number>::min();
  for (const Number b : {tiny, 2 * tiny, -tiny, Number(0), Number(1)}) {
    const Number s = this->slope(tiny, b);
    EXPECT_TRUE(std::isfinite(s)) << b;
    EXPECT_LE(std::abs(s), 2 * tiny) << b;
  }
}

TYPED_TEST(Limiters, GivePacksTheBitsOfPlainNumbers) {
  using Number = typename TypeParam::Real;
  using T = HostPack<Number>;
  constexpr std::size_t width = lane_width<T>;
  const auto pairs = differences<Number>();
  for (std::size_t first = 0; first + width <= pairs.size(); first += width) {
    Number a[width], b[width], slopes[width];
    for (std::size_t i = 0; i < width; ++i) {
      a[i] = pairs[first + i].first;
      b[i] = pairs[first + i].second;
    }
    store(slopes, typename TypeParam::Chosen{}(load<T>(a), load<T>(b)));
    for (std::size_t i = 0; i < width; ++i) {
      const Number s = this->slope(a[i], b[i]);
      EXPECT_EQ(slopes[i], s) << a[i] << ", " << b[i];
      EXPECT_EQ(std::signbit(slopes[i]), std::signbit(s)) << a[i] << ", " << b[i];
    }
  }
}

TEST(LimiterValues, Minmod) {
  const Minmod limiter;
  EXPECT_EQ(limiter(1.0, 3.0), 1.0);
  EXPECT_EQ(limiter(-2.0, -0.5), -0.5);
  EXPECT_EQ(limiter(2.0, -0.5), 0.0);
}

TEST(LimiterValues, VanLeer) {
  const VanLeer limiter;
  EXPECT_EQ(limiter(1.0, 3.0), 1.5);
  EXPECT_EQ(limiter(-4.0, -4.0), -4.0);
  EXPECT_EQ(limiter(-1.0, 1.0), 0.0);  // a + b = 0
}

TEST(LimiterValues, MonotonisedCentral) {
  const MonotonisedCentral limiter;
  EXPECT_EQ(limiter(1.0, 2.0), 1.5);   // central
  EXPECT_EQ(limiter(1.0, 3.0), 2.0);   // both
  EXPECT_EQ(limiter(1.0, 10.0), 2.0);  // twice the smaller
  EXPECT_EQ(limiter(-10.0, -1.0), -2.0);
  EXPECT_EQ(limiter(-10.0, 1.0), 0.0);
}

TEST(LimiterValues, MinmodIsTheMostAndMonotonisedCentralTheLeastDissipative) {
  for (const auto& [a, b] : differences<double>()) {
    const double least = std::abs(Minmod{}(a, b));
    const double middle = std::abs(VanLeer{}(a, b));
    const double most = std::abs(MonotonisedCentral{}(a, b));
    EXPECT_LE(least, middle * (1 + 1e-15)) << a << ", " << b;
    EXPECT_LE(middle, most * (1 + 1e-15)) << a << ", " << b;
  }
}

TEST(WithLimiter, CallsTheNamedLimiterOnce) {
  const auto chosen = [](Limiter choice) {
    int calls = 0;
    double value = 0;
    with_limiter(choice, [&](const auto& limiter) {
      ++calls;
      value = limiter(1.0, 4.0);
    });
    EXPECT_EQ(calls, 1);
    return value;
  };
  EXPECT_EQ(chosen(Limiter::minmod), 1.0);
  EXPECT_EQ(chosen(Limiter::van_leer), 1.6);
  EXPECT_EQ(chosen(Limiter::monotonised_central), 2.0);
}

}  // namespace
}  // namespace solenoid
