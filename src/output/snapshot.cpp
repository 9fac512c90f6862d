#include "src/output/snapshot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "numerics/device/on_all_threads.hpp"

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

/// The values of a box of a field.
FieldValues part_of(const Grid& grid, const FieldValues& values, const Box& box) {
  const Box whole = whole_field(grid, Placement::cells);
  const auto length = std::size_t(box.count[0]);
  FieldValues part(box.values());
  for (std::size_t first = 0; first < part.size(); first += length)
    std::copy_n(&values[whole.value_at(box.at(first))], length, &part[first]);
  return part;
}

/// The means of a field over `factor` cells in each direction, which leave `cells`. Rows of them
/// are for themselves, so that threads do not change the order of the sums.
FieldValues means(const Grid& fine, const FieldValues& values, const std::array<int, 3>& cells,
                  const std::array<int, 3>& factor) {
  const double part = 1.0 / (double(factor[0]) * factor[1] * factor[2]);
  FieldValues sums(std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]), 0.0);
  on_all_threads("coarsen", cells[1] * cells[2], [&](int row) {
    double* const to = &sums[std::size_t(row) * std::size_t(cells[0])];
    const int first_j = row % cells[1] * factor[1];
    const int first_k = row / cells[1] * factor[2];
    for (int k = first_k; k < first_k + factor[2]; ++k)
      for (int j = first_j; j < first_j + factor[1]; ++j) {
        const double* from =
            &values[std::size_t(fine.cells[0]) *
                    (std::size_t(j) + std::size_t(fine.cells[1]) * std::size_t(k))];
        for (int i = 0; i < cells[0]; ++i)
          for (int f = 0; f < factor[0]; ++f) to[i] += part * *from++;
      }
  });
  return sums;
}

}  // namespace

Box plane_at(const Grid& grid, Axis axis, double position) {
  Box plane = whole_field(grid, Placement::cells);
  plane.begin[axis] = cell_holding(grid, axis, position);
  plane.count[axis] = 1;
  return plane;
}

Snapshot slice(const Snapshot& whole, Axis axis, double position) {
  const Box box = plane_at(whole.grid, axis, position);
  const int cell = box.begin[axis];
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
    plane.fields.push_back({field.name, part_of(whole.grid, field.values, box)});
  }
  return plane;
}

Gather gather_of(const Grid& grid, const FieldValues& values) {
  return [whole = whole_field(grid, Placement::cells), &values](const Box& box,
                                                                const MutableValues& there) {
    const auto length = std::size_t(box.count[0]);
    on_all_threads("gather from values", box.count[1] * box.count[2], [&](int row) {
      const std::size_t first = std::size_t(row) * length;
      const double* const from = &values[whole.value_at(box.at(first))];
      if (there.precision == Precision::single_precision)
        std::copy_n(from, length, static_cast<float*>(there.data) + first);
      else
        std::copy_n(from, length, static_cast<double*>(there.data) + first);
    });
  };
}

Snapshot coarsened(const Snapshot& fine, const std::array<int, 3>& cells) {
  const std::array<int, 3>& n = fine.grid.cells;
  Snapshot coarse{fine.grid, fine.time, fine.step, fine.precision, {}, fine.provenance, fine.whole};
  coarse.grid.cells = cells;
  std::array<int, 3> factor{};
  for (std::size_t d = 0; d < 3; ++d) {
    factor[d] = n[d] / cells[d];
    if (factor[d] * cells[d] != n[d])
      throw std::invalid_argument(
          fmt::format("{} x {} x {} cells cannot be averaged over {} x {} x {} cells", n[0], n[1],
                      n[2], cells[0], cells[1], cells[2]));
  }
  for (const NamedField& field : fine.fields) {
    if (field.values.size() != fine.grid.cell_count())
      throw std::invalid_argument(field.name + " does not stand at the centres of cells");
    coarse.fields.push_back({field.name, means(fine.grid, field.values, cells, factor)});
  }
  return coarse;
}

}  // namespace solenoid
