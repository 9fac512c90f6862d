#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "src/deck/contents.hpp"
#include "src/deck/fields.hpp"

namespace solenoid {

namespace {

/// What a checked name stands for.
template <class Choice>
Choice named(const std::string& name) {
  return choice_named<Choice>(name).value();
}

void assemble_grid(DeckContents& contents) {
  const auto& cells = *contents.find<Setting::Numbers>("grid", "cells");
  const auto& lower = *contents.find<Setting::Numbers>("grid", "lower");
  const auto& upper = *contents.find<Setting::Numbers>("grid", "upper");
  for (std::size_t axis = 0; axis < 3; ++axis) {
    contents.grid.cells[axis] = int(cells[axis]);
    contents.grid.lower[axis] = lower[axis];
    contents.grid.upper[axis] = upper[axis];
    const std::string key = std::string("boundary_") + "xyz"[axis];
    const auto& kinds = *contents.find<Setting::Texts>("grid", key);
    contents.boundaries.kind[axis] = {named<BoundaryKind>(kinds[0]), named<BoundaryKind>(kinds[1])};
  }
}

Expressions expressions(const DeckContents& contents, const std::string& section) {
  const bool state_in_file = section == "initial" && contents.state_file.has_value();
  Expressions result;
  for (const auto& [key, setting] : contents.settings.at(section)) {
    const auto* expression = std::get_if<Setting::Compiled>(&setting.value);
    // What the deck does not say is in the file.
    if (expression == nullptr || !setting.applies || (state_in_file && !setting.given)) continue;
    result.emplace(key, *expression);
  }
  return result;
}

/// The kind that a field has at a face: its own, if the deck says so, or that of the face. Where a
/// field has an expression it is fixed.
BoundaryKind kind_of_field(const DeckContents& contents, const std::string& field, int axis,
                           int side) {
  const BoundaryKind of_face = contents.boundaries.kind[std::size_t(axis)][std::size_t(side)];
  const Setting* own = contents.find_setting("boundary." + face_name(axis, side), field);
  if (own == nullptr) return of_face;
  const auto* name = std::get_if<std::string>(&own->value);
  return name == nullptr ? BoundaryKind::fixed : named<BoundaryKind>(*name);
}

void assemble_field_boundaries(DeckContents& contents) {
  if (contents.program == nullptr) return;
  for (const std::string& field : contents.program->state_fields()) {
    Boundaries own;
    for (int axis = 0; axis < 3; ++axis)
      for (int side = 0; side < 2; ++side)
        own.kind[std::size_t(axis)][std::size_t(side)] = kind_of_field(contents, field, axis, side);
    if (own.kind != contents.boundaries.kind) contents.field_boundaries[field] = own;
  }
}

void assemble_boundary_values(DeckContents& contents) {
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      auto& values = contents.boundary_values[std::size_t(axis)][std::size_t(side)];
      values = expressions(contents, "boundary." + face_name(axis, side));
      for (const auto& [key, expression] : contents.initial) {
        const bool field = contents.program != nullptr || find_field(key) != nullptr ||
                           std::ranges::find(contents.scalars, key) != contents.scalars.end();
        if (field && kind_of_field(contents, key, axis, side) == BoundaryKind::fixed)
          values.emplace(key, expression);
      }
    }
  }
}

PictureOptions picture_options(const DeckContents& contents, const std::string& section) {
  PictureOptions picture;
  const auto* range = contents.find<Setting::Numbers>(section, "range");
  const bool of_bins =
      density_outputs.contains(named<OutputType>(*contents.find<std::string>(section, "type")));
  if (range != nullptr && !of_bins) {
    picture.range = {range->front(), range->back()};
  }
  picture.colours = *contents.find<std::string>(section, "colours");
  picture.logarithmic = *contents.find<bool>(section, "logarithmic");
  picture.vectors = *contents.find<std::string>(section, "vectors");
  picture.field_lines = *contents.find<std::string>(section, "field_lines");
  picture.contours = *contents.find<std::string>(section, "contours");
  picture.levels = *contents.find<Setting::Numbers>(section, "levels");
  picture.view = named<PictureView>(*contents.find<std::string>(section, "view"));
  const auto& camera = *contents.find<Setting::Numbers>(section, "camera");
  picture.camera = {camera[0], camera[1], camera.size() > 2 ? camera[2] : 1};
  picture.look = {*contents.find<Setting::Numbers>(section, "opacity"),
                  *contents.find<Setting::Numbers>(section, "surfaces"),
                  *contents.find<double>(section, "surface_opacity")};
  picture.sheet.size = parse_picture_width(*contents.find<std::string>(section, "size"));
  if (const auto* size = contents.find<double>(section, "font_size")) {
    picture.sheet.font_size = *size;
  }
  return picture;
}

