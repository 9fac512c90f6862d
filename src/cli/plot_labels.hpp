#pragma once
/// \file
/// What tells the files of one picture apart.

#include <string>
#include <vector>

namespace solenoid {

/// A label for each file: its name without suffix where these differ; else what differs in the
/// decks that wrote them, such as "B = 0.1"; else the part of the path that differs.
std::vector<std::string> distinguishing_labels(const std::vector<std::string>& files);

/// Whether files of fields are outputs of one block of one run, which only their numbers tell
/// apart.
bool is_one_series(const std::vector<std::string>& files);

}  // namespace solenoid
