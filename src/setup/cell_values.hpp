#pragma once
/// \file
/// Values of expressions at the centres of cells, with what is wrong with them.

#include <array>
#include <optional>
#include <string>

#include "numerics/grid/box.hpp"
#include "src/deck/expression.hpp"

namespace solenoid {

/// "'heating' in [source] is not finite at (0.5, 0.5, 0.5), t = 0", `what` being what it begins
/// with.
std::string not_finite_text(const Grid& grid, const std::string& what,
                            const std::array<int, 3>& cell, double time);

/// Evaluates an expression, called `what`, in boxes of cells, also beyond the grid, on all threads
/// of the host.
class CellValues {
 public:
  CellValues(const Grid& grid, std::string what, const Expression& expression)
      : grid_(grid), what_(std::move(what)), expression_(expression) {}

  /// Fills `values`, x running fastest. Returns what is wrong with one, if something is.
  std::optional<std::string> operator()(const Box& cells, double time, double* values) const;

 private:
  Grid grid_;
  std::string what_;
  Expression expression_;
};

}  // namespace solenoid
