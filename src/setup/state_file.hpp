#pragma once
/// \file
/// States from files of all formats, checkpoints among them, whose solvers know what they hold.

#include <filesystem>
#include <memory>

#include "src/deck/deck.hpp"
#include "src/formats/sac_file.hpp"
#include "src/formats/state_reader.hpp"

namespace solenoid {

/// What the deck says of the constants that files may hold.
FileParameters file_parameters(const Deck& deck);

/// Opens a file with a state. Of a checkpoint it is the state at the end of its step, made by the
/// solver of its own deck on the CPU; the magnetic field of relaxing-tvd on faces, too. Throws
/// OutputError.
std::unique_ptr<StateReader> open_state_file(const std::filesystem::path& file,
                                             const FileSelection& selection);
/// All of the state in a file. Throws OutputError.
FileState read_state_file(const std::filesystem::path& file, const FileSelection& selection);

}  // namespace solenoid
