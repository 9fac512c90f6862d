#include "physics/fields/power_spectrum.hpp"

#include <Kokkos_Core.hpp>
#include <array>
#include <cmath>
#include <stdexcept>

#include "numerics/device/copies.hpp"
#include "numerics/device/on_all_threads.hpp"
#include "numerics/fourier/fourier.hpp"
#include "numerics/fourier/wave_numbers.hpp"

namespace solenoid {

namespace {

template <class Real>
using Buffer = Kokkos::View<Real*, HostSpace>;

template <class Function>
void for_each_plane(const Grid& grid, const Function& function) {
  on_all_threads("power spectrum", grid.cells[2], function);
}

/// Rows of cells where transforms expect them.
template <class Real>
Buffer<Real> spaced_out(const Grid& grid, const FieldValues& field) {
  const std::size_t row = 2 * transformed_row(grid.cells);
  const auto nx = std::size_t(grid.cells[0]), ny = std::size_t(grid.cells[1]);
  const Buffer<Real> values(Kokkos::view_alloc("field to transform", Kokkos::WithoutInitializing),
                            2 * transformed_size(grid.cells));
  for_each_plane(grid, [&](int k) {
    for (std::size_t j = std::size_t(k) * ny; j < std::size_t(k + 1) * ny; ++j)
      for (std::size_t i = 0; i < nx; ++i) values[i + row * j] = Real(field[i + nx * j]);
  });
  return values;
}

template <class Real>
void transform(const Grid& grid, [[maybe_unused]] Device device, const Buffer<Real>& values) {
#if SOLENOID_HAS_DEVICE
  if (device == Device::gpu) {
    const DeviceSpace space;
    const Kokkos::View<Real*, DeviceSpace> there(
        Kokkos::view_alloc(space, Kokkos::WithoutInitializing, "field to transform"),
        values.extent(0));
    copy(space, there, values);
    space.fence();
    transform_on_device(grid.cells, there.data());
    copy(space, values, there);
    space.fence();
    return;
  }
#endif
  transform_on_host(grid.cells, values.data());
}

/// Squares of the wave numbers along an axis, in the order in which transforms hold them.
std::vector<double> squares_along(const Grid& grid, int axis) {
  const int cells = grid.cells[axis];
  std::vector<double> squares;
  for (int n = 0; n < cells; ++n) {
    const double k = (2 * n <= cells ? n : n - cells) * longest_waves(grid)[std::size_t(axis)];
    squares.push_back(k * k);
  }
  return squares;
}

int shell_of(double square) { return int(std::sqrt(square) + 0.5); }

}  // namespace

int shell_count(const Grid& grid) {
  double square = 0;
  for (int axis = 0; axis < 3; ++axis)
    square += squares_along(grid, axis)[std::size_t(grid.cells[axis] / 2)];
  return shell_of(square) + 1;
}

PowerSpectrum::PowerSpectrum(const Grid& grid, Precision precision, Device device)
    : grid_(grid),
      precision_(precision),
      device_(device),
      power_(std::size_t(shell_count(grid)), 0.0) {}

void PowerSpectrum::add(const FieldValues& field) {
  if (field.size() != grid_.cell_count())
    throw std::invalid_argument("the field of a spectrum has another number of values than cells");
  if (precision_ == Precision::single_precision)
    add_transformed<float>(field);
  else
    add_transformed<double>(field);
}

template <class Real>
void PowerSpectrum::add_transformed(const FieldValues& field) {
  const Buffer<Real> values = spaced_out<Real>(grid_, field);
  transform<Real>(grid_, device_, values);
  const std::array<std::vector<double>, 3> squares{squares_along(grid_, 0), squares_along(grid_, 1),
                                                   squares_along(grid_, 2)};
  const std::size_t shells = power_.size(), row = transformed_row(grid_.cells);
  const auto nx = std::size_t(grid_.cells[0]), ny = std::size_t(grid_.cells[1]);
  // A plane sums for itself, so that threads do not change the order of the sums.
  std::vector<double> sums(shells * std::size_t(grid_.cells[2]), 0.0);
  for_each_plane(grid_, [&](int plane) {
    const auto k = std::size_t(plane);
    for (std::size_t j = 0; j < ny; ++j) {
      const Real* value = &values[2 * row * (j + ny * k)];
      for (std::size_t i = 0; i < row; ++i, value += 2) {
        const double re = double(value[0]), im = double(value[1]);
        // The waves left out have the power of their opposites.
        const double waves = i == 0 || 2 * i == nx ? 1 : 2;
        const int shell = shell_of(squares[0][i] + (squares[1][j] + squares[2][k]));
        sums[shells * k + std::size_t(shell)] += waves * (re * re + im * im);
      }
    }
  });
  const double cells = double(grid_.cell_count());
  for (std::size_t n = 0; n < sums.size(); ++n) power_[n % shells] += sums[n] / (cells * cells);
}

}  // namespace solenoid
