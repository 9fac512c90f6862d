#include "src/view/artist.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "physics/solvers/transfers.hpp"
#include "src/picture/colour_scale.hpp"
#include "src/picture/plane.hpp"
#include "src/picture/value_range.hpp"
#include "src/text/words.hpp"
#include "src/view/clock.hpp"

namespace solenoid {

namespace {

constexpr double least_shrink = 0.25;  // of the sides of an image that has to be made faster
constexpr std::size_t most_ranges = 64;

std::string numbers(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : ",") + json_number(value);
  return "[" + text + "]";
}

std::string moment_text(const Scene& scene) {
  return fmt::format("\"time\":{},\"step\":{}", json_number(scene.time), scene.step);
}

/// The size of an image of a part of a plane: as large as there is room for at its true shape.
PlaneSize plane_size(const Grid& grid, const Box& plane, const std::array<Axis, 2>& axes, int width,
                     int height) {
  Plane shape;
  shape.columns = plane.count[axes[0]];
  shape.rows = plane.count[axes[1]];
  shape.right = shape.columns * grid.spacing(axes[0]);
  shape.top = shape.rows * grid.spacing(axes[1]);
  constexpr int least = 48;  // pixels of a side that would be too short to see anything
  return size_of(shape, width, height, std::min({least, width, height}), false);
}

Axis axis_of_line(const Grid& grid) {
  return grid.active(0) ? axis_x : grid.active(1) ? axis_y : axis_z;
}

/// The values, or the least and the greatest of each `per_pixel` of them.
std::vector<double> thinned(const std::vector<double>& values, int per_pixel) {
  if (per_pixel == 1) return values;
  std::vector<double> shown;
  const std::ptrdiff_t count = std::ptrdiff_t(values.size());
  for (std::ptrdiff_t first = 0; first < count; first += per_pixel) {
    const auto begin = values.begin() + first;
    const auto end = values.begin() + std::min(first + per_pixel, count);
    const auto [least, greatest] = std::minmax_element(begin, end);
    shown.insert(shown.end(), {*least, *greatest});
  }
  return shown;
}

int shrunk(int side, double factor) { return std::max(1, int(std::lround(side * factor))); }

}  // namespace

/// An image with its part of Frame::about.
struct Artist::Drawn {
  FieldImage image;
  ValueExtent extent;
  ColourScale scale;
  std::string place;
};

/// The ends of the scale of what `key` names, which move without flicker.
ValueRange Artist::followed(const std::string& key, const ValueRange& data, bool logarithmic) {
  if (ranges_.size() > most_ranges) ranges_.clear();
  return ranges_[key + (logarithmic ? " logarithmic" : "")].follow(data, logarithmic,
                                                                   seconds_now());
}

ColourScale Artist::scale_for(const ValueExtent& extent, const FrameSettings& settings) {
  const PictureOptions& picture = settings.picture;
  ValueRange data = range_of(extent);
  if (!picture.range) {
    const std::string key =
        fmt::format("{} {} {}", settings.field, int(picture.view), int(settings.plane.axis));
    data = followed(key, data, picture.logarithmic);
  }
  return colours_of(colour_scale(data, picture), colour_map(picture.colours));
}

Artist::Drawn Artist::draw_plane(const Scene& scene, const FrameSettings& settings, double shrink) {
  const Grid& grid = scene.grid;
  if (grid.dimensions() < 2)
    throw std::invalid_argument("the grid has one direction: there is no plane to be shown");
  const std::array<Axis, 2> axes = axes_of_plane(grid, settings.plane);
  const Box plane = shown_plane(grid, settings.plane);
  const PlaneSize size = plane_size(grid, plane, axes, settings.width, settings.height);
  const PlanePixels pixels{shrunk(size.width, shrink), shrunk(size.height, shrink),
                           settings.picture.logarithmic};
  Drawn drawn;
  drawn.extent = painter_.take_plane(scene.gather(settings.field), plane, pixels);
  drawn.scale = scale_for(drawn.extent, settings);
  drawn.image = painter_.plane(drawn.scale);
  const auto edge = [&](std::size_t d, int cells) {
    return json_number(grid.face(axes[d], plane.begin[axes[d]] + cells));
  };
  drawn.place = fmt::format(
      "\"axes\":\"{}{}\",\"left\":{},\"right\":{},\"bottom\":{},\"top\":{},\"show_width\":{},"
      "\"show_height\":{}",
      "xyz"[axes[0]], "xyz"[axes[1]], edge(0, 0), edge(0, plane.count[axes[0]]), edge(1, 0),
      edge(1, plane.count[axes[1]]), size.width, size.height);
  if (grid.dimensions() == 3) {
    const Axis axis = settings.plane.axis;
    drawn.place += fmt::format(",\"normal\":\"{}\",\"at\":{}", "xyz"[axis],
                               json_number(grid.centre(axis, plane.begin[axis])));
  }
  return drawn;
}

