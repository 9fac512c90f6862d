#pragma once
/// \file
/// How a deck's gas cools.

#include "physics/equations/cooling/cooling_settings.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// What [cooling] says, in the units of the deck.
CoolingSettings cooling_settings(const Deck& deck);

}  // namespace solenoid
