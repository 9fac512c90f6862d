#pragma once
/// \file
/// States from checkpoints.

#include <filesystem>
#include <memory>

#include "src/formats/state_reader.hpp"

namespace solenoid {

/// Opens a checkpoint as the state at the end of its step, made by the solver of its own deck on
/// the CPU; the magnetic field of relaxing-tvd on faces, too.
///
/// Of a box it reads the cells from which the state there follows, with the bits of the whole:
/// where the step lacks its last sweep, those beyond the box along that sweep, too. Where the file
/// does not say how fast the fastest signal is, which that sweep needs, it first looks for it in
/// all of the state, slab by slab. Throws OutputError.
std::unique_ptr<StateReader> open_checkpoint(const std::filesystem::path& path);

}  // namespace solenoid
