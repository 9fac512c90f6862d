#pragma once
/// \file
/// Which format a file with a state has, from its contents.

#include <filesystem>

#include "src/formats/sac_file.hpp"

namespace solenoid {

enum class FileFormat { checkpoint, athdf, gdf, sac };

/// Throws OutputError for a file that cannot be read or has none of these formats.
FileFormat format_of_file(const std::filesystem::path& file);

/// Whether a file can be read and is a checkpoint.
bool is_checkpoint(const std::filesystem::path& file);

/// The grid that a file's state is on, of SAC's files without the ghost layers. Throws OutputError.
Grid grid_of_file(const std::filesystem::path& file, const FileSelection& selection);

}  // namespace solenoid
