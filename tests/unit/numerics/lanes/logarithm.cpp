/// Logarithms and powers of lanes against those of the library in extended precision, and packs
/// against plain numbers.

#include "numerics/lanes/logarithm.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/same_bits.hpp"

namespace solenoid {
namespace {

template <class Real>
constexpr Real infinity = std::numeric_limits<Real>::infinity();

/// The distance from what is exact, in units of the last place.
template <class Real>
double error_in_last_place(Real value, long double exact) {
  const Real rounded = std::abs(Real(exact));
  const Real unit = std::nextafter(rounded, infinity<Real>) - rounded;
  return double(std::abs((long double)(value)-exact) / (long double)(unit));
}

/// Numbers for which functions have values of their own, and some that are next to these.
template <class Real>
std::vector<Real> special_numbers() {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> numbers;
  for (const Real size :
       {Real(0), Limits::denorm_min(), Limits::min(), Real(0.5), Real(1), Real(2), Real(3),
        Real(3.5), Limits::max() / 2, infinity<Real>, std::nextafter(Real(1), Real(2)),
        std::ldexp(Real(1), Limits::digits - 1) - 1, std::ldexp(Real(1), Limits::digits) - 1,
        std::ldexp(Real(1), Limits::digits)}) {
    numbers.push_back(size);
    numbers.push_back(-size);
  }
  numbers.push_back(Limits::quiet_NaN());
  return numbers;
}

template <class Real>
class Logarithm : public testing::Test {};
template <class Real>
class Power : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(Logarithm, Precisions, );
TYPED_TEST_SUITE(Power, Precisions, );

TYPED_TEST(Logarithm, IsRightToTheLastPlace) {
  using Real = TypeParam;
  using Limits = std::numeric_limits<Real>;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<Real> exponent(Limits::min_exponent - Limits::digits + 6,
                                                Limits::max_exponent - 1);
  std::uniform_real_distribution<Real> near_one(0.5, 2);
  for (int n = 0; n < 20000; ++n) {
    const Real x = n % 2 == 0 ? std::exp2(exponent(random)) : near_one(random);
    if (x == 1) continue;
    EXPECT_LT(error_in_last_place(logarithm(x), std::log((long double)(x))), 1) << x;
  }
}

TEST(LogarithmToABase, IsRightToTheLastPlace) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-1070, 1023), near_one(0.5, 2);
  for (int n = 0; n < 20000; ++n) {
    const double x = n % 2 == 0 ? std::exp2(exponent(random)) : near_one(random);
    if (x == 1) continue;
    const auto exact = (long double)(x);
    EXPECT_LT(error_in_last_place(binary_logarithm(x), std::log2(exact)), 1) << x;
    EXPECT_LT(error_in_last_place(decimal_logarithm(x), std::log10(exact)), 1) << x;
  }
}

TEST(LogarithmToABase, OfWholePowersIsWhole) {
  for (int n = -300; n <= 300; ++n) EXPECT_EQ(binary_logarithm(std::exp2(n)), n);
  for (int n = 0; n <= 22; ++n) EXPECT_EQ(decimal_logarithm(std::pow(10.0, n)), n);
}

TYPED_TEST(Logarithm, OfWhatHasNoneIsTheLibrarys) {
  using Real = TypeParam;
  for (const Real x : special_numbers<Real>()) {
    const Real expected = std::log(x), found = logarithm(x);
    if (std::isnan(expected))
      EXPECT_TRUE(std::isnan(found)) << x;
    else if (std::isinf(expected) || expected == 0)
      EXPECT_EQ(found, expected) << x;
    else
      EXPECT_LT(error_in_last_place(found, std::log((long double)(x))), 1) << x;
  }
}

/// The largest error among random powers whose size is that of a number within e^-largest and
/// e^largest.
template <class Real>
double worst_power(Real largest) {
  std::mt19937_64 random(2);
  std::uniform_real_distribution<Real> base(-20, 20), near_one(0.5, 2), part(-1, 1);
  double worst = 0;
  for (int n = 0; n < 40000; ++n) {
    const Real a = n % 2 == 0 ? std::exp2(base(random)) : near_one(random);
    const Real b = part(random) * largest / (std::abs(std::log(a)) + Real(0.01));
    worst = std::max(
        worst, error_in_last_place(power(a, b), std::pow((long double)(a), (long double)(b))));
  }
  return worst;
}

TYPED_TEST(Power, IsRightToTheLastPlaces) {
  using Real = TypeParam;
  EXPECT_LT(worst_power(Real(20)), 1.6);
  if constexpr (sizeof(Real) == sizeof(float))
    EXPECT_LT(worst_power(Real(87)), 4);
  else
    EXPECT_LT(worst_power(Real(700)), 25);
}

TYPED_TEST(Power, OfZeroNegativeAndInfiniteNumbersIsTheLibrarys) {
  using Real = TypeParam;
  for (const Real a : special_numbers<Real>())
    for (const Real b : special_numbers<Real>()) {
      const Real expected = std::pow(a, b), found = power(a, b);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(found)) << a << " ^ " << b;
        continue;
      }
      EXPECT_EQ(std::signbit(found), std::signbit(expected)) << a << " ^ " << b;
      if (std::isinf(expected) || expected == 0)
        EXPECT_EQ(found, expected) << a << " ^ " << b;
      else
        EXPECT_LT(std::abs(found / expected - 1), 4 * std::numeric_limits<Real>::epsilon())
            << a << " ^ " << b;
    }
  EXPECT_EQ(power(Real(10), Real(400)), infinity<Real>);
  EXPECT_EQ(power(Real(10), Real(-400)), 0);
}

/// Expects of `function` of two numbers the same bits in packs as in plain numbers, whatever stands
/// in their other lanes.
template <class Real, class Function>
void expect_same_in_packs(const Function& function) {
  using T = HostPack<Real>;
  constexpr int width = lane_width<T>;
  std::vector<Real> numbers = special_numbers<Real>();
  std::mt19937_64 random(5);
  std::uniform_real_distribution<Real> exponent(-100, 100), part(-3, 3);
  while (numbers.size() < 400) {
    numbers.push_back(std::exp2(exponent(random)));
    numbers.push_back(part(random));
  }
  std::uniform_int_distribution<std::size_t> which(0, numbers.size() - 1);
  for (int n = 0; n < 20000; ++n) {
    Real a[width], b[width];
    for (int i = 0; i < width; ++i) a[i] = numbers[which(random)], b[i] = numbers[which(random)];
    const T found = function(load<T>(a), load<T>(b));
    for (int i = 0; i < width; ++i)
      EXPECT_TRUE(same_bits(lane(found, i), function(a[i], b[i]))) << a[i] << ", " << b[i];
  }
}

TYPED_TEST(Logarithm, PacksAreWhatTheirLanesAre) {
  expect_same_in_packs<TypeParam>([](const auto& a, const auto&) { return logarithm(a); });
}

TYPED_TEST(Power, PacksAreWhatTheirLanesAre) {
  expect_same_in_packs<TypeParam>([](const auto& a, const auto& b) { return power(a, b); });
}

}  // namespace
}  // namespace solenoid
