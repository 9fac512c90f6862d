#pragma once
/// \file
/// Fields on coarser grids: means over blocks of cells, made on the device.

#include <array>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Cells of a block along x, y, z.
using BlockOfCells = std::array<int, 3>;

/// The cells of a box of blocks.
[[nodiscard]] Box cells_of(const Box& blocks, const BlockOfCells& block);

/// Makes boxes of a coarser field in the memory of the device, whose values are the means over
/// blocks of cells of what `gather` makes: value (i, j, k) is that of the cells from
/// (i block[0], j block[1], k block[2]) on. Sums are in double precision and in the order of the
/// cells, x fastest, so that they are the same on all devices. A block of one cell is that cell.
/// The cells of one row of blocks at least are in the memory of the device meanwhile.
[[nodiscard]] Gather block_means(Device device, Gather gather, const BlockOfCells& block);

}  // namespace solenoid
