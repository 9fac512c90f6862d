#pragma once
/// \file
/// Which cells a pixel shows, along one direction.

namespace solenoid {

/// Cells from `begin` on, before `end`.
struct CellRange {
  int begin = 0, end = 0;
};

/// The cell at the centre of a pixel, or the cells under it where there are more than pixels.
constexpr CellRange cells_under_pixel(int cells, int pixels, int pixel) {
  if (cells <= pixels) {
    const int cell = int((pixel + 0.5) * cells / pixels);
    return {cell, cell + 1};
  }
  return {int(long(pixel) * cells / pixels), int(long(pixel + 1) * cells / pixels)};
}

}  // namespace solenoid
