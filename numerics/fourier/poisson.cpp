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

namespace {

/// What phi is of a cell of unit density, by distances in cells.
class IsolatedKernel {
 public:
  IsolatedKernel(const Grid& grid, double factor) : factor_(factor) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      if (grid.active(int(axis))) {
        axes_.push_back(axis);
        sides_.push_back(grid.spacing(int(axis)));
      }
  }
  double operator()(const std::array<int, 3>& apart) const {
    const auto at = [&](std::size_t n) { return apart[axes_[n]] * sides_[n]; };
    if (axes_.size() == 1) return factor_ / 2 * sides_[0] * at(0);
    if (axes_.size() == 2)
      return factor_ / (2 * pi) * logarithm_over_rectangle({sides_[0], sides_[1]}, {at(0), at(1)});
    return -factor_ / (4 * pi) *
           inverse_distance_over_box({sides_[0], sides_[1], sides_[2]}, {at(0), at(1), at(2)});
  }

 private:
  double factor_;
  std::vector<std::size_t> axes_;
  std::vector<double> sides_;
};

/// Sets planes of the kernel across the last axis, transformed along the others.
void set_planes(const IsolatedKernel& kernel, const std::array<int, 3>& lengths, const Box& planes,
                int last, std::vector<double>& values) {
  values.resize(planes.values());
  on_all_threads("kernel", planes.count[1] * planes.count[2], [&](const int row) {
    const std::size_t begin = std::size_t(row) * std::size_t(planes.count[0]);
    const std::array<int, 3> first = planes.at(begin);
    for (int i = 0; i < planes.count[0]; ++i)
      values[begin + std::size_t(i)] = kernel({first[0] + i, first[1], first[2]});
  });
  std::vector<int> axes;
  for (int axis = 0; axis < last; ++axis) axes.push_back(axis);
  transform_even_kernel(lengths, axes, planes.count, values);
}

}  // namespace

ConvolutionKernel isolated_poisson(const Grid& grid, double factor) {
  return isolated_poisson(grid, factor, isolated_poisson_size(grid).all_waves());
}

ConvolutionKernel isolated_poisson(const Grid& grid, double factor, const Box& waves) {
  ConvolutionKernel kernel = isolated_poisson_size(grid);
  kernel.waves = waves;
  kernel.table.resize(waves.values());
  if (waves.values() == 0) return kernel;
  const IsolatedKernel value(grid, factor);
  const int last = kernel.last_axis();
  const auto along = std::size_t(last);
  // As many planes at a time as keep all threads busy, so that no more than those is in memory.
  Box planes = kernel.all_waves();
  const int all = planes.count[along];
  const int together = std::max(4 * HostSpace().concurrency(), 16);
  std::vector<double> values;
  for (planes.begin[along] = 0; planes.begin[along] < all; planes.begin[along] += together) {
    planes.count[along] = std::min(together, all - planes.begin[along]);
    set_planes(value, kernel.lengths, planes, last, values);
    const Box here = common_box(planes, waves);
    on_all_threads("kernel of a part", here.count[1] * here.count[2], [&](const int row) {
      const std::array<int, 3> first{here.begin[0], here.begin[1] + row % here.count[1],
                                     here.begin[2] + row / here.count[1]};
      std::copy_n(values.begin() + std::ptrdiff_t(planes.value_at(first)), here.count[0],
                  kernel.table.begin() + std::ptrdiff_t(waves.value_at(first)));
    });
  }
  transform_even_kernel(kernel.lengths, {last}, waves.count, kernel.table);
  const double divisor = factor_of_transforms(kernel.lengths);
  for (double& number : kernel.table) number /= divisor;
  return kernel;
}

}  // namespace solenoid
