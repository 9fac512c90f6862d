#pragma once
/// \file
/// Datasets of .athdf files, [variables][1 block][nz][ny][nx], as HDF5 sees them.

#include <vector>

#include "numerics/grid/box.hpp"
#include "src/output/athdf_layout.hpp"
#include "src/output/hdf5_boxes.hpp"

namespace solenoid {

inline std::vector<hsize_t> extent_in_file(const AthdfLayout& layout, const AthdfDataset& dataset) {
  const std::array<int, 3>& cells = layout.grid.cells;
  return {dataset.variables.size(), 1, hsize_t(cells[axis_z]), hsize_t(cells[axis_y]),
          hsize_t(cells[axis_x])};
}

/// A box of the variable with this number of a dataset.
inline hdf5::BoxOfDataset box_of_variable(std::size_t variable, const Box& box) {
  return {{variable, 0, hsize_t(box.begin[2]), hsize_t(box.begin[1]), hsize_t(box.begin[0])},
          {1, 1, hsize_t(box.count[2]), hsize_t(box.count[1]), hsize_t(box.count[0])}};
}

}  // namespace solenoid
