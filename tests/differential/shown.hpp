#pragma once
/// \file
/// What outputs show of a run.

#include <string>

#include "physics/solvers/solver.hpp"
#include "src/deck/deck.hpp"

namespace solenoid::differential {

/// What outputs would show of the solver's present state, as pairs name=hash or name=number: all
/// fields at cell centres, those of the deck's [fields] among them, means over the pixels of a
/// picture, a volume seen from outside, and the numbers and tables that the deck's [[output]]
/// blocks make. Empty where the end of the step leaves a state that shows nothing.
std::string shown_text(Solver& solver, const Deck& deck, double time);

}  // namespace solenoid::differential
