#pragma once
/// \file
/// Passes of real Fourier transforms along the lines of an array, two lines at a time as the real
/// and imaginary parts of one. Which two these are depends on the array alone, so that every device
/// and every width of packs gives the same bits.

#include <array>
#include <cstddef>

#include "numerics/fourier/line_transform.hpp"

namespace solenoid {

/// What a convolution multiplies waves by: a number that is the same for cosines and sines, by
/// their wave numbers along each axis.
template <class Real>
struct EvenSymbol {
  const Real* table = nullptr;          ///< by wave numbers, those along x fastest; or null, and
  std::array<const Real*, 3> along{};   ///< the number is scale over the sum of these,
  Real scale = 0;                       ///< and 0 where that is 0
  std::array<int, 3> lengths{1, 1, 1};  ///< of transforms along each axis
  std::array<int, 3> first_wave{};      ///< that the table has along each axis,
  std::array<int, 3> waves{1, 1, 1};    ///< and how many

  KOKKOS_FORCEINLINE_FUNCTION constexpr int wave(int axis, int coefficient) const {
    const int length = lengths[std::size_t(axis)];
    return 2 * coefficient <= length ? coefficient : length - coefficient;
  }
  /// How far a coefficient along an axis moves on in the table.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr std::ptrdiff_t table_offset(
      int axis, int coefficient) const {
    const int number = wave(axis, coefficient) - first_wave[std::size_t(axis)];
    std::ptrdiff_t stride = 1;
    for (int before = 0; before < axis; ++before) stride *= waves[std::size_t(before)];
    return number * stride;
  }
  /// By numbers of coefficients.
  KOKKOS_FORCEINLINE_FUNCTION constexpr Real operator()(const std::array<int, 3>& of) const {
    if (table != nullptr)
      return table[table_offset(0, of[0]) + table_offset(1, of[1]) + table_offset(2, of[2])];
    const Real sum = along[0][wave(0, of[0])] + sum_across_x(of);
    return Real(0) < sum ? scale / sum : Real(0);
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr Real sum_across_x(
      const std::array<int, 3>& of) const {
    return along[1][wave(1, of[1])] + along[2][wave(2, of[2])];
  }
};

enum class PassKind {
  forward,  ///< values become coefficients
  through,  ///< values become coefficients, are multiplied, and become values again
  inverse   ///< coefficients become values
};

/// A pass along all lines of an array, from one to another or in place. Strides are those along the
/// line, and from a line to the next ones.
template <class Real>
struct LinesPass {
  PassKind kind;
  LineTransform<Real> line;
  const Real* from;
  std::array<std::ptrdiff_t, 3> from_stride;
  Real* to;
  std::array<std::ptrdiff_t, 3> to_stride;
  int taken;                  ///< values of a line that are there, before zeros
  int first, written;         ///< which are written, from `first` on, 0 or less: -1 is the last one
  std::array<int, 2> across;  ///< how many lines there are along the other axes
  std::array<int, 3> axes;    ///< that of the lines, and the others in the order of `across`
  std::array<int, 2> origin;  ///< the coefficients along these that the first line is of
  EvenSymbol<Real> symbol;

  /// Lines that are so far apart are transformed as one, where there are twice as many.
  static constexpr int pair_distance = 16;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr int pairs() const {
    const int rest = across[0] % (2 * pair_distance);
    return (across[0] - rest) / 2 + (rest + 1) / 2;
  }
  /// The lines of a pair; `second` is -1 where there is none.
  KOKKOS_FORCEINLINE_FUNCTION constexpr void pair(int number, int& first_line,
                                                  int& second_line) const {
    const int whole = across[0] / (2 * pair_distance) * pair_distance;  // pairs of whole blocks
    if (number < whole) {
      first_line = number + number / pair_distance * pair_distance;
      second_line = first_line + pair_distance;
      return;
    }
    const int half = (across[0] - 2 * whole + 1) / 2;
    first_line = whole + number;
    second_line = first_line + half < across[0] ? first_line + half : -1;
  }
  /// By axis: that of number h of line u of row v. (Chosen, not stored by the numbers of axes, for
  /// which GPUs would need memory.)
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr std::array<int, 3> coefficient(int u, int v,
                                                                                     int h) const {
    const auto along = [&](int axis) {
      return axes[0] == axis ? h : axes[1] == axis ? origin[0] + u : origin[1] + v;
    };
    return {along(0), along(1), along(2)};
  }
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION constexpr Real factor(int u, int v, int h) const {
    return symbol(coefficient(u, v, h));
  }
};

}  // namespace solenoid
