#include "src/picture/line_plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "src/output/replace.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/legend.hpp"
#include "src/picture/value_range.hpp"

namespace solenoid {
namespace {

// The colours of Okabe and Ito (2008), told apart by readers with any colour vision.
constexpr std::array<Colour, 7> curve_colours = {{{0.000, 0.447, 0.698},
                                                  {0.835, 0.369, 0.000},
                                                  {0.000, 0.620, 0.451},
                                                  {0.800, 0.475, 0.655},
                                                  {0.902, 0.624, 0.000},
                                                  {0.337, 0.706, 0.914},
                                                  {0.1, 0.1, 0.1}}};

/// Curves of one colour differ in their dashes: seven times four are told apart.
const std::array<std::vector<double>, 4> curve_dashes = {{{}, {7, 3}, {2, 2.5}, {9, 3, 2, 3}}};

constexpr double mark_text = 14;
constexpr double legend_gap = 10;  // between the axis and a legend below

void require_plottable(const LinePlot& plot) {
  if (plot.curves.empty()) throw std::invalid_argument("a plot needs at least one curve");
  for (const Curve& curve : plot.curves) {
    if (curve.x.size() != curve.y.size()) {
      throw std::invalid_argument(fmt::format("the curve '{}' has {} abscissae but {} ordinates",
                                              curve.label, curve.x.size(), curve.y.size()));
    }
  }
  if (plot.x_range) require_drawable(*plot.x_range, plot.labels.logarithmic_x);
  if (plot.y_range) require_drawable(*plot.y_range, plot.labels.logarithmic_y);
  require_drawable(plot.labels.sheet);
}

std::vector<double> joined(const std::vector<Curve>& curves, std::vector<double> Curve::*member) {
  std::vector<double> all;
  for (const Curve& curve : curves) {
    all.insert(all.end(), (curve.*member).begin(), (curve.*member).end());
  }
  return all;
}

/// A scale over the data with a margin of `margin` of its length at either end.
AxisScale scale_of(const ValueRange& data, const std::optional<std::array<double, 2>>& given,
                   bool logarithmic, double margin) {
  if (given) return {(*given)[0], (*given)[1], logarithmic};
  const ValueRange range = drawable(data, logarithmic);
  constexpr double most = std::numeric_limits<double>::max();
  constexpr double least = std::numeric_limits<double>::denorm_min();
  if (logarithmic) {
    const double ratio = range.upper / range.lower;
    const double factor = std::isfinite(ratio)
                              ? std::pow(ratio, margin)
                              : std::pow(range.upper, margin) / std::pow(range.lower, margin);
    return {std::max(range.lower / factor, least), std::min(range.upper * factor, most), true};
  }
  const double length = range.upper - range.lower;
  const double room =
      std::isfinite(length) ? margin * length : margin * range.upper - margin * range.lower;
  return {std::max(range.lower - room, -most), std::min(range.upper + room, most), false};
}

/// Points of a curve in pixels, cut into pieces where a point cannot be shown.
std::vector<std::vector<Point>> pieces_of(const Curve& curve, const Rectangle& frame,
                                          const AxisScale& x, const AxisScale& y) {
  std::vector<std::vector<Point>> pieces(1);
  for (std::size_t i = 0; i < curve.x.size(); ++i) {
    const double fx = x.fraction(curve.x[i]), fy = y.fraction(curve.y[i]);
    if (std::isfinite(fx) && std::isfinite(fy)) {
      // Far outside the frame the exact place does not matter, and cairo's coordinates overflow.
      pieces.back().push_back({frame.x + std::clamp(fx, -10.0, 11.0) * frame.width,
                               frame.bottom() - std::clamp(fy, -10.0, 11.0) * frame.height});
    } else if (!pieces.back().empty()) {
      pieces.emplace_back();
    }
  }
  if (pieces.back().empty()) pieces.pop_back();
  return pieces;
}

void draw_curve(Canvas& canvas, const DrawnCurve& drawn, bool mark_points) {
  for (const std::vector<Point>& piece : drawn.pieces) {
    if (!drawn.curve->points) canvas.path(piece, 1.6, drawn.colour, 1, drawn.dashes);
    // A point between two gaps makes no line and would be lost without its marker.
    if (!drawn.curve->points && !mark_points && piece.size() > 1) continue;
    for (const Point& point : piece) canvas.circle(point, 2.6, 1.2, drawn.colour);
  }
}

/// A mark that lies within the frame, and where its label begins.
struct DrawnMark {
  const PlotMark* mark;
  Point label;
};

std::vector<DrawnMark> marks_within(const Rectangle& frame, const AxisScale& x,
                                    const std::vector<PlotMark>& marks) {
  std::vector<DrawnMark> within;
  for (const PlotMark& mark : marks) {
    const double fraction = x.fraction(mark.x);
    if (!(fraction >= 0 && fraction <= 1)) continue;
    const double at = std::round(frame.x + fraction * frame.width) + 0.5;
    within.push_back({&mark, {at + 5, frame.bottom() - 8}});
  }
  return within;
}

void draw_mark(Canvas& canvas, const Rectangle& frame, const DrawnMark& drawn) {
  const double at = drawn.label.x - 5;
  canvas.line({at, frame.y}, {at, frame.bottom()}, 1, {0.55, 0.55, 0.55});
  TextStyle style;
  style.size = mark_text;
  style.colour = {0.35, 0.35, 0.35};
  canvas.text(drawn.label, drawn.mark->label, style);
}

std::vector<DrawnCurve> drawn_curves(const LinePlot& plot, const Rectangle& frame,
                                     const AxisScale& x, const AxisScale& y) {
  std::vector<DrawnCurve> drawn;
  for (const Curve& curve : plot.curves) {
    const std::size_t colour = drawn.size() % curve_colours.size();
    const std::size_t dashes = drawn.size() / curve_colours.size() % curve_dashes.size();
    drawn.push_back(
        {&curve, curve_colours[colour], curve_dashes[dashes], pieces_of(curve, frame, x, y)});
  }
  return drawn;
}

std::vector<std::string> notes_of(const LinePlot& plot, const ValueRange& x, const ValueRange& y) {
  std::vector<std::string> notes = plot.notes;
  for (const std::string& note : range_notes(x, "abscissae", "not drawn", "not drawn")) {
    notes.push_back(note);
  }
  for (const std::string& note : range_notes(y, "values", "not drawn", "not drawn")) {
    notes.push_back(note);
  }
  return notes;
}

}  // namespace

std::string line_plot(const LinePlot& plot, PictureFormat format) {
  require_plottable(plot);
  const double width = std::round(plot.labels.sheet.width());
  const ValueRange x_data = value_range(joined(plot.curves, &Curve::x), plot.labels.logarithmic_x);
  const ValueRange y_data = value_range(joined(plot.curves, &Curve::y), plot.labels.logarithmic_y);
  const AxisScale x = scale_of(x_data, plot.x_range, plot.labels.logarithmic_x, 0.03);
  const AxisScale y = scale_of(y_data, plot.y_range, plot.labels.logarithmic_y, 0.06);
  const int frame_height = int(0.56 * width);
  const PictureAxis vertical = make_axis(y, plot.labels.y, AxisDirection::vertical, frame_height);
  const double left = std::ceil(outer_margin + axis_room(vertical, AxisDirection::vertical));
  const double frame_width = width - left - 1.75 * outer_margin;
  const PictureAxis horizontal =
      make_axis(x, plot.labels.x, AxisDirection::horizontal, frame_width);
  const Heading heading{plot.labels.title, notes_of(plot, x_data, y_data)};
  const double note_room = vertical.ticks.scale_note.empty() ? 0 : 14;
  const Rectangle frame{left, std::ceil(outer_margin + heading.height() + 10 + note_room),
                        std::floor(frame_width), double(frame_height)};
  const double axis_bottom = frame.bottom() + axis_room(horizontal, AxisDirection::horizontal);

  const std::vector<DrawnCurve> drawn = drawn_curves(plot, frame, x, y);
  const std::vector<DrawnMark> marks = marks_within(frame, x, plot.labels.marks);
  std::vector<Point> labels;
  for (const DrawnMark& mark : marks) labels.push_back(mark.label);
  const Legend legend(drawn, labels, frame,
                      {outer_margin, axis_bottom + legend_gap, width - 2 * outer_margin, 0});
  const double bottom = std::max(axis_bottom, legend.bottom());

  // A long label makes the sheet wider rather than be cut.
  const double sheet_width = std::max(width, std::ceil(legend.box().right() + outer_margin));
  Canvas canvas(sheet_width, std::ceil(bottom + outer_margin), format,
                plot.labels.sheet.scale(format));
  for (const DrawnMark& mark : marks) draw_mark(canvas, frame, mark);
  canvas.clip(frame);
  for (const DrawnCurve& curve : drawn) draw_curve(canvas, curve, plot.labels.mark_points);
  canvas.unclip();
  draw_frame(canvas, frame);
  draw_left_axis(canvas, frame, vertical);
  draw_bottom_axis(canvas, frame, horizontal);
  draw_heading(canvas, heading, frame, outer_margin, width);
  legend.draw(canvas, drawn);
  return canvas.bytes();
}

void draw_curves(const std::filesystem::path& file, const std::vector<Curve>& curves,
                 const PlotLabels& labels) {
  LinePlot plot;
  plot.curves = curves;
  plot.labels = labels;
  replace_file_by_text(file, line_plot(plot, format_for(file)), Survives::program);
}

}  // namespace solenoid
