#pragma once
/// \file
/// The texts of physics/equations/*.stencil, which the program carries with it.

#include <string>
#include <vector>

namespace solenoid {

/// The text of a file below physics/, such as "mhd.stencil". Throws std::logic_error if there is
/// none of this name. Defined in a source that cmake/StencilProgram.cmake writes.
std::string built_in_program_text(const std::string& name);

/// All of these names.
std::vector<std::string> built_in_program_names();

}  // namespace solenoid
