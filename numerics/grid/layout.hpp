#pragma once
/// \file
/// Where the cells of a field stand in memory.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>

#include "numerics/grid/subdomain.hpp"

namespace solenoid {

/// Structure of arrays: fields one after the other, each x fastest, with ghost cells in active
/// directions. Rows begin on a cache line and are padded on the right, so that a SIMD pack may read
/// and write past the last cell, and so that neither rows nor fields lie a power of two apart
/// (which would make them collide in the cache). Offsets within a field fit 32 bits.
struct Layout {
  std::array<int, 3> cells{1, 1, 1};
  std::array<int, 3> ghosts{0, 0, 0};  ///< on either side
  std::array<int, 3> stride{1, 0, 0};  ///< elements from a cell to its neighbour
  int origin = 0;                      ///< offset of interior cell (0, 0, 0) within a field
  std::ptrdiff_t field_stride = 0;     ///< elements from a field to the next

  /// Offset of a cell within its field; ghost cells have indices below 0 or from cells on.
  [[nodiscard]] constexpr int offset(int i, int j, int k) const {
    return origin + i + j * stride[1] + k * stride[2];
  }
  [[nodiscard]] constexpr std::ptrdiff_t elements(int fields) const {
    return field_stride * fields;
  }
};

/// That of the same fields for work on the cells [first, first + count) along an axis alone.
constexpr Layout cells_of_layout(Layout layout, Axis axis, int first, int count) {
  layout.cells[axis] = count;
  layout.origin += first * layout.stride[axis];
  return layout;
}

/// The layout of a part of a grid with `ghosts` ghost cells on either side of active directions,
/// for elements of `element_size` bytes and packs of `pack_width`. Throws std::length_error for a
/// field of more than 2^31 elements.
inline Layout make_layout(const Subdomain& grid, int ghosts, int element_size, int pack_width) {
  constexpr int line = 64;
  constexpr int page = 4096;
  const int unit = line / element_size;
  const auto round_up = [](std::int64_t n, std::int64_t to) { return (n + to - 1) / to * to; };
  Layout layout;
  layout.cells = grid.cells;
  for (int d = 0; d < 3; ++d) layout.ghosts[d] = grid.active(d) ? ghosts : 0;
  const std::int64_t left = round_up(layout.ghosts[0], unit);
  std::int64_t row = round_up(left + grid.cells[0] + layout.ghosts[0] + pack_width, unit);
  if (row * element_size % (page / 4) == 0) row += unit;
  std::int64_t plane = row * (grid.cells[1] + 2 * layout.ghosts[1]);
  if (plane * element_size % (page / 4) == 0) plane += unit;
  std::int64_t field = round_up(plane * (grid.cells[2] + 2 * layout.ghosts[2]), unit);
  // Fields lie 7 lines apart modulo a page: many of them are read and written side by side.
  const std::int64_t apart = 7 * unit;
  field += ((apart - field) % (page / element_size) + page / element_size) % (page / element_size);
  if (field > std::numeric_limits<std::int32_t>::max())
    throw std::length_error("the grid has more cells than one device can address");
  layout.stride = {1, int(row), int(plane)};
  layout.origin = int(left + row * layout.ghosts[1] + plane * layout.ghosts[2]);
  layout.field_stride = field;
  return layout;
}

}  // namespace solenoid
