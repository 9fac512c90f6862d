#include "src/cli/scan_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <memory>
#include <thread>

#include "src/cli/child.hpp"
#include "src/cli/command.hpp"
#include "src/driver/progress.hpp"
#include "src/output/files.hpp"

namespace solenoid {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double look_every = 0.05;  // seconds

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// A run that is under way.
class Going {
 public:
  Going(const ScanRun& run, std::size_t number, const ScanSlot& slot)
      : run_(run), number_(number), log_(run.log, std::ios::app), fraction_(run.fraction) {
    if (!log_) throw OutputError(fmt::format("cannot write {}", run.log.string()));
    std::vector<std::string> words = run.words;
    words.insert(words.end(), {"--threads", std::to_string(slot.threads)});
    child_ = std::make_unique<Child>(std::move(words), slot.cores);
  }

  /// Takes in what it has printed; whether it has ended.
  bool look() {
    while (const std::optional<std::string> line = child_->line(0)) {
      log_ << *line << "\n";
      if (const auto fraction = fraction_in(*line)) fraction_ = std::max(fraction_, *fraction);
      const std::string complaint = "solenoid: ";
      if (line->rfind(complaint, 0) == 0) problem_ = line->substr(complaint.size());
    }
    log_.flush();
    return child_->ended();
  }

  ScanEnd end() {
    ScanEnd end;
    end.run = number_;
    end.code = child_->code();
    end.stopped = end.code == exit_good && problem_.rfind("stopped by ", 0) == 0;
    end.problem = problem_;
    end.seconds = seconds_since(begin_);
    return end;
  }

  void ask_to_stop() const { child_->ask_to_stop(); }
  [[nodiscard]] const ScanRun& run() const { return run_; }
  [[nodiscard]] double fraction() const { return fraction_; }

 private:
  const ScanRun& run_;
  std::size_t number_;
  std::ofstream log_;
  std::unique_ptr<Child> child_;
  double fraction_;
  std::string problem_;
  Clock::time_point begin_ = Clock::now();
};

class Scan {
 public:
  Scan(const std::vector<ScanRun>& runs, const std::vector<ScanSlot>& slots, const ScanWatch& watch)
      : runs_(runs), slots_(slots), watch_(watch), going_(slots.size()) {
    for (const ScanRun& run : runs) done_before_ += run.fraction;
  }

  std::optional<std::string> go() {
    while (true) {
      if (!reason_) {
        reason_ = watch_.stop_reason();
        if (reason_) stop_all();
      }
      bool any = false;
      for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
        std::unique_ptr<Going>& going = going_[slot];
        if (going && going->look()) take_end(going);
        if (!going && !reason_ && next_ < runs_.size()) {
          going = std::make_unique<Going>(runs_[next_], next_, slots_[slot]);
          ++next_;
        }
        any = any || going;
      }
      if (!any) return reason_;
      watch_.progress(progress());
      std::this_thread::sleep_for(std::chrono::duration<double>(look_every));
    }
  }

 private:
  void stop_all() const {
    for (const auto& going : going_) {
      if (going) going->ask_to_stop();
    }
  }

  void take_end(std::unique_ptr<Going>& going) {
    const ScanEnd end = going->end();
    if (end.code == exit_good && !end.stopped) {
      ++finished_;
    } else if (end.code != exit_good) {
      ++failed_;
    }
    // What failed is over and done with, too, when it comes to the time that is left.
    if (!end.stopped) done_ += 1 - going->run().fraction;
    going.reset();
    watch_.ended(end);
  }

  [[nodiscard]] ScanProgress progress() const {
    ScanProgress progress;
    progress.finished = finished_;
    progress.failed = failed_;
    progress.waiting = int(runs_.size() - next_);
    double done = done_;
    for (const auto& going : going_) {
      if (!going) continue;
      ++progress.running;
      done += going->fraction() - going->run().fraction;
      progress.runs.emplace_back(going->run().name, going->fraction());
    }
    const double all = double(runs_.size()) - done_before_;
    const double part = all > 0 ? done / all : 1;
    progress.fraction = (done + done_before_) / double(runs_.size());
    if (part > 0.001) progress.seconds_left = seconds_since(begin_) * (1 - part) / part;
    return progress;
  }

  const std::vector<ScanRun>& runs_;
  const std::vector<ScanSlot>& slots_;
  const ScanWatch& watch_;
  std::vector<std::unique_ptr<Going>> going_;  // one or none in each slot
  std::size_t next_ = 0;
  int finished_ = 0;
  int failed_ = 0;
  double done_before_ = 0;  // in runs
  double done_ = 0;         // since then, by runs that have ended
  std::optional<std::string> reason_;
  Clock::time_point begin_ = Clock::now();
};

}  // namespace

std::optional<std::string> make_runs(const std::vector<ScanRun>& runs,
                                     const std::vector<ScanSlot>& slots, const ScanWatch& watch) {
  return Scan(runs, slots, watch).go();
}

}  // namespace solenoid
