#pragma once
/// \file
/// What a resolved deck says, as text: for comparing one with another.

#include <map>
#include <string>

namespace solenoid {

/// "section.key" and the text of its value, for each line `key = value` of a resolved deck
/// (Deck::resolved()). The n-th [[output]] block is section "output n".
std::map<std::string, std::string> deck_entries(const std::string& toml);

}  // namespace solenoid
