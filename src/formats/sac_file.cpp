#include "src/formats/sac_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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

/// The first interior cells along a direction, with the ghosts before and behind them.
Box line_box(const sac::Head& head, std::size_t d, int ghost_layers) {
  Box line = interior_of(head, ghost_layers);
  line.count = {1, 1, 1};
  line.begin[d] = 0;
  line.count[d] = head.cells[d];
  return line;
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

Line line_of(std::vector<double> centres, std::size_t d, int ghost_layers) {
  Line line{std::move(centres), 1};
  const auto first = std::size_t(ghost_layers), n = line.centres.size() - 2 * first;
  if (n > 1)
    line.spacing = (line.centres[first + n - 1] - line.centres[first]) / double(n - 1);
  else if (ghost_layers > 0)
    line.spacing = (line.centres[first + 1] - line.centres[first - 1]) / 2;
  if (!(line.spacing > 0))
    throw sac::FormatError(fmt::format(
        "coordinate {} does not increase with its index: expected a uniform grid", d + 1));
  return line;
}

/// Of a snapshot of the cells in a box.
void require_uniform(const sac::Snapshot& snapshot, const Box& box, std::size_t d, const Line& line,
                     int ghost_layers) {
  const double first = line.centres[std::size_t(ghost_layers)];
  for (std::size_t i = 0; i < box.values(); ++i) {
    const std::array<int, 3> at = box.at(i);
    const double expected = first + (at[d] - ghost_layers) * line.spacing;
    const double found = snapshot.coordinates[d][i];
    if (std::abs(found - expected) <= uniformity * line.spacing) continue;
    throw sac::FormatError(fmt::format(
        "coordinate {} is {} in cell ({}), counted from 0, where a uniform grid has "
        "{}: expected a uniform Cartesian grid",
        d + 1, found, fmt::join(at.begin(), at.begin() + snapshot.dimensions, ", "), expected));
  }
}

Grid grid_of(const sac::Head& head, const std::vector<Line>& lines, int ghost_layers) {
  Grid grid;
  grid.cells = interior_of(head, ghost_layers).count;
  for (std::size_t d = 0; d < lines.size(); ++d) {
    const Line& line = lines[d];
    const auto first = std::size_t(ghost_layers), n = std::size_t(grid.cells[d]);
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

/// A state without values, and what coordinates its grid has in the file.
struct SacHead {
  FileState state;
  std::vector<Line> lines;
};

/// centres(box) are the coordinates along d in a box that is one cell thick otherwise.
template <class Centres>
SacHead head_of(const sac::Head& head, int ghost_layers, const Centres& centres) {
  if (head.generalised)
    throw sac::FormatError("ndim is negative: expected Cartesian coordinates, found others");
  SacHead found;
  for (std::size_t d = 0; d < std::size_t(head.dimensions); ++d)
    found.lines.push_back(line_of(centres(line_box(head, d, ghost_layers), d), d, ghost_layers));
  FileState& state = found.state;
  state.format = "SAC or SMAUG";
  state.snapshot.grid = grid_of(head, found.lines, ghost_layers);
  state.snapshot.time = head.time;
  state.snapshot.step = head.step;
  const sac::Parameters constants = sac::parameters_of(head);
  state.parameters = {constants.gamma, constants.resistivity, constants.viscosity,
                      constants.gravity};
  for (const std::string& name : field_names_of(head.components()))
    state.snapshot.fields.push_back({name, {}});
  return found;
}

/// Gives a state the fields of a snapshot of the cells in a box.
void take_fields(FileState& state, sac::Snapshot snapshot, const Box& box,
                 const std::vector<Line>& lines, int ghost_layers) {
  for (std::size_t d = 0; d < lines.size(); ++d)
    require_uniform(snapshot, box, d, lines[d], ghost_layers);
  for (std::size_t w = 0; w < snapshot.values.size(); ++w)
    state.snapshot.fields[w].values = std::move(snapshot.values[w]);
}

/// The snapshot of a file that is wanted.
sac::SnapshotReader reader_of(const MappedFile& mapped, const FileSelection& selection) {
  const sac::Contents contents = sac::find_snapshots(mapped.bytes());
  const long count = long(contents.snapshots.size());
  const long wanted = selection.snapshot.value_or(count - 1);
  if (wanted < 0 || wanted >= count)
    throw sac::FormatError(
        fmt::format("it has no snapshot {}: expected 0 to {}", wanted, count - 1));
  return {mapped.bytes(), contents.encoding, contents.snapshots[std::size_t(wanted)]};
}

/// An open file.
struct OpenSac {
  fs::path path;
  int ghost_layers;
  std::unique_ptr<MappedFile> mapped;
  sac::SnapshotReader reader;
  SacHead head;

  OpenSac(const fs::path& file, const FileSelection& selection)
      : path(file),
        ghost_layers(selection.ghost_layers),
        mapped(std::make_unique<MappedFile>(file)),
        reader(reader_of(*mapped, selection)),
        head(head_of(reader.head(), ghost_layers, [&](const Box& line, std::size_t d) {
          return reader.read(line).coordinates[d];
        })) {}
};

class SacReader final : public StateReader {
 public:
  explicit SacReader(OpenSac open) : StateReader(open.head.state), open_(std::move(open)) {}

 protected:
  void fill(FileState& state, const Box& cells) override {
    Box box = cells;  // in the file, which has ghosts in front
    const int dimensions = open_.reader.head().dimensions;
    for (int d = 0; d < dimensions; ++d) box.begin[std::size_t(d)] += open_.ghost_layers;
    reading_snapshots(open_.path, [&] {
      take_fields(state, open_.reader.read(box), box, open_.head.lines, open_.ghost_layers);
    });
    count_values(state.snapshot.fields.size() * cells.values());
  }

 private:
  OpenSac open_;
};

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
  const Box all = all_of(snapshot);
  SacHead head = head_of(snapshot, ghost_layers, [&](const Box& line, std::size_t d) {
    return cut_out(snapshot.coordinates[d], all, line);
  });
  const Box box = interior_of(snapshot, ghost_layers);
  sac::Snapshot interior = snapshot;
  for (auto* arrays : {&interior.coordinates, &interior.values})
    for (std::vector<double>& values : *arrays) values = cut_out(values, all, box);
  take_fields(head.state, std::move(interior), box, head.lines, ghost_layers);
  return head.state;
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
    const sac::SnapshotReader reader = reader_of(mapped, selection);
    return reader.read(reader.all());
  });
}

std::unique_ptr<StateReader> open_sac_state(const fs::path& file, const FileSelection& selection) {
  return reading_snapshots(file, [&]() -> std::unique_ptr<StateReader> {
    return std::make_unique<SacReader>(OpenSac(file, selection));
  });
}

Grid read_sac_grid(const fs::path& file, const FileSelection& selection) {
  return open_sac_state(file, selection)->head().snapshot.grid;
}

void write_sac_file(const fs::path& file, const sac::Snapshot& snapshot, sac::Encoding encoding) {
  try {
    replace_file_by_text(file, sac::write_snapshot(snapshot, encoding));
  } catch (const sac::FormatError& error) {
    throw OutputError(fmt::format("cannot write {}: {}", file.string(), error.what()));
  }
}

}  // namespace solenoid
