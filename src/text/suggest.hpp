#pragma once
/// \file
/// The nearest known name to a mistyped one, for "did you mean" in messages.

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace solenoid {

/// Number of insertions, deletions, replacements and swaps of neighbouring characters that turn
/// `a` into `b`; upper and lower case count as the same.
std::size_t edit_distance(const std::string& a, const std::string& b);

/// What others call a thing, and what it is called here.
using Synonyms = std::vector<std::pair<std::string, std::string>>;

/// The known name that `name` abbreviates word by word ("velocity_mag"), three letters of a word at
/// least; or else the one nearest to it by letters, unless all are too far from it to be what was
/// meant.
std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& known);
/// The same, known names that mean the same first, however they are written: B_x, bx.
std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& known,
                                   const Synonyms& synonyms);

/// ", did you mean 'nearest'?" or nothing.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known,
                         const Synonyms& synonyms = {});

/// "there is no field 'name'", with the one that was probably meant or, where none is like it, all
/// that there are.
std::string no_field_text(const std::string& name, const std::vector<std::string>& known);

/// The names in double quotes, separated by commas.
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace solenoid
