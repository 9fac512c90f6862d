#pragma once
/// \file
/// The gravity of a deck.

#include <vector>

#include "physics/solvers/gravity_settings.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// What [gravity] says. The potential is evaluated on all threads of the host; its function throws
/// BoundaryValueError where a value is not finite.
GravitySettings gravity_settings(const Deck& deck);

/// What is wrong with the values of the potential at the start.
std::vector<DeckProblem> potential_problems(const Deck& deck);

}  // namespace solenoid
