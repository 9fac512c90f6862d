/// Weights of differences: on polynomials, exactly, and against the papers.

#include <gtest/gtest.h>

#include "src/stencil/weights.hpp"

namespace solenoid::stencil {
namespace {

/// The derivative of degree `degree` of x^power at 0.
long derivative_of_power(int degree, int power) {
  if (degree != power) return 0;
  long factorial = 1;
  for (long i = 2; i <= power; ++i) factorial *= i;
  return factorial;
}

Fraction difference_of_power(const std::vector<Fraction>& weights, int power) {
  const long radius = long(weights.size() / 2);
  Fraction sum;
  for (long k = -radius; k <= radius; ++k) {
    long value = 1;
    for (int i = 0; i < power; ++i) value *= k;
    sum = sum + weights[std::size_t(k + radius)] * Fraction{value, 1};
  }
  return sum;
}

TEST(StencilWeights, AreExactForPolynomialsUpToTheirOrderAndNotBeyond) {
  for (int degree = 1; degree <= 6; ++degree)
    for (const int order : {2, 4, 6, 8}) {
      const std::vector<Fraction> weights = difference_weights(degree, order);
      ASSERT_EQ(int(weights.size()), 2 * difference_radius(degree, order) + 1);
      for (int power = 0; power < degree + order; ++power)
        EXPECT_EQ(difference_of_power(weights, power),
                  (Fraction{derivative_of_power(degree, power), 1}))
            << "degree " << degree << ", order " << order << ", x^" << power;
      EXPECT_NE(difference_of_power(weights, degree + order), Fraction{})
          << "degree " << degree << ", order " << order;
    }
}

TEST(StencilWeights, AreThoseOfThePapersAtSixthOrder) {
  // Pekkila et al. (2017), eqs. 6 and 7.
  const std::vector<Fraction> first = difference_weights(1, 6);
  const std::vector<long> sixtieths = {-1, 9, -45, 0, 45, -9, 1};
  const std::vector<Fraction> second = difference_weights(2, 6);
  const std::vector<long> parts_of_180 = {2, -27, 270, -490, 270, -27, 2};
  ASSERT_EQ(first.size(), sixtieths.size());
  ASSERT_EQ(second.size(), parts_of_180.size());
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i], (Fraction{sixtieths[i], 1} / Fraction{60, 1}));
    EXPECT_EQ(second[i], (Fraction{parts_of_180[i], 1} / Fraction{180, 1}));
  }
}

TEST(StencilWeights, OverflowIsReported) {
  EXPECT_THROW(difference_weights(2, 80), std::overflow_error);
}

}  // namespace
}  // namespace solenoid::stencil
