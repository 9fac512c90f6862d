#include "src/picture/table_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "src/picture/axes.hpp"
#include "src/picture/colour_bar.hpp"
#include "src/picture/colour_scale.hpp"
#include "src/picture/line_plot.hpp"
#include "src/picture/value_range.hpp"

namespace solenoid {

namespace {

/// Part number `n` of a note whose parts commas part.
std::string part_of_note(const DataTable& table, const std::string& name, std::size_t n) {
  std::string rest = table.note(name);
  for (; n > 0; --n) {
    const std::size_t comma = rest.find(',');
    rest = comma == std::string::npos ? std::string() : rest.substr(comma + 1);
  }
  return rest.substr(0, rest.find(','));
}
double number_of_note(const DataTable& table, const std::string& name, std::size_t n) {
  return std::strtod(part_of_note(table, name, n).c_str(), nullptr);
}
bool is_logarithmic(const DataTable& table, std::size_t n) {
  return choice_named<BinSpacing>(part_of_note(table, "scale", n)) == BinSpacing::logarithmic;
}

/// "0.3 percent below, 1 above the range; 5 cells without a number".
std::vector<std::string> notes_of(const DataTable& table) {
  std::vector<std::string> notes;
  const std::size_t axes = table.counts.size();
  for (std::size_t n = 0; n < axes; ++n) {
    const double below = number_of_note(table, "below", n),
                 above = number_of_note(table, "above", n);
    if (!(below > 0) && !(above > 0)) continue;
    notes.push_back(fmt::format("{:.2g} % below the range{}, {:.2g} % above", 100 * below,
                                axes > 1 ? " of " + field_in_words(table.labels[n]) : "",
                                100 * above));
  }
  if (const std::string nan = table.note("not_numbers"); !nan.empty() && nan != "0")
    notes.push_back(nan + " cells without a number");
  return notes;
}

std::string title_of_table(const DataTable& table, const std::string& field) {
  const std::string weight = table.note("weight");
  return fmt::format("{}{}   {}",
                     table.is_profile()        ? "profile of " + field_in_words(field)
                     : table.counts.size() > 1 ? "joint probability density"
                                               : "probability density of " + field_in_words(field),
                     weight.empty() || weight == "1" ? "" : " by " + field_in_words(weight),
                     time_in_words(table.time));
}

/// One axis of a joint density.
AxisScale axis_of_note(const DataTable& table, std::size_t n) {
  return {number_of_note(table, "lower", n), number_of_note(table, "upper", n),
          is_logarithmic(table, n)};
}

/// The densities as pixels; bins without cells are white.
PixelImage bins_in_colours(const DataTable& table, const AxisScale& scale, const ColourMap& map) {
  const std::vector<double>& density = *table.column("pdf");
  PixelImage image{table.counts[0], table.counts[1], {}};
  for (int row = image.height - 1; row >= 0; --row) {
    for (int column = 0; column < image.width; ++column) {
      const double value =
          density[std::size_t(row) * std::size_t(image.width) + std::size_t(column)];
      const double at = scale.fraction(value);
      image.pixels.push_back(value == 0          ? 0xffffff
                             : std::isfinite(at) ? code_of(map(std::clamp(at, 0.0, 1.0)))
                                                 : not_finite_pixel);
    }
  }
  return image;
}

/// An image of more pixels, each that of the nearest.
PixelImage enlarged(const PixelImage& image, int width, int height) {
  PixelImage large{width, height, {}};
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      large.pixels.push_back(
          image.pixels[std::size_t(row * image.height / height) * std::size_t(image.width) +
                       std::size_t(column * image.width / width)]);
  return large;
}

std::string joint_density_picture(const DataTable& table, const PictureOptions& options,
                                  PictureFormat format) {
  const ColourMap& map = colour_map(options.colours);
  std::vector<double> filled;
  for (const double value : *table.column("pdf"))
    if (value != 0) filled.push_back(value);
  const ValueRange data = value_range(filled, options.logarithmic);
  const double side = std::max(double(least_side), std::round(options.sheet.width()) - label_room);
  const double tall = std::round(0.75 * side);
  const PictureAxis colours =
      make_axis(colour_scale(data, options), "probability density", AxisDirection::vertical, tall);
  const PictureAxis horizontal = make_axis(axis_of_note(table, 0), field_in_words(table.labels[0]),
                                           AxisDirection::horizontal, side);
  const PictureAxis vertical = make_axis(axis_of_note(table, 1), field_in_words(table.labels[1]),
                                         AxisDirection::vertical, tall);
  const Heading heading{options.title.value_or(title_of_table(table, "")), notes_of(table)};
  const Rectangle frame{std::ceil(outer_margin + axis_room(vertical, AxisDirection::vertical)),
                        std::ceil(outer_margin + heading.height() + bar_end + 14), side, tall};
  const Rectangle bar{frame.right() + bar_gap, frame.y, bar_width, frame.height};
  const double right = bar.x + std::max(text_width(colours.ticks.scale_note, 13),
                                        bar_width + axis_room(colours, AxisDirection::vertical));
  const int width = int(std::ceil(std::max(right, heading.width() + outer_margin) + outer_margin));
  const int height = int(
      std::ceil(frame.bottom() + outer_margin + axis_room(horizontal, AxisDirection::horizontal)));
  const double scale = options.sheet.scale(format);
  Canvas canvas(width, height, format, scale);
  canvas.image(frame, enlarged(bins_in_colours(table, colours.scale, map),
                               png_pixels(int(side), scale), png_pixels(int(tall), scale)));
  draw_frame(canvas, frame);
  draw_left_axis(canvas, frame, vertical);
  draw_bottom_axis(canvas, frame, horizontal);
  draw_colour_bar(canvas, bar, colours, map, data);
  draw_heading(canvas, heading, frame, outer_margin, width);
  return canvas.bytes();
}

}  // namespace

std::vector<std::string> drawn_fields(const DataTable& table) {
  if (!table.is_profile()) return {table.labels.front()};
  std::vector<std::string> fields;
  for (std::size_t n = 1; n < table.labels.size(); ++n) {
    const std::string field = table.labels[n].substr(0, table.labels[n].rfind('_'));
    if (std::ranges::find(fields, field) == fields.end()) fields.push_back(field);
  }
  return fields;
}

std::vector<Curve> curves_of(const DataTable& table, const std::string& field) {
  std::vector<Curve> curves;
  if (!table.is_profile()) {
    Curve curve{field_in_words(field), {}, {}};
    curve.x = *table.column(field);
    curve.y = *table.column("pdf");
    return {curve};
  }
  for (std::size_t n = 1; n < table.labels.size(); ++n) {
    const std::size_t mark = table.labels[n].rfind('_');
    if (table.labels[n].substr(0, mark) == field)
      curves.push_back({table.labels[n].substr(mark + 1), table.columns[0], table.columns[n]});
  }
  return curves;
}

PlotLabels labels_of(const DataTable& table, const std::string& field, bool logarithmic) {
  PlotLabels labels;
  labels.title = title_of_table(table, field);
  labels.x = field_in_words(table.labels.front());
  labels.y = table.is_profile() ? field_in_words(field) : "probability density";
  labels.logarithmic_x = !table.is_profile() && is_logarithmic(table, 0);
  labels.logarithmic_y = logarithmic;
  return labels;
}

std::string table_picture(const DataTable& table, const std::string& field,
                          const PictureOptions& options, PictureFormat format) {
  require_drawable(options.sheet);
  if (table.counts.size() > 1) return joint_density_picture(table, options, format);
  LinePlot plot;
  plot.curves = curves_of(table, field);
  plot.labels = labels_of(table, field, options.logarithmic);
  if (options.title) plot.labels.title = *options.title;
  plot.labels.sheet = options.sheet;
  plot.labels.mark_points = table.counts[0] <= 160;
  plot.notes = notes_of(table);
  plot.y_range = options.range;
  return line_plot(plot, format);
}

}  // namespace solenoid
