#include "src/picture/sheet.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace solenoid {
namespace {

constexpr double layout_font_size = 13;
constexpr double default_font_points = 8;
constexpr double points_per_inch = 72, screen_pixels_per_inch = 96, print_pixels_per_inch = 300;
constexpr double least_width = 300, largest_width = 8000, largest_font_size = 200;

double font_size_of(const Sheet& sheet) {
  return sheet.font_size.value_or(sheet.size.points ? default_font_points : layout_font_size);
}

struct LengthUnit {
  const char* name;
  double points;
};
constexpr std::array<LengthUnit, 4> length_units{{{"cm", points_per_inch / 2.54},
                                                  {"mm", points_per_inch / 25.4},
                                                  {"in", points_per_inch},
                                                  {"pt", 1}}};

}  // namespace

PictureWidth parse_picture_width(const std::string& text) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  if (used > 0 && std::isfinite(value) && value > 0) {
    if (unit.empty()) return {value, false};
    for (const LengthUnit& known : length_units) {
      if (unit == known.name) return {value * known.points, true};
    }
  }
  throw std::invalid_argument(fmt::format(
      "expected a width such as 900 (pixels), 8.6cm, 86mm, 3.4in or 244pt, found '{}'", text));
}

std::optional<PictureFormat> format_of(const std::filesystem::path& file) {
  const std::string ending = file.extension().string();
  return ending.empty() ? std::nullopt : choice_named<PictureFormat>(ending.substr(1));
}

PictureFormat format_for(const std::filesystem::path& file) {
  return format_of(file).value_or(PictureFormat::png);
}

double Sheet::width() const { return size.value * layout_font_size / font_size_of(*this); }

double Sheet::scale(PictureFormat format) const {
  const double unit = font_size_of(*this) / layout_font_size;
  if (format == PictureFormat::png) {
    return size.points ? unit * print_pixels_per_inch / points_per_inch : unit;
  }
  return size.points ? unit : unit * points_per_inch / screen_pixels_per_inch;
}

void require_drawable(const Sheet& sheet) {
  const double font = font_size_of(sheet);
  const char* unit = sheet.size.points ? "points" : "pixels";
  if (!(font > 0 && font <= largest_font_size)) {
    throw std::invalid_argument(fmt::format("letters of a picture can be up to {} {} high, not {}",
                                            largest_font_size, unit, font));
  }
  const double units = font / layout_font_size;
  if (!(sheet.width() >= least_width && sheet.width() <= largest_width)) {
    throw std::invalid_argument(fmt::format(
        "with letters {:.4g} {} high a picture can be {:.4g} to {:.4g} {} wide, not {:.4g}", font,
        unit, std::ceil(least_width * units), std::floor(largest_width * units), unit,
        sheet.size.value));
  }
  if (sheet.width() * sheet.scale(PictureFormat::png) > 3 * largest_width) {
    throw std::invalid_argument(
        fmt::format("a picture {:.4g} {} wide has too many pixels", sheet.size.value, unit));
  }
}

}  // namespace solenoid
