#pragma once
/// \file
/// What a page is told once: which fields there are, on which grid, and what can be asked.

#include <filesystem>
#include <string>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "src/view/state_feed.hpp"

namespace solenoid {

struct AboutSubject {
  std::string name;   ///< of the deck or the folder
  std::string title;  ///< may be empty
  bool live = true;   ///< whether it can be controlled
  Grid grid;
  std::vector<std::string> fields;
  std::vector<std::string> moments{};  ///< names of what there is of a run that is over
};

/// JSON of it, with the colour maps and the requests that there are.
std::string about_text(const AboutSubject& subject);

/// JSON of the rows in a .hst file and those after it. Throws what read_history does.
std::string history_of_file(const std::filesystem::path& file, const HistoryRows& rows);

}  // namespace solenoid
