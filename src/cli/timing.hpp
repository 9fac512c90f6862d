#pragma once
/// \file
/// How long steps take.

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Seconds of `count` steps from `time` on, all work on the device included.
double timed_steps(Solver& solver, double& time, long count);

/// Steps that take about `seconds`, an even number as steps come in pairs.
long steps_for(double seconds, double seconds_of_pair);

}  // namespace solenoid
