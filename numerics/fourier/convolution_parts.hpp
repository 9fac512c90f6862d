#pragma once
/// \file
/// Which part of a grid works on which values of a convolution, such that pairs of lines
/// (numerics/fourier/line_passes.hpp) are those of the whole, and with them all bits.

#include <array>
#include <cstddef>
#include <vector>

#include "numerics/fourier/convolution_kernel.hpp"
#include "numerics/grid/box.hpp"
#include "numerics/grid/grid_cuts.hpp"
#include "numerics/grid/redistribution.hpp"

namespace solenoid {

/// Of an array of so many cells: the axis along which lines along `axis` are paired.
int axis_across(const std::array<int, 3>& cells, int axis);

/// Passes along all axes but the last one are those of slabs across the last one, the pass along
/// that one is of slabs across another: columns. What does not fit into slabs of whole pairs of
/// lines is with few of the parts: of a line all is with one.
///
/// Boxes are by number of the part. In slabs they have the cells of the field, or the values that
/// are made; along axes that are transformed there are coefficients in their place.
class ConvolutionParts {
 public:
  /// Of one part, which works on all.
  explicit ConvolutionParts(const ConvolutionKernel& kernel)
      : ConvolutionParts(kernel, {kernel.cells, {{{0}, {0}, {0}}}}, 0) {}
  /// `layers` of cells around a part are made for it, too: around the grid where the kernel has a
  /// margin; where it has none, those at the other end, along the axes that are cut.
  ConvolutionParts(const ConvolutionKernel& kernel, const GridCuts& cuts, int layers);

  [[nodiscard]] int count() const { return int(cells_.size()); }
  /// The cells that a part has of the field.
  [[nodiscard]] const std::vector<Box>& cells() const { return cells_; }
  /// What passes forward begin with, the pass along the last axis, and what is made by passes back.
  [[nodiscard]] const std::vector<Box>& slabs() const { return slabs_; }
  [[nodiscard]] const std::vector<Box>& columns() const { return columns_; }
  [[nodiscard]] const std::vector<Box>& made() const { return made_; }
  /// Slabs with coefficients along the axes before the last one; columns with what they take of
  /// slabs, which is less than what they make.
  [[nodiscard]] Box transformed(Box slab) const;
  [[nodiscard]] std::vector<Box> transformed(std::vector<Box> slabs) const;
  [[nodiscard]] std::vector<Box> columns_of_cells() const;
  /// What a part gets of these in the end, and the cells where they stand: an array of this box.
  [[nodiscard]] const std::vector<std::vector<WantedBox>>& wanted() const { return wanted_; }
  [[nodiscard]] const Box& result(int part) const { return results_[std::size_t(part)]; }
  /// Whether the cell behind the last one of a part along an axis is its first one.
  [[nodiscard]] bool wraps(int part, int axis) const;

  /// The wave numbers of the coefficients in the columns of a part.
  [[nodiscard]] Box waves(int part) const;

 private:
  void cut_columns(const ConvolutionKernel& kernel);
  void cut_slabs(const ConvolutionKernel& kernel, const GridCuts& cuts);
  void want(const ConvolutionKernel& kernel, int part, int layers);

  std::array<int, 3> whole_, lengths_;
  int last_;         ///< the last axis,
  int across_ = -1;  ///< and the one across which columns are cut
  bool periodic_;
  std::vector<Box> cells_, slabs_, columns_, made_, results_;
  std::vector<std::vector<WantedBox>> wanted_;
};

}  // namespace solenoid
