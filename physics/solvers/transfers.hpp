#pragma once
/// \file
/// What outputs bring from a solver's device to the host.

#include <cstddef>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Brings what `gather` makes of a box, in the memory of the device, to the host.
void bring_to_host(Device device, const Gather& gather, const Box& box,
                   const MutableValues& values);

/// Bytes that outputs have brought to the host since the program began (on a CPU: copied out of the
/// state).
[[nodiscard]] std::size_t bytes_brought_to_host();
void note_brought_to_host(std::size_t bytes);

}  // namespace solenoid
