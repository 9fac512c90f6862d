#pragma once
/// \file
/// The nearest known name to a mistyped one, for "did you mean" in messages.

#include <optional>
#include <string>
#include <vector>

namespace solenoid {

/// Number of insertions, deletions, replacements and swaps of neighbouring characters that turn
/// `a` into `b`; upper and lower case count as the same.
std::size_t edit_distance(const std::string& a, const std::string& b);

/// The known name nearest to `name`, unless all are too far from it to be what was meant.
std::optional<std::string> nearest(const std::string& name, const std::vector<std::string>& known);

/// ", did you mean 'nearest'?" or nothing.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& known);

/// The names in double quotes, separated by commas.
std::string quoted_list(const std::vector<std::string>& names);

}  // namespace solenoid
