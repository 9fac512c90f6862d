#pragma once
/// \file
/// Files in the Grid Data Format, which yt reads and pysac writes.

#include <filesystem>
#include <memory>

#include "src/formats/state_reader.hpp"

namespace solenoid {

/// Writes one grid, without ghost cells, of all fields of a state; of perturbations the velocity,
/// too, by the names of pysac (density_pert, density_bg, velocity_x, mag_field_x_pert, ...). Throws
/// OutputError, and std::invalid_argument for a state without fields.
void write_gdf(const std::filesystem::path& file, const FileState& state);

/// Whether an HDF5 file has the groups of this format. Throws OutputError.
bool is_gdf(const std::filesystem::path& file);
/// Opens a file of one grid. In those of pysac coordinates are in centimetres and the edges of the
/// domain the centres of its outermost cells; they come in metres. Throws OutputError.
std::unique_ptr<StateReader> open_gdf(const std::filesystem::path& file);
/// All of its state. Throws OutputError.
FileState read_gdf(const std::filesystem::path& file);
/// Its grid. Throws OutputError.
Grid read_gdf_grid(const std::filesystem::path& file);

}  // namespace solenoid
