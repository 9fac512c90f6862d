#include "src/formats/gdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "src/output/files.hpp"
#include "src/output/hdf5.hpp"
#include "src/output/replace.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

constexpr const char* grid_group = "grid_0000000000";
constexpr std::uintmax_t metadata_bytes = 64 * 1024;

struct NamePair {
  const char *ours, *theirs;
};
/// Those that yt and pysac know under another name; a trailing underscore stands for components.
constexpr NamePair name_table[] = {{"magnetic_field_", "mag_field_"},
                                   {"density_perturbation", "density_pert"},
                                   {"background_density", "density_bg"},
                                   {"energy_perturbation", "internal_energy_pert"},
                                   {"background_energy", "internal_energy_bg"}};

bool ends_with_component(const std::string& name, std::size_t length) {
  return name.size() == length + 1 && name.back() >= 'x' && name.back() <= 'z';
}

std::string renamed(const std::string& name, const char* NamePair::*from,
                    const char* NamePair::*to) {
  for (const NamePair& pair : name_table) {
    const std::string known = pair.*from;
    if (name == known) return pair.*to;
    if (known.ends_with('_') && name.starts_with(known) && ends_with_component(name, known.size()))
      return std::string(pair.*to) + name.back();
  }
  return name;
}

/// The component of a vector between `front` and `back`, or 0.
char component_between(const std::string& name, const std::string& front, const std::string& back) {
  if (name.size() != front.size() + 1 + back.size() || !name.starts_with(front) ||
      !name.ends_with(back))
    return 0;
  return name[front.size()];
}

std::string gdf_name(const std::string& field) {
  if (const char c = component_between(field, "magnetic_field_perturbation_", ""))
    return fmt::format("mag_field_{}_pert", c);
  if (const char c = component_between(field, "background_magnetic_field_", ""))
    return fmt::format("mag_field_{}_bg", c);
  return renamed(field, &NamePair::ours, &NamePair::theirs);
}

std::string our_field_name(const std::string& name) {
  if (const char c = component_between(name, "mag_field_", "_pert"))
    return fmt::format("magnetic_field_perturbation_{}", c);
  if (const char c = component_between(name, "mag_field_", "_bg"))
    return fmt::format("background_magnetic_field_{}", c);
  return renamed(name, &NamePair::theirs, &NamePair::ours);
}

std::vector<double> list(const std::array<double, 3>& values) {
  return {values.begin(), values.end()};
}

void write_parameters(hid_t file, const FileState& state) {
  const hdf5::Handle group = hdf5::create_group(file, "simulation_parameters");
  const Grid& grid = state.snapshot.grid;
  hdf5::write_attribute<int>(group, "refine_by", 2);
  hdf5::write_attribute<int>(group, "dimensionality", grid.dimensions());
  hdf5::write_attribute_array<int>(group, "domain_dimensions",
                                   {grid.cells.begin(), grid.cells.end()});
  hdf5::write_attribute_array<double>(group, "domain_left_edge", list(grid.lower));
  hdf5::write_attribute_array<double>(group, "domain_right_edge", list(grid.upper));
  hdf5::write_attribute<double>(group, "current_time", state.snapshot.time);
  hdf5::write_attribute<int>(group, "current_step", int(state.snapshot.step));
  hdf5::write_attribute_text(group, "unique_identifier",
                             fmt::format("solenoid-{}", state.snapshot.step));
  hdf5::write_attribute<int>(group, "cosmological_simulation", 0);
  hdf5::write_attribute<int>(group, "num_ghost_zones", 0);
  hdf5::write_attribute<int>(group, "field_ordering", 1);  // x fastest
  std::vector<int> boundaries(6, 1);
  for (std::size_t face = 0; state.boundaries && face < 6; ++face)
    if (state.boundaries->kind[face / 2][face % 2] == BoundaryKind::periodic) boundaries[face] = 0;
  hdf5::write_attribute_array<int>(group, "boundary_conditions", boundaries);
  const FileParameters& constants = state.parameters;
  if (constants.gamma) hdf5::write_attribute<double>(group, "gamma", *constants.gamma);
  hdf5::write_attribute<double>(group, "eta", constants.resistivity);
  hdf5::write_attribute<double>(group, "nu", constants.viscosity);
  hdf5::write_attribute_array<double>(group, "gravity", list(constants.gravity));
}

