#pragma once
/// \file
/// The table of keys: the one description of what a deck may say. Reading, defaults, checks, the
/// resolved deck and the deck reference all come from it.

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/deck/output_type.hpp"
#include "src/deck/schemes.hpp"

namespace solenoid {

enum class KeyType {
  number,      ///< a number or a constant expression
  integer,     ///< a whole number or a constant expression with such a value
  flag,        ///< true or false
  text,        ///< any text
  names,       ///< a list of names that the deck chooses
  files,       ///< the name of a file or a list of them
  choice,      ///< one of `choices`
  choices,     ///< one of `choices`, or a list of them
  clock,       ///< hh:mm:ss
  cells,       ///< one to three whole numbers
  vector,      ///< one to three numbers; missing ones take the default's
  counts,      ///< a whole number, or a list of them
  interval,    ///< two increasing numbers
  intervals,   ///< two increasing numbers, or a list of such pairs
  numbers,     ///< any number of numbers
  boundary,    ///< a kind for both faces, or [lower kind, upper kind]
  expression,  ///< in x, y, z, t, r and [constants]
  behind,      ///< what stands behind a face: one of `choices`, or an expression
  fields,      ///< a list of field names
  slice,       ///< a table such as { z = 0.5 }, or "none"
  crop,        ///< a table such as { x = [0.25, 0.75] }, or "none"
  named        ///< a table of expressions over fields
};

/// Values that a number may take.
struct NumberRange {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
  bool lower_excluded = false;
};

/// A default that some schemes have in place of the usual one.
struct SchemeDefault {
  ChoiceSet<Scheme> schemes{};
  std::string_view value{};
};

struct ProgramKeys;

/// One key. Empty members do not restrict.
struct KeySpec {
  std::string_view section{};  ///< "boundary" stands for [boundary.lower_x] and the other faces
  std::string_view key{};
  KeyType type = KeyType::number;
  bool required = false;
  std::string_view default_value{};  ///< as TOML; empty: the key is unset unless given
  SchemeDefault other_default{};
  std::vector<std::string> (*choices)() = nullptr;
  std::string (*meanings)() = nullptr;  ///< of the choices, as the description goes on
  NumberRange range{};
  std::string_view unit{};
  ChoiceSet<Scheme> schemes{};         ///< those that have the key
  ChoiceSet<EquationSet> equations{};  ///< those that have the key
  ChoiceSet<EquationOfState> gases{};  ///< equations of state that have it
  ChoiceSet<OutputType> outputs{};     ///< types of [[output]] that have the key
  std::string_view description{};
};

std::span<const KeySpec> key_table();

// In a deck with a stencil program its keys (src/deck/program_keys.hpp) stand for those of
// [initial] and of faces, and come before those of the same name in [physics].

/// The key's entry or nullptr; `section` is as in a deck ("grid", "boundary.lower_x"), an
/// output's "output" or "output.0".
const KeySpec* find_key(const std::string& section, const std::string& key,
                        const ProgramKeys* program = nullptr);
/// Sections in the order of the reference, with each face of the box ("boundary.lower_x", ...).
std::vector<std::string> section_names();
/// Keys of a section as in a deck.
std::vector<std::string> key_names(const std::string& section,
                                   const ProgramKeys* program = nullptr);
/// Sections that have this key.
std::vector<std::string> sections_with(const std::string& key,
                                       const ProgramKeys* program = nullptr);
/// What the key's value has to be, as in "expected ...".
std::string expectation(const KeySpec& key);
/// Types of [[output]] that have the key: "hdf5 or png".
std::string output_types_of(const KeySpec& key);
/// Equations that have the key: "equations = "mhd"".
std::string equations_of(const KeySpec& key);
/// Equations of state that have the key: "equation_of_state = "ideal"".
std::string gases_of(const KeySpec& key);

/// "lower_x", ..., in the order of axes, lower before upper.
std::string face_name(int axis, int side);

}  // namespace solenoid
