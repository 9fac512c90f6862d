#pragma once
/// \file
/// What `solenoid plot` is asked for, and what its kinds of pictures have in common.

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "src/picture/picture.hpp"
#include "src/text/usage_error.hpp"

namespace solenoid {

struct PlotArguments {
  std::vector<std::string> files;
  std::vector<std::string> fields;
  std::vector<std::string> labels;
  std::string slice;
  std::string out;
  std::string format;
  std::string size;
  std::optional<double> font_size;
  std::string colours;
  std::string range;
  std::string abscissa;
  std::optional<std::string> title;
  std::string vectors, field_lines, contours, levels;
  int last = 0;
  std::vector<double> marks;
  bool logarithmic = false;
  bool logarithmic_x = false;
  bool points = false;
  bool volume = false;
  std::string camera, opacity, surfaces;
  std::optional<double> surface_opacity;
};

/// \name Kinds of pictures: each draws one and returns its path. Throw UsageError and OutputError
/// @{
std::filesystem::path plot_fields(const PlotArguments& arguments);
std::filesystem::path plot_histories(const PlotArguments& arguments);
std::filesystem::path plot_tables(const PlotArguments& arguments);
/// @}

/// Numbers separated by commas. Throws UsageError that names `option`.
std::vector<double> parsed_numbers(const std::string& text, const std::string& option);
/// The two ends of --range, if given.
std::optional<std::array<double, 2>> parsed_range(const std::string& text);
/// Throws UsageError for options of the picture of a plane, where curves are drawn.
void refuse_plane_options(const PlotArguments& arguments);
/// --size and --font-size. Throws UsageError.
Sheet sheet_of(const PlotArguments& arguments);
/// What pictures in colours have in common: range, colours, scale, sheet and title.
PictureOptions picture_options_of(const PlotArguments& arguments);
std::vector<PlotMark> marks_of(const PlotArguments& arguments);

/// Where the picture goes: --out, or in the current folder `stem`.`what`.png (or the ending of
/// --format). Throws UsageError where --out is of another format, or of none that is known.
std::filesystem::path picture_path(const PlotArguments& arguments, const std::string& stem,
                                   const std::string& what);

/// --label, of which there have to be as many as curves, in place of `labels`. Throws UsageError.
std::vector<std::string> labels_or(const PlotArguments& arguments, std::vector<std::string> labels);

/// Throws UsageError that `file` has none of `names`, with the nearest of `known` to each.
[[noreturn]] void refuse_names(const std::string& file, const std::vector<std::string>& names,
                               const std::vector<std::string>& known,
                               const std::vector<std::string>& derived = {});

}  // namespace solenoid