/// A deck's units are its own; yt asks for some.
void write_units(hid_t file) {
  const hdf5::Handle group = hdf5::create_group(file, "dataset_units");
  for (const auto& [name, unit] :
       {NamePair{"length_unit", "cm"}, NamePair{"mass_unit", "g"}, NamePair{"time_unit", "s"},
        NamePair{"velocity_unit", "cm/s"}, NamePair{"magnetic_unit", "gauss"}}) {
    hdf5::write_dataset<double>(group, name, {}, {1.0});
    const hdf5::Handle dataset = hdf5::open_dataset(group, name);
    hdf5::write_attribute_text(dataset, "unit", unit);
  }
}

void write_structure(hid_t file, const Grid& grid) {
  hdf5::create_group(file, "particle_types");
  hdf5::write_dataset<int>(file, "grid_dimensions", {1, 3}, {grid.cells.begin(), grid.cells.end()});
  hdf5::write_dataset<int>(file, "grid_left_index", {1, 3}, {0, 0, 0});
  hdf5::write_dataset<int>(file, "grid_level", {1}, {0});
  hdf5::write_dataset<int>(file, "grid_parent_id", {1}, {-1});
  hdf5::write_dataset<int>(file, "grid_particle_count", {1, 1}, {0});
}

void write_field(hid_t types, hid_t data, const Grid& grid, const NamedField& field) {
  const std::string name = gdf_name(field.name);
  hdf5::write_dataset<double>(
      data, name, {hsize_t(grid.cells[2]), hsize_t(grid.cells[1]), hsize_t(grid.cells[0])},
      field.values);
  const hdf5::Handle type = hdf5::create_group(types, name);
  hdf5::write_attribute_text(type, "field_name", field.name);
  hdf5::write_attribute<double>(type, "field_to_cgs", 1.0);
  hdf5::write_attribute_text(type, "field_units", "dimensionless");
  hdf5::write_attribute<int>(type, "staggering", 0);
}

/// Calls body(file), failures of which are those of reading a file.
template <class Body>
auto reading(const fs::path& path, const Body& body) {
  const hdf5::QuietErrors quiet;
  try {
    const hdf5::Handle file = hdf5::open_file(path);
    return body(hid_t(file));
  } catch (const hdf5::Failure& failure) {
    throw OutputError(fmt::format("cannot read {}: {}", path.string(), failure.what()));
  }
}

template <class T>
std::vector<T> one_to_three(hid_t group, const std::string& name) {
  const std::vector<T> values = hdf5::read_attribute_array<T>(group, name);
  if (values.empty() || values.size() > 3)
    throw hdf5::Failure("the attribute " + name + " is not one to three numbers");
  return values;
}

Grid grid_in(hid_t file) {
  const hdf5::Handle group = hdf5::open_group(file, "simulation_parameters");
  if (hdf5::read_attribute<int>(group, "num_ghost_zones") != 0)
    throw hdf5::Failure("it has ghost cells: expected num_ghost_zones = 0");
  if (hdf5::read_dataset<double>(file, "grid_level").size() != 1)
    throw hdf5::Failure("it holds several grids: expected one");
  const std::vector<int> cells = one_to_three<int>(group, "domain_dimensions");
  const auto lower = one_to_three<double>(group, "domain_left_edge");
  const auto upper = one_to_three<double>(group, "domain_right_edge");
  const bool of_pysac = !hdf5::has_link(file, "dataset_units") && hdf5::has_link(file, "x");
  Grid grid;
  for (std::size_t d = 0; d < cells.size(); ++d) {
    if (cells[d] < 1 || d >= lower.size() || d >= upper.size() || !(lower[d] < upper[d]))
      throw hdf5::Failure(
          "the domain in simulation_parameters is empty: expected positive numbers of cells and a "
          "right edge right of the left one in each direction");
    grid.cells[d] = cells[d];
    grid.lower[d] = lower[d];
    grid.upper[d] = upper[d];
    if (!of_pysac || cells[d] == 1) continue;
    constexpr double metres = 0.01;
    const double half = (upper[d] - lower[d]) / (2.0 * (cells[d] - 1));
    grid.lower[d] = metres * (lower[d] - half);
    grid.upper[d] = metres * (upper[d] + half);
  }
  return grid;
}

