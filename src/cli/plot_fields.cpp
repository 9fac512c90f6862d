// solenoid plot of fields

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "src/cli/file_fields.hpp"
#include "src/cli/plot_arguments.hpp"
#include "src/cli/plot_labels.hpp"
#include "src/machine/machine.hpp"
#include "src/output/athdf_layout.hpp"
#include "src/output/replace.hpp"
#include "src/picture/axes.hpp"
#include "src/picture/volume_picture.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

std::optional<Cut> parsed_slice(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const std::size_t axis = std::string("xyz").find(text[0]);
  try {
    std::size_t used = 0;
    const std::string position = text.size() > 2 ? text.substr(2) : "";
    const double value = std::stod(position, &used);
    if (axis != std::string::npos && text[1] == '=' && used == position.size()) {
      return Cut{Axis(axis), value};
    }
  } catch (const std::exception&) {
    // Said below.
  }
  throw UsageError(fmt::format("--slice is '{}'; expected a plane such as z=0.5", text));
}

/// Throws UsageError for options that are for curves.
void refuse_curve_options(const PlotArguments& arguments) {
  if (!arguments.labels.empty() || arguments.logarithmic_x || arguments.points ||
      !arguments.marks.empty()) {
    throw UsageError(
        "--label, --log-x, --points and --mark apply to curves of histories or of several files");
  }
}

PictureOptions options_of(const PlotArguments& arguments) {
  PictureOptions options = picture_options_of(arguments);
  options.vectors = our_name(arguments.vectors);
  options.field_lines = our_name(arguments.field_lines);
  options.contours = arguments.contours;
  if (!arguments.levels.empty()) options.levels = parsed_numbers(arguments.levels, "--levels");
  if (!options.levels.empty() && options.contours.empty()) {
    throw UsageError("--levels are those of --contours, which is not given");
  }
  return options;
}

/// What --volume and the options that go with it ask for.
void set_volume_options(PictureOptions& options, const PlotArguments& arguments) {
  const bool others = !(arguments.camera + arguments.opacity + arguments.surfaces).empty() ||
                      arguments.surface_opacity.has_value();
  if (!arguments.volume) {
    if (others)
      throw UsageError(
          "--camera, --opacity, --surfaces and --surface-opacity say how --volume is drawn: give "
          "it, too");
    return;
  }
  if (options.has_overlays() || !arguments.slice.empty())
    throw UsageError(
        "--volume shows the whole box; --slice, --vectors, --field-lines and --contours are for "
        "planes");
  options.view = PictureView::volume;
  const auto within = [](double value, double lower, double upper, const char* what) {
    if (lower <= value && value <= upper) return;
    throw UsageError(fmt::format("{} is {}; expected {} to {}", what, value, lower, upper));
  };
  if (!arguments.camera.empty()) {
    const std::vector<double> camera = parsed_numbers(arguments.camera, "--camera");
    if (camera.size() < 2 || camera.size() > 3)
      throw UsageError(fmt::format(
          "--camera is '{}'; expected azimuth, elevation and perhaps an enlargement, such as 30,25",
          arguments.camera));
    options.camera = {camera[0], camera[1], camera.size() > 2 ? camera[2] : 1};
    within(options.camera.elevation, -90, 90, "the elevation of --camera");
    within(options.camera.zoom, 0.01, 1000, "the enlargement of --camera");
  }
  if (!arguments.opacity.empty())
    options.look.opacity = parsed_numbers(arguments.opacity, "--opacity");
  for (const double part : options.look.opacity) within(part, 0, 1, "a value of --opacity");
  if (!arguments.surfaces.empty()) {
    options.look.surfaces = parsed_numbers(arguments.surfaces, "--surfaces");
    // Surfaces alone, unless a glow is asked for, too.
    if (arguments.opacity.empty()) options.look.opacity.clear();
  }
  options.look.surface_opacity = arguments.surface_opacity.value_or(1);
  within(options.look.surface_opacity, 0, 1, "--surface-opacity");
}

std::string default_field(const FileFields& fields) {
  const std::vector<std::string> held = fields.held();
  return std::ranges::count(held, "density") > 0 ? "density" : held.at(0);
}

/// The first field of the snapshot.
void plot_volume(const fs::path& picture, const Snapshot& snapshot, const PictureOptions& options) {
  const NamedField& field = snapshot.fields.front();
  FieldPainter painter(Device::cpu);
  const VolumeOfField volume =
      volume_of(painter, gather_of(snapshot.grid, field.values), snapshot.grid);
  const PaintedVolume painted = paint_volume(volume, snapshot.grid, picture, options);
  replace_file_by_text(picture,
                       volume_picture(snapshot, field.name, painted, options, format_for(picture)),
                       Survives::program);
}

