#pragma once
/// \file
/// Axes around a frame: scale, ticks, labels, title, and the room that they take.

#include <string>
#include <vector>

#include "src/picture/canvas.hpp"
#include "src/picture/ticks.hpp"

namespace solenoid {

enum class AxisDirection { horizontal, vertical };

/// From values to fractions of an axis.
struct AxisScale {
  double lower = 0, upper = 1;
  bool logarithmic = false;
  /// 0 at the lower end, 1 at the upper end; not finite for values that the axis cannot show.
  [[nodiscard]] double fraction(double value) const;
};

/// A scale with its ticks and what it shows.
struct PictureAxis {
  AxisScale scale;
  Ticks ticks;
  std::string label;
};

/// Chooses as many ticks as `pixels` of axis have room for.
PictureAxis make_axis(const AxisScale& scale, const std::string& label, AxisDirection direction,
                      double pixels);

/// Pixels that ticks, tick labels and label take outside the frame: to the left or right for a
/// vertical axis, below for a horizontal one.
double axis_room(const PictureAxis& axis, AxisDirection direction);

void draw_left_axis(Canvas& canvas, const Rectangle& frame, const PictureAxis& axis);
void draw_right_axis(Canvas& canvas, const Rectangle& frame, const PictureAxis& axis);
void draw_bottom_axis(Canvas& canvas, const Rectangle& frame, const PictureAxis& axis);
void draw_frame(Canvas& canvas, const Rectangle& frame);

/// Pixels between what a picture shows and the edge of its sheet.
inline constexpr double outer_margin = 16;

/// A title and lines of remarks under it.
struct Heading {
  std::string title;
  std::vector<std::string> notes;
  [[nodiscard]] double width() const;
  [[nodiscard]] double height() const;
};
/// Draws the heading from y = `top` on, centred on the frame where the sheet has room for that.
void draw_heading(Canvas& canvas, const Heading& heading, const Rectangle& frame, double top,
                  double sheet_width);

/// "magnetic field x" for magnetic_field_x.
std::string field_in_words(const std::string& name);
/// "t = 0.2000".
std::string time_in_words(double time);

}  // namespace solenoid
