// solenoid plot

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <iostream>
#include <limits>

#include "src/cli/command.hpp"
#include "src/output/files.hpp"
#include "src/output/history_table.hpp"
#include "src/output/spectrum_table.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/picture.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

struct PlotArguments {
  std::vector<std::string> files;
  std::vector<std::string> fields;
  std::string slice;
  std::string out;
  std::string colours;
  std::string range;
  std::string abscissa;
  std::string title;
  int last = 0;
  std::vector<double> marks;
  bool logarithmic = false;
  bool logarithmic_x = false;
  bool points = false;
};

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

struct Plane {
  Axis axis;
  double position;
};

std::optional<Plane> parsed_slice(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t axis = std::string("xyz").find(text[0]);
  const auto position = text.size() > 2 ? whole_number(text.substr(2)) : std::nullopt;
  if (axis == std::string::npos || text[1] != '=' || !position) {
    throw UsageError(fmt::format("--slice is '{}'; expected a plane such as z=0.5", text));
  }
  return Plane{Axis(axis), *position};
}

std::vector<std::string> names_of(const Snapshot& snapshot) {
  std::vector<std::string> names;
  for (const NamedField& field : snapshot.fields) names.push_back(field.name);
  return names;
}

[[noreturn]] void refuse_name(const std::string& file, const std::string& name,
                              const std::vector<std::string>& known) {
  throw UsageError(fmt::format("{} has no '{}'{} (it has {})", file, name,
                               did_you_mean(name, known), quoted_list(known)));
}

Snapshot read_snapshot(const std::string& file, const std::optional<Plane>& plane) {
  Snapshot snapshot;
  try {
    snapshot = read_athdf(file);
  } catch (const OutputError& error) {
    throw UsageError(error.what());
  }
  if (!plane) return snapshot;
  const double lower = snapshot.grid.lower[plane->axis];
  const double upper = snapshot.grid.upper[plane->axis];
  if (plane->position < lower || plane->position > upper) {
    throw UsageError(fmt::format("--slice: {} lies outside {}, which reaches from {} to {}",
                                 plane->position, file, lower, upper));
  }
  return slice(snapshot, plane->axis, plane->position);
}

fs::path picture_path(const PlotArguments& arguments, const std::string& what) {
  if (!arguments.out.empty()) return arguments.out;
  return fs::path(arguments.files.front()).replace_extension(what + ".png");
}

std::vector<PlotMark> marks_of(const PlotArguments& arguments) {
  std::vector<PlotMark> marks;
  for (const double x : arguments.marks) marks.push_back({x, fmt::format("{:g}", x)});
  return marks;
}

/// Curves choose their own scale and colours.
void refuse_scale(const PlotArguments& arguments) {
  if (arguments.range.empty() && arguments.colours.empty()) return;
  throw UsageError("--range and --colours apply to the picture of a single .athdf file");
}

void refuse_abscissa(const PlotArguments& arguments) {
  if (arguments.abscissa.empty()) return;
  throw UsageError("--against applies to histories; fields are drawn against their position");
}

PlotLabels labels_of(const PlotArguments& arguments, const std::string& title, const std::string& x,
                     const std::string& y) {
  return {arguments.title.empty() ? title : arguments.title,
          x,
          y,
          arguments.logarithmic_x,
          arguments.logarithmic,
          arguments.points,
          marks_of(arguments)};
}

/// Values along the one active direction of `snapshot`.
Curve curve_of(const Snapshot& snapshot, const std::string& file, const std::string& name) {
  if (snapshot.grid.dimensions() != 1) {
    throw UsageError("several files fit into one picture only if they are one-dimensional; " +
                     file + " is not");
  }
  int axis = 0;
  while (!snapshot.grid.active(axis)) ++axis;
  Curve curve;
  curve.label = fmt::format("{}, t = {:.4g}", fs::path(file).stem().string(), snapshot.time);
  for (const NamedField& field : snapshot.fields) {
    if (field.name == name) curve.y = field.values;
  }
  if (curve.y.empty()) refuse_name(file, name, names_of(snapshot));
  for (int i = 0; i < snapshot.grid.cells[axis]; ++i) {
    curve.x.push_back(snapshot.grid.centre(axis, i));
  }
  return curve;
}

