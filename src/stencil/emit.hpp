#pragma once
/// \file
/// From the intermediate form to C++.

#include <array>
#include <string>
#include <vector>

#include "src/stencil/kernels.hpp"

namespace solenoid::stencil {

/// A header that holds the program as the class `solenoid::programs::<name>`: tables of its fields,
/// uniforms and reductions, and its passes as templates on the lane type
/// (numerics/lanes/lanes.hpp), as numerics/vertices/stencil_program.hpp describes. `title` says in
/// its first line where it comes from. Throws std::invalid_argument if `name` is not an identifier
/// of C++.
std::string emit(const Kernels& kernels, const std::string& name, const std::string& title);

/// What the steps of a pass need in fast memory.
struct StepNeeds {
  int steps = 0;               ///< each reads the neighbours of one field
  std::array<int, 3> reach{};  ///< how far the farthest of them is, along each axis
  int kept = 0;                ///< values kept between steps
  int previous = 0;            ///< most values before the last substep that a step reads
};

/// The needs of each pass of a program, in their order.
std::vector<StepNeeds> step_needs(const Kernels& kernels);

/// What each pass reads and computes, for people: a table.
std::string describe(const Kernels& kernels);

}  // namespace solenoid::stencil
