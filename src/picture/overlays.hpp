#pragma once
/// \file
/// What is drawn over a coloured plane: arrows, field lines and contours.

#include <string>
#include <vector>

#include "src/picture/canvas.hpp"
#include "src/picture/options.hpp"
#include "src/picture/plane.hpp"

namespace solenoid {

/// The field of `snapshot` of that name. Throws std::invalid_argument, naming those that there are,
/// when there is none, and for one whose size is not the grid's.
const NamedField& field_named(const Snapshot& snapshot, const std::string& name);

/// All that is drawn over a plane, computed and placed before the sheet is.
class Overlays {
 public:
  /// Over a plane of `width` and `height` on the sheet. Throws std::invalid_argument where a field
  /// that is needed is absent (overlay_fields()).
  Overlays(const Snapshot& snapshot, const PictureOptions& options, double width, double height);

  /// What the lines and arrows are, to stand under the title.
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  /// In colours that can be seen on those of `map`.
  void draw(Canvas& canvas, const Rectangle& frame, const ColourMap& map) const;

 private:
  struct Arrow {
    Point from, to;
  };
  struct Contour {
    std::vector<Point> points;
    bool negative;  ///< dashed
  };
  void add_contours(const Plane& plane, const PictureOptions& options, double width, double height);
  void add_arrows(const Snapshot& snapshot, const std::string& vector, double width, double height);
  void add_field_lines(const Snapshot& snapshot, const std::string& vector, double width,
                       double height);

  std::vector<Contour> contours_;
  std::vector<std::vector<Point>> lines_;
  std::vector<Arrow> arrows_;
  std::vector<std::string> notes_;
};

}  // namespace solenoid
