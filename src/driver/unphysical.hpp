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

/// What is said of a state from which no step can be taken: why, and the first cell with a density
/// or a pressure that is not positive, where the solver knows these fields and there is one.
std::string no_stable_step_text(Solver& solver, const Moment& moment, double stable);

/// Writes the primitive fields of a state that cannot go on, and says where they are, or why they
/// could not be written. `head`: a snapshot without fields.
std::string dump_state(const std::filesystem::path& file, Solver& solver, const Snapshot& head);

}  // namespace solenoid