Artist::Drawn Artist::draw_volume(const Scene& scene, const FrameSettings& settings,
                                  double shrink) {
  const Grid& grid = scene.grid;
  if (grid.dimensions() < 3)
    throw std::invalid_argument("only a grid with three directions can be shown as a volume");
  const VolumeOfField volume = scene.volume
                                   ? scene.volume(painter_, settings.field)
                                   : volume_of(painter_, scene.gather(settings.field), grid);
  Drawn drawn;
  drawn.extent = volume.take(settings.picture.logarithmic);
  drawn.scale = scale_for(drawn.extent, settings);
  VolumeFrame frame{settings.picture.camera, shrunk(settings.width, shrink),
                    shrunk(settings.height, shrink)};
  frame.background = 0x14161a;
  frame.edges = 0x8a9099;
  drawn.image = volume.draw({drawn.scale, settings.picture.look, frame});
  drawn.place =
      fmt::format("\"show_width\":{},\"show_height\":{}", settings.width, settings.height);
  return drawn;
}

/// Of the sides of an image that is asked for with so many pixels.
double Artist::shrink_for(PictureView view, double pixels) const {
  if (most_seconds_ <= 0) return 1;
  const auto known = seconds_per_pixel_.find(view);
  if (known == seconds_per_pixel_.end()) return least_shrink;
  const double per_pixel = known->second + elsewhere_per_pixel_;
  return std::clamp(std::sqrt(most_seconds_ / (per_pixel * pixels)), least_shrink, 1.0);
}

Frame Artist::frame(const Scene& scene, const FrameSettings& settings) {
  const PictureView view = settings.picture.view;
  const double asked = double(settings.width) * settings.height;
  const double shrink = shrink_for(view, asked);
  const double begin = seconds_now();
  Drawn drawn = view == PictureView::volume ? draw_volume(scene, settings, shrink)
                                            : draw_plane(scene, settings, shrink);
  const double pixels = asked * shrink * shrink;
  seconds_per_pixel_[view] = (seconds_now() - begin) / pixels;
  pixels_drawn_ += pixels;
  Frame frame;
  frame.about = fmt::format(
      "{{{},\"field\":{},\"lower\":{},\"upper\":{},\"logarithmic\":{},\"least\":{},"
      "\"greatest\":{},\"not_finite\":{},\"not_positive\":{},\"shrink\":{},{}}}",
      moment_text(scene), json_text(settings.field), json_number(drawn.scale.lower),
      json_number(drawn.scale.upper), drawn.scale.logarithmic, json_number(drawn.extent.lower),
      json_number(drawn.extent.upper), drawn.extent.not_finite, drawn.extent.not_positive,
      json_number(shrink), drawn.place);
  frame.image = std::move(drawn.image);
  return frame;
}

std::string Artist::line(const Scene& scene, const LineSettings& settings) {
  const Grid& grid = scene.grid;
  if (grid.dimensions() != 1)
    throw std::invalid_argument("curves are drawn of grids with one direction");
  const Axis axis = axis_of_line(grid);
  const Box box = whole_field(grid, Placement::cells);
  const int cells = grid.cells[axis];
  const int per_pixel = std::max(1, cells / std::max(1, settings.width));
  std::vector<double> x;
  // Two values, the least and the greatest, where there are several cells to a pixel.
  for (int first = 0; first < cells; first += per_pixel)
    x.insert(x.end(), per_pixel > 1 ? 2 : 1, grid.centre(axis, first));
  std::string fields, scales;
  std::vector<double> values(box.values());
  for (const std::string& name : settings.fields) {
    bring_to_host(scene.device, scene.gather(name), box,
                  {Precision::double_precision, values.data()});
    const ValueRange data = value_range(values, settings.logarithmic);
    const ValueRange scale = followed("line " + name, data, settings.logarithmic);
    const char* comma = fields.empty() ? "" : ",";
    fields += fmt::format("{}{}:{}", comma, json_text(name), numbers(thinned(values, per_pixel)));
    scales +=
        fmt::format("{}{}:{{\"lower\":{},\"upper\":{},\"not_finite\":{},\"not_positive\":{}}}",
                    comma, json_text(name), json_number(scale.lower), json_number(scale.upper),
                    data.not_finite, data.not_positive);
  }
  return fmt::format(
      "{{{},\"axis\":\"{}\",\"logarithmic\":{},\"x\":{},\"fields\":{{{}}},\"scales\":{{{}}}}}",
      moment_text(scene), "xyz"[axis], settings.logarithmic, numbers(x), fields, scales);
}

std::string Artist::probe(const Scene& scene, const ProbeSettings& settings) {
  const Grid& grid = scene.grid;
  std::vector<Axis> axes{axis_of_line(grid)};
  if (grid.dimensions() > 1) {
    const std::array<Axis, 2> of_plane = axes_of_plane(grid, settings.plane);
    axes.assign(of_plane.begin(), of_plane.end());
  }
  Box cell = whole_plane(grid, settings.plane);
  const std::array<double, 2> at{settings.x, settings.y};
  for (std::size_t d = 0; d < axes.size(); ++d) {
    const int cells = grid.cells[axes[d]];
    cell.begin[axes[d]] = std::clamp(int(at[d] * cells), 0, cells - 1);
    cell.count[axes[d]] = 1;
  }
  double value = 0;
  bring_to_host(scene.device, scene.gather(settings.field), cell,
                {Precision::double_precision, &value});
  std::vector<double> place;
  for (int d = 0; d < 3; ++d) place.push_back(grid.centre(d, cell.begin[std::size_t(d)]));
  return fmt::format("{{{},\"value\":{},\"place\":{},\"cell\":[{},{},{}]}}", moment_text(scene),
                     json_number(value), numbers(place), cell.begin[0], cell.begin[1],
                     cell.begin[2]);
}

}  // namespace solenoid
