#pragma once
/// \file
/// Convolutions of a field with a kernel that is even along each axis, by real Fourier transforms
/// that give the same bits on hosts and devices. An even kernel multiplies cosines and sines of one
/// wave number alike, so that real transforms along one axis after the other are all that it takes,
/// of no more numbers than the field has.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <vector>

#include "numerics/fourier/line_passes.hpp"

namespace solenoid {

/// A kernel of a convolution, made on the host.
struct ConvolutionKernel {
  std::array<int, 3> cells{1, 1, 1};  ///< of the field
  /// Of transforms along each axis: that of the cells where the field is periodic; else so many
  /// that what they repeat does not reach back.
  std::array<int, 3> lengths{1, 1, 1};
  int margin = 0;  ///< layers around the field in which it is computed, too
  /// Its transform by wave numbers up to half of the lengths, x fastest, over product(2 lengths);
  std::vector<double> table{};
  /// or, where there is none, scale over the sum of these, by wave numbers along each axis.
  std::array<std::vector<double>, 3> along{};
  double scale = 0;

  [[nodiscard]] bool active(int axis) const { return cells[std::size_t(axis)] > 1; }
  /// Of the axes along which there is more than one cell the last one.
  [[nodiscard]] int last_axis() const { return active(2) ? 2 : active(1) ? 1 : 0; }
  /// Values along each axis of what a convolution works in and makes.
  [[nodiscard]] std::array<int, 3> extents() const;
};

/// Replaces an even kernel by its transform, as `table` holds it: values by distances up to half of
/// the lengths along each axis, x fastest.
void transform_even_kernel(const std::array<int, 3>& lengths, std::vector<double>& values);

/// Bytes on the device that such a convolution needs.
std::size_t convolution_bytes(const ConvolutionKernel& kernel, std::size_t bytes_of_value);

/// A convolution on one device.
template <class Real, class Space>
class EvenConvolution {
 public:
  using Array = Kokkos::View<Real*, typename Space::memory_space>;

  explicit EvenConvolution(const ConvolutionKernel& kernel);

  /// Convolves the field whose first cell `field` points to, cells being `stride` apart along each
  /// axis, and the next one along x beside it.
  void apply(const Space& space, const Real* field, const std::array<std::ptrdiff_t, 3>& stride);

  /// The result at the first cell, and how far cells are apart. Cells in the margin stand before
  /// the first and behind the last one.
  [[nodiscard]] const Real* values() const;
  [[nodiscard]] std::array<std::ptrdiff_t, 3> stride() const;

 private:
  void run(const Space& space, const LinesPass<Real>& pass);
  /// A pass along an axis; lines across it are those of `across` values along each axis.
  [[nodiscard]] LinesPass<Real> pass(PassKind kind, int axis,
                                     const std::array<int, 3>& across) const;

  ConvolutionKernel kernel_;
  std::array<int, 3> extents_;
  std::array<Array, 3> roots_, along_;
  std::array<LineTransform<Real>, 3> lines_;
  Array table_, values_;
  Array instead_;  ///< of scratch memory, for lines that have no room there
};

}  // namespace solenoid
