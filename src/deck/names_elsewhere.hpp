#pragma once
/// \file
/// What users of other codes call the keys, fields and functions of a deck.

#include "src/text/suggest.hpp"

namespace solenoid {

/// For "did you mean": of several of ours for one name the first that exists counts.
const Synonyms& names_elsewhere();

}  // namespace solenoid
