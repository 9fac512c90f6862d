#pragma once
/// \file
/// What the C interface is given, as the library takes it.

#include <string>

#include "src/library/include/solenoid/simulation.hpp"
#include "src/library/include/solenoid/solenoid.h"

namespace solenoid {

[[noreturn]] void refuse(const std::string& why);

/// A text that has to be there.
std::string text_of(const char* text, const char* what);

/// Null stands for the defaults.
SimulationOptions options_of(const solenoid_options* options);

}  // namespace solenoid
