#include "src/picture/overlays.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/picture/axes.hpp"
#include "src/picture/contours.hpp"
#include "src/picture/ticks.hpp"
#include "src/picture/value_range.hpp"
#include "src/picture/vector_plane.hpp"

namespace solenoid {
namespace {

constexpr double longest_arrow = 0.92;   // of its spacing
constexpr double shortest_arrow = 0.05;  // of its spacing: a point
constexpr double head_length = 6, head_width = 4.5;
constexpr int most_levels = 14;  // a step of 1, 2, 2.5 or 5 times ten to n makes 7 at least
constexpr Colour dark{0.05, 0.05, 0.05}, light{1, 1, 1};

/// How far apart lines and arrows are: on a large plane as far as `most`, on a small one closer.
double spacing_on(double width, double height, double part, double most) {
  return std::clamp(part * std::min(width, height), 0.5 * most, most);
}

std::string component(const std::string& vector, Axis axis) { return vector + "_" + "xyz"[axis]; }

VectorPlane vectors_of(const Snapshot& snapshot, const std::string& vector, double width,
                       double height) {
  const auto [horizontal, vertical] = axes_of_picture(snapshot.grid);
  return {plane_of(snapshot, field_named(snapshot, component(vector, horizontal))),
          plane_of(snapshot, field_named(snapshot, component(vector, vertical))), width, height};
}

/// The corners of an arrow head whose tip is `tip`, along a unit vector.
std::vector<Point> head_at(Point tip, Point along, double length, double width) {
  const Point base{tip.x - length * along.x, tip.y - length * along.y};
  const Point across{-0.5 * width * along.y, 0.5 * width * along.x};
  return {{base.x + across.x, base.y + across.y}, tip, {base.x - across.x, base.y - across.y}};
}

Point unit_vector(Point from, Point to) {
  const double size = std::hypot(to.x - from.x, to.y - from.y);
  return {(to.x - from.x) / size, (to.y - from.y) / size};
}

std::string levels_in_words(const std::vector<double>& levels) {
  const std::string first = picture_number(levels.front(), 4);
  if (levels.size() == 1) return first;
  const double step = levels[1] - levels[0];
  bool even = levels.size() > 2;
  for (std::size_t n = 1; n < levels.size(); ++n)
    even = even && std::abs(levels[n] - levels[n - 1] - step) < 1e-6 * std::abs(step);
  const std::string last = picture_number(levels.back(), 4);
  if (even) return fmt::format("{} to {} by {}", first, last, picture_number(step, 4));
  std::vector<std::string> all;
  for (const double level : levels) all.push_back(picture_number(level, 4));
  return fmt::format("{}", fmt::join(all, ", "));
}

std::vector<Point> moved(const std::vector<Point>& points, const Rectangle& frame) {
  std::vector<Point> result;
  for (const Point& point : points) result.push_back({frame.x + point.x, frame.y + point.y});
  return result;
}

void draw_arrow(Canvas& canvas, const std::vector<Point>& ends, Colour core, Colour rim) {
  const Point along = unit_vector(ends[0], ends[1]);
  const double length = std::hypot(ends[1].x - ends[0].x, ends[1].y - ends[0].y);
  const double head = std::min(head_length, 0.6 * length);
  const std::vector<Point> corners = head_at(ends[1], along, head, head * head_width / head_length);
  const Point neck{ends[1].x - 0.8 * head * along.x, ends[1].y - 0.8 * head * along.y};
  canvas.path({ends[0], neck}, 2.6, rim, 0.5);
  canvas.path({corners[0], corners[1], corners[2], corners[0]}, 1.4, rim, 0.5);
  canvas.path({ends[0], neck}, 1.2, core);
  canvas.fill(corners, core);
}

}  // namespace

std::vector<std::string> overlay_fields(const PictureOptions& options, const Grid& grid) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  for (const std::string& vector : {options.vectors, options.field_lines}) {
    if (vector.empty()) continue;
    for (const Axis axis : axes_of_picture(grid)) add(component(vector, axis));
  }
  if (!options.contours.empty()) add(options.contours);
  return names;
}

const NamedField& field_named(const Snapshot& snapshot, const std::string& name) {
  std::vector<std::string> names;
  for (const NamedField& field : snapshot.fields) {
    if (field.name == name) {
      if (field.means || field.values.size() == snapshot.grid.cell_count()) return field;
      throw std::invalid_argument(fmt::format("the field '{}' has {} values on a grid of {} cells",
                                              name, field.values.size(),
                                              snapshot.grid.cell_count()));
    }
    names.push_back(field.name);
  }
  throw std::invalid_argument(
      fmt::format("there is no field '{}' to draw; there are {}", name, fmt::join(names, ", ")));
}

