#pragma once
/// \file
/// The deck of a stencil program that comes without one.

#include <string>
#include <vector>

#include "src/deck/deck.hpp"
#include "src/library/include/solenoid/simulation.hpp"

namespace solenoid {

/// Throws DeckError.
Deck deck_of_program(const std::string& program, const ProgramGrid& grid,
                     const std::vector<std::string>& overrides);

}  // namespace solenoid
