#include "src/output/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace solenoid {
namespace {

int cell_holding(const Grid& grid, Axis axis, double position) {
  if (!(grid.lower[axis] <= position && position <= grid.upper[axis])) {
    throw std::invalid_argument(
        fmt::format("a slice at {} = {} misses the grid, which spans {} to {}", "xyz"[axis],
                    position, grid.lower[axis], grid.upper[axis]));
  }
  const int cell = int(std::floor((position - grid.lower[axis]) / grid.spacing(axis)));
  return std::clamp(cell, 0, grid.cells[axis] - 1);
}

FieldValues plane_of(const Grid& grid, const FieldValues& values, Axis axis, int cell) {
  std::array<int, 3> begin{0, 0, 0};
  std::array<int, 3> end = grid.cells;
  begin[axis] = cell;
  end[axis] = cell + 1;
  FieldValues plane;
  plane.reserve(grid.cell_count() / std::size_t(grid.cells[axis]));
  for (int k = begin[axis_z]; k < end[axis_z]; ++k) {
    for (int j = begin[axis_y]; j < end[axis_y]; ++j) {
      const std::size_t row = std::size_t(grid.cells[axis_x]) *
                              (std::size_t(j) + std::size_t(grid.cells[axis_y]) * std::size_t(k));
      for (int i = begin[axis_x]; i < end[axis_x]; ++i) {
        plane.push_back(values[row + std::size_t(i)]);
      }
    }
  }
  return plane;
}

}  // namespace

Snapshot slice(const Snapshot& whole, Axis axis, double position) {
  const int cell = cell_holding(whole.grid, axis, position);
  Snapshot plane{whole.grid, whole.time,       whole.step, whole.precision,
                 {},         whole.provenance, whole.whole};
  if (whole.grid.active(axis) && !plane.whole) plane.whole = whole.grid;
  plane.grid.cells[axis] = 1;
  plane.grid.lower[axis] = whole.grid.face(axis, cell);
  plane.grid.upper[axis] = whole.grid.face(axis, cell + 1);
  for (const NamedField& field : whole.fields) {
    if (field.values.size() != whole.grid.cell_count()) {
      throw std::invalid_argument(fmt::format("the field {} has {} values on a grid of {} cells",
                                              field.name, field.values.size(),
                                              whole.grid.cell_count()));
    }
    plane.fields.push_back({field.name, plane_of(whole.grid, field.values, axis, cell)});
  }
  return plane;
}

}  // namespace solenoid
