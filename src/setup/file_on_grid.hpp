#pragma once
/// \file
/// A state of a file on another grid: finer or coarser by whole numbers.

#include "src/formats/state_reader.hpp"

namespace solenoid {

/// A file's state in a box of the cells of `grid`, which along each axis has a multiple or a whole
/// part of the file's cells. It reads no more of the file than these follow from, and no bit
/// depends on how the grid is cut into boxes. Where the numbers of cells are the same everywhere,
/// values stay as they are.
///
/// Otherwise those are averaged or interpolated that add up: of a fluid density, momentum, energy
/// and magnetic field, from which the rest follows; of other states all fields. On a finer grid
/// they are linear in each cell, so that sums stay as they are to rounding: with the steepest slope
/// of a monotone profile in a fluid (and none in cells where the pressure would not be positive),
/// with central slopes otherwise. Fields on faces are linear between the faces of the file and the
/// same across each, which leaves the divergence of each cell to those that it is cut into.
///
/// Throws std::invalid_argument, saying why, where the grids do not fit: numbers of cells, or boxes
/// that differ along an axis that both resolve; and OutputError where the file cannot be read.
FileState on_grid(StateReader& file, const Grid& grid, const Box& cells);

}  // namespace solenoid
