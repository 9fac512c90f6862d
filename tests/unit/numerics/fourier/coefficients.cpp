/// Real Fourier transforms against the sums that define them.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <random>
#include <vector>

#include "numerics/device/spaces.hpp"
#include "numerics/fourier/even_convolution.hpp"

namespace solenoid {
namespace {

using Cells = std::array<int, 3>;

std::size_t count(const Cells& cells) {
  return std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]);
}

std::vector<double> noise(const Cells& cells) {
  std::mt19937 random(11);
  std::uniform_real_distribution<double> values(-1, 1);
  std::vector<double> field(count(cells));
  for (double& value : field) value = double(float(values(random)));
  return field;
}

/// Twice the sums with cosines, and less those with sines, along one axis, x fastest.
std::vector<double> summed_along(const Cells& cells, int axis, const std::vector<double>& values) {
  const std::size_t n = std::size_t(cells[std::size_t(axis)]);
  if (n == 1) return values;
  std::size_t stride = 1;
  for (int before = 0; before < axis; ++before) stride *= std::size_t(cells[std::size_t(before)]);
  std::vector<double> result(values.size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    const std::size_t place = at / stride % n;
    const std::size_t first = at - place * stride;
    const std::size_t wave = 2 * place <= n ? place : n - place;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * double(i * wave % n) / double(n);
      result[at] +=
          2 * values[first + i * stride] * (2 * place <= n ? std::cos(angle) : -std::sin(angle));
    }
  }
  return result;
}

template <class Real>
void expect_transform(const Cells& cells, double rounding) {
  SCOPED_TRACE(testing::Message() << cells[0] << " x " << cells[1] << " x " << cells[2]);
  const std::vector<double> field = noise(cells);
  std::vector<double> expected = field;
  for (int axis = 0; axis < 3; ++axis) expected = summed_along(cells, axis, expected);
  const std::vector<Real> values(field.begin(), field.end());
  ConvolutionKernel kernel;
  kernel.cells = kernel.lengths = cells;
  kernel.waves = kernel.all_waves();
  EvenConvolution<Real, HostSpace> transform(kernel);
  const auto [box, found] = transform.coefficients(
      HostSpace(), values.data(), {1, cells[0], std::ptrdiff_t(cells[0]) * cells[1]});
  EXPECT_EQ(box.count, cells);
  double error = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    error = std::max(error, std::abs(double(found[i]) - expected[i]));
  EXPECT_LT(error, 8 * rounding * std::sqrt(double(count(cells))));
}

TEST(Coefficients, AreTheSumsThatDefineThem) {
  for (const Cells& cells :
       {Cells{2, 1, 1}, Cells{3, 1, 1}, Cells{64, 1, 1}, Cells{1, 1, 7}, Cells{1, 12, 1},
        Cells{30, 1, 1}, Cells{16, 9, 1}, Cells{15, 16, 1}, Cells{10, 1, 6}, Cells{8, 6, 20},
        Cells{9, 5, 7}, Cells{34, 22, 26}, Cells{4, 3, 2}}) {
    expect_transform<double>(cells, 1e-14);
    expect_transform<float>(cells, 2e-6);
  }
}

TEST(Coefficients, AreOfAnyPrimeLength) {
  for (const int prime : {11, 13, 17, 31, 97, 251, 1009})
    for (const Cells& cells : {Cells{prime, 2, 1}, Cells{2, prime, 1}, Cells{3, 1, prime}}) {
      expect_transform<double>(cells, 4e-14);
      expect_transform<float>(cells, 4e-6);
    }
}

}  // namespace
}  // namespace solenoid
