#include "src/cli/plot_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>

#include "src/text/suggest.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

/// A number that fills `text`.
std::optional<double> whole_number(const std::string& text) {
  std::size_t used = 0;
  try {
    const double value = std::stod(text, &used);
    if (used == text.size()) return value;
  } catch (const std::exception&) {
    return std::nullopt;
  }
  return std::nullopt;
}

/// What a formula can be called in the name of a file.
std::string in_file_name(std::string text) {
  for (char& c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                       std::string("-_+.=").find(c) != std::string::npos;
    if (!plain) c = '_';
  }
  return text;
}

}  // namespace

std::vector<double> parsed_numbers(const std::string& text, const std::string& option) {
  std::vector<double> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const auto number = whole_number(text.substr(begin, end - begin));
    if (!number) {
      throw UsageError(
          fmt::format("{} is '{}'; expected numbers such as 0.1,0.2,0.5", option, text));
    }
    numbers.push_back(*number);
    begin = end + 1;
  }
  return numbers;
}

std::optional<std::array<double, 2>> parsed_range(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t comma = text.find(',');
  constexpr double absent = std::numeric_limits<double>::quiet_NaN();
  const double lower = whole_number(text.substr(0, comma)).value_or(absent);
  const double upper =
      comma == std::string::npos ? absent : whole_number(text.substr(comma + 1)).value_or(absent);
  if (!(lower < upper)) {
    throw UsageError(
        fmt::format("--range is '{}'; expected two increasing numbers such as 0.1,2.5", text));
  }
  return std::array<double, 2>{lower, upper};
}

void refuse_plane_options(const PlotArguments& arguments) {
  if (!arguments.range.empty() || !arguments.colours.empty()) {
    throw UsageError("--range and --colours apply to the picture of a single .athdf file");
  }
  if (arguments.volume) throw UsageError("--volume applies to the picture of a single .athdf file");
  if (!(arguments.vectors + arguments.field_lines + arguments.contours + arguments.levels)
           .empty()) {
    throw UsageError(
        "--vectors, --field-lines, --contours and --levels apply to the picture of a plane");
  }
}

Sheet sheet_of(const PlotArguments& arguments) {
  Sheet sheet;
  try {
    if (!arguments.size.empty()) sheet.size = parse_picture_width(arguments.size);
    sheet.font_size = arguments.font_size;
    require_drawable(sheet);
  } catch (const std::invalid_argument& error) {
    throw UsageError(
        fmt::format("{}: {}", arguments.size.empty() ? "--font-size" : "--size", error.what()));
  }
  return sheet;
}

PictureOptions picture_options_of(const PlotArguments& arguments) {
  PictureOptions options;
  options.range = parsed_range(arguments.range);
  if (!arguments.colours.empty()) options.colours = arguments.colours;
  options.logarithmic = arguments.logarithmic;
  options.sheet = sheet_of(arguments);
  options.title = arguments.title;
  return options;
}

std::vector<PlotMark> marks_of(const PlotArguments& arguments) {
  std::vector<PlotMark> marks;
  for (const double x : arguments.marks) marks.push_back({x, fmt::format("{:g}", x)});
  return marks;
}

fs::path picture_path(const PlotArguments& arguments, const std::string& stem,
                      const std::string& what) {
  const std::string format = arguments.format.empty() ? "png" : arguments.format;
  if (arguments.out.empty())
    return in_file_name(what.empty() ? stem : stem + "." + what) + "." + format;
  const fs::path out = arguments.out;
  const auto ending = format_of(out);
  if (!ending || (!arguments.format.empty() && name_of(*ending) != arguments.format)) {
    throw UsageError(fmt::format("--out {}: expected a name that ends with {}", arguments.out,
                                 arguments.format.empty()
                                     ? ".png, .pdf or .svg"
                                     : "." + arguments.format + ", as --format says"));
  }
  return out;
}

std::vector<std::string> labels_or(const PlotArguments& arguments,
                                   std::vector<std::string> labels) {
  if (arguments.labels.empty()) return labels;
  if (arguments.labels.size() != labels.size()) {
    throw UsageError(fmt::format("--label is given {} times and there are {} curves: {}",
                                 arguments.labels.size(), labels.size(), quoted_list(labels)));
  }
  return arguments.labels;
}

void refuse_names(const std::string& file, const std::vector<std::string>& names,
                  const std::vector<std::string>& known, const std::vector<std::string>& derived) {
  std::vector<std::string> all = known;
  all.insert(all.end(), derived.begin(), derived.end());
  std::string absent;
  for (const std::string& name : names) {
    absent +=
        fmt::format("{} no '{}'{}", absent.empty() ? "" : "; and", name, did_you_mean(name, all));
  }
  const std::string more =
      derived.empty() ? "" : fmt::format("; these give {}", quoted_list(derived));
  throw UsageError(fmt::format("{} has{} (it has {}{})", file, absent, quoted_list(known), more));
}

}  // namespace solenoid
