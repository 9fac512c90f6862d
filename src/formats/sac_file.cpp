#include "src/formats/sac_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "src/formats/mapped_file.hpp"
#include "src/output/files.hpp"
#include "src/output/replace.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// How far a coordinate may be from where it stands on a uniform grid, in cells: texts round.
constexpr double uniformity = 0.01;

Box interior_of(const sac::Head& head, int ghost_layers) {
  Box box;
  for (std::size_t d = 0; d < head.cells.size(); ++d) {
    box.begin[d] = ghost_layers;
    box.count[d] = head.cells[d] - 2 * ghost_layers;
    if (box.count[d] >= 1) continue;
    throw sac::FormatError(
        fmt::format("nx = {}, of which {} layers on each side are ghosts, leaves no cells: if the "
                    "file has none, say ghost_layers = 0",
                    fmt::join(head.cells, " "), ghost_layers));
  }
  return box;
}

Box all_of(const sac::Head& head) {
  Box box;
  std::ranges::copy(head.cells, box.count.begin());
  return box;
}

FieldValues part_of(const std::vector<double>& values, const Box& whole, const Box& part) {
  FieldValues some(part.values());
  for (std::size_t i = 0; i < some.size(); ++i) some[i] = values[whole.value_at(part.at(i))];
  return some;
}

/// The number of fewest digits within `error` of a value: coordinates of faces are not in the file,
/// and what is computed from centres misses 0 or 1.5 by a last place.
double shortest_within(double error, double value) {
  if (std::abs(value) <= error) return 0;
  for (int digits = 0; digits < std::numeric_limits<double>::digits10; ++digits) {
    const double rounded = std::stod(fmt::format("{:.{}e}", value, digits));
    if (std::abs(rounded - value) <= error) return rounded;
  }
  return value;
}

/// Centres of cells along one direction, with those of the ghosts.
struct Line {
  std::vector<double> centres;
  double spacing;
};

Line line_of(const sac::Snapshot& snapshot, std::size_t d, int ghost_layers) {
  const Box whole = all_of(snapshot), part = interior_of(snapshot, ghost_layers);
  Line line{std::vector<double>(std::size_t(snapshot.cells[d])), 1};
  std::array<int, 3> at = part.begin;
  for (int i = 0; i < snapshot.cells[d]; ++i) {
    at[d] = i;
    line.centres[std::size_t(i)] = snapshot.coordinates[d][whole.value_at(at)];
  }
  const auto first = std::size_t(ghost_layers), n = std::size_t(part.count[d]);
  if (n > 1)
    line.spacing = (line.centres[first + n - 1] - line.centres[first]) / double(n - 1);
  else if (ghost_layers > 0)
    line.spacing = (line.centres[first + 1] - line.centres[first - 1]) / 2;
  if (!(line.spacing > 0))
    throw sac::FormatError(fmt::format(
        "coordinate {} does not increase with its index: expected a uniform grid", d + 1));
  return line;
}

void require_uniform(const sac::Snapshot& snapshot, std::size_t d, const Line& line,
                     int ghost_layers) {
  const Box whole = all_of(snapshot), part = interior_of(snapshot, ghost_layers);
  const double first = line.centres[std::size_t(ghost_layers)];
  for (std::size_t i = 0; i < part.values(); ++i) {
    const std::array<int, 3> at = part.at(i);
    const double expected = first + (at[d] - ghost_layers) * line.spacing;
    const double found = snapshot.coordinates[d][whole.value_at(at)];
    if (std::abs(found - expected) <= uniformity * line.spacing) continue;
    throw sac::FormatError(fmt::format(
        "coordinate {} is {} in cell ({}), counted from 0, where a uniform grid has "
        "{}: expected a uniform Cartesian grid",
        d + 1, found, fmt::join(at.begin(), at.begin() + snapshot.dimensions, ", "), expected));
  }
}

Grid grid_of(const sac::Snapshot& snapshot, int ghost_layers) {
  if (snapshot.generalised)
    throw sac::FormatError("ndim is negative: expected Cartesian coordinates, found others");
  const Box part = interior_of(snapshot, ghost_layers);
  Grid grid;
  grid.cells = part.count;
  for (std::size_t d = 0; d < std::size_t(snapshot.dimensions); ++d) {
    const Line line = line_of(snapshot, d, ghost_layers);
    require_uniform(snapshot, d, line, ghost_layers);
    const auto first = std::size_t(ghost_layers), n = std::size_t(part.count[d]);
    const double error = 1e-10 * line.spacing * double(n);
    grid.lower[d] = shortest_within(error, line.centres[first] - line.spacing / 2);
    grid.upper[d] = shortest_within(error, line.centres[first + n - 1] + line.spacing / 2);
  }
  return grid;
}

/// Solenoid's names of the fields in a file, in its order.
std::vector<std::string> field_names_of(int components) {
  std::vector<std::string> names{"density_perturbation"};
  const auto add = [&](const std::string& vector) {
    for (int c = 0; c < components; ++c) names.push_back(vector + "_" + "xyz"[c]);
  };
  add("momentum");
  names.emplace_back("energy_perturbation");
  add("magnetic_field_perturbation");
  names.emplace_back("background_energy");
  names.emplace_back("background_density");
  add("background_magnetic_field");
  return names;
}

template <class Body>
auto reading_snapshots(const fs::path& file, const Body& body) {
  try {
    return body();
  } catch (const sac::FormatError& error) {
    throw OutputError(fmt::format("cannot read {}: {}", file.string(), error.what()));
  }
}

