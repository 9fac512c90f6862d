#pragma once
/// \file
/// The kernel of a convolution, as numerics/fourier/even_convolution.hpp takes it.

#include <array>
#include <cstddef>
#include <vector>

#include "numerics/grid/box.hpp"

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
  /// or, where there is no table, scale over the sum of these, by wave numbers along each axis.
  std::array<std::vector<double>, 3> along{};
  double scale = 0;
  Box waves{};  ///< those that the table has: all, or those that a part needs

  [[nodiscard]] bool has_table() const { return along[0].empty(); }
  [[nodiscard]] bool active(int axis) const { return cells[std::size_t(axis)] > 1; }
  /// Of the axes along which there is more than one cell the last one.
  [[nodiscard]] int last_axis() const { return active(2) ? 2 : active(1) ? 1 : 0; }
  /// Values along each axis of what a convolution makes, and of what it works in.
  [[nodiscard]] std::array<int, 3> made() const;
  [[nodiscard]] std::array<int, 3> extents() const;
  /// All wave numbers.
  [[nodiscard]] Box all_waves() const;
};

}  // namespace solenoid
