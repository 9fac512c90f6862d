#pragma once
/// \file
/// Vectors on the plane of a picture, and lines along them.

#include <vector>

#include "src/picture/canvas.hpp"
#include "src/picture/plane.hpp"

namespace solenoid {

/// Two components of a vector at the centres of cells, in a picture of a given size: positions and
/// directions are those on the sheet, x to the right and y down, from the plane's upper left
/// corner.
class VectorPlane {
 public:
  /// Throws std::invalid_argument when the planes differ in size.
  VectorPlane(const Plane& horizontal, const Plane& vertical, double width, double height);

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] double height() const { return height_; }
  /// The largest length of a finite vector of a cell, in the units of the field.
  [[nodiscard]] double largest() const { return largest_; }
  /// The vector at a point, interpolated linearly between the centres of cells; behind the
  /// outermost ones it is as there. Not finite next to a cell that is not.
  [[nodiscard]] Point at(Point point) const;
  /// The mean over the cells of a square around a point, at least the one that holds it.
  [[nodiscard]] Point mean_at(Point centre, double side) const;

 private:
  [[nodiscard]] Point cell(int column, int row) const;

  int columns_, rows_;
  double width_, height_;
  FieldValues right_, up_;
  double largest_ = 0;
};

/// Lines along the vectors, evenly spaced: none comes nearer to another than half of `separation`,
/// and no place where there are vectors is left much farther than that from one (after B. Jobard
/// and W. Lefer, Creating evenly-spaced streamlines of arbitrary density, 1997). Each is a row of
/// points in the direction of the vectors; a closed one ends where it begins.
std::vector<std::vector<Point>> field_lines(const VectorPlane& vectors, double separation);

}  // namespace solenoid