/// Components of vectors that a state has to have in a file of so many dimensions.
int components_of(const FileState& state, int dimensions) {
  if (dimensions == 3) return 3;
  int components = dimensions;
  for (const NamedField& field : state.snapshot.fields) {
    const bool vector = field.name.size() > 2 && field.name[field.name.size() - 2] == '_' &&
                        !field.name.starts_with("vector_potential");
    const int c = vector ? field.name.back() - 'x' : -1;
    if (c < components || c > 2) continue;
    if (std::ranges::any_of(field.values, [](double v) { return v != 0; })) components = c + 1;
  }
  return components;
}

}  // namespace

FileState state_of(const sac::Snapshot& snapshot, int ghost_layers) {
  FileState state;
  state.snapshot.grid = grid_of(snapshot, ghost_layers);
  state.snapshot.time = snapshot.time;
  state.snapshot.step = snapshot.step;
  const sac::Parameters constants = sac::parameters_of(snapshot);
  state.parameters = {constants.gamma, constants.resistivity, constants.viscosity,
                      constants.gravity};
  const std::vector<std::string> names = field_names_of(snapshot.components());
  const Box whole = all_of(snapshot), part = interior_of(snapshot, ghost_layers);
  for (std::size_t w = 0; w < names.size(); ++w)
    state.snapshot.fields.push_back({names[w], part_of(snapshot.values[w], whole, part)});
  return state;
}

sac::Snapshot sac_snapshot(const FileState& state, const std::string& name, sac::Writer writer,
                           int ghost_layers) {
  const Grid& grid = state.snapshot.grid;
  const int dimensions = grid.active(2) ? 3 : grid.active(1) ? 2 : 1;
  const int components = components_of(state, dimensions);
  if (writer == sac::Writer::smaug && (dimensions == 1 || components > dimensions))
    throw sac::FormatError(
        dimensions == 1 ? "SMAUG has two or three dimensions, the state has one"
                        : "SMAUG's vectors have two components in 2D, the state has a third that "
                          "is not 0");
  if (!state.parameters.gamma)
    throw sac::FormatError("the files of SAC and SMAUG hold gamma, and it is not known");
  sac::Snapshot to;
  to.headline = fmt::format("{}_mhd{}{}", name, dimensions, components);
  to.step = int(std::min<long>(state.snapshot.step, std::numeric_limits<int>::max()));
  to.time = state.snapshot.time;
  to.dimensions = dimensions;
  to.fields = 3 * components + 4;
  to.parameters = sac::parameter_list({*state.parameters.gamma, state.parameters.resistivity,
                                       state.parameters.viscosity, state.parameters.gravity},
                                      dimensions, writer);
  to.names = sac::names_line(dimensions, components, writer);
  Box all;
  for (int d = 0; d < dimensions; ++d) {
    to.cells.push_back(grid.cells[std::size_t(d)] + 2 * ghost_layers);
    all.begin[std::size_t(d)] = -ghost_layers;
    all.count[std::size_t(d)] = to.cells.back();
  }
  to.coordinates.assign(std::size_t(dimensions), std::vector<double>(all.values()));
  for (std::size_t i = 0; i < all.values(); ++i)
    for (std::size_t d = 0; d < std::size_t(dimensions); ++d)
      to.coordinates[d][i] = grid.centre(int(d), all.at(i)[d]);
  const Box inside = whole_field(grid, Placement::cells);
  for (const std::string& field : field_names_of(components)) {
    const FieldValues values = field_of(state, field);
    std::vector<double>& array = to.values.emplace_back(all.values());
    for (std::size_t i = 0; i < array.size(); ++i) {
      std::array<int, 3> at = all.at(i);
      for (std::size_t d = 0; d < 3; ++d) at[d] = std::clamp(at[d], 0, grid.cells[d] - 1);
      array[i] = values[inside.value_at(at)];
    }
  }
  return to;
}

bool is_sac_file(const fs::path& file) { return sac::looks_like_sac(MappedFile(file).bytes()); }

sac::Contents read_sac_contents(const fs::path& file) {
  const MappedFile mapped(file);
  return reading_snapshots(file, [&] { return sac::find_snapshots(mapped.bytes()); });
}

sac::Snapshot read_sac_file(const fs::path& file, const FileSelection& selection) {
  const MappedFile mapped(file);
  return reading_snapshots(file, [&] {
    const sac::Contents contents = sac::find_snapshots(mapped.bytes());
    const long count = long(contents.snapshots.size());
    const long wanted = selection.snapshot.value_or(count - 1);
    if (wanted < 0 || wanted >= count)
      throw sac::FormatError(
          fmt::format("it has no snapshot {}: expected 0 to {}", wanted, count - 1));
    return sac::read_snapshot(mapped.bytes(), contents.encoding,
                              contents.snapshots[std::size_t(wanted)]);
  });
}

FileState read_sac_state(const fs::path& file, const FileSelection& selection) {
  const sac::Snapshot snapshot = read_sac_file(file, selection);
  return reading_snapshots(file, [&] {
    FileState state = state_of(snapshot, selection.ghost_layers);
    state.format = "SAC or SMAUG";
    return state;
  });
}

Grid read_sac_grid(const fs::path& file, const FileSelection& selection) {
  const sac::Snapshot snapshot = read_sac_file(file, selection);
  return reading_snapshots(file, [&] { return grid_of(snapshot, selection.ghost_layers); });
}

void write_sac_file(const fs::path& file, const sac::Snapshot& snapshot, sac::Encoding encoding) {
  try {
    replace_file_by_text(file, sac::write_snapshot(snapshot, encoding));
  } catch (const sac::FormatError& error) {
    throw OutputError(fmt::format("cannot write {}: {}", file.string(), error.what()));
  }
}

}  // namespace solenoid