fs::path plot_fields(const PlotArguments& arguments) {
  refuse_abscissa(arguments);
  const std::optional<Plane> plane = parsed_slice(arguments.slice);
  const Snapshot first = read_snapshot(arguments.files.front(), plane);
  const std::vector<std::string> known = names_of(first);
  const bool has_density = std::find(known.begin(), known.end(), "density") != known.end();
  const std::string name = !arguments.fields.empty() ? arguments.fields.front()
                           : has_density             ? "density"
                                                     : known.at(0);
  if (arguments.fields.size() > 1) throw UsageError("--field: one field fits into this picture");
  if (std::find(known.begin(), known.end(), name) == known.end()) {
    refuse_name(arguments.files.front(), name, known);
  }
  const fs::path picture = picture_path(arguments, name);
  if (arguments.files.size() == 1) {
    PictureOptions options;
    options.range = parsed_range(arguments.range);
    if (!arguments.colours.empty()) options.colours = arguments.colours;
    options.logarithmic = arguments.logarithmic;
    draw_field(picture, first, name, options);
    return picture;
  }
  refuse_scale(arguments);
  std::vector<Curve> curves{curve_of(first, arguments.files.front(), name)};
  for (std::size_t i = 1; i < arguments.files.size(); ++i) {
    curves.push_back(curve_of(read_snapshot(arguments.files[i], plane), arguments.files[i], name));
  }
  int axis = 0;
  while (!first.grid.active(axis)) ++axis;
  draw_curves(picture, curves, labels_of(arguments, name, std::string(1, "xyz"[axis]), name));
  return picture;
}

/// "t = 0.2000", or what rows a mean is of.
std::string spectrum_title(const PlotArguments& arguments, const HistoryTable& first) {
  if (!arguments.title.empty()) return arguments.title;
  if (arguments.last > 1)
    return fmt::format("power spectrum, mean of the last {} outputs", arguments.last);
  return "power spectrum, " + time_in_words(first.columns.front().back());
}

/// Power against wave number. Spectra of runs of one deck are told apart by their folders.
fs::path plot_spectra(const PlotArguments& arguments, const std::vector<HistoryTable>& tables) {
  std::vector<SpectrumCurve> spectra;
  bool one_name = tables.size() > 1;
  for (std::size_t i = 0; i < tables.size(); ++i) {
    spectra.push_back(read_spectrum(tables[i], arguments.files[i], std::max(arguments.last, 1)));
    one_name = one_name && spectra[i].label == spectra[0].label;
  }
  for (std::size_t i = 0; one_name && i < tables.size(); ++i)
    spectra[i].label = fs::path(arguments.files[i]).parent_path().filename().string();
  const fs::path picture = arguments.out.empty()
                               ? fs::path(arguments.files.front()).replace_extension(".png")
                               : fs::path(arguments.out);
  draw_spectra(picture, spectrum_title(arguments, tables.front()), spectra, marks_of(arguments));
  return picture;
}

