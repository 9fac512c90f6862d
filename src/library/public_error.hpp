#pragma once
/// \file
/// What went wrong, as users of the library catch it.

#include <vector>

#include "src/deck/deck.hpp"
#include "src/library/include/solenoid/error.hpp"

namespace solenoid {

std::vector<Problem> public_problems(const std::vector<DeckProblem>& problems);

/// What the exception that is being handled comes to. Called within a catch block.
Error public_error();

}  // namespace solenoid