/// The values of a field with x fastest.
FieldValues values_in(hid_t group, const std::string& name, const Grid& grid, bool x_fastest) {
  FieldValues values = hdf5::read_dataset<double>(group, name);
  if (values.size() != grid.cell_count())
    throw hdf5::Failure(fmt::format("the field {} has {} values: expected {}", name, values.size(),
                                    grid.cell_count()));
  const auto bad = std::ranges::find_if_not(values, [](double v) { return std::isfinite(v); });
  if (bad != values.end())
    throw hdf5::Failure(fmt::format("the field {} holds {}: expected finite numbers", name, *bad));
  if (x_fastest) return values;
  FieldValues ordered(values.size());
  const auto [nx, ny, nz] = grid.cells;
  for (std::size_t n = 0, i = 0; i < std::size_t(nx); ++i)
    for (std::size_t j = 0; j < std::size_t(ny); ++j)
      for (std::size_t k = 0; k < std::size_t(nz); ++k)
        ordered[i + std::size_t(nx) * (j + std::size_t(ny) * k)] = values[n++];
  return ordered;
}

FileParameters parameters_in(hid_t group) {
  FileParameters parameters;
  const auto number = [&](const char* name) {
    return hdf5::has_attribute(group, name)
               ? std::optional(hdf5::read_attribute<double>(group, name))
               : std::nullopt;
  };
  parameters.gamma = number("gamma");
  if (!parameters.gamma && hdf5::has_attribute(group, "eqpar")) {
    const std::vector<double> list = hdf5::read_attribute_array<double>(group, "eqpar");
    if (!list.empty()) parameters.gamma = list.front();
  }
  parameters.resistivity = number("eta").value_or(0);
  parameters.viscosity = number("nu").value_or(0);
  if (hdf5::has_attribute(group, "gravity"))
    std::ranges::copy(one_to_three<double>(group, "gravity"), parameters.gravity.begin());
  return parameters;
}

}  // namespace

void write_gdf(const fs::path& path, const FileState& state) {
  std::vector<NamedField> fields = state.snapshot.fields;
  if (fields.empty()) throw std::invalid_argument("a file without fields");
  if (holds_perturbations(state))
    for (const char c : {'x', 'y', 'z'}) {
      const std::string velocity = std::string("velocity_") + c;
      if (std::ranges::find(fields, velocity, &NamedField::name) == fields.end())
        fields.push_back({velocity, field_of(state, velocity)});
    }
  const std::uintmax_t bytes =
      metadata_bytes + fields.size() * state.snapshot.grid.cell_count() * sizeof(double);
  replace_file(path, bytes, [&](const fs::path& temporary) {
    const hdf5::QuietErrors quiet;
    hdf5::write_file(temporary, hdf5::Format::widely_readable, [&](hid_t file) {
      {
        const hdf5::Handle about = hdf5::create_group(file, "gridded_data_format");
        hdf5::write_attribute_text(about, "data_software", "Solenoid");
        hdf5::write_attribute_text(about, "data_software_version",
                                   state.snapshot.provenance.version);
      }
      write_parameters(file, state);
      write_units(file);
      write_structure(file, state.snapshot.grid);
      const hdf5::Handle types = hdf5::create_group(file, "field_types");
      const hdf5::Handle data = hdf5::create_group(file, "data");
      const hdf5::Handle grid = hdf5::create_group(data, grid_group);
      for (const NamedField& field : fields) write_field(types, grid, state.snapshot.grid, field);
    });
  });
}

bool is_gdf(const fs::path& path) {
  return reading(path, [](hid_t file) { return hdf5::has_link(file, "gridded_data_format"); });
}

Grid read_gdf_grid(const fs::path& path) { return reading(path, grid_in); }

FileState read_gdf(const fs::path& path) {
  return reading(path, [](hid_t file) {
    FileState state;
    state.format = "GDF";
    state.snapshot.grid = grid_in(file);
    const hdf5::Handle group = hdf5::open_group(file, "simulation_parameters");
    state.snapshot.time = hdf5::read_attribute<double>(group, "current_time");
    if (hdf5::has_attribute(group, "current_step"))
      state.snapshot.step = hdf5::read_attribute<int>(group, "current_step");
    state.parameters = parameters_in(group);
    const bool x_fastest = hdf5::read_attribute<int>(group, "field_ordering") == 1;
    const hdf5::Handle data = hdf5::open_group(file, "data");
    const hdf5::Handle grid = hdf5::open_group(data, grid_group);
    for (const std::string& name : hdf5::link_names(grid))
      state.snapshot.fields.push_back(
          {our_field_name(name), values_in(grid, name, state.snapshot.grid, x_fastest)});
    if (state.snapshot.fields.empty()) throw hdf5::Failure("it holds no fields");
    return state;
  });
}

}  // namespace solenoid