Overlays::Overlays(const Snapshot& snapshot, const PictureOptions& options, double width,
                   double height) {
  if (!options.contours.empty()) {
    add_contours(plane_of(snapshot, field_named(snapshot, options.contours)), options, width,
                 height);
  }
  if (!options.field_lines.empty()) {
    add_field_lines(snapshot, options.field_lines, width, height);
  }
  if (!options.vectors.empty()) add_arrows(snapshot, options.vectors, width, height);
}

void Overlays::add_contours(const Plane& plane, const PictureOptions& options, double width,
                            double height) {
  const std::string name = field_in_words(options.contours);
  std::vector<double> levels = options.levels;
  const ValueRange range = value_range(plane.values, false);
  if (levels.empty() && range.shown > 0 && range.upper > range.lower) {
    const ValueRange ends = drawable(range, false);
    for (const Tick& tick : linear_ticks(ends.lower, ends.upper, most_levels).major) {
      // The line of the smallest or largest value is a few points, or the rounding of a plateau.
      if (tick.value > range.lower && tick.value < range.upper) levels.push_back(tick.value);
    }
  }
  std::ranges::sort(levels);
  if (levels.empty()) {
    notes_.push_back(fmt::format("no contours: {} is the same everywhere", name));
    return;
  }
  for (const double level : levels) {
    for (std::vector<Point>& line : contour_lines(plane, level)) {
      for (Point& point : line) {
        point = {point.x / plane.columns * width, (1 - point.y / plane.rows) * height};
      }
      contours_.push_back({std::move(line), level < 0});
    }
  }
  notes_.push_back(fmt::format("contours{}: {}, {}", options.field_lines.empty() ? "" : " (dotted)",
                               name, levels_in_words(levels)));
}

void Overlays::add_field_lines(const Snapshot& snapshot, const std::string& vector, double width,
                               double height) {
  lines_ = field_lines(vectors_of(snapshot, vector, width, height),
                       spacing_on(width, height, 1.0 / 16, 24));
  notes_.push_back(fmt::format("lines along the {}", field_in_words(vector)));
}

void Overlays::add_arrows(const Snapshot& snapshot, const std::string& vector, double width,
                          double height) {
  const VectorPlane vectors = vectors_of(snapshot, vector, width, height);
  const double arrow_spacing = spacing_on(width, height, 1.0 / 20, 26);
  const int columns = std::max(1, int(width / arrow_spacing));
  const int rows = std::max(1, int(height / arrow_spacing));
  std::vector<std::pair<Point, Point>> shown;
  double longest = 0;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Point centre{(column + 0.5) * width / columns, (row + 0.5) * height / rows};
      const Point mean = vectors.mean_at(centre, 0.5 * arrow_spacing);
      const double size = std::hypot(mean.x, mean.y);
      if (!std::isfinite(size)) continue;
      shown.emplace_back(centre, mean);
      longest = std::max(longest, size);
    }
  }
  const double scale = longest > 0 ? longest_arrow * arrow_spacing / longest : 0;
  for (const auto& [centre, mean] : shown) {
    const Point half{0.5 * scale * mean.x, 0.5 * scale * mean.y};
    if (2 * std::hypot(half.x, half.y) < shortest_arrow * arrow_spacing) continue;
    arrows_.push_back(
        {{centre.x - half.x, centre.y - half.y}, {centre.x + half.x, centre.y + half.y}});
  }
  notes_.push_back(fmt::format("arrows: {}, the longest {}", field_in_words(vector),
                               picture_number(longest, 3)));
}

void Overlays::draw(Canvas& canvas, const Rectangle& frame, const ColourMap& map) const {
  // A light line with a dark rim, or the other way round, can be seen on any colour. A diverging
  // map is light where there is most to see, the others are dark.
  const Colour core = map.diverging() ? dark : light, rim = map.diverging() ? light : dark;
  canvas.clip(frame);
  for (const Contour& contour : contours_) {
    // Beside field lines, which are whole, contours have to look unlike them.
    std::vector<double> dashes;
    if (!lines_.empty()) dashes = {1.5, 2.5};
    if (contour.negative) dashes = {5, 3};
    const std::vector<Point> points = moved(contour.points, frame);
    canvas.path(points, 2, rim, 0.35);
    canvas.path(points, 0.9, core, 0.9, dashes);
  }
  for (const std::vector<Point>& line : lines_) {
    const std::vector<Point> points = moved(line, frame);
    canvas.path(points, 2.6, rim, 0.5);
    canvas.path(points, 1.3, core);
    const std::size_t middle = points.size() / 2;
    const Point along = unit_vector(points[middle - 1], points[middle]);
    canvas.fill(head_at({points[middle].x + 0.5 * head_length * along.x,
                         points[middle].y + 0.5 * head_length * along.y},
                        along, head_length + 2, head_width + 3),
                core);
  }
  for (const Arrow& arrow : arrows_)
    draw_arrow(canvas, moved({arrow.from, arrow.to}, frame), core, rim);
  canvas.unclip();
}

}  // namespace solenoid
