#include "src/view/settings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace solenoid {

namespace {

constexpr int least_side = 8, most_side = 4096;  // pixels
constexpr std::size_t most_numbers = 64;         // in a list
constexpr std::size_t most_fields = 256;         // of one line, which may be all that there are

[[noreturn]] void refuse(const std::string& name, const std::string& text,
                         const std::string& expected) {
  throw std::invalid_argument(fmt::format("'{}' is '{}'; expected {}", name, text, expected));
}

std::string text_of(const RequestParameters& parameters, const std::string& name,
                    const std::string& otherwise = "") {
  const auto found = parameters.find(name);
  return found == parameters.end() ? otherwise : found->second;
}

std::optional<double> finite_number(const std::string& text) {
  std::size_t used = 0;
  try {
    const double value = std::stod(text, &used);
    if (used == text.size() && std::isfinite(value)) return value;
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return std::nullopt;
}

double number_of(const RequestParameters& parameters, const std::string& name, double lower,
                 double upper, double otherwise) {
  const std::string text = text_of(parameters, name);
  if (text.empty()) return otherwise;
  const auto value = finite_number(text);
  if (!value || *value < lower || *value > upper)
    refuse(name, text, fmt::format("a number from {} to {}", lower, upper));
  return *value;
}

std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::vector<double> numbers_of(const RequestParameters& parameters, const std::string& name) {
  const std::string text = text_of(parameters, name);
  std::vector<double> numbers;
  for (const std::string& part : parts_of(text)) {
    const auto value = finite_number(part);
    if (!value || numbers.size() == most_numbers)
      refuse(name, text, fmt::format("at most {} numbers with commas between them", most_numbers));
    numbers.push_back(*value);
  }
  return numbers;
}

template <class Choice>
Choice choice_of(const RequestParameters& parameters, const std::string& name, Choice otherwise) {
  const std::string text = text_of(parameters, name);
  if (text.empty()) return otherwise;
  const auto choice = choice_named<Choice>(text);
  if (!choice) refuse(name, text, fmt::format("one of {}", fmt::join(names_of<Choice>(), ", ")));
  return *choice;
}

std::string required(const RequestParameters& parameters, const std::string& name) {
  const std::string text = text_of(parameters, name);
  if (text.empty()) refuse(name, text, "a name");
  return text;
}

PlaneChoice plane_choice(const RequestParameters& parameters) {
  PlaneChoice plane;
  const std::string axis = text_of(parameters, "axis", "z");
  const std::size_t number = std::string("xyz").find(axis);
  if (axis.size() != 1 || number == std::string::npos) refuse("axis", axis, "x, y or z");
  plane.axis = Axis(number);
  plane.position = number_of(parameters, "position", 0, 1, 0.5);
  const std::vector<double> region = numbers_of(parameters, "region");
  if (region.empty()) return plane;
  const auto ascend = [](double a, double b) { return 0 <= a && a < b && b <= 1; };
  if (region.size() != 4 || !ascend(region[0], region[1]) || !ascend(region[2], region[3]))
    refuse("region", text_of(parameters, "region"),
           "left, right, bottom and top as parts from 0 to 1 of the plane");
  std::copy_n(region.begin(), 4, plane.region.begin());
  return plane;
}

VolumeLook volume_look(const RequestParameters& parameters) {
  VolumeLook look{numbers_of(parameters, "opacity"), numbers_of(parameters, "surfaces"), 1};
  look.surface_opacity = number_of(parameters, "surface_opacity", 0, 1, 1);
  if (!std::ranges::all_of(look.opacity, [](double part) { return 0 <= part && part <= 1; }))
    refuse("opacity", text_of(parameters, "opacity"), "numbers from 0 to 1");
  if (look.surfaces.size() > most_surfaces)
    refuse("surfaces", text_of(parameters, "surfaces"),
           fmt::format("at most {} values", most_surfaces));
  return look;
}

bool is_logarithmic(const RequestParameters& parameters) {
  return number_of(parameters, "logarithmic", 0, 1, 0) != 0;
}

PictureOptions picture_options(const RequestParameters& parameters) {
  PictureOptions picture;
  picture.view = choice_of(parameters, "view", PictureView::plane);
  picture.colours = text_of(parameters, "colours", picture.colours);
  if (std::ranges::count(colour_map_names(), picture.colours) == 0)
    refuse("colours", picture.colours,
           fmt::format("one of {}", fmt::join(colour_map_names(), ", ")));
  picture.logarithmic = is_logarithmic(parameters);
  const std::vector<double> range = numbers_of(parameters, "range");
  if (!range.empty()) {
    if (range.size() != 2 || !(range[0] < range[1]) || (picture.logarithmic && !(range[0] > 0)))
      refuse("range", text_of(parameters, "range"),
             picture.logarithmic ? "two increasing positive numbers" : "two increasing numbers");
    picture.range = {{range[0], range[1]}};
  }
  picture.camera.azimuth = number_of(parameters, "azimuth", -3600, 3600, 30);
  picture.camera.elevation = number_of(parameters, "elevation", -90, 90, 25);
  picture.camera.zoom = number_of(parameters, "zoom", 0.1, 100, 1);
  picture.look = volume_look(parameters);
  return picture;
}

int side_of(const RequestParameters& parameters, const std::string& name) {
  return int(number_of(parameters, name, least_side, most_side, 512));
}

int cell_at(const Grid& grid, int axis, double part) {
  const int cells = grid.cells[std::size_t(axis)];
  return std::clamp(int(part * cells), 0, cells - 1);
}

}  // namespace

FrameSettings frame_settings(const RequestParameters& parameters) {
  return {required(parameters, "field"), side_of(parameters, "width"),
          side_of(parameters, "height"), picture_options(parameters), plane_choice(parameters)};
}

LineSettings line_settings(const RequestParameters& parameters) {
  LineSettings settings{parts_of(required(parameters, "fields")), side_of(parameters, "width"),
                        is_logarithmic(parameters)};
  if (settings.fields.empty() || settings.fields.size() > most_fields)
    refuse("fields", text_of(parameters, "fields"), fmt::format("1 to {} names", most_fields));
  return settings;
}

ProbeSettings probe_settings(const RequestParameters& parameters) {
  return {required(parameters, "field"), plane_choice(parameters),
          number_of(parameters, "x", 0, 1, 0), number_of(parameters, "y", 0, 1, 0)};
}

std::optional<long> whole_parameter(const RequestParameters& parameters, const std::string& name) {
  const std::string text = text_of(parameters, name);
  if (text.empty()) return std::nullopt;
  constexpr double most = 9e15;
  const double value = number_of(parameters, name, -1, most, 0);
  if (value != std::floor(value)) refuse(name, text, "a whole number");
  return long(value);
}

std::array<Axis, 2> axes_of_plane(const Grid& grid, const PlaneChoice& choice) {
  if (grid.dimensions() == 2) return axes_of_picture(grid);
  Grid cut = grid;
  cut.cells[choice.axis] = 1;
  return axes_of_picture(cut);
}

Box whole_plane(const Grid& grid, const PlaneChoice& choice) {
  Box plane = whole_field(grid, Placement::cells);
  if (grid.dimensions() == 3) {
    plane.begin[choice.axis] = cell_at(grid, choice.axis, choice.position);
    plane.count[choice.axis] = 1;
  }
  return plane;
}

Box shown_plane(const Grid& grid, const PlaneChoice& choice) {
  Box plane = whole_plane(grid, choice);
  const std::array<Axis, 2> axes = axes_of_plane(grid, choice);
  for (std::size_t d = 0; d < 2; ++d) {
    const Axis axis = axes[d];
    const int cells = grid.cells[axis];
    if (cells < 2) continue;
    const int first = std::min(int(choice.region[2 * d] * cells), cells - 2);
    const int last = std::max(first + 2, int(std::ceil(choice.region[2 * d + 1] * cells)));
    plane.begin[axis] = first;
    plane.count[axis] = std::min(last, cells) - first;
  }
  return plane;
}

}  // namespace solenoid
