#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/output/replace.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/colour_bar.hpp"
#include "src/picture/colour_scale.hpp"
#include "src/picture/line_plot.hpp"
#include "src/picture/overlays.hpp"
#include "src/picture/picture.hpp"
#include "src/picture/plane.hpp"
#include "src/picture/value_range.hpp"

namespace solenoid {
namespace {

void require_valid(const Snapshot& snapshot, const PictureOptions& options) {
  if (options.range) require_drawable(*options.range, options.logarithmic);
  require_drawable(options.sheet);
  if (options.has_overlays() && snapshot.grid.dimensions() < 2) {
    throw std::invalid_argument(
        "arrows, field lines and contours are drawn over a plane, and there is only a line");
  }
}

std::string row_of_cells(const Snapshot& snapshot, const NamedField& field,
                         const PictureOptions& options, PictureFormat format) {
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
  plot.labels = {title_of(field.name, snapshot.time, options), std::string(1, "xyz"[axis]),
                 field_in_words(field.name), false, options.logarithmic};
  plot.labels.mark_points = grid.cells[axis] <= 160;  // so few that each can be seen for itself
  if (const std::string cut = cut_in_words(snapshot); !cut.empty()) plot.notes.push_back(cut);
  plot.x_range = {{grid.lower[axis], grid.upper[axis]}};
  plot.y_range = options.range;
  plot.labels.sheet = options.sheet;
  return line_plot(plot, format);
}

ValueRange range_of(const Plane& plane, bool logarithmic) {
  if (!plane.means) return value_range(plane.values, logarithmic);
  return range_of(plane.means->extent);
}

/// The plane in colours, a pixel of a PNG each; in other formats no more pixels than cells.
PixelImage coloured(const Plane& plane, const PlaneSize& units, const AxisScale& scale,
                    const ColourMap& map, PictureFormat format, double pixels_per_unit) {
  const auto pixels = [&](int side, int cells) {
    const int finest = png_pixels(side, pixels_per_unit);
    return format == PictureFormat::png ? finest : std::min(cells, 4 * finest);
  };
  const PlaneSize size{pixels(units.width, plane.columns), pixels(units.height, plane.rows), 1};
  const FieldValues made = plane.means ? FieldValues() : resample(plane, size, scale.logarithmic);
  const FieldValues& values = plane.means ? plane.means->pixels : made;
  PixelImage image{size.width, size.height, std::vector<std::uint32_t>(values.size())};
  std::transform(values.begin(), values.end(), image.pixels.begin(), [&](double value) {
    if (!std::isfinite(value)) return not_finite_pixel;
    if (scale.logarithmic && value <= 0) return not_positive_pixel;
    return code_of(map(scale.fraction(value)));
  });
  return image;
}

std::vector<std::string> notes_of(const Plane& plane, const PlaneSize& size, const ValueRange& data,
                                  const Overlays& overlays, const PictureOptions& options) {
  const std::vector<std::string> warnings = range_notes(data, "cells", "magenta", "cyan");
  if (options.title && options.title->empty()) return warnings;
  std::vector<std::string> notes;
  if (!plane.position.empty()) notes.push_back(plane.position);
  if (std::abs(size.stretch - 1) > 0.05) {
    const Axis longer = size.stretch > 1 ? plane.vertical : plane.horizontal;
    const double factor = size.stretch > 1 ? size.stretch : 1 / size.stretch;
    notes.push_back(fmt::format("{} stretched {} times", "xyz"[longer], picture_number(factor, 3)));
  }
  notes.insert(notes.end(), warnings.begin(), warnings.end());
  notes.insert(notes.end(), overlays.notes().begin(), overlays.notes().end());
  return notes;
}

/// Where everything stands on the sheet of a plane's picture.
struct PlaneLayout {
  Rectangle frame, bar;
  int width = 0, height = 0;
  double beside_frame = 0;  ///< room that labels and colour bar take of the width
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
  layout.beside_frame = right + outer_margin - layout.frame.width;
  layout.width = int(std::ceil(std::max(right, heading.width() + outer_margin) + outer_margin));
  layout.height = int(std::ceil(layout.frame.bottom() + outer_margin +
                                axis_room(horizontal, AxisDirection::horizontal)));
  return layout;
}

/// The axes of a plane at a size, and its layout.
struct PlanePicture {
  PlaneSize size;
  PictureAxis horizontal, vertical, colours;
  Overlays overlays;
  Heading heading;
  PlaneLayout layout;