/// What an output of type profile is of.
ProfileRequest profile_request(const DeckContents& contents, const std::string& section) {
  ProfileRequest profile;
  const auto* axis = contents.find<std::string>(section, "axis");
  for (const Axis candidate : {axis_x, axis_y, axis_z}) {
    const bool named = axis != nullptr && (*axis)[0] - 'x' == int(candidate);
    if (axis == nullptr ? contents.grid.active(candidate) : named) profile.axis = candidate;
  }
  profile.fields = *contents.find<Setting::Texts>(section, "fields");
  if (const auto& weight = *contents.find<std::string>(section, "weight"); weight != "1")
    profile.weight = weight;
  profile.statistics.clear();
  for (const std::string& name : *contents.find<Setting::Texts>(section, "statistics"))
    profile.statistics.push_back(named<PlaneStatistic>(name));
  return profile;
}

/// What one of type pdf or histogram is of.
DistributionRequest distribution_request(const DeckContents& contents, const std::string& section) {
  DistributionRequest request;
  request.fields = *contents.find<Setting::Texts>(section, "fields");
  if (const auto* field = contents.find<std::string>(section, "field")) request.fields = {*field};
  if (const auto& weight = *contents.find<std::string>(section, "weight"); weight != "1")
    request.weight = weight;
  const auto& bins = *contents.find<Setting::Numbers>(section, "bins");
  const auto& scales = *contents.find<Setting::Texts>(section, "scale");
  const auto* range = contents.find<Setting::Numbers>(section, "range");
  for (std::size_t n = 0; n < request.fields.size(); ++n) {
    BinScale scale;
    scale.bins = int(bins[std::min(n, bins.size() - 1)]);
    scale.logarithmic =
        named<BinSpacing>(scales[std::min(n, scales.size() - 1)]) == BinSpacing::logarithmic;
    if (range != nullptr) scale.range = {(*range)[2 * n], (*range)[2 * n + 1]};
    request.scales.push_back(scale);
  }
  return request;
}

OutputSettings output_settings(const DeckContents& contents, const std::string& section) {
  OutputSettings output;
  output.type = named<OutputType>(*contents.find<std::string>(section, "type"));
  output.name = *contents.find<std::string>(section, "name");
  if (const auto* time = contents.find<double>(section, "every_time")) output.every_time = *time;
  if (const auto* steps = contents.find<long>(section, "every_steps")) output.every_steps = *steps;
  if (const auto* time = contents.find<double>(section, "every_wall_time"))
    output.every_wall_time = *time;
  output.fields = *contents.find<Setting::Texts>(section, "fields");
  if (const auto* slice = contents.find<SlicePlane>(section, "slice")) {
    output.slice_axis = Axis(slice->axis);
    output.slice_position = slice->position;
  }
  if (const auto* crop = contents.find<CropIntervals>(section, "crop")) output.crop = *crop;
  output.coarsen = int(*contents.find<long>(section, "coarsen"));
  output.precision = named<FilePrecision>(*contents.find<std::string>(section, "precision"));
  output.compression = *contents.find<bool>(section, "compression");
  output.ghost_layers = int(*contents.find<long>(section, "ghost_layers"));
  if (const auto numbers = contents.numbers.find(section); numbers != contents.numbers.end())
    output.numbers = numbers->second;
  if (output.type == OutputType::profile) output.profile = profile_request(contents, section);
  if (density_outputs.contains(output.type))
    output.distribution = distribution_request(contents, section);
  output.picture = picture_options(contents, section);
  output.format = named<PictureFormat>(*contents.find<std::string>(section, "format"));
  return output;
}

/// A program of the deck's own, and terms, leave out the directions that the grid does not have.
/// What is built in serves all grids.
void fit_program_to_grid(DeckContents& contents) {
  std::array<bool, 3> active{};
  for (std::size_t axis = 0; axis < 3; ++axis) active[axis] = contents.grid.active(int(axis));
  for (auto* program : {&contents.program, &contents.terms}) {
    if (*program == nullptr || !(*program)->own || !active[0] ||
        active == (*program)->options.active)
      continue;
    StencilProgram fitting = **program;
    fitting.options.active = active;
    fitting.kernels = stencil::compile(fitting.files, fitting.options);
    *program = std::make_shared<StencilProgram>(std::move(fitting));
  }
}

void assemble_state_file(DeckContents& contents) {
  const auto* name = contents.find<std::string>("initial", "file");
  if (name == nullptr) return;
  StateFileSettings file{path_of(*name, contents.origin("initial", "file")), {}};
  if (const auto* snapshot = contents.find<long>("initial", "snapshot")) file.snapshot = *snapshot;
  if (const auto* layers = contents.find<long>("initial", "ghost_layers"))
    file.ghost_layers = int(*layers);
  contents.state_file = file;
}

}  // namespace

void assemble(DeckContents& contents) {
  assemble_grid(contents);
  fit_program_to_grid(contents);
  assemble_state_file(contents);
  contents.initial = expressions(contents, "initial");
  contents.source = expressions(contents, "source");
  contents.gravity = expressions(contents, "gravity");
  assemble_field_boundaries(contents);
  assemble_boundary_values(contents);
  for (int i = 0; i < contents.output_count; ++i) {
    contents.outputs.push_back(output_settings(contents, fmt::format("output.{}", i)));
  }
}

}  // namespace solenoid
