#pragma once
/// \file
/// The random force that a deck drives its stencil program with. Everything throws DeckError where
/// no wave of the box is as the deck wants.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "src/deck/deck.hpp"

namespace solenoid {

/// Uniforms of a step with this number, which is so long.
using UniformsOfSteps = std::function<std::map<std::string, double>(std::uint64_t, double)>;

/// The force of each step, as the uniforms of physics/equations/forcing/.
UniformsOfSteps forcing_of_steps(const Deck& deck, double sound_speed);

/// The mean wave number of random forcing, k_f, in units of 2 pi over the longest side of the box;
/// nothing without forcing.
std::optional<double> forcing_wave_number(const Deck& deck);

}  // namespace solenoid
