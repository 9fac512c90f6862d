#include "src/program/built_in_solvers.hpp"

#include <algorithm>

#include "src/program/shapes.hpp"

namespace solenoid {

namespace {

/// Whether a deck's program is, to the letter, the one that was compiled.
bool is_built_in(const StencilProgram& program, const BuiltInSolver& built_in) {
  const stencil::CompilerOptions options;
  if (program.name != built_in.equations || program.forced != built_in.forced ||
      program.options != options) {
    return false;
  }
  return std::ranges::equal(
      program.files, built_in_program(built_in.equations, built_in.forced),
      [](const stencil::SourceFile& a, const stencil::SourceFile& b) { return a.text == b.text; });
}

}  // namespace

MakeProgramSolver find_built_in_solver(const StencilProgram& program, Precision precision,
                                       Device device, const std::optional<PassShape>& shape) {
  const PassShape wanted = shape.value_or(reference_shape(device));
  for (const BuiltInSolver& built_in : built_in_solvers())
    if (built_in.precision == precision && built_in.device == device && built_in.shape == wanted &&
        is_built_in(program, built_in))
      return built_in.make;
  return nullptr;
}

}  // namespace solenoid
