#pragma once
/// \file
/// Generated stencil programs.

#include <string>

namespace solenoid::differential {

/// Runs the programs of a list, which names compiled units and, after its unit, each program with
/// its case, and prints a line for each. 0 if all are the same in all ways, 1 otherwise.
int run_programs(const std::string& list);

}  // namespace solenoid::differential
