#pragma once
/// \file
/// The deck that a command is about.

#include <string>
#include <vector>

#include "src/deck/deck.hpp"

namespace solenoid {

/// DECK and --set.
struct DeckArguments {
  std::string path;
  std::vector<std::string> overrides;

  /// The deck; throws DeckError. Warnings go to stderr.
  [[nodiscard]] Deck load() const;
};

}  // namespace solenoid