fs::path plot_history(const PlotArguments& arguments) {
  if (!arguments.slice.empty()) throw UsageError("--slice does not apply to a history");
  refuse_scale(arguments);
  std::vector<Curve> curves;
  std::vector<std::string> fields = arguments.fields;
  std::string abscissa = arguments.abscissa;
  const auto column = [](const HistoryTable& table, const std::string& file,
                         const std::string& label) -> const std::vector<double>& {
    const std::vector<double>* found = table.column(label);
    if (!found) refuse_name(file, label, table.labels);
    return *found;
  };
  std::vector<HistoryTable> tables;
  for (const std::string& file : arguments.files) tables.push_back(read_history(file));
  if (fields.empty() && abscissa.empty() && std::ranges::all_of(tables, is_spectrum))
    return plot_spectra(arguments, tables);
  if (arguments.last > 0) throw UsageError("--last applies to tables of spectra");
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const HistoryTable& table = tables[i];
    const std::string& file = arguments.files[i];
    if (fields.empty()) fields = {table.column("tot-E") ? "tot-E" : table.labels.back()};
    if (abscissa.empty()) abscissa = table.labels.front();
    for (const std::string& label : fields) {
      const std::string stem = fs::path(file).stem().string();
      const std::string name = arguments.files.size() == 1 ? label
                               : fields.size() == 1        ? stem
                                                           : stem + " " + label;
      curves.push_back({name, column(table, file, abscissa), column(table, file, label), false});
    }
  }
  const bool one = fields.size() == 1;
  const fs::path picture = picture_path(arguments, one ? fields.front() : "history");
  draw_curves(picture, curves,
              labels_of(arguments, fs::path(arguments.files.front()).stem().string(), abscissa,
                        one ? fields.front() : "value"));
  return picture;
}

int plot(const PlotArguments& arguments) {
  const std::vector<std::string> maps = colour_map_names();
  const bool known = std::find(maps.begin(), maps.end(), arguments.colours) != maps.end();
  if (!arguments.colours.empty() && !known) {
    throw UsageError(fmt::format("--colours: '{}' is unknown{} (the maps are {})",
                                 arguments.colours, did_you_mean(arguments.colours, maps),
                                 quoted_list(maps)));
  }
  const auto is_history = [](const std::string& file) {
    return fs::path(file).extension() == ".hst";
  };
  const auto histories = std::count_if(arguments.files.begin(), arguments.files.end(), is_history);
  if (histories != 0 && histories != long(arguments.files.size())) {
    throw UsageError("histories and fields do not fit into one picture");
  }
  const fs::path picture = histories > 0 ? plot_history(arguments) : plot_fields(arguments);
  std::cout << picture.string() << std::endl;
  return exit_good;
}

}  // namespace

Action add_plot(CLI::App& command) {
  const auto arguments = std::make_shared<PlotArguments>();
  command.add_option("FILE", arguments->files, ".athdf files, or .hst files")->required();
  command
      .add_option("--field", arguments->fields,
                  "field, or column of a history (may be repeated); by default density, tot-E")
      ->type_name("F")
      ->allow_extra_args(false);
  command.add_option("--slice", arguments->slice, "plane to show of a 3D file")
      ->type_name("axis=position");
  command.add_option("--out", arguments->out, "the picture; by default beside FILE")
      ->type_name("PNG");
  command.add_option("--colours", arguments->colours, "colour map; by default viridis")
      ->type_name("MAP");
  command.add_option("--range", arguments->range, "ends of the scale")->type_name("a,b");
  command.add_flag("--log", arguments->logarithmic, "logarithmic scale");
  command.add_flag("--log-x", arguments->logarithmic_x, "logarithmic abscissa of curves");
  command.add_flag("--points", arguments->points, "markers on curves");
  command
      .add_option("--against", arguments->abscissa,
                  "column of a history to draw the others against; by default the first, time")
      ->type_name("F");
  command.add_option("--title", arguments->title, "title of curves")->type_name("TEXT");
  expect_whole_number(
      *command
           .add_option("--last", arguments->last,
                       "of tables of spectra, the mean of the last N rows; by default of one")
           ->type_name("N"),
      1);
  command.add_option("--mark", arguments->marks, "a vertical line among curves (may be repeated)")
      ->type_name("X")
      ->allow_extra_args(false);
  command.footer(
      "Examples:\n"
      "  solenoid plot runs/blast/blast.fields.00001.athdf --field pressure --slice z=0.5\n"
      "  solenoid plot runs/a/a.fields.00001.athdf runs/b/b.fields.00001.athdf\n"
      "  solenoid plot runs/blast/blast.hst --field 1-KE --field 1-ME\n"
      "  solenoid plot runs/a/a.spectrum.kinetic.hst --last 10");
  return [arguments] { return plot(*arguments); };
}

}  // namespace solenoid
