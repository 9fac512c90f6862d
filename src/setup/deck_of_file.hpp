#pragma once
/// \file
/// Decks that files of states hold, and what they say of their constants.

#include <filesystem>
#include <optional>
#include <string>

#include "src/deck/deck.hpp"
#include "src/formats/file_state.hpp"

namespace solenoid {

/// What the deck says of the constants that files may hold.
FileParameters file_parameters(const Deck& deck);

/// The deck in a file: a program of its own, which it names relative to where it was, is looked for
/// beside the file and in the current folder. Nothing where it has none that can be used here;
/// `problem` then says why.
std::optional<Deck> deck_in(const std::filesystem::path& file, const Provenance& provenance,
                            std::string& problem);

}  // namespace solenoid
