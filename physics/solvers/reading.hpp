#pragma once
/// \file
/// What there is to read of a field.

#include <string>

#include "physics/solvers/solver.hpp"

namespace solenoid {

enum class Reading : int {
  shown,       ///< Solver::gather_field
  stored,      ///< Solver::gather_part
  rate,        ///< Substeps::gather_rate
  with_ghosts  ///< Substeps::gather_with_ghosts
};

/// Reads boxes of it into memory of the host, of the last two at `time`, of a solver that has
/// Substeps.
Gather read(Solver& solver, Reading what, const std::string& name, double time);

}  // namespace solenoid
