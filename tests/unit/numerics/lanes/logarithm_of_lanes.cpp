/// \file
/// Logarithms of lanes: against those of libraries in extended precision, and packs against plain
/// numbers.

#include "numerics/lanes/logarithm_of_lanes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

namespace solenoid {
namespace {

using Lane = HostPack<double>;

/// The same bits in packs as in plain numbers.
template <class Function>
void expect_same_in_packs(const Function& function, double x) {
  std::array<double, 16> in{};
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = i % 2 == 0 ? x : 0.3;
  for (int i = 0; i < int(in.size()); i += lane_width<Lane>) {
    const Lane found = function(load<Lane>(in.data() + i));
    for (int l = 0; l < lane_width<Lane>; ++l)
      EXPECT_EQ(lane(found, l), function(in[std::size_t(i + l)])) << x;
  }
}

TEST(LogarithmOfLanes, IsRightWithinTheLastPlace) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> exponent(-700, 700), near(-0.7, 0.7);
  const auto function = [](const auto& x) { return logarithm_of_lanes(x); };
  for (int n = 0; n < 2000; ++n) {
    const double x = std::exp(n % 2 == 0 ? exponent(random) : near(random) * std::pow(0.9, n % 90));
    const double expected = double(std::log((long double)(x)));
    EXPECT_NEAR(function(x), expected, 4e-16 * std::abs(expected)) << x;
    expect_same_in_packs(function, x);
  }
  EXPECT_EQ(function(1.0), 0);
}

TEST(LogarithmOfLanes, HasARatioThatIsSmoothAtZero) {
  std::mt19937 random(4);
  std::uniform_real_distribution<double> size(-40, 20);
  const auto function = [](const auto& z) { return log_ratio_of_lanes(z); };
  EXPECT_EQ(function(0.0), 1);
  for (int n = 0; n < 2000; ++n) {
    const double z = n % 2 == 0 ? -std::exp(size(random)) : std::exp(-std::exp(size(random) / 6));
    const long double expected = -std::log1p(-(long double)(z)) / (long double)(z);
    EXPECT_NEAR(function(z), double(expected), 5e-16 * double(expected)) << z;
    expect_same_in_packs(function, z);
  }
}

}  // namespace
}  // namespace solenoid
