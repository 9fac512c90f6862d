#pragma once
/// \file
/// What a run says while it goes on: one line rewritten on a terminal, plain lines elsewhere.

#include <ostream>
#include <string>

namespace solenoid {

/// Where a run stands.
struct Progress {
  long step = 0;
  double time = 0;
  double end_time = 0;
  double dt = 0;
  double fraction = 0;            ///< done, from 0 to 1
  double seconds_left = 0;        ///< negative: not yet known
  double updates_per_second = 0;  ///< cells times steps, lately; 0: not yet known
};

/// One line, without a line end.
std::string progress_line(const Progress& progress);

/// Prints progress at a bearable cadence: on a terminal five times a second on one line, elsewhere
/// a line every five seconds; nothing when quiet.
class ProgressPrinter {
 public:
  ProgressPrinter(std::ostream& out, bool terminal, bool quiet);
  /// Whether it is time for another line. `now`: seconds since any fixed moment.
  [[nodiscard]] bool due(double now) const;
  void print(double now, const Progress& progress);
  /// Prints a line that stays. When quiet, nothing.
  void note(const std::string& line);
  /// Ends the rewritten line, leaving it on the screen.
  void finish();

 private:
  std::ostream& out_;
  bool terminal_;
  bool quiet_;
  bool line_open_ = false;
  double next_ = 0;
};

}  // namespace solenoid
