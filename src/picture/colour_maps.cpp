#include "src/picture/colour_maps.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <utility>

#include "src/picture/colour_tables.hpp"
#include "src/picture/options.hpp"

namespace solenoid {
namespace {

template <typename Table>
ColourMap from_table(const Table& table, bool diverging) {
  std::vector<Colour> control;
  control.reserve(table.size());
  for (const std::uint32_t code : table) {
    control.push_back(
        {((code >> 16) & 255) / 255.0, ((code >> 8) & 255) / 255.0, (code & 255) / 255.0});
  }
  return ColourMap(std::move(control), diverging);
}

const std::map<std::string, ColourMap>& all_maps() {
  static const std::map<std::string, ColourMap> maps = {
      {"viridis", from_table(colour_tables::viridis, false)},
      {"inferno", from_table(colour_tables::inferno, false)},
      {"grey", from_table(colour_tables::grey, false)},
      {"balance", from_table(colour_tables::balance, true)},
  };
  return maps;
}

}  // namespace

ColourMap::ColourMap(std::vector<Colour> control, bool diverging)
    : control_(std::move(control)), diverging_(diverging) {
  if (control_.size() < 2) throw std::invalid_argument("a colour map needs at least two colours");
}

Colour ColourMap::operator()(double position) const {
  const double place = std::clamp(position, 0.0, 1.0) * double(control_.size() - 1);
  const std::size_t i = std::min(std::size_t(place), control_.size() - 2);
  const double weight = place - double(i);
  const auto mix = [&](double a, double b) { return a + (b - a) * weight; };
  const Colour& a = control_[i];
  const Colour& b = control_[i + 1];
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

const ColourMap& colour_map(const std::string& name) {
  const auto found = all_maps().find(name);
  if (found == all_maps().end()) {
    throw std::invalid_argument(fmt::format("unknown colour map '{}'; known are {}", name,
                                            fmt::join(colour_map_names(), ", ")));
  }
  return found->second;
}

std::vector<std::string> colour_map_names() { return {"viridis", "inferno", "grey", "balance"}; }

double lightness(const Colour& colour) {
  const auto linear = [](double part) {
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  const double luminance =
      0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
  return luminance > 216.0 / 24389.0 ? 116.0 * std::cbrt(luminance) - 16.0
                                     : luminance * 24389.0 / 27.0;
}

}  // namespace solenoid
