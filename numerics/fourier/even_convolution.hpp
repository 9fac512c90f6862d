#pragma once
/// \file
/// Convolutions of a field with a kernel that is even along each axis, by real Fourier transforms
/// that give the same bits on hosts and devices, and in one part and many. An even kernel
/// multiplies cosines and sines of one wave number alike, so that real transforms along one axis
/// after the other are all that it takes, of no more numbers than the field has.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "numerics/fourier/convolution_kernel.hpp"
#include "numerics/fourier/convolution_parts.hpp"
#include "numerics/fourier/line_passes.hpp"
#include "numerics/grid/exchange.hpp"
#include "numerics/grid/redistribution.hpp"

namespace solenoid {

/// Replaces an even kernel by its transform along some axes but for the factor 1/product(2
/// lengths): values by distances up to half of the lengths along these, x fastest, `counts` of them
/// along each axis.
void transform_even_kernel(const std::array<int, 3>& lengths, const std::vector<int>& axes,
                           const std::array<int, 3>& counts, std::vector<double>& values);
/// Along all of them, as `table` of a kernel holds it.
void transform_even_kernel(const std::array<int, 3>& lengths, std::vector<double>& values);
/// The factor.
double factor_of_transforms(const std::array<int, 3>& lengths);

/// How the values of a convolution move between parts, as ConvolutionParts has them.
template <class Real, class Space>
struct ConvolutionMoves {
  ConvolutionMoves(const ConvolutionParts& parts, int own);

  std::optional<Redistribution<Real, Space>> gather;  ///< cells to slabs, where these are others
  Redistribution<Real, Space> forth;                  ///< to columns
  Redistribution<Real, Space> back;                   ///< to slabs of what is made
  Redistribution<Real, Space> spread;                 ///< to the parts
};

/// Values that a part keeps in memory: of what it works on, beside it, and of the kernel.
struct ConvolutionValues {
  std::size_t work = 0, beside = 0, table = 0;
};
template <class Real, class Space>
ConvolutionValues convolution_values(const ConvolutionKernel& kernel, const ConvolutionParts& parts,
                                     int own, const ConvolutionMoves<Real, Space>* moves);

/// Bytes on the device that such a convolution needs, in the part that works on most.
std::size_t convolution_bytes(const ConvolutionKernel& kernel, const ConvolutionParts& parts,
                              std::size_t bytes_of_value);

/// A convolution on one device, or the part of one.
template <class Real, class Space>
class EvenConvolution {
 public:
  using Array = Kokkos::View<Real*, typename Space::memory_space>;

  explicit EvenConvolution(const ConvolutionKernel& kernel)
      : EvenConvolution(kernel, ConvolutionParts(kernel), 0, nullptr) {}
  /// The part number `own`, of whose waves the kernel has at least the table.
  EvenConvolution(const ConvolutionKernel& kernel, const ConvolutionParts& parts, int own,
                  std::shared_ptr<Exchange> exchange);

  /// Convolves the field of which `field` points to the first cell of the part, cells being
  /// `stride` apart along each axis, and the next one along x beside it. All parts call it
  /// together.
  void apply(const Space& space, const Real* field, const std::array<std::ptrdiff_t, 3>& stride);

  /// The coefficients of a field, from which a kernel would be multiplied: along each axis with
  /// more than one cell 2 sum_j f(j) cos(2 pi n j/N) at place n up to half of the cells N, and at
  /// place N - n the negative of that with sines. Of each part those in a box, x fastest, until the
  /// next call. Of a periodic field; of the kernel no more is used than cells and lengths. All
  /// parts call it together.
  struct Coefficients {
    Box box;
    const Real* values;
  };
  [[nodiscard]] Coefficients coefficients(const Space& space, const Real* field,
                                          const std::array<std::ptrdiff_t, 3>& stride);

  /// The result at the part's first cell, and how far cells are apart. Layers of cells around the
  /// part stand before the first and behind the last one, but where the part is its own neighbour.
  [[nodiscard]] const Real* values() const { return result_.at(cells_.begin); }
  [[nodiscard]] const std::array<std::ptrdiff_t, 3>& stride() const { return result_.stride; }
  [[nodiscard]] bool wraps(int axis) const { return parts_.wraps(own_, axis); }

 private:
  using Values = ArrayInSpace<Real>;
  using ConstValues = ArrayInSpace<const Real>;

  static ConstValues constant(const Values& array) {
    return {array.values, array.stride, array.begin};
  }
  /// An array of a box in memory.
  static Values array_in(const Array& memory, const Box& box);
  void run(const Space& space, const LinesPass<Real>& pass);
  /// Transforms a field along all axes but the last one, along which columns are then whole.
  [[nodiscard]] ConstValues in_columns(const Space& space, const Real* field,
                                       const std::array<std::ptrdiff_t, 3>& stride);
  /// A pass along an axis of an array of `lines` values along the axes across it.
  [[nodiscard]] LinesPass<Real> pass(PassKind kind, int axis, const std::array<int, 3>& lines,
                                     const ConstValues& from, const Values& to) const;

  ConvolutionKernel kernel_;
  ConvolutionParts parts_;
  int own_;
  std::shared_ptr<Exchange> exchange_;
  std::optional<ConvolutionMoves<Real, Space>> moves_;
  Box cells_;
  using Roots = Kokkos::View<Root<Real>*, typename Space::memory_space>;
  std::array<Roots, 3> roots_;
  std::array<Array, 3> along_;
  std::array<LineTransform<Real>, 3> lines_;
  Array table_;
  /// What passes work in; and, of one of many parts, what the result is in, and before that rooms.
  Array work_, beside_;
  Values result_;
  Array instead_;  ///< of scratch memory, for lines that have no room there
};

}  // namespace solenoid
