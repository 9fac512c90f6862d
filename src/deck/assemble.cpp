#include <fmt/format.h>

#include "src/deck/contents.hpp"
#include "src/deck/fields.hpp"

namespace solenoid {

namespace {

BoundaryKind boundary_kind(const std::string& name) {
  static const std::map<std::string, BoundaryKind> kinds = {
      {"periodic", BoundaryKind::periodic},     {"outflow", BoundaryKind::outflow},
      {"reflecting", BoundaryKind::reflecting}, {"fixed", BoundaryKind::fixed},
      {"symmetric", BoundaryKind::symmetric},   {"antisymmetric", BoundaryKind::antisymmetric}};
  return kinds.at(name);
}

OutputType output_type(const std::string& name) {
  static const std::map<std::string, OutputType> types = {{"hdf5", OutputType::hdf5},
                                                          {"png", OutputType::png},
                                                          {"history", OutputType::history},
                                                          {"spectrum", OutputType::spectrum}};
  return types.at(name);
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
    contents.boundaries.kind[axis] = {boundary_kind(kinds[0]), boundary_kind(kinds[1])};
  }
}

std::map<std::string, Expression> expressions(const DeckContents& contents,
                                              const std::string& section) {
  const Grid& grid = contents.grid;
  const MeasuredAxes measured{grid.active(axis_x), grid.active(axis_y), grid.active(axis_z)};
  std::map<std::string, Expression> result;
  for (const auto& [key, setting] : contents.settings.at(section)) {
    if (!setting.applies) continue;
    result.emplace(key, Expression::compile(std::get<std::string>(setting.value),
                                            contents.constants, measured));
  }
  return result;
}

void assemble_boundary_values(DeckContents& contents) {
  for (int axis = 0; axis < 3; ++axis) {
    for (int side = 0; side < 2; ++side) {
      const auto a = std::size_t(axis);
      const auto s = std::size_t(side);
      if (contents.boundaries.kind[a][s] != BoundaryKind::fixed) continue;
      auto& values = contents.boundary_values[a][s];
      values = expressions(contents, "boundary." + face_name(axis, side));
      for (const auto& [key, expression] : contents.initial) {
        const bool field = contents.program != nullptr || find_field(key) != nullptr;
        if (field) values.emplace(key, expression);
      }
    }
  }
}

OutputSettings output_settings(const DeckContents& contents, const std::string& section) {
  OutputSettings output;
  output.type = output_type(*contents.find<std::string>(section, "type"));
  output.name = *contents.find<std::string>(section, "name");
  if (const auto* time = contents.find<double>(section, "every_time")) output.every_time = *time;
  if (const auto* steps = contents.find<long>(section, "every_steps")) output.every_steps = *steps;
  output.fields = *contents.find<Setting::Texts>(section, "fields");
  if (const auto* slice = contents.find<SlicePlane>(section, "slice")) {
    output.slice_axis = Axis(slice->axis);
    output.slice_position = slice->position;
  }
  if (const auto* range = contents.find<Setting::Numbers>(section, "range")) {
    output.range = {range->front(), range->back()};
  }
  output.colours = *contents.find<std::string>(section, "colours");
  output.logarithmic = *contents.find<bool>(section, "logarithmic");
  return output;
}

}  // namespace

void assemble(DeckContents& contents) {
  assemble_grid(contents);
  contents.initial = expressions(contents, "initial");
  assemble_boundary_values(contents);
  for (int i = 0; i < contents.output_count; ++i) {
    contents.outputs.push_back(output_settings(contents, fmt::format("output.{}", i)));
  }
}

}  // namespace solenoid
