#pragma once
/// \file
/// The legend of curves: in a part of the frame where it hides none of them, else below the axis.

#include <vector>

#include "src/picture/canvas.hpp"
#include "src/picture/picture.hpp"

namespace solenoid {

/// A curve as it stands on the sheet.
struct DrawnCurve {
  const Curve* curve;
  Colour colour;
  std::vector<double> dashes;
  std::vector<std::vector<Point>> pieces;  ///< cut where a point cannot be shown
};

class Legend {
 public:
  /// Finds the place. `labels` are where texts in the frame begin, which are not to be hidden
  /// either; `below` is the strip under the axis, whose height does not matter.
  Legend(const std::vector<DrawnCurve>& curves, const std::vector<Point>& labels,
         const Rectangle& frame, const Rectangle& below);

  /// Where the legend ends; 0 without one, which is where no curve has a label.
  [[nodiscard]] double bottom() const { return rows_ == 0 ? 0 : box_.bottom(); }
  /// Whether it stands in the frame.
  [[nodiscard]] bool is_inside() const { return inside_; }
  [[nodiscard]] const Rectangle& box() const { return box_; }
  void draw(Canvas& canvas, const std::vector<DrawnCurve>& curves) const;

 private:
  Rectangle box_;
  bool inside_ = false;
  int rows_ = 0, columns_ = 1;
  double column_width_ = 0;
};

}  // namespace solenoid
