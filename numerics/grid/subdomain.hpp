#pragma once
/// \file
/// A part of a grid, which one solver computes: all of it, or a box of its cells.

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "numerics/grid/exchange.hpp"
#include "numerics/grid/grid.hpp"
#include "numerics/grid/grid_cuts.hpp"

namespace solenoid {

/// Indices of cells and faces are those of the part, from 0; positions, spacings and active axes
/// follow from the whole grid alone, so that no bit depends on how it is cut.
struct Subdomain {
  Grid whole;
  GridCuts cuts;                       ///< of all parts
  int number = 0;                      ///< of this part
  std::array<int, 3> first{0, 0, 0};   ///< the part's first cell in the whole grid
  std::array<int, 3> cells{1, 1, 1};   ///< number of the part's cells
  std::shared_ptr<Exchange> exchange;  ///< with the other parts; none if there are none

  /// The whole grid as one part.
  Subdomain(const Grid& grid)  // NOLINT(google-explicit-constructor): a grid is a part of itself
      : whole(grid), cuts{grid.cells}, cells(grid.cells) {}
  /// A part of a grid that is cut at these cells along each axis (GridCuts::begins). Throws
  /// std::invalid_argument for a part that is no part of the grid, or has no exchange.
  Subdomain(const Grid& grid, const std::array<std::vector<int>, 3>& begins, int part,
            std::shared_ptr<Exchange> with_others)
      : whole(grid), cuts{grid.cells, begins}, number(part), exchange(std::move(with_others)) {
    cuts.require_parts();
    if (part < 0 || part >= cuts.count())
      throw std::invalid_argument("a grid has no part of this number");
    first = cuts.first(part);
    cells = cuts.size(part);
    if (cells != whole.cells && exchange == nullptr)
      throw std::invalid_argument("a part of a grid needs an exchange with the others");
  }

  [[nodiscard]] bool active(int axis) const { return whole.active(axis); }
  [[nodiscard]] int dimensions() const { return whole.dimensions(); }
  [[nodiscard]] double spacing(int axis) const { return whole.spacing(axis); }
  [[nodiscard]] double cell_volume() const { return whole.cell_volume(); }
  [[nodiscard]] double centre(int axis, int i) const {
    return whole.centre(axis, first[std::size_t(axis)] + i);
  }
  [[nodiscard]] double face(int axis, int i) const {
    return whole.face(axis, first[std::size_t(axis)] + i);
  }
  [[nodiscard]] std::size_t cell_count() const {
    return std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]);
  }
  /// The indices of a cell in the whole grid.
  [[nodiscard]] std::array<int, 3> in_whole(const std::array<int, 3>& cell) const {
    return {first[0] + cell[0], first[1] + cell[1], first[2] + cell[2]};
  }

  /// Whether other parts hold cells along an axis.
  [[nodiscard]] bool is_cut(int axis) const {
    return cells[std::size_t(axis)] != whole.cells[std::size_t(axis)];
  }
  [[nodiscard]] bool is_cut() const { return cells != whole.cells; }
  /// What is behind the part's faces along an axis, `whole_kinds` being behind those of the whole
  /// grid.
  [[nodiscard]] std::array<BoundaryKind, 2> kinds(
      int axis, const std::array<BoundaryKind, 2>& whole_kinds) const {
    const auto a = std::size_t(axis);
    if (!is_cut(axis)) return whole_kinds;
    const bool round = whole_kinds[side_lower] == BoundaryKind::periodic;
    const bool below = first[a] > 0;
    const bool above = first[a] + cells[a] < whole.cells[a];
    return {below || round ? BoundaryKind::neighbour : whole_kinds[side_lower],
            above || round ? BoundaryKind::neighbour : whole_kinds[side_upper]};
  }
  /// Whether `layers` of cells along an axis at either end are few of those of any part: then work
  /// on the others may go on while these are on their way.
  [[nodiscard]] bool is_mostly_inner(int axis, int layers) const {
    return cuts.smallest_size(std::size_t(axis)) >= std::max(16, 4 * layers);
  }
  [[nodiscard]] Boundaries boundaries(const Boundaries& of_whole) const {
    Boundaries own;
    for (int axis = 0; axis < 3; ++axis)
      own.kind[std::size_t(axis)] = kinds(axis, of_whole.kind[std::size_t(axis)]);
    return own;
  }
  /// Throws std::invalid_argument where neighbours need more layers of cells than the part has.
  void require_layers(int layers) const {
    for (int axis = 0; axis < 3; ++axis)
      if (is_cut(axis) && cells[std::size_t(axis)] < layers)
        throw std::invalid_argument("a part of a grid has fewer cells than its neighbours need");
  }
};

}  // namespace solenoid
