#include "src/driver/progress.hpp"

#include <fmt/format.h>

#include "src/text/words.hpp"

namespace solenoid {

namespace {
constexpr double terminal_interval = 0.2;  // seconds
constexpr double plain_interval = 5.0;     // seconds
constexpr const char* back_and_clear = "\r\x1b[K";
}  // namespace

std::string progress_line(const Progress& progress) {
  std::string line =
      fmt::format("step {}  time {:.6g} of {:.6g}  dt {:.3e}  {:.1f}%", progress.step,
                  progress.time, progress.end_time, progress.dt, 100 * progress.fraction);
  if (progress.seconds_left >= 0) {
    line += fmt::format("  {} left", duration_text(progress.seconds_left));
  }
  if (progress.updates_per_second > 0) {
    line += fmt::format("  {} cell updates/s", count_text(progress.updates_per_second));
  }
  return line;
}

ProgressPrinter::ProgressPrinter(std::ostream& out, bool terminal, bool quiet)
    : out_(out), terminal_(terminal), quiet_(quiet) {}

bool ProgressPrinter::due(double now) const { return !quiet_ && now >= next_; }

void ProgressPrinter::print(double now, const Progress& progress) {
  if (quiet_) return;
  next_ = now + (terminal_ ? terminal_interval : plain_interval);
  if (terminal_) {
    out_ << back_and_clear << progress_line(progress) << std::flush;
    line_open_ = true;
  } else {
    out_ << progress_line(progress) << std::endl;
  }
}

void ProgressPrinter::note(const std::string& line) {
  if (quiet_) return;
  if (line_open_) out_ << back_and_clear;
  line_open_ = false;
  out_ << line << std::endl;
}

void ProgressPrinter::finish() {
  if (line_open_) out_ << std::endl;
  line_open_ = false;
}

}  // namespace solenoid
