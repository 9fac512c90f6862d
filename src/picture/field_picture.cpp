#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/output/replace.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/colour_maps.hpp"
#include "src/picture/line_plot.hpp"
#include "src/picture/picture.hpp"
#include "src/picture/plane.hpp"
#include "src/picture/value_range.hpp"

namespace solenoid {
namespace {

// No colour map has these two.
constexpr std::uint32_t not_finite_pixel = 0xff00ff;
constexpr std::uint32_t not_positive_pixel = 0x00ffff;

constexpr int least_width = 300, largest_width = 8000;
constexpr int least_side = 140;  // of a plane, in pixels
constexpr double outer_margin = 16, bar_gap = 20, bar_width = 22, bar_end = 14;

const NamedField& find_field(const Snapshot& snapshot, const std::string& name) {
  std::vector<std::string> names;
  for (const NamedField& field : snapshot.fields) {
    if (field.name == name) {
      if (field.values.size() == snapshot.grid.cell_count()) return field;
      throw std::invalid_argument(fmt::format("the field '{}' has {} values on a grid of {} cells",
                                              name, field.values.size(),
                                              snapshot.grid.cell_count()));
    }
    names.push_back(field.name);
  }
  throw std::invalid_argument(
      fmt::format("there is no field '{}' to draw; there are {}", name, fmt::join(names, ", ")));
}

void require_valid(const PictureOptions& options) {
  if (options.range) require_drawable(*options.range, options.logarithmic);
  if (options.width < least_width || options.width > largest_width) {
    throw std::invalid_argument(fmt::format("a picture can be {} to {} pixels wide, not {}",
                                            least_width, largest_width, options.width));
  }
}

std::string title_of(const std::string& name, double time) {
  return field_in_words(name) + "   " + time_in_words(time);
}

void draw_row_of_cells(const std::filesystem::path& file, const Snapshot& snapshot,
                       const NamedField& field, const PictureOptions& options) {
  const Grid& grid = snapshot.grid;
  Axis axis = axis_x;
  for (const Axis candidate : {axis_y, axis_z}) {
    if (grid.active(candidate)) axis = candidate;
  }
  Curve curve;
  for (int i = 0; i < grid.cells[axis]; ++i) curve.x.push_back(grid.centre(axis, i));
  curve.y = field.values;
  LinePlot plot;
  plot.curves.push_back(curve);
  plot.labels = {title_of(field.name, snapshot.time), std::string(1, "xyz"[axis]),
                 field_in_words(field.name), false, options.logarithmic};
  plot.labels.mark_points = grid.cells[axis] <= 160;  // so few that each can be seen for itself
  if (const std::string cut = cut_in_words(snapshot); !cut.empty()) plot.notes.push_back(cut);
  plot.x_range = {{grid.lower[axis], grid.upper[axis]}};
  plot.y_range = options.range;
  plot.width = options.width;
  draw_line_plot(file, plot);
}

/// The ends of the colour scale: as asked for, else from the data; about zero for a diverging map.
AxisScale colour_scale(const ValueRange& data, const PictureOptions& options) {
  if (options.range) return {(*options.range)[0], (*options.range)[1], options.logarithmic};
  const ValueRange range = drawable(data, options.logarithmic);
  if (colour_map(options.colours).diverging() && !options.logarithmic && range.lower < 0 &&
      range.upper > 0) {
    const double end = std::max(-range.lower, range.upper);
    return {-end, end, false};
  }
  return {range.lower, range.upper, options.logarithmic};
}

std::uint32_t code_of(const Colour& colour) {
  const auto byte = [](double part) { return std::uint32_t(std::lround(255 * part)); };
  return byte(colour.red) << 16 | byte(colour.green) << 8 | byte(colour.blue);
}

PixelImage coloured(const Plane& plane, const PlaneSize& size, const AxisScale& scale,
                    const ColourMap& map) {
  PixelImage image{size.width, size.height, {}};
  image.pixels.reserve(std::size_t(size.width) * std::size_t(size.height));
  for (const double value : resample(plane, size, scale.logarithmic)) {
    if (!std::isfinite(value)) {
      image.pixels.push_back(not_finite_pixel);
    } else if (scale.logarithmic && value <= 0) {
      image.pixels.push_back(not_positive_pixel);
    } else {
      image.pixels.push_back(code_of(map(scale.fraction(value))));
    }
  }
  return image;
}

/// The colour bar, with a pointed end wherever values lie beyond the scale.
void draw_colour_bar(Canvas& canvas, const Rectangle& bar, const PictureAxis& axis,
                     const ColourMap& map, const ValueRange& data) {
  const int height = int(bar.height);
  PixelImage image{int(bar.width), height, {}};
  for (int row = 0; row < height; ++row) {
    const std::uint32_t code = code_of(map(1 - (row + 0.5) / height));
    image.pixels.insert(image.pixels.end(), std::size_t(image.width), code);
  }
  canvas.image({bar.x, bar.y}, image);
  draw_frame(canvas, bar);
  const double middle = bar.x + 0.5 * bar.width;
  const auto pointed_end = [&](double base, double tip, const Colour& colour) {
    const std::vector<Point> corners = {
        {bar.x - 0.5, base}, {middle, tip}, {bar.right() + 0.5, base}};
    canvas.fill(corners, colour);
    canvas.path(corners, 1, {0.1, 0.1, 0.1});
  };
  if (data.shown > 0 && data.upper > axis.scale.upper) {
    pointed_end(bar.y - 1, bar.y - bar_end, map(1));
  }
  if (data.shown > 0 && data.lower < axis.scale.lower) {
    pointed_end(bar.bottom() + 1, bar.bottom() + bar_end, map(0));
  }
  draw_right_axis(canvas, bar, axis);
}

std::vector<std::string> notes_of(const Plane& plane, const PlaneSize& size,
                                  const ValueRange& data) {
  std::vector<std::string> notes;
  if (!plane.position.empty()) notes.push_back(plane.position);
  if (std::abs(size.stretch - 1) > 0.05) {
    const Axis longer = size.stretch > 1 ? plane.vertical : plane.horizontal;
    const double factor = size.stretch > 1 ? size.stretch : 1 / size.stretch;
    notes.push_back(fmt::format("{} stretched {} times", "xyz"[longer], picture_number(factor, 3)));
  }
  for (const std::string& note : range_notes(data, "cells", "magenta", "cyan")) {
    notes.push_back(note);
  }
  return notes;
}

/// Where everything stands on the sheet of a plane's picture.
struct PlaneLayout {
  Rectangle frame, bar;
  int width = 0, height = 0;
};

PlaneLayout lay_out(const PlaneSize& size, const PictureAxis& horizontal,
                    const PictureAxis& vertical, const PictureAxis& colours,
                    const Heading& heading) {
  const bool note_above = !vertical.ticks.scale_note.empty() || !colours.ticks.scale_note.empty();
  PlaneLayout layout;
  layout.frame = {std::ceil(outer_margin + axis_room(vertical, AxisDirection::vertical)),
                  std::ceil(outer_margin + heading.height() + bar_end + (note_above ? 14 : 0)),
                  double(size.width), double(size.height)};
  layout.bar = {layout.frame.right() + bar_gap, layout.frame.y, bar_width, layout.frame.height};
  const double note_width = text_width(colours.ticks.scale_note, 13);
  const double right =
      layout.bar.x + std::max(note_width, bar_width + axis_room(colours, AxisDirection::vertical));
  layout.width = int(std::ceil(std::max(right, heading.width() + outer_margin) + outer_margin));
  layout.height = int(std::ceil(layout.frame.bottom() + outer_margin +
                                axis_room(horizontal, AxisDirection::horizontal)));
  return layout;
}

void draw_plane(const std::filesystem::path& file, const Snapshot& snapshot,
                const NamedField& field, const PictureOptions& options) {
  const ColourMap& map = colour_map(options.colours);
  const Plane plane = plane_of(snapshot, field);
  // Labels and colour bar take up to 210 pixels of the width.
  const PlaneSize size = size_of(plane, options.width - 210, options.width, least_side);
  const ValueRange data = value_range(plane.values, options.logarithmic);
  const auto axis_name = [](Axis axis) { return std::string(1, "xyz"[axis]); };
  const PictureAxis horizontal =
      make_axis({plane.left, plane.right, false}, axis_name(plane.horizontal),
                AxisDirection::horizontal, size.width);
  const PictureAxis vertical =
      make_axis({plane.bottom, plane.top, false}, axis_name(plane.vertical),
                AxisDirection::vertical, size.height);
  const PictureAxis colours = make_axis(colour_scale(data, options), field_in_words(field.name),
                                        AxisDirection::vertical, size.height);
  const Heading heading{title_of(field.name, snapshot.time), notes_of(plane, size, data)};
  const PlaneLayout layout = lay_out(size, horizontal, vertical, colours, heading);

  Canvas canvas(layout.width, layout.height);
  canvas.image({layout.frame.x, layout.frame.y}, coloured(plane, size, colours.scale, map));
  draw_frame(canvas, layout.frame);
  draw_left_axis(canvas, layout.frame, vertical);
  draw_bottom_axis(canvas, layout.frame, horizontal);
  draw_colour_bar(canvas, layout.bar, colours, map, data);
  draw_heading(canvas, heading, layout.frame, outer_margin, layout.width);
  replace_file_by_text(file, canvas.png(), Survives::program);
}

}  // namespace

void draw_field(const std::filesystem::path& file, const Snapshot& snapshot,
                const std::string& name, const PictureOptions& options) {
  require_valid(options);
  const NamedField& field = find_field(snapshot, name);
  if (snapshot.grid.dimensions() <= 1) {
    draw_row_of_cells(file, snapshot, field, options);
  } else {
    draw_plane(file, snapshot, field, options);
  }
}

}  // namespace solenoid
