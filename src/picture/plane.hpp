#pragma once
/// \file
/// A two-dimensional cut of a field, and how its cells become pixels.

#include <optional>
#include <string>

#include "src/output/snapshot.hpp"
#include "src/picture/options.hpp"

namespace solenoid {

/// Values on a plane of cells, the horizontal axis fastest, from the lower left.
struct Plane {
  Axis horizontal = axis_x, vertical = axis_y;
  int columns = 0, rows = 0;
  double left = 0, right = 1, bottom = 0, top = 1;  ///< coordinates of the edges
  FieldValues values;
  std::optional<PlaneMeans> means{};  ///< in place of the values
  std::string position;               ///< "z = 0.5" for a cut through a larger box, else empty

  [[nodiscard]] double column_spacing() const { return (right - left) / columns; }
  [[nodiscard]] double row_spacing() const { return (top - bottom) / rows; }
};

/// Where `snapshot` was cut out of a larger box: "z = 0.5" or "y = 0.5, z = 0.5"; else empty.
std::string cut_in_words(const Snapshot& snapshot);

/// The plane that a picture shows of the fields of a snapshot, without values.
Plane plane_without_values(const Snapshot& snapshot);
/// The plane that a picture of `field` shows: the two active directions, or the middle of z where
/// all three are active.
Plane plane_of(const Snapshot& snapshot, const NamedField& field);

/// The size in pixels at which a plane is drawn.
struct PlaneSize {
  int width = 0, height = 0;
  double stretch = 1;  ///< pixels per length along the vertical over those along the horizontal
};

/// The largest size within the given one that keeps the aspect ratio and shows each square cell as
/// a whole number of pixels, or a whole number of cells as a pixel; unless `whole_pixels`, simply
/// the largest. A side that would be too short to read is stretched to `least` pixels.
PlaneSize size_of(const Plane& plane, int largest_width, int largest_height, int least,
                  bool whole_pixels = true);

/// The plane at `size`: each pixel has the value of the cell at its centre, or the mean of the
/// cells under it where there are more cells than pixels. A value that is not finite makes its
/// whole pixel not finite; with `keep_non_positive` a non-positive one makes it zero, so that
/// averaging hides neither. Row by row from the top.
FieldValues resample(const Plane& plane, const PlaneSize& size, bool keep_non_positive);

}  // namespace solenoid
