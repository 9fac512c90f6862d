#pragma once
/// \file
/// What a deck's author may try after a run that broke down.

#include <string>

#include "src/deck/deck.hpp"

namespace solenoid {

/// Settings that the deck's scheme has, as a list in words: shorter steps first.
std::string remedies(const Deck& deck);

}  // namespace solenoid
