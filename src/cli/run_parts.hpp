#pragma once
/// \file
/// Commands whose grid several processes compute, each a part (src/driver/parts.hpp).

#include <functional>
#include <string>

#include "physics/solvers/solver.hpp"
#include "src/cli/deck_arguments.hpp"
#include "src/driver/parts.hpp"
#include "src/machine/machine.hpp"
#include "src/parallel/processes.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace solenoid {

/// --ranks, --layout and --transport; --writing, of what writes files.
void add_parts_arguments(CLI::App& command, PartsChoice& choice, const std::string& what);
void add_writing_argument(CLI::App& command, PartsChoice& choice);

/// What a process other than 0 does: it computes its part as process 0 orders, and in pauses does
/// what is to be done with it there. Returns the exit code.
int compute_part(const DeckArguments& deck, const MachineChoice& device, const PartsChoice& asked,
                 Processes& processes,
                 const std::function<void(const Solver& part)>& in_pause = {});

}  // namespace solenoid
