#pragma once
/// \file
/// From the intermediate form to C++.

#include <string>

#include "src/stencil/kernels.hpp"

namespace solenoid::stencil {

/// A header that holds the program as the class `solenoid::programs::<name>`: tables of its fields,
/// uniforms and reductions, and its passes as templates on the lane type (numerics/lanes.hpp), as
/// numerics/stencil_program.hpp describes. `title` says in its first line where it comes from.
/// Throws std::invalid_argument if `name` is not an identifier of C++.
std::string emit(const Kernels& kernels, const std::string& name, const std::string& title);

/// What each pass reads and computes, for people: a table.
std::string describe(const Kernels& kernels);

}  // namespace solenoid::stencil
