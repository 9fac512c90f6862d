#pragma once
/// \file
/// Fourier transforms of real fields: KissFFT or FFTW on the CPU, cuFFT on the GPU.

#include <array>
#include <cstddef>

#include "numerics/device/spaces.hpp"

namespace solenoid {

/// Complex values in a row of a transformed field: wave numbers -n_x/2 to -1 along x, whose values
/// are the conjugates of others, are left out.
inline std::size_t transformed_row(const std::array<int, 3>& cells) {
  return std::size_t(cells[0] / 2 + 1);
}

/// Complex values of a transformed field.
inline std::size_t transformed_size(const std::array<int, 3>& cells) {
  return transformed_row(cells) * std::size_t(cells[1]) * std::size_t(cells[2]);
}

/// Replaces a field by F(n) = sum_j f(j) exp(-2 pi i n.j/N), N being the numbers of cells. Before,
/// a row of cells along x begins every 2 transformed_row() values; afterwards real and imaginary
/// parts alternate, x fastest, and behind half of the cells of y and z stand the negative wave
/// numbers. Threads share the work; how many they are does not change a bit. Throws
/// std::runtime_error if the library cannot do it.
template <class Real>
void transform_on_host(const std::array<int, 3>& cells, Real* values);

#if SOLENOID_HAS_DEVICE
/// The same on the GPU, where `values` are. It takes about as much memory again. Throws
/// std::runtime_error if cuFFT cannot do it.
template <class Real>
void transform_on_device(const std::array<int, 3>& cells, Real* values);
#endif

}  // namespace solenoid
