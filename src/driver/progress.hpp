#pragma once
/// \file
/// What a run says while it goes on: one line rewritten on a terminal, plain lines elsewhere.

#include <functional>
#include <limits>
#include <optional>
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

/// The part of a run that is done at `time` after `step`, from 0 to 1: of `begin` to `end`, or of
/// `max_steps`, whichever is further. Earlier parts that a restart goes on from count.
double fraction_done(double time, double begin, double end, long step,
                     std::optional<long> max_steps);

constexpr int any_width = std::numeric_limits<int>::max();

/// One line of at most `width` characters, without a line end. Where not all fits, the parts that
/// matter least are left out first: the length of the step, the speed, the number of the step, the
/// time. The part that is done stays, cut off if it has to be.
std::string progress_line(const Progress& progress, int width = any_width);

/// The part that is done, from 0 to 1, of a line that progress_line made; nothing of other lines.
std::optional<double> fraction_in(const std::string& progress_line);

/// Columns of the terminal that is written to, as it is now; 0 where it is none.
using TerminalColumns = std::function<int()>;

/// One line of a terminal that is written again and again, no longer than the terminal is wide at
/// that moment: a line that wraps could not be taken back.
class StatusLine {
 public:
  StatusLine(std::ostream& out, TerminalColumns columns);
  /// Characters that there is room for.
  [[nodiscard]] int width() const;
  /// Replaces the line.
  void show(const std::string& line);
  /// Takes the line away.
  void clear();
  /// Ends the line, leaving it on the screen.
  void finish();

 private:
  std::ostream& out_;
  TerminalColumns columns_;
  bool open_ = false;
};

/// Prints progress at a bearable cadence: on a terminal five times a second on one line, elsewhere
/// a line every five seconds; nothing when quiet.
class ProgressPrinter {
 public:
  /// `columns` of the terminal behind `out`; empty if it is none.
  ProgressPrinter(std::ostream& out, TerminalColumns columns, bool quiet);
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
  StatusLine status_;
  double next_ = 0;
};

}  // namespace solenoid
