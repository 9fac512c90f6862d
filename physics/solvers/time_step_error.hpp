#pragma once
/// \file
/// What Solver::stable_step() throws where no step is right.

#include <stdexcept>

namespace solenoid {

/// No time step of the present state is stable, or none is too long: settings that do not go
/// together. what() says which, in a user's words.
struct TimeStepError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace solenoid
