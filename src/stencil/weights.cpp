#include "src/stencil/weights.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <stdexcept>

namespace solenoid::stencil {

namespace {

long checked(bool overflow, long value) {
  if (overflow) throw std::overflow_error("the weights of this difference are too large");
  return value;
}
long product(long a, long b) {
  long c = 0;
  const bool overflow = __builtin_mul_overflow(a, b, &c);
  return checked(overflow, c);
}
long sum(long a, long b) {
  long c = 0;
  const bool overflow = __builtin_add_overflow(a, b, &c);
  return checked(overflow, c);
}

Fraction reduced(long numerator, long denominator) {
  const long divisor = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
  return {numerator / divisor, denominator / divisor};
}

}  // namespace

Fraction operator+(const Fraction& a, const Fraction& b) {
  const long common = std::gcd(a.denominator, b.denominator);
  return reduced(sum(product(a.numerator, b.denominator / common),
                     product(b.numerator, a.denominator / common)),
                 product(a.denominator, b.denominator / common));
}

Fraction operator-(const Fraction& a, const Fraction& b) {
  return a + Fraction{-b.numerator, b.denominator};
}

Fraction operator*(const Fraction& a, const Fraction& b) {
  const Fraction x = reduced(a.numerator, b.denominator);
  const Fraction y = reduced(b.numerator, a.denominator);
  return {product(x.numerator, y.numerator), product(x.denominator, y.denominator)};
}

Fraction operator/(const Fraction& a, const Fraction& b) {
  return a * reduced(b.denominator, b.numerator);
}

int difference_radius(int degree, int order) { return (degree + 1) / 2 - 1 + order / 2; }

std::vector<Fraction> difference_weights(int degree, int order) {
  const int radius = difference_radius(degree, order);
  // Nodes in the order 0, 1, -1, 2, -2, ...: then intermediate results are small.
  std::vector<long> nodes = {0};
  for (long k = 1; k <= radius; ++k) nodes.insert(nodes.end(), {k, -k});
  const std::size_t count = nodes.size();
  const std::size_t degrees = std::size_t(degree) + 1;
  // w[d][j]: weight of node j in the derivative of degree d from the nodes so far.
  std::vector<std::vector<Fraction>> w(degrees, std::vector<Fraction>(count));
  w[0][0] = {1, 1};
  Fraction last = {1, 1};
  for (std::size_t n = 1; n < count; ++n) {
    const Fraction x = {nodes[n], 1};
    const Fraction before = {nodes[n - 1], 1};
    Fraction here = {1, 1};
    for (std::size_t j = 0; j < n; ++j) here = here * Fraction{nodes[n] - nodes[j], 1};
    for (std::size_t d = std::min(n, degrees - 1) + 1; d-- > 0;) {
      const Fraction lower = d > 0 ? Fraction{long(d), 1} * w[d - 1][n - 1] : Fraction{};
      w[d][n] = last / here * (lower - before * w[d][n - 1]);
      for (std::size_t j = 0; j < n; ++j) {
        const Fraction below = d > 0 ? Fraction{long(d), 1} * w[d - 1][j] : Fraction{};
        w[d][j] = (x * w[d][j] - below) / Fraction{nodes[n] - nodes[j], 1};
      }
    }
    last = here;
  }
  std::vector<Fraction> sorted(count);
  for (std::size_t j = 0; j < count; ++j)
    sorted[std::size_t(nodes[j] + radius)] = w[degrees - 1][j];
  return sorted;
}

}  // namespace solenoid::stencil