fs::path plot_one(const PlotArguments& arguments, FileFields& fields, const std::string& formula) {
  PictureOptions options = options_of(arguments);
  set_volume_options(options, arguments);
  Snapshot snapshot = fields.frame();
  if (options.has_overlays() && snapshot.grid.dimensions() < 2) {
    throw UsageError(fmt::format(
        "--vectors, --field-lines and --contours are drawn over a plane; {} has one direction",
        fields.file()));
  }
  if (!options.contours.empty()) options.contours = fields.name_of(options.contours);
  std::vector<std::string> names = overlay_fields(options, snapshot.grid);
  names.insert(names.begin(), formula);
  fields.require(names);
  snapshot.fields.push_back(fields.field(formula, "--field"));
  const std::string name = snapshot.fields.front().name;
  for (std::size_t n = 1; n < names.size(); ++n) {
    if (names[n] != name) snapshot.fields.push_back(fields.field(names[n], "--contours"));
  }
  const fs::path picture = picture_path(arguments, fs::path(fields.file()).stem().string(), name);
  try {
    if (options.view == PictureView::volume)
      plot_volume(picture, snapshot, options);
    else
      draw_field(picture, snapshot, name, options);
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
  return picture;
}

/// How to cut a line out of a plane.
std::string line_hint(const Snapshot& frame) {
  if (frame.grid.dimensions() != 2 || frame.whole) return {};
  const int axis = frame.grid.active(1) ? 1 : 2;
  const double middle = 0.5 * (frame.grid.lower[axis] + frame.grid.upper[axis]);
  return fmt::format("; cut a line out of each, such as --slice {}={}", "xyz"[axis], middle);
}

/// Values along the one active direction of a file.
Curve curve_of(FileFields& fields, const std::string& formula) {
  const Snapshot frame = fields.frame();
  if (frame.grid.dimensions() != 1) {
    throw UsageError("several files fit into one picture only if they are one-dimensional; " +
                     fields.file() + " is not" + line_hint(frame));
  }
  int axis = 0;
  while (!frame.grid.active(axis)) ++axis;
  Curve curve;
  fields.require({formula});
  curve.y = fields.field(formula, "--field").values;
  for (int i = 0; i < frame.grid.cells[axis]; ++i) curve.x.push_back(frame.grid.centre(axis, i));
  return curve;
}

fs::path plot_several(const PlotArguments& arguments, const std::optional<Cut>& cut,
                      FileFields& first, const std::string& formula) {
  refuse_plane_options(arguments);
  const bool series = is_one_series(arguments.files);
  std::vector<std::string> labels = distinguishing_labels(arguments.files);
  std::vector<Curve> curves;
  for (std::size_t i = 0; i < arguments.files.size(); ++i) {
    FileFields fields(arguments.files[i], cut);
    curves.push_back(curve_of(fields, formula));
    const std::string time = fmt::format("t = {:.4g}", fields.frame().time);
    labels[i] = series ? time : labels[i] + ", " + time;
  }
  labels = labels_or(arguments, std::move(labels));
  for (std::size_t i = 0; i < curves.size(); ++i) curves[i].label = labels[i];
  int axis = 0;
  while (!first.frame().grid.active(axis)) ++axis;
  const std::string name = first.name_of(formula);
  const fs::path picture =
      picture_path(arguments, fs::path(arguments.files.front()).stem().string(), name);
  draw_curves(
      picture, curves,
      {arguments.title.value_or(name), std::string(1, "xyz"[axis]), name, arguments.logarithmic_x,
       arguments.logarithmic, arguments.points, marks_of(arguments), sheet_of(arguments)});
  return picture;
}

}  // namespace

fs::path plot_fields(const PlotArguments& arguments) {
  if (!arguments.abscissa.empty()) {
    throw UsageError("--against applies to histories; fields are drawn against their position");
  }
  if (arguments.last > 0) throw UsageError("--last applies to tables of spectra");
  const Machine machine(MachineChoice{"cpu", std::nullopt});
  const std::optional<Cut> cut = parsed_slice(arguments.slice);
  FileFields first(arguments.files.front(), cut);
  if (arguments.fields.size() > 1) {
    first.require(arguments.fields);
    throw UsageError("--field: one field fits into this picture");
  }
  const std::string formula =
      arguments.fields.empty() ? default_field(first) : arguments.fields.front();
  if (arguments.files.size() > 1) return plot_several(arguments, cut, first, formula);
  refuse_curve_options(arguments);
  return plot_one(arguments, first, formula);
}

}  // namespace solenoid
