#pragma once
/// \file
/// What a run says at its end.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/grid.hpp"

namespace solenoid {

/// A conserved total at the start of the run (of its first part, if restarted) and now.
struct Total {
  std::string label;
  double start = 0;
  double now = 0;
};

/// How fast steps went, and how fast they could have been.
struct Speed {
  double cells = 0;
  long steps = 0;
  double seconds = 0;           ///< spent in these steps
  double bytes_per_update = 0;  ///< that a step has to move through memory for one cell
  double copy_bandwidth = 0;    ///< bytes per second of a copy on the same device

  /// Cells times steps, per second; 0 when nothing was measured.
  [[nodiscard]] double updates_per_second() const;
  /// updates_per_second as a percentage of what the copy bandwidth allows; 0 when unknown.
  [[nodiscard]] double percent_of_bound() const;
};

struct Summary {
  long step = 0;  ///< since the very start
  double time = 0;
  double wall_seconds = 0;
  double start_seconds =
      0;  ///< part of it: compiling, the initial state, all before the first step
  double write_seconds = 0;  ///< part of it
  Speed speed;
  double bytes_per_cell = 0;
  std::vector<Total> totals;
  bool closed_box = false;  ///< whether all faces are periodic, so that totals must not drift
  /// Other history values worth a line: max_divB, counters of floors and fallbacks.
  std::vector<std::pair<std::string, double>> others;
};

/// A row of a history: labels and values.
using HistoryRow = std::vector<std::pair<std::string, double>>;
/// The conserved totals of a row, by label.
std::map<std::string, double> conserved_totals(const HistoryRow& row,
                                               const std::vector<std::string>& conserved_labels);
/// Adds what a run says of the last row: its totals beside those at the start, and the others.
void add_history(Summary& summary, const HistoryRow& row,
                 const std::vector<std::string>& conserved_labels,
                 const std::map<std::string, double>& start_totals);

/// Whether nothing can leave the box.
bool all_periodic(const Grid& grid, const Boundaries& boundaries);

/// Drift of a total relative to `scale`, the largest conserved total at the start: a momentum that
/// starts at zero has no relative drift of its own.
double relative_drift(const Total& total, double scale);

/// The summary as lines of text.
std::string summary_text(const Summary& summary);

}  // namespace solenoid
