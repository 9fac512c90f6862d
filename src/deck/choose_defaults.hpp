#pragma once
/// \file
/// Defaults that depend on what other keys say.

#include "src/deck/contents.hpp"

namespace solenoid {

/// Puts them in place of the defaults of the table of keys, where the deck gives no value.
void choose_defaults(DeckContents& contents);

}  // namespace solenoid
