#include "src/picture/volume_picture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "src/picture/colour_bar.hpp"
#include "src/picture/colour_scale.hpp"

namespace solenoid {
namespace {

/// The side of the frame, in units.
int frame_side(const PictureOptions& options) {
  return std::max(least_side, int(options.sheet.width()) - label_room);
}

/// Where x, y and z point to, in a corner of the frame.
void draw_directions(Canvas& canvas, const Rectangle& frame, const Camera& camera) {
  constexpr double length = 34, beyond = 9, corner = 52, letter = 13;
  constexpr double degree = std::numbers::pi / 180;
  const double a = camera.azimuth * degree, e = camera.elevation * degree;
  const Point origin{frame.x + corner, frame.bottom() - corner};
  const std::array<Point, 3> along{{{-std::sin(a), -std::sin(e) * std::cos(a)},
                                    {std::cos(a), -std::sin(e) * std::sin(a)},
                                    {0, std::cos(e)}}};
  for (std::size_t d = 0; d < 3; ++d) {
    const auto at = [&](double distance) {
      return Point{origin.x + distance * along[d].x, origin.y - distance * along[d].y};
    };
    canvas.line(origin, at(length), 1.5, ink);
    // A direction that points at the reader has no room for its letter.
    if (std::hypot(along[d].x, along[d].y) < 0.2) continue;
    canvas.text(at(length + beyond), std::string(1, "xyz"[d]),
                {letter, HorizontalAnchor::centre, VerticalAnchor::middle, false, ink});
  }
}

Heading heading_of(const Snapshot& head, const std::string& name, const PaintedVolume& volume,
                   const PictureOptions& options) {
  return {title_of(name, head.time, options),
          range_notes(range_of(volume.extent), "cells", "magenta", "left out")};
}

}  // namespace

PaintedVolume paint_volume(const VolumeOfField& volume, const Grid& grid,
                           const std::filesystem::path& file, const PictureOptions& options) {
  if (grid.dimensions() < 3)
    throw std::invalid_argument("a volume is drawn of three directions, and the grid has fewer");
  if (options.range) require_drawable(*options.range, options.logarithmic);
  require_drawable(options.sheet);
  PaintedVolume painted;
  painted.extent = volume.take(options.logarithmic);
  painted.scale = colour_scale(range_of(painted.extent), options);
  const PictureFormat format = format_for(file);
  // In a file of vectors the image is as fine as that of a PNG for print.
  const double scale = options.sheet.scale(PictureFormat::png);
  const int side = png_pixels(frame_side(options), format == PictureFormat::png ? scale : 2);
  VolumeFrame frame{options.camera, side, side};
  frame.edge_width = format == PictureFormat::png ? scale : 2;
  painted.image =
      volume.draw({colours_of(painted.scale, colour_map(options.colours)), options.look, frame});
  return painted;
}

std::string volume_picture(const Snapshot& head, const std::string& name,
                           const PaintedVolume& volume, const PictureOptions& options,
                           PictureFormat format) {
  const int side = frame_side(options);
  const PictureAxis colours =
      make_axis(volume.scale, field_in_words(name), AxisDirection::vertical, side);
  const Heading heading = heading_of(head, name, volume, options);
  const Rectangle frame{outer_margin, std::ceil(outer_margin + heading.height() + bar_end + 14),
                        double(side), double(side)};
  const Rectangle bar{frame.right() + bar_gap, frame.y, bar_width, frame.height};
  const double right = bar.x + std::max(text_width(colours.ticks.scale_note, 13),
                                        bar_width + axis_room(colours, AxisDirection::vertical));
  const double width = std::ceil(std::max(right, heading.width() + outer_margin) + outer_margin);
  Canvas canvas(width, std::ceil(frame.bottom() + outer_margin), format,
                options.sheet.scale(format));
  const FieldImage& image = volume.image;
  canvas.image(frame, {image.width, image.height, {image.pixels.begin(), image.pixels.end()}});
  draw_directions(canvas, frame, options.camera);
  draw_colour_bar(canvas, bar, colours, colour_map(options.colours), range_of(volume.extent));
  draw_heading(canvas, heading, frame, outer_margin, width);
  return canvas.bytes();
}

}  // namespace solenoid
