#pragma once
/// \file
/// Which values of a field each process has.

#include <cstddef>
#include <vector>

#include "numerics/grid/box.hpp"
#include "src/parallel/part_layout.hpp"

namespace solenoid {

/// The values of a box that a process holds, in indices of the whole grid.
Box share_of_rank(const Grid& grid, const PartLayout& layout, int rank, const Box& box,
                  Placement placement);

/// Copies the rows of `share` between the array of a box that holds it and an array of its own.
void copy_rows(const Box& box, char* of_box, const Box& share, char* of_share,
               std::size_t bytes_of_value, bool into_box);

}  // namespace solenoid
