#pragma once
/// \file
/// The source terms of a deck.

#include <map>
#include <string>
#include <vector>

#include "physics/solvers/source_of_field.hpp"
#include "physics/solvers/source_terms.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// What [source] says. Its function evaluates on all threads of the host; it throws
/// BoundaryValueError where a value is not finite.
SourceTerms source_terms(const Deck& deck);

/// What [source] says, by the field of the deck's program that it is; as source_terms() otherwise.
std::map<std::string, SourceOfField> field_sources(const Deck& deck);

/// What is wrong with their values at the start.
std::vector<DeckProblem> source_problems(const Deck& deck);

}  // namespace solenoid
