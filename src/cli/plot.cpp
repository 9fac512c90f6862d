// solenoid plot

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>

#include "src/cli/command.hpp"
#include "src/cli/plot_arguments.hpp"
#include "src/text/suggest.hpp"

namespace solenoid {

namespace {

void require_choice(const std::string& option, const std::string& value,
                    const std::vector<std::string>& known, const std::string& what) {
  if (value.empty() || std::ranges::find(known, value) != known.end()) return;
  throw UsageError(fmt::format("{}: '{}' is unknown{} (the {} are {})", option, value,
                               did_you_mean(value, known), what, quoted_list(known)));
}

int plot(const PlotArguments& arguments) {
  require_choice("--colours", arguments.colours, colour_map_names(), "maps");
  require_choice("--format", arguments.format, names_of<PictureFormat>(), "formats");
  const auto end_with = [&](const char* ending) {
    return std::ranges::count_if(arguments.files, [&](const std::string& file) {
      return std::filesystem::path(file).extension() == ending;
    });
  };
  const auto histories = end_with(".hst"), tables = end_with(".tab");
  const auto all = long(arguments.files.size());
  if ((histories != 0 && histories != all) || (tables != 0 && tables != all)) {
    throw UsageError("histories, tables and fields do not fit into one picture");
  }
  const std::filesystem::path picture = histories > 0 ? plot_histories(arguments)
                                        : tables > 0  ? plot_tables(arguments)
                                                      : plot_fields(arguments);
  std::cout << picture.string() << std::endl;
  return exit_good;
}

/// Adds an option with one value a time, which may be repeated.
template <class Value>
void add_repeated(CLI::App& command, const std::string& name, std::vector<Value>& values,
                  const std::string& type, const std::string& description) {
  command.add_option(name, values, description)->type_name(type)->allow_extra_args(false);
}

void add_sheet_options(CLI::App& command, PlotArguments& arguments) {
  command.add_option("--out", arguments.out, "the picture; by default in the current folder")
      ->type_name("FILE");
  command
      .add_option("--format", arguments.format,
                  "png, pdf or svg; by default what --out ends with, or png")
      ->type_name("FORMAT");
  command
      .add_option("--size", arguments.size,
                  "width, at most: 900 (pixels), 8.6cm, 86mm, 3.4in or 244pt; by default 900")
      ->type_name("WIDTH");
  command
      .add_option("--font-size", arguments.font_size,
                  "height of the numbers at ticks: pixels, or points where --size is a length")
      ->type_name("X");
  command.add_option("--title", arguments.title, "title in place of the usual one; '' for none")
      ->type_name("TEXT");
}

void add_plane_options(CLI::App& command, PlotArguments& arguments) {
  command.add_option("--slice", arguments.slice, "plane to show of a 3D file")
      ->type_name("axis=position");
  command.add_option("--colours", arguments.colours, "colour map; by default viridis")
      ->type_name("MAP");
  command.add_option("--range", arguments.range, "ends of the scale")->type_name("a,b");
  command.add_flag("--log", arguments.logarithmic, "logarithmic scale");
  command
      .add_option("--vectors", arguments.vectors,
                  "a vector such as velocity, as arrows over a plane")
      ->type_name("V");
  command
      .add_option("--field-lines", arguments.field_lines,
                  "a vector such as magnetic_field, as lines along it")
      ->type_name("V");
  command.add_option("--contours", arguments.contours, "a field, as lines of equal value")
      ->type_name("F");
  command.add_option("--levels", arguments.levels, "values of --contours; by default about ten")
      ->type_name("a,b,...");
}

void add_volume_options(CLI::App& command, PlotArguments& arguments) {
  command.add_flag("--volume", arguments.volume, "the box of a 3D file, seen from outside");
  command
      .add_option("--camera", arguments.camera,
                  "of --volume: azimuth and elevation in degrees, and an enlargement if wanted; by "
                  "default 30,25")
      ->type_name("a,e");
  command
      .add_option("--opacity", arguments.opacity,
                  "of --volume, from 0 to 1 for a layer a fiftieth of the longest side thick, at "
                  "equal distances over the scale; by default 0,0.02,0.1,0.4")
      ->type_name("a,b,...");
  command.add_option("--surfaces", arguments.surfaces, "of --volume: values of surfaces")
      ->type_name("a,b,...");
  command
      .add_option("--surface-opacity", arguments.surface_opacity,
                  "of each surface, from 0 to 1; by default 1")
      ->type_name("X");
}

void add_curve_options(CLI::App& command, PlotArguments& arguments) {
  add_repeated(command, "--label", arguments.labels, "TEXT",
               "label of a curve, in the order of the legend (may be repeated)");
  command.add_flag("--log-x", arguments.logarithmic_x, "logarithmic abscissa of curves");
  command.add_flag("--points", arguments.points, "markers on curves");
  command
      .add_option("--against", arguments.abscissa,
                  "column of a history, or a formula of columns, to draw the others against; by "
                  "default the first, time")
      ->type_name("F");
  expect_whole_number(
      *command
           .add_option("--last", arguments.last,
                       "of tables of spectra, the mean of the last N rows; by default of one")
           ->type_name("N"),
      1);
  add_repeated(command, "--mark", arguments.marks, "X",
               "a vertical line among curves (may be repeated)");
}

}  // namespace

Action add_plot(CLI::App& command) {
  const auto arguments = std::make_shared<PlotArguments>();
  command.add_option("FILE", arguments->files, ".athdf files, .hst files, or .tab files")
      ->required();
  add_repeated(command, "--field", arguments->fields, "F",
               "field, or column of a history (may be repeated), or a formula of them; by default "
               "density, tot-E");
  add_sheet_options(command, *arguments);
  add_plane_options(command, *arguments);
  add_volume_options(command, *arguments);
  add_curve_options(command, *arguments);
  command.footer(
      "In a formula the longest name that fits is the column: 1-ME+2-ME is the sum of two, 1 - ME\n"
      "a difference; first(f) and last(f) are values in the first and the last row.\n"
      "Examples:\n"
      "  solenoid plot runs/blast/blast.fields.00001.athdf --field pressure --slice z=0.5\n"
      "  solenoid plot runs/blast/blast.fields.00001.athdf --volume --camera 60,20 --surfaces 1.5\n"
      "  solenoid plot runs/a/a.fields.00001.athdf --field current_density_z "
      "--field-lines magnetic_field\n"
      "  solenoid plot runs/a/a.fields.00001.athdf runs/b/b.fields.00001.athdf\n"
      "  solenoid plot runs/*/kh.hst --field \"2-KE/first(2-KE)\" --log\n"
      "  solenoid plot runs/blast/blast.hst --out energy.pdf --size 8.6cm\n"
      "  solenoid plot runs/a/a.spectrum.kinetic.hst --last 10\n"
      "  solenoid plot runs/*/a.pdf.00005.tab --log");
  return [arguments] { return plot(*arguments); };
}

}  // namespace solenoid
