#pragma once
/// \file
/// States from files of all formats, checkpoints among them, whose solvers know what they hold.

#include <filesystem>
#include <memory>

#include "src/formats/sac_file.hpp"
#include "src/formats/state_reader.hpp"

namespace solenoid {

/// Opens a file with a state; of a checkpoint as open_checkpoint() says. Throws OutputError.
std::unique_ptr<StateReader> open_state_file(const std::filesystem::path& file,
                                             const FileSelection& selection);
/// All of the state in a file. Throws OutputError.
FileState read_state_file(const std::filesystem::path& file, const FileSelection& selection);

}  // namespace solenoid
