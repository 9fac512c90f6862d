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

 private:
  [[nodiscard]] Gather gather_output(std::size_t output, double time) override {
    return gather_of(typename Program::Outputs{}, output, time);
  }
  template <class... Pass>
  Gather gather_of(ProgramPasses<Pass...>, std::size_t output, double time) {
    Gather gather;
    [[maybe_unused]] std::size_t number = 0;
    [[maybe_unused]] const auto one = [&]<class Q>() {
      if (number++ == output) gather = static_cast<State&>(state()).template gather_output<Q>(time);
    };
    (one.template operator()<Pass>(), ...);
    return gather;
  }
};

}  // namespace solenoid
