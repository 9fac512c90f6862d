#pragma once
/// \file
/// How a grid is cut into parts.

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <stdexcept>
#include <vector>

namespace solenoid {

/// The planes along which a grid is cut, all the way through. Parts are numbered along x, then y,
/// then z.
struct GridCuts {
  std::array<int, 3> cells{1, 1, 1};  ///< of the whole grid
  /// The first cells of parts along each axis: from 0, ascending.
  std::array<std::vector<int>, 3> begins{{{0}, {0}, {0}}};

  [[nodiscard]] int along(std::size_t axis) const { return int(begins[axis].size()); }
  [[nodiscard]] int count() const { return along(0) * along(1) * along(2); }
  /// The first cell of a part, and its number of cells.
  [[nodiscard]] std::array<int, 3> first(int part) const {
    const std::array<std::size_t, 3> at = place(part);
    return {begins[0][at[0]], begins[1][at[1]], begins[2][at[2]]};
  }
  [[nodiscard]] std::array<int, 3> size(int part) const {
    const std::array<std::size_t, 3> at = place(part);
    std::array<int, 3> own{};
    for (std::size_t axis = 0; axis < 3; ++axis) own[axis] = size(axis, at[axis]);
    return own;
  }
  /// The fewest cells along an axis that a part has.
  [[nodiscard]] int smallest_size(std::size_t axis) const {
    int smallest = cells[axis];
    for (std::size_t n = 0; n < begins[axis].size(); ++n)
      smallest = std::min(smallest, size(axis, n));
    return smallest;
  }

  /// Throws std::invalid_argument where a part would have no cells.
  void require_parts() const {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::vector<int>& all = begins[axis];
      if (all.empty() || all.front() != 0 || all.back() >= cells[axis] ||
          std::adjacent_find(all.begin(), all.end(), std::greater_equal<>()) != all.end())
        throw std::invalid_argument("parts of a grid have to lie in it, one behind the other");
    }
  }

 private:
  /// The cells along an axis of the parts that are so many others behind the first.
  [[nodiscard]] int size(std::size_t axis, std::size_t place) const {
    const std::vector<int>& all = begins[axis];
    return (place + 1 == all.size() ? cells[axis] : all[place + 1]) - all[place];
  }
  [[nodiscard]] std::array<std::size_t, 3> place(int part) const {
    const int row = part / along(0);
    return {std::size_t(part % along(0)), std::size_t(row % along(1)), std::size_t(row / along(1))};
  }
};

}  // namespace solenoid
