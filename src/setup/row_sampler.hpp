#pragma once
/// \file
/// Values of expressions along rows of a grid.

#include <array>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "src/deck/expression.hpp"

namespace solenoid {

using Row = std::vector<double>;
/// A place relative to a cell's centre, in half cells.
using Shift = std::array<int, 3>;

/// Cells side by side in x, at one time.
struct RowOfCells {
  const Grid& grid;
  int wrapped_axis;  ///< whose faces at both ends are one, or -1
  int begin, count;
  double time;
};

/// Evaluates expressions in the cells of a row or at places beside them.
class RowSampler {
 public:
  /// The row with the indices j and k.
  RowSampler(const RowOfCells& row, int j, int k)
      : row_(row), j_(wrapped(1, j)), k_(wrapped(2, k)) {}

  [[nodiscard]] const RowOfCells& row() const { return row_; }
  [[nodiscard]] int j() const { return j_; }
  [[nodiscard]] int k() const { return k_; }

  /// The values by `shift` away from the centres of the row's cells and of `before` and `behind`
  /// more cells at its ends.
  Row operator()(const Expression& expression, const Shift& shift, int before = 0,
                 int behind = 0) const {
    Row x(std::size_t(before + row_.count + behind));
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = at(0, wrapped(0, row_.begin - before + int(i)), shift[0]);
    Row values(x.size());
    expression.row(x.data(), x.size(), at(1, j_, shift[1]), at(2, k_, shift[2]), row_.time,
                   values.data());
    return values;
  }

 private:
  [[nodiscard]] double at(int axis, int cell, int half_cells) const {
    return half_cells % 2 == 0 ? row_.grid.centre(axis, cell + half_cells / 2)
                               : row_.grid.face(axis, cell + (half_cells + 1) / 2);
  }
  [[nodiscard]] int wrapped(int axis, int index) const {
    return axis == row_.wrapped_axis && index == row_.grid.cells[std::size_t(axis)] ? 0 : index;
  }

  RowOfCells row_;
  int j_, k_;
};

}  // namespace solenoid
