#pragma once
/// \file
/// Starting a program as several processes.

#include <string>
#include <vector>

namespace solenoid {

/// Replaces this process by mpirun, which starts `count` processes of this program with these words
/// behind its name. They share the cores and the folder of this one. Throws UsageError where that
/// cannot be.
[[noreturn]] void launch_processes(int count, const std::vector<std::string>& words);

}  // namespace solenoid
