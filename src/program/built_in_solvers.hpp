#pragma once
/// \file
/// Stencil programs that are compiled along with Solenoid, and so need no compiler where it runs:
/// those that come with it, at the order that decks have by default, for processors and, in a build
/// for GPUs, for these, cut as they are as long as nothing was measured: into tiles and without.

#include <optional>
#include <vector>

#include "numerics/vertices/pass_shape.hpp"
#include "physics/solvers/finite_difference.hpp"
#include "src/deck/program_keys.hpp"

namespace solenoid {

struct BuiltInSolver {
  const char* equations;
  bool forced;
  Precision precision;
  Device device;
  PassShape shape;
  MakeProgramSolver make;
};

/// All of them. (Defined in a source that cmake/BuiltInSolvers.cmake writes.)
const std::vector<BuiltInSolver>& built_in_solvers();

/// The one for a program on a device, cut into passes of this shape; null if there is none.
MakeProgramSolver find_built_in_solver(const StencilProgram& program, Precision precision,
                                       Device device, const std::optional<PassShape>& shape);

}  // namespace solenoid
