/// The whole of a compiled stencil program: a shared object that Solenoid makes when a deck first
/// asks for the program (src/program/module.hpp), with SOLENOID_PROGRAM, its class,
/// SOLENOID_PROGRAM_REAL and SOLENOID_PROGRAM_SPACE defined, and SOLENOID_PROGRAM_IS_TERMS where it
/// is no whole of equations but terms that are added to those of a fluid. It is no part of the
/// build.

#include <solenoid_program.hpp>  // the program, made by the stencil compiler

#ifdef SOLENOID_PROGRAM_IS_TERMS

#include "physics/solvers/program_terms.hpp"

extern "C" solenoid::AnyTerms* solenoid_make_terms(const solenoid::TermsArguments& arguments) {
  return new solenoid::ProgramTerms<solenoid::programs::SOLENOID_PROGRAM, SOLENOID_PROGRAM_REAL,
                                    solenoid::SOLENOID_PROGRAM_SPACE>(arguments);
}

#else

#include "physics/solvers/finite_difference_solver.hpp"

extern "C" solenoid::Solver* solenoid_make_program_solver(
    const solenoid::ProgramSolverArguments& arguments) {
  using Solver =
      solenoid::FiniteDifferenceSolver<solenoid::programs::SOLENOID_PROGRAM, SOLENOID_PROGRAM_REAL,
                                       solenoid::SOLENOID_PROGRAM_SPACE>;
  return new Solver(arguments.grid, arguments.boundaries, arguments.settings, arguments.fixed);
}

#endif
