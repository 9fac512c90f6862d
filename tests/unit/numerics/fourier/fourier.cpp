/// Fourier transforms on the CPU, by each library that is there, against the sum that defines them.

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

#include "numerics/fourier/fourier_host.hpp"

namespace solenoid {
namespace {

using Cells = std::array<int, 3>;
using Complex = std::complex<double>;

#define SOLENOID_JOINED(a, b) a##b
#define SOLENOID_TRANSFORM_BY(library) SOLENOID_JOINED(transform_by_, library)

/// What transforms in this build, and the other library where it is there.
template <class Real>
std::vector<void (*)(const Cells&, Real*)> transforms() {
  return {
      &transform_on_host<Real>,
#ifdef SOLENOID_TEST_OTHER_FFT
      &SOLENOID_TRANSFORM_BY(SOLENOID_TEST_OTHER_FFT) < Real >,
#endif
  };
}

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

/// The transform along one axis of complex values, x fastest.
std::vector<Complex> summed_along(const Cells& cells, int axis,
                                  const std::vector<Complex>& values) {
  const std::size_t n = std::size_t(cells[std::size_t(axis)]);
  std::size_t stride = 1;
  for (int before = 0; before < axis; ++before) stride *= std::size_t(cells[std::size_t(before)]);
  std::vector<Complex> result(values.size());
  for (std::size_t at = 0; at < values.size(); ++at) {
    const std::size_t wave = at / stride % n;
    const std::size_t first = at - wave * stride;
    for (std::size_t i = 0; i < n; ++i) {
      const double angle = -2 * std::numbers::pi * double(i * wave % n) / double(n);
      result[at] += values[first + i * stride] * Complex(std::cos(angle), std::sin(angle));
    }
  }
  return result;
}

template <class Real>
void expect_transform(const Cells& cells, double rounding) {
  SCOPED_TRACE(testing::Message() << cells[0] << " x " << cells[1] << " x " << cells[2]);
  const std::vector<double> field = noise(cells);
  std::vector<Complex> expected(field.begin(), field.end());
  for (int axis = 0; axis < 3; ++axis) expected = summed_along(cells, axis, expected);
  const auto nx = std::size_t(cells[0]);
  const std::size_t row = transformed_row(cells);
  for (const auto transform : transforms<Real>()) {
    std::vector<Real> values(2 * transformed_size(cells));
    for (std::size_t i = 0; i < field.size(); ++i)
      values[i / nx * 2 * row + i % nx] = Real(field[i]);
    transform(cells, values.data());
    double error = 0;
    for (std::size_t i = 0; i < transformed_size(cells); ++i) {
      const Complex found(values[2 * i], values[2 * i + 1]);
      error = std::max(error, std::abs(found - expected[i / row * nx + i % row]));
    }
    EXPECT_LT(error, rounding * std::sqrt(double(count(cells))));
  }
}

TEST(FourierTransform, IsTheSumThatDefinesIt) {
  for (const Cells& cells :
       {Cells{1, 1, 1}, Cells{2, 1, 1}, Cells{3, 1, 1}, Cells{64, 1, 1}, Cells{1, 1, 7},
        Cells{1, 12, 1}, Cells{30, 1, 1}, Cells{16, 9, 1}, Cells{15, 16, 1}, Cells{10, 1, 6},
        Cells{8, 6, 20}, Cells{9, 5, 7}, Cells{34, 22, 26}, Cells{4, 3, 2}}) {
    expect_transform<double>(cells, 1e-14);
    expect_transform<float>(cells, 2e-6);
  }
}

TEST(FourierTransform, HasAnyPrimeLength) {
  for (const int prime : {11, 13, 17, 31, 97, 251, 1009})
    for (const Cells& cells : {Cells{prime, 2, 1}, Cells{2, prime, 1}, Cells{3, 1, prime}}) {
      expect_transform<double>(cells, 4e-14);
      expect_transform<float>(cells, 4e-6);
    }
}

}  // namespace
}  // namespace solenoid
