#pragma once
/// \file
/// The parallel runtime of a process that uses the library.

#include <memory>

#include "src/machine/machine.hpp"

namespace solenoid {

/// The machine for one more simulation. The first one starts the parallel runtime, if the caller
/// has not: it starts once in a process, and so it stays until the process ends. Throws UsageError.
std::shared_ptr<const Machine> machine_for(const MachineChoice& choice);

}  // namespace solenoid
