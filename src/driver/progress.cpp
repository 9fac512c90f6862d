#include "src/driver/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "src/text/words.hpp"

namespace solenoid {

namespace {

constexpr double terminal_interval = 0.2;  // seconds
constexpr double plain_interval = 5.0;     // seconds
constexpr const char* back_and_clear = "\r\x1b[K";
constexpr const char* between = "  ";

/// A part of the line. Those of higher rank stay longer.
struct Part {
  int rank;
  std::string text;
};

std::vector<Part> parts_of(const Progress& progress) {
  std::vector<Part> parts{
      {2, fmt::format("step {}", progress.step)},
      {3, fmt::format("time {:.6g} of {:.6g}", progress.time, progress.end_time)},
      {0, fmt::format("dt {:.3e}", progress.dt)},
      {5, fmt::format("{:.1f}%", 100 * progress.fraction)}};
  if (progress.seconds_left >= 0) {
    parts.push_back({4, duration_text(progress.seconds_left) + " left"});
  }
  if (progress.updates_per_second > 0) {
    parts.push_back({1, count_text(progress.updates_per_second) + " cell updates/s"});
  }
  return parts;
}

std::string joined(const std::vector<Part>& parts) {
  std::string line;
  for (const Part& part : parts) line += (line.empty() ? "" : between) + part.text;
  return line;
}

}  // namespace

double fraction_done(double time, double begin, double end, long step,
                     std::optional<long> max_steps) {
  const double by_time = end > begin ? (time - begin) / (end - begin) : 1;
  const double by_steps = max_steps ? double(step) / double(std::max(*max_steps, 1L)) : 0;
  return std::clamp(std::max(by_time, by_steps), 0.0, 1.0);
}

std::string progress_line(const Progress& progress, int width) {
  std::vector<Part> parts = parts_of(progress);
  const auto room = std::size_t(std::max(width, 0));
  while (parts.size() > 1 && joined(parts).size() > room) {
    parts.erase(std::min_element(parts.begin(), parts.end(),
                                 [](const Part& a, const Part& b) { return a.rank < b.rank; }));
  }
  return joined(parts).substr(0, room);
}

std::optional<double> fraction_in(const std::string& progress_line) {
  const std::size_t end = progress_line.find('%');
  if (end == std::string::npos || progress_line.rfind("step ", 0) != 0) return std::nullopt;
  const std::size_t begin = progress_line.rfind(' ', end);
  if (begin == std::string::npos) return std::nullopt;
  return std::atof(progress_line.substr(begin, end - begin).c_str()) / 100;
}

StatusLine::StatusLine(std::ostream& out, TerminalColumns columns)
    : out_(out), columns_(std::move(columns)) {}

int StatusLine::width() const {
  // Some terminals go to the next line as soon as the last column is written.
  return columns_ ? std::max(columns_() - 1, 0) : any_width;
}

void StatusLine::show(const std::string& line) {
  out_ << back_and_clear << line.substr(0, std::size_t(width())) << std::flush;
  open_ = true;
}

void StatusLine::clear() {
  if (open_) out_ << back_and_clear << std::flush;
  open_ = false;
}

void StatusLine::finish() {
  if (open_) out_ << std::endl;
  open_ = false;
}

ProgressPrinter::ProgressPrinter(std::ostream& out, TerminalColumns columns, bool quiet)
    : out_(out), terminal_(columns != nullptr), quiet_(quiet), status_(out, std::move(columns)) {}

bool ProgressPrinter::due(double now) const { return !quiet_ && now >= next_; }

void ProgressPrinter::print(double now, const Progress& progress) {
  if (quiet_) return;
  next_ = now + (terminal_ ? terminal_interval : plain_interval);
  if (terminal_) {
    status_.show(progress_line(progress, status_.width()));
  } else {
    out_ << progress_line(progress) << std::endl;
  }
}

void ProgressPrinter::note(const std::string& line) {
  if (quiet_) return;
  status_.clear();
  out_ << line << std::endl;
}

void ProgressPrinter::finish() { status_.finish(); }

}  // namespace solenoid
