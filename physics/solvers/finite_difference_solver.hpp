#pragma once
/// \file
/// The solver `finite-difference`: any stencil program behind the interface of solvers.

#include <memory>
#include <utility>

#include "physics/solvers/finite_differences.hpp"
#include "physics/solvers/program_solver.hpp"

namespace solenoid {

/// `Program` as stencilc makes it (numerics/vertices/stencil_program.hpp).
template <class Program, class Real, class Space>
class FiniteDifferenceSolver final : public ProgramSolver {
  using State = FiniteDifferences<Program, Real, Space>;

 public:
  /// Throws std::invalid_argument for an unknown uniform, one without value, a grid or boundaries
  /// that finite differences do not have, and a program that says nothing about the time step if
  /// that is not fixed.
  FiniteDifferenceSolver(const Subdomain& grid, const Boundaries& boundaries,
                         const FiniteDifferenceSettings& settings, FixedBoundary fixed = {})
      : ProgramSolver(
            program_table_of<Program>(),
            std::make_unique<State>(grid, boundaries, std::move(fixed), settings.integrator), grid,
            settings) {}
};

}  // namespace solenoid
