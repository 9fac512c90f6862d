#pragma once
/// \file
/// The deck reference, made from the tables of keys, fields and expression names.

#include <string>

namespace solenoid {

/// docs/deck-reference.md.
std::string deck_reference_markdown();
/// The same for a terminal, at most 100 columns wide.
std::string deck_reference_text();

}  // namespace solenoid
