#pragma once
/// \file
/// Random numbers and boxes for cases that tests make up.

#include <cstddef>
#include <random>

#include "numerics/grid/box.hpp"

namespace solenoid {

using Chance = std::mt19937;

/// A whole number, both ends among them.
inline int any_of(Chance& chance, int first, int last) {
  return std::uniform_int_distribution<int>(first, last)(chance);
}

/// A box of the cells of a grid: also thin ones, and such as end where the grid does.
inline Box any_box(Chance& chance, const Grid& grid) {
  Box box;
  for (std::size_t d = 0; d < 3; ++d) {
    box.begin[d] = any_of(chance, 0, grid.cells[d] - 1);
    box.count[d] = any_of(chance, 1, grid.cells[d] - box.begin[d]);
    if (any_of(chance, 0, 3) == 0) box.count[d] = 1;
    if (any_of(chance, 0, 3) == 0) box.begin[d] = grid.cells[d] - box.count[d];
  }
  return box;
}

}  // namespace solenoid
