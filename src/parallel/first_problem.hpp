#pragma once
/// \file
/// What processes agree on where some of them have failed.

#include <optional>
#include <string>

#include "src/parallel/processes.hpp"

namespace solenoid {

/// What is wrong in a process.
struct FirstProblem {
  int rank = 0;
  std::string text;
};

/// That of the first process which has one; nothing where none has. All call it together, each with
/// its own, and get the same.
std::optional<FirstProblem> first_problem(Processes& processes,
                                          const std::optional<std::string>& own);

}  // namespace solenoid
