#pragma once
/// \file
/// Parts of a field: where its values stand, and boxes of them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "numerics/grid/subdomain.hpp"

namespace solenoid {

/// Where the values of a field stand. On the faces normal to an axis there is one more than cells
/// along it, if it is active. The vertices of a stencil program are the centres of cells.
enum class Placement { cells, faces_x, faces_y, faces_z, vertices };

/// The axis normal to the faces on which values stand, or -1.
constexpr int normal_of(Placement place) {
  switch (place) {
    case Placement::faces_x:
      return axis_x;
    case Placement::faces_y:
      return axis_y;
    case Placement::faces_z:
      return axis_z;
    case Placement::cells:
    case Placement::vertices:
      break;
  }
  return -1;
}
constexpr Placement faces_normal_to(int axis) {
  return axis == axis_x   ? Placement::faces_x
         : axis == axis_y ? Placement::faces_y
                          : Placement::faces_z;
}

/// A box of the values of a field, which as an array of its own are compact, x fastest.
struct Box {
  std::array<int, 3> begin{0, 0, 0};  ///< the first value along x, y, z
  std::array<int, 3> count{1, 1, 1};  ///< how many there are

  bool operator==(const Box&) const = default;
  [[nodiscard]] std::size_t values() const {
    return std::size_t(count[0]) * std::size_t(count[1]) * std::size_t(count[2]);
  }
  /// The indices of a value of the array.
  [[nodiscard]] std::array<int, 3> at(std::size_t value) const {
    const auto nx = std::size_t(count[0]);
    const auto ny = std::size_t(count[1]);
    return {begin[0] + int(value % nx), begin[1] + int(value / nx % ny),
            begin[2] + int(value / nx / ny)};
  }
  /// The place in the array of the value with these indices.
  [[nodiscard]] std::size_t value_at(const std::array<int, 3>& indices) const {
    return std::size_t(indices[0] - begin[0]) +
           std::size_t(count[0]) * (std::size_t(indices[1] - begin[1]) +
                                    std::size_t(count[1]) * std::size_t(indices[2] - begin[2]));
  }
};

/// Where two boxes meet; a count of 0 where they do not.
inline Box common_box(const Box& one, const Box& other) {
  Box box;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    box.begin[axis] = std::max(one.begin[axis], other.begin[axis]);
    const int end =
        std::min(one.begin[axis] + one.count[axis], other.begin[axis] + other.count[axis]);
    box.count[axis] = std::max(0, end - box.begin[axis]);
  }
  return box;
}

/// All values of a field on a part of a grid.
inline Box whole_field(const Subdomain& grid, Placement place) {
  Box box{{0, 0, 0}, grid.cells};
  const int normal = normal_of(place);
  if (normal >= 0 && grid.active(normal)) ++box.count[std::size_t(normal)];
  return box;
}

/// Cuts a box into boxes of at most `most` values, or of single rows if these are longer. One after
/// the other they are the array of the whole.
inline std::vector<Box> slabs_of(const Box& whole, std::size_t most) {
  const std::size_t row = std::size_t(whole.count[0]);
  const std::size_t plane = row * std::size_t(whole.count[1]);
  // Planes together, or rows of one plane.
  const std::size_t along = plane <= most ? 2 : 1;
  const int step =
      int(std::max<std::size_t>(1, most / std::max<std::size_t>(along == 2 ? plane : row, 1)));
  std::vector<Box> slabs;
  Box slab = whole;
  for (int k = 0; k < (along == 2 ? 1 : whole.count[2]); ++k) {
    if (along == 1) {
      slab.begin[2] = whole.begin[2] + k;
      slab.count[2] = 1;
    }
    for (int first = 0; first < whole.count[along]; first += step) {
      slab.begin[along] = whole.begin[along] + first;
      slab.count[along] = std::min(step, whole.count[along] - first);
      slabs.push_back(slab);
    }
  }
  return slabs;
}

}  // namespace solenoid
