#pragma once
/// \file
/// What the runs of a scan have left in their folders: where to go on, and the last rows of their
/// histories.

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/deck/deck.hpp"

namespace solenoid {

/// How far the run of a folder has come.
struct RunStanding {
  bool finished = false;
  std::filesystem::path checkpoint;  ///< to go on from; empty: the run has to begin
  double fraction = 0;               ///< done, from 0 to 1
};

/// Looks for the checkpoints of `deck` in `folder`. One that is damaged counts as none. Throws
/// UsageError for one of a deck that differs in more than [run] and [[output]]: it would be another
/// problem's result.
RunStanding standing_of(const std::filesystem::path& folder, const Deck& deck);

/// A row of the table.
struct ScanRow {
  std::string name;                 ///< of the run
  std::vector<std::string> values;  ///< of the keys that vary
  std::string state;                ///< "finished", "failed", ...
  /// Labels and values of the last row of the history; none where there is no history.
  std::vector<std::pair<std::string, double>> history;
};

/// The last row of the first history of `deck` in `folder`.
std::vector<std::pair<std::string, double>> last_history_row(const std::filesystem::path& folder,
                                                             const Deck& deck);

/// The table of a scan. Columns are the run, the `keys` that vary, the state, and all labels of the
/// histories, empty where a run has none.
struct ScanTable {
  std::vector<std::string> keys;
  std::vector<ScanRow> rows;
};

/// As comma-separated values with 17 significant digits.
std::string csv_text(const ScanTable& table);
/// In columns for people, the last ones left out where they do not fit into `width` characters.
std::string aligned_text(const ScanTable& table, int width);

}  // namespace solenoid
