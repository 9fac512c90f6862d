#include "numerics/fourier/poisson.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "numerics/device/on_all_threads.hpp"

namespace solenoid {

namespace {

constexpr double pi = std::numbers::pi;

/// x ln(a + b), 0 where x is.
double times_log(double x, double sum) { return x == 0 ? 0 : x * std::log(sum); }
/// x atan(a / b), 0 where x is.
double times_arctangent(double x, double a, double b) { return x == 0 ? 0 : x * std::atan(a / b); }

/// The integral of 1/r over x, y and z (MacMillan 1930, section 43), at a corner.
double corner_of_box(double x, double y, double z) {
  const double r = std::sqrt(x * x + y * y + z * z);
  return times_log(y * z, x + r) + times_log(x * z, y + r) + times_log(x * y, z + r) -
         0.5 * (times_arctangent(x * x, y * z, x * r) + times_arctangent(y * y, x * z, y * r) +
                times_arctangent(z * z, x * y, z * r));
}

/// The integral of ln r over x and y at a corner.
double corner_of_rectangle(double x, double y) {
  return 0.5 * (times_log(x * y, x * x + y * y) - 3 * x * y + times_arctangent(x * x, y, x) +
                times_arctangent(y * y, x, y));
}

/// Up to so many sides of a box its integral is known by corners, beyond by the first two moments
/// of the box: there the differences of corners lose more digits than what is left out.
constexpr double many_sides = 24;

template <std::size_t axes>
bool is_near(const std::array<double, axes>& h, const std::array<double, axes>& at) {
  double square = 0, side = 0;
  for (std::size_t d = 0; d < axes; ++d) {
    square += at[d] * at[d];
    side = std::max(side, h[d]);
  }
  return square < many_sides * many_sides * side * side;
}

}  // namespace

double inverse_distance_over_box(const std::array<double, 3>& h, const std::array<double, 3>& at) {
  const double volume = h[0] * h[1] * h[2];
  if (is_near(h, at)) {
    double sum = 0;
    for (int corner = 0; corner < 8; ++corner) {
      std::array<double, 3> c{};
      for (std::size_t d = 0; d < 3; ++d)
        c[d] = at[d] + ((corner >> d & 1) == 1 ? 0.5 : -0.5) * h[d];
      const int upper = (corner & 1) + (corner >> 1 & 1) + (corner >> 2);
      sum += (upper % 2 == 1 ? 1 : -1) * corner_of_box(c[0], c[1], c[2]);
    }
    return sum;
  }
  const double square = at[0] * at[0] + at[1] * at[1] + at[2] * at[2];
  double quadrupole = 0;
  for (std::size_t d = 0; d < 3; ++d) quadrupole += h[d] * h[d] * (3 * at[d] * at[d] - square) / 24;
  return volume / std::sqrt(square) * (1 + quadrupole / (square * square));
}

double logarithm_over_rectangle(const std::array<double, 2>& h, const std::array<double, 2>& at) {
  if (is_near(h, at)) {
    double sum = 0;
    for (int corner = 0; corner < 4; ++corner) {
      const double x = at[0] + ((corner & 1) == 1 ? 0.5 : -0.5) * h[0];
      const double y = at[1] + (corner >> 1 == 1 ? 0.5 : -0.5) * h[1];
      sum += (corner == 0 || corner == 3 ? 1 : -1) * corner_of_rectangle(x, y);
    }
    return sum;
  }
  const double square = at[0] * at[0] + at[1] * at[1];
  const double apart = at[1] * at[1] - at[0] * at[0];
  return h[0] * h[1] *
         (0.5 * std::log(square) + (h[0] * h[0] - h[1] * h[1]) * apart / (24 * square * square));
}

ConvolutionKernel periodic_poisson(const Grid& grid, double factor) {
  ConvolutionKernel kernel;
  kernel.cells = kernel.lengths = grid.cells;
  kernel.scale = -factor;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const int cells = grid.cells[axis];
    if (cells > 1) kernel.scale /= 2.0 * cells;
    for (int n = 0; n <= cells / 2; ++n) {
      const double sine = 2 * std::sin(pi * n / cells);
      const double square = sine * sine;
      const double dx = grid.spacing(int(axis));
      kernel.along[axis].push_back(square * (1 - square / 12) / (dx * dx));
    }
  }
  return kernel;
}

ConvolutionKernel isolated_poisson_size(const Grid& grid) {
  ConvolutionKernel kernel;
  kernel.cells = grid.cells;
  kernel.margin = 1;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (grid.active(int(axis))) kernel.lengths[axis] = smooth_length(2 * grid.cells[axis]);
  return kernel;
}

ConvolutionKernel isolated_poisson(const Grid& grid, double factor) {
  ConvolutionKernel kernel = isolated_poisson_size(grid);
  std::vector<std::size_t> axes;
  std::array<int, 3> counts{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    counts[axis] = kernel.lengths[axis] / 2 + 1;
    if (grid.active(int(axis))) axes.push_back(axis);
  }
  const auto h = [&](std::size_t n) { return grid.spacing(int(axes[n])); };
  const auto value = [&](const std::array<int, 3>& apart) {
    const auto at = [&](std::size_t n) { return apart[axes[n]] * h(n); };
    if (axes.size() == 1) return factor / 2 * h(0) * at(0);
    if (axes.size() == 2)
      return factor / (2 * pi) * logarithm_over_rectangle({h(0), h(1)}, {at(0), at(1)});
    return -factor / (4 * pi) *
           inverse_distance_over_box({h(0), h(1), h(2)}, {at(0), at(1), at(2)});
  };
  kernel.table.resize(std::size_t(counts[0]) * std::size_t(counts[1]) * std::size_t(counts[2]));
  on_all_threads("kernel", counts[1] * counts[2], [&](const int row) {
    for (int i = 0; i < counts[0]; ++i)
      kernel.table[std::size_t(row) * std::size_t(counts[0]) + std::size_t(i)] =
          value({i, row % counts[1], row / counts[1]});
  });
  transform_even_kernel(kernel.lengths, kernel.table);
  return kernel;
}

}  // namespace solenoid
