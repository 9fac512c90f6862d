#pragma once
/// \file
/// The scheme `finite-difference`: what a solver of any stencil program is made from.

#include <cstdint>
#include <functional>
#include <map>
#include <string>

#include "numerics/lanes/table_pieces.hpp"
#include "numerics/vertices/runge_kutta.hpp"
#include "physics/solvers/solver.hpp"
#include "physics/solvers/source_of_field.hpp"

namespace solenoid {

struct FiniteDifferenceSettings {
  /// By name; those that are left out have the program's defaults.
  std::map<std::string, double> uniforms;
  double time_step = 0;  ///< fixed; 0: the largest stable one
  /// dt <= courant_number / (signal_speed |1/dx|), |1/dx| being the length of the vector of inverse
  /// spacings. docs/finite-difference.md has the limits of stability.
  double courant_number = 0.8;
  /// dt <= diffusive_number / (diffusivity |1/dx|^2); numerics/vertices/diffusion_limit.hpp has
  /// what diffusivities of higher degree add.
  double diffusive_number = 0.25;
  /// Uniforms that change from step to step: by name, in step `step` (from 0) of length dt.
  std::function<std::map<std::string, double>(std::uint64_t step, double dt)> varying{};
  /// Fields whose boundaries are others than those of the grid, by name.
  std::map<std::string, Boundaries> field_boundaries{};
  /// What initial values, uniforms, spacings and steps are rounded to before all else, so that runs
  /// in other precisions start from the very numbers that one in this precision does.
  Precision input_precision = Precision::double_precision;
  Integrator integrator = Integrator::rk3;
  /// What acts from outside, by the name of the program's field that it is.
  std::map<std::string, SourceOfField> sources{};
  /// Whether uniforms that are reductions follow the state in each substep, not in each step alone.
  bool reductions_each_substep = false;
  std::map<std::string, TablePieces> tables{};  ///< by name: those of the program
};

/// What the solver of a program is made from.
struct ProgramSolverArguments {
  Subdomain grid;
  Boundaries boundaries;
  FiniteDifferenceSettings settings;
  FixedBoundary fixed;
};

/// The one function of a compiled program (physics/solvers/module/stencil_module.cpp); the caller
/// owns the solver.
using MakeProgramSolver = Solver* (*)(const ProgramSolverArguments&);
inline constexpr const char* make_program_solver_symbol = "solenoid_make_program_solver";

/// Does nothing; whoever calls it before he loads such a function has linked what that calls,
/// ProgramSolver and ProgramFields, though nothing else in his program may.
void link_for_programs();

}  // namespace solenoid
