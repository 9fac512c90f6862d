#pragma once
/// \file
/// The source terms of a deck.

#include <vector>

#include "physics/solvers/source_terms.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// What [source] says. Its function evaluates on all threads of the host; it throws
/// BoundaryValueError where a value is not finite.
SourceTerms source_terms(const Deck& deck);

/// What is wrong with their values at the start.
std::vector<DeckProblem> source_problems(const Deck& deck);

}  // namespace solenoid
