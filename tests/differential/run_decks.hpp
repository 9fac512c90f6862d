#pragma once
/// \file
/// Generated decks.

#include <string>

#include "src/parallel/processes.hpp"

namespace solenoid::differential {

/// Runs the decks of a list, a line each with the number of steps, for so many steps on `device`,
/// "cpu" or "gpu", and prints of each in a line what it came to: how it ended, a hash of every
/// stored field, the numbers of the checkpoint and of the history, what outputs show. `restarts`:
/// half-way another solver goes on with the state.
int run_decks(const std::string& list, const std::string& device, bool restarts);

/// The same of several processes, which compute parts of the grids of all decks whose grids can be
/// cut so. Process 0 prints.
int run_decks_in_parts(const std::string& list, const std::string& device, Processes& processes);

/// Compiles the stencil programs of the decks for `device`.
int compile_decks(const std::string& list, const std::string& device);

}  // namespace solenoid::differential
