#pragma once
/// \file
/// The random waves that a deck stirs its gas with.

#include "physics/equations/forcing/ornstein_uhlenbeck.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// What [driving] says. Throws DeckError where no wave of the box is as it wants.
DrivingSettings driving_settings(const Deck& deck);

}  // namespace solenoid
