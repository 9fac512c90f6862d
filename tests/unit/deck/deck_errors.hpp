#pragma once
/// \file
/// What users are told of bad decks.

#include <string>
#include <vector>

#include "src/deck/deck.hpp"

namespace solenoid::testing_deck {

/// Lines 1 to 7 of a deck; a bad one adds lines after it or replaces its values.
inline const std::string good_deck =
    "[run]\n"
    "end_time = 1\n"
    "[grid]\n"
    "cells = [16, 16]\n"
    "[initial]\n"
    "density = 1\n"
    "pressure = 1\n";

inline std::string errors_of(const std::string& text,
                             const std::vector<std::string>& overrides = {}) {
  try {
    const Deck deck = Deck::parse(text, "d", overrides);
    return "no error";
  } catch (const DeckError& error) {
    return error.what();
  }
}

}  // namespace solenoid::testing_deck
