#pragma once
/// \file
/// Commands whose grid several processes compute, each a part (src/driver/parts.hpp).

#include <string>

#include "src/cli/deck_arguments.hpp"
#include "src/driver/parts.hpp"
#include "src/machine/machine.hpp"
#include "src/parallel/processes.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace solenoid {

/// --ranks, --layout and --transport.
void add_parts_arguments(CLI::App& command, PartsChoice& choice, const std::string& what);

/// What a process other than 0 does: it computes its part as process 0 orders. Returns the exit
/// code.
int compute_part(const DeckArguments& deck, const MachineChoice& device, const PartsChoice& asked,
                 Processes& processes);

}  // namespace solenoid
