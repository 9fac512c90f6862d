#pragma once
/// \file
/// What a painter keeps of a box of cells that is seen from outside: values of cells or, where a
/// box has too many, means over cubes of them.

#include <algorithm>
#include <array>
#include <cstddef>

#include "numerics/grid/box.hpp"

namespace solenoid {

/// Boxes of cubes, of which the whole box has whole[d] along each axis.
struct KeptBox {
  /// Of a cube, in cells: the same along all axes but where it would leave one cube alone.
  std::array<int, 3> side{1, 1, 1};
  std::array<int, 3> whole{};
  Box own;   ///< the cubes that begin in the part
  Box held;  ///< with those that its rays look at; none where there are no own ones

  [[nodiscard]] bool is_of_cells() const { return side == std::array<int, 3>{1, 1, 1}; }
  /// Of a part of a box, so that the whole keeps no more than `most` values.
  KeptBox(const std::array<int, 3>& cells, const Box& part, std::size_t most) {
    const auto cubes = [&](int n, std::size_t d) { return (n + side[d] - 1) / side[d]; };
    const int longest = std::max({cells[0], cells[1], cells[2]});
    for (int common = 1; common <= longest; ++common) {
      for (std::size_t d = 0; d < 3; ++d) {
        side[d] = common < cells[d] ? common : std::max(cells[d] / 2, 1);
        whole[d] = cubes(cells[d], d);
      }
      if (std::size_t(whole[0]) * std::size_t(whole[1]) * std::size_t(whole[2]) <= most) break;
    }
    for (std::size_t d = 0; d < 3; ++d) {
      own.begin[d] = cubes(part.begin[d], d);
      own.count[d] = cubes(part.begin[d] + part.count[d], d) - own.begin[d];
    }
    held = own;
    if (own.values() == 0) return;
    // A value between centres is that of the next cubes, too. Slopes of surfaces are differences
    // over two cubes about a point that is up to a cube away from the sample; one is for rounding.
    constexpr int below = 3, above = 4;
    for (std::size_t d = 0; d < 3; ++d) {
      held.begin[d] = std::max(own.begin[d] - below, 0);
      held.count[d] = std::min(own.begin[d] + own.count[d] + above, whole[d]) - held.begin[d];
    }
  }

  /// The cells in the cubes that are held, of a box with so many cells.
  [[nodiscard]] Box cells(const std::array<int, 3>& all) const {
    Box box = held;
    for (std::size_t d = 0; d < 3; ++d) {
      box.begin[d] *= side[d];
      box.count[d] = std::min((held.begin[d] + held.count[d]) * side[d], all[d]) - box.begin[d];
      if (held.values() == 0) box.count[d] = 0;
    }
    return box;
  }
};

}  // namespace solenoid
