/// Functions that stencil programs call: a device gives the bits of the host.

#include "numerics/lanes/lane_functions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace solenoid {
namespace {

/// Functions of a number; of its size where others have none.
template <class Real>
struct Results {
  Real root, sine, cosine, tangent, exponential, logarithm, power;

  bool operator==(const Results&) const = default;
};

template <class Real>
KOKKOS_FUNCTION Results<Real> results_of(Real x) {
  const Real size = abs(x);
  return {full_sqrt(size), sin(x), cos(x), tan(x), exp(x), log(size), pow(size, Real(-0.7))};
}

template <class Real>
std::vector<Results<Real>> on_device(const std::vector<Real>& numbers) {
  const int count = int(numbers.size());
  Kokkos::View<Real*> arguments("arguments", numbers.size());
  Kokkos::View<Results<Real>*> results("results", numbers.size());
  const auto on_host = Kokkos::create_mirror_view(arguments);
  for (int i = 0; i < count; ++i) on_host(i) = numbers[std::size_t(i)];
  Kokkos::deep_copy(arguments, on_host);
  Kokkos::parallel_for(
      count, KOKKOS_LAMBDA(const int i) { results(i) = results_of(arguments(i)); });
  const auto got = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, results);
  return {got.data(), got.data() + count};
}

/// Numbers of all sizes from subnormal ones to `largest`, and the ends of the range.
template <class Real>
std::vector<Real> numbers(Real largest) {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> numbers = {
      0,      -Real(0), Limits::denorm_min(), Limits::min(), std::nextafter(Limits::min(), Real(0)),
      largest};
  std::mt19937 random(9);
  std::uniform_int_distribution exponent(Limits::min_exponent - Limits::digits,
                                         std::ilogb(largest));
  std::uniform_real_distribution<Real> mantissa(-1, 1);
  for (int i = 0; i < 200000; ++i)
    numbers.push_back(std::ldexp(mantissa(random), exponent(random)));
  return numbers;
}

template <class Real>
class LaneFunctions : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(LaneFunctions, Precisions, );

TYPED_TEST(LaneFunctions, OfADeviceAreThoseOfTheHost) {
  using Real = TypeParam;
  const std::vector<Real> arguments = numbers(std::numeric_limits<Real>::max());
  const std::vector<Results<Real>> got = on_device(arguments);
  int wrong = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    wrong += got[i].root != std::sqrt(std::abs(arguments[i])) || got[i] != results_of(arguments[i]);
  }
  EXPECT_EQ(wrong, 0);
}

TYPED_TEST(LaneFunctions, RootOfInfinityIsInfinity) {
  const TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  EXPECT_EQ(on_device<TypeParam>({infinity})[0].root, infinity);
}

}  // namespace
}  // namespace solenoid
