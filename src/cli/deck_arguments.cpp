#include "src/cli/deck_arguments.hpp"

#include <iostream>
#include <set>

namespace solenoid {

Deck DeckArguments::load() const {
  Deck deck = Deck::load(path, overrides);
  static std::set<std::string> said;  // some commands read a deck several times
  for (const DeckProblem& warning : deck.warnings())
    if (said.insert(format(warning)).second)
      std::cerr << "solenoid: warning: " << format(warning) << std::endl;
  return deck;
}

}  // namespace solenoid
