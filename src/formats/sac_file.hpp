#pragma once
/// \file
/// Files of SAC and SMAUG as states on a grid, and states as such files.

#include <filesystem>
#include <memory>
#include <optional>

#include "src/formats/sac.hpp"
#include "src/formats/state_reader.hpp"

namespace solenoid {

/// What to take of a file.
struct FileSelection {
  std::optional<long> snapshot;  ///< from 0; without it the last
  int ghost_layers = 2;          ///< of SAC's and SMAUG's arrays, on each side
};

/// The state of a snapshot without its ghost layers: fields density_perturbation, momentum_x ..,
/// energy_perturbation, magnetic_field_perturbation_x .., and those of the background, with its
/// energy as it is stored. The first coordinate is x, whatever its direction. Throws
/// sac::FormatError for coordinates that are not those of a uniform Cartesian grid and for fewer
/// cells than ghosts.
FileState state_of(const sac::Snapshot& snapshot, int ghost_layers);

/// The snapshot of a state, with ghost layers that repeat the outermost cells. Throws
/// sac::FormatError for a state that the writer's files cannot hold, MissingField for one that
/// lacks a field.
sac::Snapshot sac_snapshot(const FileState& state, const std::string& name, sac::Writer writer,
                           int ghost_layers);

/// Whether a file begins as one of SAC or SMAUG does. Throws OutputError where it cannot be read.
bool is_sac_file(const std::filesystem::path& file);
/// The heads of a file's snapshots. Throws OutputError.
sac::Contents read_sac_contents(const std::filesystem::path& file);
/// A snapshot of a file. Throws OutputError.
sac::Snapshot read_sac_file(const std::filesystem::path& file, const FileSelection& selection);
/// Opens its state without ghost layers. Throws OutputError; of coordinates only what is read is
/// looked at.
std::unique_ptr<StateReader> open_sac_state(const std::filesystem::path& file,
                                            const FileSelection& selection);
/// Its grid without ghost layers. Throws OutputError.
Grid read_sac_grid(const std::filesystem::path& file, const FileSelection& selection);
/// Writes a file of one snapshot. Throws OutputError.
void write_sac_file(const std::filesystem::path& file, const sac::Snapshot& snapshot,
                    sac::Encoding encoding);

}  // namespace solenoid
