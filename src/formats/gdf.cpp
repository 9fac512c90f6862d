#include "src/formats/gdf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "src/formats/gdf_names.hpp"
#include "src/output/files.hpp"
#include "src/output/hdf5.hpp"
#include "src/output/replace.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t metadata_bytes = 64 * 1024;

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
  using NameAndUnit = std::pair<const char*, const char*>;
  for (const auto& [name, unit] :
       {NameAndUnit{"length_unit", "cm"}, NameAndUnit{"mass_unit", "g"},
        NameAndUnit{"time_unit", "s"}, NameAndUnit{"velocity_unit", "cm/s"},
        NameAndUnit{"magnetic_unit", "gauss"}}) {
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
      const hdf5::Handle grid = hdf5::create_group(data, gdf_grid_group);
      for (const NamedField& field : fields) write_field(types, grid, state.snapshot.grid, field);
    });
  });
}

}  // namespace solenoid
