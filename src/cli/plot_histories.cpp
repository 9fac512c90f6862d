// solenoid plot of histories and of tables of power spectra

#include <fmt/format.h>

#include <algorithm>

#include "src/cli/column_formula.hpp"
#include "src/cli/plot_arguments.hpp"
#include "src/cli/plot_labels.hpp"
#include "src/output/history_table.hpp"
#include "src/output/spectrum_table.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/spectrum_plot.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

std::string stem_of(const std::string& file) { return fs::path(file).stem().string(); }

/// "t = 0.2000", or what rows a mean is of.
std::string spectrum_title(const PlotArguments& arguments, const HistoryTable& first) {
  if (arguments.title) return *arguments.title;
  if (arguments.last > 1)
    return fmt::format("power spectrum, mean of the last {} outputs", arguments.last);
  return "power spectrum, " + time_in_words(first.columns.front().back());
}

/// Power against wave number.
fs::path plot_spectra(const PlotArguments& arguments, const std::vector<HistoryTable>& tables) {
  std::vector<SpectrumCurve> spectra;
  const std::vector<std::string> labels =
      labels_or(arguments, distinguishing_labels(arguments.files));
  for (std::size_t i = 0; i < tables.size(); ++i) {
    spectra.push_back(read_spectrum(tables[i], arguments.files[i], std::max(arguments.last, 1)));
    spectra.back().label = labels[i];
  }
  const fs::path picture = picture_path(arguments, stem_of(arguments.files.front()), "");
  draw_spectra(picture, spectrum_title(arguments, tables.front()), spectra, marks_of(arguments),
               sheet_of(arguments));
  return picture;
}

Columns columns_of(const HistoryTable& table) {
  return {table.labels, table.columns.front().size(),
          [&table](const std::string& name) { return *table.column(name); }};
}

/// Throws UsageError with all names that a history lacks.
void require_names(const std::string& file, const HistoryTable& table,
                   const std::vector<std::string>& formulas) {
  const Columns columns = columns_of(table);
  std::vector<std::string> unknown;
  for (const std::string& formula : formulas) {
    for (const std::string& name : unknown_names(formula, columns)) {
      if (std::ranges::find(unknown, name) == unknown.end()) unknown.push_back(name);
    }
  }
  if (!unknown.empty()) refuse_names(file, unknown, table.labels);
}

fs::path plot_columns(const PlotArguments& arguments, const std::vector<HistoryTable>& tables) {
  const HistoryTable& first = tables.front();
  std::vector<std::string> fields = arguments.fields;
  if (fields.empty()) fields = {first.column("tot-E") ? "tot-E" : first.labels.back()};
  const std::string abscissa =
      arguments.abscissa.empty() ? first.labels.front() : arguments.abscissa;
  std::vector<std::string> names = fields;
  names.push_back(abscissa);
  const std::vector<std::string> files = distinguishing_labels(arguments.files);
  std::vector<Curve> curves;
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    require_names(arguments.files[i], tables[i], names);
    const Columns columns = columns_of(tables[i]);
    for (const std::string& field : fields) {
      labels.push_back(tables.size() == 1   ? field
                       : fields.size() == 1 ? files[i]
                                            : files[i] + ": " + field);
      curves.push_back({"", column_values(abscissa, columns, "--against"),
                        column_values(field, columns, "--field"), false});
    }
  }
  labels = labels_or(arguments, std::move(labels));
  for (std::size_t c = 0; c < curves.size(); ++c) curves[c].label = labels[c];
  const std::string one = fields.size() == 1 ? fields.front() : std::string();
  const std::string stem = stem_of(arguments.files.front());
  const fs::path picture = picture_path(arguments, stem, one.empty() ? "history" : one);
  draw_curves(picture, curves,
              {arguments.title.value_or(stem), abscissa, one.empty() ? "value" : one,
               arguments.logarithmic_x, arguments.logarithmic, arguments.points,
               marks_of(arguments), sheet_of(arguments)});
  return picture;
}

}  // namespace

fs::path plot_histories(const PlotArguments& arguments) {
  if (!arguments.slice.empty()) throw UsageError("--slice does not apply to a history");
  refuse_plane_options(arguments);
  std::vector<HistoryTable> tables;
  for (const std::string& file : arguments.files) {
    tables.push_back(read_history(file));
    if (tables.back().columns.front().empty()) {
      throw UsageError(fmt::format("{} has no row yet", file));
    }
  }
  if (arguments.fields.empty() && arguments.abscissa.empty() &&
      std::ranges::all_of(tables, is_spectrum)) {
    return plot_spectra(arguments, tables);
  }
  if (arguments.last > 0) throw UsageError("--last applies to tables of spectra");
  return plot_columns(arguments, tables);
}

}  // namespace solenoid
