#pragma once
/// \file
/// What is said of a state that cannot go on.

#include <filesystem>
#include <optional>
#include <string>

#include "physics/solvers/solver.hpp"
#include "src/driver/outputs.hpp"

namespace solenoid {

/// The first cell of the solver's state that is unphysical, with its state and, where that is a
/// number, its pressure: the stored energy does not show that it is negative. None if all is well.
std::optional<std::string> unphysical_state(Solver& solver, const Moment& moment);

/// Writes the primitive fields of a state that cannot go on, and says where they are, or why they
/// could not be written. `head`: a snapshot without fields.
std::string dump_state(const std::filesystem::path& file, Solver& solver, const Snapshot& head);

}  // namespace solenoid
