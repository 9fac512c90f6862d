// solenoid plot of profiles and probability densities

#include <fmt/format.h>

#include <algorithm>

#include "src/cli/plot_arguments.hpp"
#include "src/cli/plot_labels.hpp"
#include "src/output/replace.hpp"
#include "src/picture/table_picture.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

void refuse_options_of_others(const PlotArguments& arguments) {
  if (!arguments.slice.empty()) throw UsageError("--slice does not apply to a table");
  if (!arguments.abscissa.empty() || arguments.last > 0)
    throw UsageError("--against and --last apply to histories");
}

/// A joint density in colours.
fs::path plot_joint_density(const PlotArguments& arguments, const DataTable& table) {
  if (arguments.files.size() > 1)
    throw UsageError("a histogram of two fields has a picture of its own, expected one file");
  if (!arguments.fields.empty() || !arguments.labels.empty() || !arguments.marks.empty() ||
      arguments.logarithmic_x || arguments.points)
    throw UsageError("--field, --label, --mark, --log-x and --points apply to curves");
  const PictureOptions options = picture_options_of(arguments);
  const fs::path picture =
      picture_path(arguments, fs::path(arguments.files.front()).stem().string(), "");
  replace_file_by_text(picture, table_picture(table, "", options, format_for(picture)),
                       Survives::program);
  return picture;
}

/// The fields that are asked for, of which every table has to have all.
std::vector<std::string> fields_of(const PlotArguments& arguments,
                                   const std::vector<DataTable>& tables) {
  const std::vector<std::string> first = drawn_fields(tables.front());
  const std::vector<std::string> fields =
      arguments.fields.empty() ? std::vector{first.front()} : arguments.fields;
  for (std::size_t n = 0; n < tables.size(); ++n) {
    const std::vector<std::string> known = drawn_fields(tables[n]);
    std::vector<std::string> missing;
    for (const std::string& field : fields)
      if (std::ranges::find(known, field) == known.end()) missing.push_back(field);
    if (!missing.empty()) refuse_names(arguments.files[n], missing, known);
  }
  return fields;
}

fs::path plot_curves(const PlotArguments& arguments, const std::vector<DataTable>& tables) {
  refuse_plane_options(arguments);
  const std::vector<std::string> fields = fields_of(arguments, tables);
  const std::vector<std::string> files = distinguishing_labels(arguments.files);
  std::vector<Curve> curves;
  std::vector<std::string> labels;
  for (std::size_t n = 0; n < tables.size(); ++n) {
    for (const std::string& field : fields) {
      const std::vector<Curve> found = curves_of(tables[n], field);
      for (const Curve& curve : found) {
        std::string label = fields.size() > 1 ? field : std::string();
        if (found.size() > 1) label += (label.empty() ? "" : ", ") + curve.label;
        if (tables.size() > 1) label = files[n] + (label.empty() ? "" : ": " + label);
        labels.push_back(label.empty() ? curve.label : label);
        curves.push_back(curve);
      }
    }
  }
  labels = labels_or(arguments, std::move(labels));
  for (std::size_t n = 0; n < curves.size(); ++n) curves[n].label = labels[n];
  PlotLabels text = labels_of(tables.front(), fields.front(), arguments.logarithmic);
  if (fields.size() > 1) text.y = "value";
  if (tables.size() > 1) text.title = tables.front().kind;
  if (arguments.title) text.title = *arguments.title;
  text.logarithmic_x = text.logarithmic_x || arguments.logarithmic_x;
  text.mark_points = arguments.points;
  text.marks = marks_of(arguments);
  text.sheet = sheet_of(arguments);
  const fs::path picture =
      picture_path(arguments, fs::path(arguments.files.front()).stem().string(),
                   fields.size() == 1 && tables.front().is_profile() ? fields.front() : "");
  draw_curves(picture, curves, text);
  return picture;
}

}  // namespace

fs::path plot_tables(const PlotArguments& arguments) {
  refuse_options_of_others(arguments);
  std::vector<DataTable> tables;
  for (const std::string& file : arguments.files) {
    tables.push_back(read_data_table(file));
    if (tables.back().kind != tables.front().kind)
      throw UsageError(
          fmt::format("{} is of type {}, {} of type {}: they do not fit into one "
                      "picture",
                      arguments.files.front(), tables.front().kind, file, tables.back().kind));
  }
  if (tables.front().counts.size() > 1) return plot_joint_density(arguments, tables.front());
  return plot_curves(arguments, tables);
}

}  // namespace solenoid
