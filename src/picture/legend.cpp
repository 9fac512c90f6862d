#include "src/picture/legend.hpp"

#include <algorithm>
#include <cmath>

namespace solenoid {
namespace {

constexpr double row_height = 21, sample_length = 26, text_size = 14;
constexpr double clearance = 6;        // between the box and a curve
constexpr double frame_distance = 10;  // between the box and the frame

/// Whether the segment from a to b enters the rectangle (Liang and Barsky 1984).
bool crosses(const Rectangle& box, Point a, Point b) {
  double enters = 0, leaves = 1;
  const auto clip = [&](double along, double to_edge) {
    if (along == 0) return to_edge >= 0;
    const double part = to_edge / along;
    if (along < 0) enters = std::max(enters, part);
    if (along > 0) leaves = std::min(leaves, part);
    return enters <= leaves;
  };
  const double dx = b.x - a.x, dy = b.y - a.y;
  return clip(-dx, a.x - box.x) && clip(dx, box.right() - a.x) && clip(-dy, a.y - box.y) &&
         clip(dy, box.bottom() - a.y);
}

bool hides(const Rectangle& box, const std::vector<DrawnCurve>& curves,
           const std::vector<Point>& labels) {
  const Rectangle wide{box.x - clearance, box.y - clearance, box.width + 2 * clearance,
                       box.height + 2 * clearance};
  for (const DrawnCurve& drawn : curves) {
    for (const std::vector<Point>& piece : drawn.pieces) {
      for (std::size_t i = 0; i < piece.size(); ++i) {
        if (crosses(wide, piece[i > 0 ? i - 1 : 0], piece[i])) return true;
      }
    }
  }
  return std::ranges::any_of(labels, [&](Point at) { return crosses(wide, at, at); });
}

/// Corners first, then the middles of the sides.
std::vector<Point> places_in(const Rectangle& frame, const Rectangle& box) {
  const double left = frame.x + frame_distance;
  const double right = frame.right() - frame_distance - box.width;
  const double top = frame.y + frame_distance;
  const double bottom = frame.bottom() - frame_distance - box.height;
  if (right < left || bottom < top) return {};
  const double centre = 0.5 * (left + right), middle = 0.5 * (top + bottom);
  return {{right, top},    {left, top},    {right, bottom}, {left, bottom},
          {right, middle}, {left, middle}, {centre, top},   {centre, bottom}};
}

}  // namespace

Legend::Legend(const std::vector<DrawnCurve>& curves, const std::vector<Point>& labels,
               const Rectangle& frame, const Rectangle& below) {
  double widest = 0;
  for (const DrawnCurve& drawn : curves) {
    if (drawn.curve->label.empty()) continue;
    widest = std::max(widest, text_width(drawn.curve->label, text_size));
    ++rows_;
  }
  if (rows_ == 0) return;
  column_width_ = widest + sample_length + 24;
  box_ = {0, 0, column_width_, rows_ * row_height + 10};
  for (const Point& place : places_in(frame, box_)) {
    box_.x = place.x;
    box_.y = place.y;
    if (!hides(box_, curves, labels)) {
      inside_ = true;
      return;
    }
  }
  columns_ = std::clamp(int(below.width / column_width_), 1, rows_);
  rows_ = (rows_ + columns_ - 1) / columns_;
  const double width = columns_ * column_width_;
  box_ = {std::max(below.x, below.x + 0.5 * (below.width - width)), below.y, width,
          rows_ * row_height + 10};
}

void Legend::draw(Canvas& canvas, const std::vector<DrawnCurve>& curves) const {
  if (rows_ == 0) return;
  canvas.fill(box_, {1, 1, 1}, 0.85);  // the lines of marks may lie behind
  canvas.outline({std::round(box_.x) + 0.5, std::round(box_.y) + 0.5, std::round(box_.width),
                  std::round(box_.height)},
                 1, {0.8, 0.8, 0.8});
  int place = 0;
  for (const DrawnCurve& drawn : curves) {
    if (drawn.curve->label.empty()) continue;
    const double x = box_.x + 8 + place / rows_ * column_width_;
    const double y = box_.y + 5 + (place % rows_ + 0.5) * row_height;
    if (drawn.curve->points) {
      canvas.circle({x + 0.5 * sample_length, y}, 3, 1.2, drawn.colour);
    } else {
      canvas.path({{x, y}, {x + sample_length, y}}, 1.8, drawn.colour, 1, drawn.dashes);
    }
    TextStyle style;
    style.size = text_size;
    style.vertical = VerticalAnchor::middle;
    canvas.text({x + sample_length + 8, y}, drawn.curve->label, style);
    ++place;
  }
}

}  // namespace solenoid