  PlanePicture(const Snapshot& snapshot, const NamedField& field, const Plane& plane,
               const ValueRange& data, const PictureOptions& options, const PlaneSize& at)
      : size(at),
        horizontal(make_axis({plane.left, plane.right, false}, axis_name(plane.horizontal),
                             AxisDirection::horizontal, at.width)),
        vertical(make_axis({plane.bottom, plane.top, false}, axis_name(plane.vertical),
                           AxisDirection::vertical, at.height)),
        colours(make_axis(colour_scale(data, options), field_in_words(field.name),
                          AxisDirection::vertical, at.height)),
        overlays(snapshot, options, at.width, at.height),
        heading{title_of(field.name, snapshot.time, options),
                notes_of(plane, at, data, overlays, options)},
        layout(lay_out(at, horizontal, vertical, colours, heading)) {}

  static std::string axis_name(Axis axis) { return std::string(1, "xyz"[axis]); }
};

/// The size of a plane on a sheet whose width is in pixels.
PlaneSize size_on_screen(const Plane& plane, const Sheet& sheet) {
  const int width = int(sheet.width());
  return size_of(plane, width - label_room, width, least_side);
}

PlaneSize size_for(const Snapshot& snapshot, const NamedField& field, const Plane& plane,
                   const ValueRange& data, const PictureOptions& options) {
  const int width = int(options.sheet.width());
  if (!options.sheet.size.points) return size_on_screen(plane, options.sheet);
  // On a printed page the width is used to the full: what the labels leave of it is known once they
  // are.
  const PlaneSize first =
      size_of(plane, std::max(width - label_room, least_side), width, least_side, false);
  PictureOptions plain = options;
  plain.vectors = plain.field_lines = plain.contours = "";
  const PlanePicture tried(snapshot, field, plane, data, plain, first);
  const int room = std::max(width - int(std::ceil(tried.layout.beside_frame)), least_side);
  return size_of(plane, room, width, least_side, false);
}

std::string plane_picture(const Snapshot& snapshot, const NamedField& field,
                          const PictureOptions& options, PictureFormat format) {
  const ColourMap& map = colour_map(options.colours);
  const Plane plane = plane_of(snapshot, field);
  const ValueRange data = range_of(plane, options.logarithmic);
  const PlanePicture picture(snapshot, field, plane, data, options,
                             size_for(snapshot, field, plane, data, options));
  const PlaneLayout& layout = picture.layout;
  const double scale = options.sheet.scale(format);

  Canvas canvas(layout.width, layout.height, format, scale);
  canvas.image(layout.frame,
               coloured(plane, picture.size, picture.colours.scale, map, format, scale));
  picture.overlays.draw(canvas, layout.frame, map);
  draw_frame(canvas, layout.frame);
  draw_left_axis(canvas, layout.frame, picture.vertical);
  draw_bottom_axis(canvas, layout.frame, picture.horizontal);
  draw_colour_bar(canvas, layout.bar, picture.colours, map, data);
  draw_heading(canvas, picture.heading, layout.frame, outer_margin, layout.width);
  return canvas.bytes();
}

}  // namespace

std::optional<PlanePixels> pixels_of_plane(const std::filesystem::path& file, const Snapshot& head,
                                           const PictureOptions& options) {
  require_valid(head, options);
  const PictureFormat format = format_for(file);
  if (format != PictureFormat::png || options.sheet.size.points || head.grid.dimensions() != 2)
    return std::nullopt;
  const Plane plane = plane_without_values(head);
  const PlaneSize units = size_on_screen(plane, options.sheet);
  const double scale = options.sheet.scale(format);
  const PlanePixels pixels{png_pixels(units.width, scale), png_pixels(units.height, scale),
                           options.logarithmic};
  const auto cells = double(plane.columns) * plane.rows;
  if (double(pixels.width) * pixels.height >= cells) return std::nullopt;
  return pixels;
}

std::string field_picture(const Snapshot& snapshot, const std::string& name,
                          const PictureOptions& options, PictureFormat format) {
  require_valid(snapshot, options);
  const NamedField& field = field_named(snapshot, name);
  if (snapshot.grid.dimensions() <= 1) return row_of_cells(snapshot, field, options, format);
  return plane_picture(snapshot, field, options, format);
}

void draw_field(const std::filesystem::path& file, const Snapshot& snapshot,
                const std::string& name, const PictureOptions& options) {
  replace_file_by_text(file, field_picture(snapshot, name, options, format_for(file)),
                       Survives::program);
}

}  // namespace solenoid
