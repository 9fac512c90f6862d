#pragma once
/// \file
/// One step of a run.

#include <optional>
#include <stdexcept>
#include <string>

#include "physics/solvers/solver.hpp"
#include "src/driver/outputs.hpp"

namespace solenoid {

/// A state that goes wrong while it is stepped; the message says where.
struct RunError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Takes the solver's state from `moment` one step on, as long as is stable, and shared out so as
/// to meet `end_time` (next_step()). `moment` is then where it is, but for the seconds that the run
/// has taken. A message if the state cannot go on: nothing is to be done with it but to look at it.
std::optional<std::string> take_step(Solver& solver, Moment& moment, double end_time,
                                     bool first_of_pair);

}  // namespace solenoid
