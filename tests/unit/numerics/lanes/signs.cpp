/// Signs that an optimising compiler might lose; compiled with optimisation, unlike other unit
/// tests.

#include <gtest/gtest.h>

#include <cmath>

#include "numerics/lanes/lane_functions.hpp"

namespace solenoid {
namespace {

/// d e - (a b + c).
template <class T>
[[gnu::noinline]] T product_less_fma(const T& a, const T& b, const T& c, const T& d, const T& e) {
  return fms(d, e, fma(a, b, c));
}

template <class Real>
class Signs : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(Signs, Precisions, );

TYPED_TEST(Signs, OfZeroFromWhatCancelsAreKept) {
  using Real = TypeParam;
  using T = HostPack<Real>;
  const volatile Real unknown[] = {0, 1};  // to the compiler
  const Real zero = unknown[0], one = unknown[1];
  EXPECT_TRUE(std::signbit(product_less_fma<Real>(one, zero, -zero, -zero, one)));
  const T found = product_less_fma<T>(T(one), T(zero), T(-zero), T(-zero), T(one));
  for (int l = 0; l < lane_width<T>; ++l) EXPECT_TRUE(std::signbit(lane(found, l)));
}

}  // namespace
}  // namespace solenoid
