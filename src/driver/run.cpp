#include "src/driver/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "src/driver/kept_outputs.hpp"
#include "src/driver/onlookers.hpp"
#include "src/driver/outputs.hpp"
#include "src/driver/progress_meter.hpp"
#include "src/driver/start.hpp"
#include "src/driver/stop.hpp"
#include "src/driver/take_step.hpp"
#include "src/driver/unphysical.hpp"
#include "src/machine/machine.hpp"
#include "src/output/temporary_files.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/remedies.hpp"

namespace solenoid {

namespace {

namespace fs = std::filesystem;

/// Before one is measured, a checkpoint is taken to be this many bytes a cell ...
constexpr double guessed_checkpoint_bytes_per_cell = 80;
/// ... on a slow disk.
constexpr double guessed_bytes_per_second = 1e8;

/// Outputs that are prepared at a time where the steps leave all but so many cores for it.
int output_threads(int cores_of_steps) {
  return std::clamp(available_threads() - cores_of_steps, 1, 4);
}

class Run {
 public:
  Run(const Deck& deck, Solver& solver, const StartingPoint& start, const RunOptions& options,
      std::ostream& out);
  RunResult go();

 private:
  RunResult go_to_the_end();
  void prepare();
  /// One step; a message if the state cannot go on.
  std::optional<std::string> step();
  std::optional<std::string> unphysical_message();
  std::optional<std::string> stop_reason();
  /// Waits while the run is paused, and does what is asked for meanwhile; the run's result where it
  /// ends there.
  std::optional<RunResult> wait_while_paused();
  template <class Work>
  double seconds_of(const Work& work);
  /// Outputs and checkpoints; a message instead if the state turns out to be unphysical.
  std::optional<std::string> write_what_is_due();
  /// `written` is called when it is there.
  void write_checkpoint(std::function<void()> written = {});
  /// Of this step, unless the last one is of it and knows of all outputs that are written.
  void write_last_checkpoint();
  /// Of the outputs, for a checkpoint.
  [[nodiscard]] std::map<std::string, double> outputs_state() const {
    return outputs_ ? outputs_->state() : std::map<std::string, double>{};
  }
  void show_progress();
  RunResult finish();
  RunResult stop(const std::string& reason);
  RunResult give_up(const std::string& reason);
  RunResult result(Ending ending, const std::string& message);
  void summarise(Summary& summary);

  [[nodiscard]] bool finished() const;
  [[nodiscard]] double elapsed() const;
  [[nodiscard]] RunPlace place() const {
    return {moment_.time, moment_.step, moment_.dt, elapsed(), write_seconds_, paused_seconds_};
  }
  /// Runs `write` and counts its time as writing, not stepping.
  template <class Write>
  void timed_write(const Write& write);

  const Deck& deck_;
  Solver& solver_;
  const StartingPoint& start_;
  const RunOptions& options_;
  ProgressPrinter printer_;
  Grid grid_;
  double end_time_;
  Moment moment_;
  std::optional<Outputs> outputs_;
  CheckpointFiles checkpoints_;
  SignalWatch signals_;
  StopFile stop_file_;
  WallTimeLimit limit_;
  std::map<std::string, double> start_totals_;
  OutputQueue queue_;  // what is in it knows the others, which live longer

  double loop_start_ = 0;       // seconds, as all below, on the clock of elapsed()
  double last_checkpoint_ = 0;  // when it was written
  long checkpoint_step_ = -1;   // and at which step,
  std::map<std::string, double> checkpoint_outputs_;  // of which outputs it knows
  double write_seconds_ = 0;
  double paused_seconds_ = 0;
  std::optional<ProgressMeter> meter_;  // of what is printed
  Onlookers onlookers_;
};

Run::Run(const Deck& deck, Solver& solver, const StartingPoint& start, const RunOptions& options,
         std::ostream& out)
    : deck_(deck),
      solver_(solver),
      start_(start),
      options_(options),
      printer_(out, options.columns, options.quiet),
      grid_(deck.grid()),
      end_time_(deck.number("run", "end_time")),
      moment_(moment_of(start)),
      checkpoints_(options.folder, deck.name()),
      stop_file_(options.folder),
      limit_(options.wall_time, double(grid_.cell_count()) * guessed_checkpoint_bytes_per_cell /
                                    guessed_bytes_per_second),
      queue_(options.output_bytes),
      onlookers_(options.folder, options.control, options.watcher) {
  // On a CPU the steps need all cores.
  if (options.device == Device::gpu) queue_.allow_threads(output_threads(1));
}

double Run::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - options_.started).count();
}

template <class Work>
double Run::seconds_of(const Work& work) {
  const double begin = elapsed();
  work();
  return elapsed() - begin;
}

template <class Write>
void Run::timed_write(const Write& write) {
  solver_.wait();
  const double seconds = seconds_of(write);
  write_seconds_ += seconds;
  limit_.measured_write(seconds);
}

void Run::prepare() {
  for (const std::string& name : remove_left_over_files(options_.folder))
    printer_.note(fmt::format("removed {}, which a killed run had left", name));
  start_totals_ = totals_at_start(solver_, start_);
  if (start_.fresh) {
    if (const auto kept = checkpoints_.set_earlier_run_aside()) {
      printer_.note(fmt::format(
          "{} holds an earlier run: files of the same names will be overwritten; its checkpoint "
          "is kept as {}",
          options_.folder.string(), kept->filename().string()));
    }
  }
  if (options_.outputs) {
    timed_write([&] {
      outputs_.emplace(deck_, solver_, options_.folder, options_.provenance, start_, queue_);
      if (start_.fresh) outputs_->write_all(solver_, moment_);
    });
  }
  write_seconds_ = 0;
  loop_start_ = last_checkpoint_ = elapsed();
  const RunSpan span{double(grid_.cell_count()),
                     deck_.number("run", "start_time"),
                     start_.time,
                     start_.step,
                     end_time_,
                     options_.max_steps};
  meter_.emplace(span, place());
  onlookers_.begin(span, place());
}

bool Run::finished() const {
  return moment_.time >= end_time_ || (options_.max_steps && moment_.step >= *options_.max_steps);
}

std::optional<std::string> Run::step() {
  const double begin = elapsed();
  auto bad = take_step(solver_, moment_, end_time_, moment_.step % 2 == 0);
  moment_.wall = elapsed();
  limit_.measured_step(moment_.wall - begin);
  return bad;
}

std::optional<std::string> Run::unphysical_message() { return unphysical_state(solver_, moment_); }

std::optional<std::string> Run::stop_reason() {
  if (const auto signal = signals_.stop_requested()) return *signal;
  if (options_.control->take(Request::stop)) return "a request";
  const double now = elapsed();
  if (stop_file_.take(now)) return "the file STOP in the run folder";
  if (limit_.reached(now, queue_.pending())) return "the wall-time limit";
  return std::nullopt;
}

void Run::write_checkpoint(std::function<void()> written) {
  timed_write([&] {
    const CheckpointHead checkpoint = checkpoint_head(
        grid_, moment_, options_.provenance, outputs_ ? &*outputs_ : nullptr, start_totals_);
    const auto write = [&files = checkpoints_, checkpoint](const StateSource& state) {
      files.write(checkpoint, state);
    };
    keep_state(solver_, queue_).hand_over(queue_, write, std::move(written));
  });
  last_checkpoint_ = elapsed();
  checkpoint_step_ = moment_.step;
  checkpoint_outputs_ = outputs_state();
}

void Run::write_last_checkpoint() {
  if (checkpoint_step_ != moment_.step || checkpoint_outputs_ != outputs_state())
    write_checkpoint();
}

std::optional<std::string> Run::write_what_is_due() {
  const bool all_outputs = options_.control->take(Request::output) && outputs_;
  const bool outputs = all_outputs || (outputs_ && outputs_->due(moment_));
  const bool asked =
      signals_.take_checkpoint_request() || options_.control->take(Request::checkpoint);
  const double interval = options_.checkpoint_interval;
  const bool checkpoint = asked || (interval > 0 && elapsed() - last_checkpoint_ >= interval);
  if (!outputs && !checkpoint) return std::nullopt;
  solver_.wait();
  if (all_outputs)
    write_seconds_ += seconds_of([&] { solver_.complete_step(); });
  else if (outputs)
    write_seconds_ += seconds_of([&] { outputs_->complete_due(solver_, moment_); });
  if (const auto bad = unphysical_message()) return bad;
  if (all_outputs)
    timed_write([&] { outputs_->write_all(solver_, moment_); });
  else if (outputs)
    timed_write([&] { outputs_->write_due(solver_, moment_); });
  if (checkpoint) {
    write_checkpoint([this, asked, moment = moment_] {
      if (asked)
        printer_.note(fmt::format("checkpoint at step {}, time {:.9g}: {}", moment.step,
                                  moment.time, checkpoints_.current().string()));
    });
  }
  return std::nullopt;
}

std::optional<RunResult> Run::wait_while_paused() {
  if (!options_.control->holds_next_step()) return std::nullopt;
  const double begin = elapsed(), written = write_seconds_;
  solver_.wait();
  printer_.note(fmt::format("paused after step {}, time {:.9g}", moment_.step, moment_.time));
  do {
    if (const auto reason = stop_reason()) return stop(*reason);
    if (const auto bad = write_what_is_due()) return give_up(*bad);
    queue_.collect();
    options_.control->wait(0.02);
    onlookers_.attend(solver_, place());
  } while (options_.control->holds_next_step());
  paused_seconds_ += elapsed() - begin - (write_seconds_ - written);
  return std::nullopt;
}

void Run::show_progress() {
  const double now = elapsed();
  if (!printer_.due(now)) return;
  printer_.print(now, meter_->progress(place()));
}

void Run::summarise(Summary& summary) {
  const TrafficModel traffic = solver_.traffic();
  summary.step = moment_.step;
  summary.time = moment_.time;
  summary.wall_seconds = elapsed();
  summary.start_seconds = loop_start_;
  summary.write_seconds = write_seconds_;
  summary.bytes_per_cell = options_.bytes_per_cell;
  summary.closed_box = all_periodic(grid_, deck_.boundaries());
  add_history(summary, solver_.history(), solver_.conserved_labels(), start_totals_);
  summary.speed.bytes_per_update = traffic.values_per_update * traffic.bytes_per_value;
  if (!options_.quiet && summary.speed.steps > 0 &&
      summary.speed.seconds >= options_.bandwidth_after)
    summary.speed.copy_bandwidth = solver_.copy_bandwidth();
}

RunResult Run::result(Ending ending, const std::string& message) {
  RunResult result;
  result.ending = ending;
  result.message = message;
  result.time = moment_.time;
  result.step = moment_.step;
  return result;
}

RunResult Run::finish() {
  solver_.wait();
  write_seconds_ += seconds_of([&] { solver_.complete_step(); });
  if (const auto bad = unphysical_message()) return give_up(*bad);
  Summary summary;
  summary.speed.cells = double(grid_.cell_count());
  summary.speed.steps = moment_.step - start_.step;
  summary.speed.seconds = elapsed() - loop_start_ - write_seconds_ - paused_seconds_;
  queue_.allow_threads(output_threads(0));
  if (outputs_) timed_write([&] { outputs_->write_all(solver_, moment_); });
  write_last_checkpoint();
  timed_write([&] { queue_.finish(); });
  summarise(summary);
  printer_.finish();
  printer_.note(summary_text(summary));
  if (outputs_) {
    printer_.note(fmt::format("written     {}, checkpoint; in {}", outputs_->files_text(),
                              options_.folder.string()));
  }
  RunResult done = result(Ending::finished, "");
  done.summary = std::move(summary);
  return done;
}

RunResult Run::stop(const std::string& reason) {
  solver_.wait();
  if (const auto bad = unphysical_message()) return give_up(*bad);
  printer_.finish();
  write_last_checkpoint();
  queue_.finish();
  return result(Ending::stopped,
                fmt::format("stopped by {} after step {}, time {:.9g}; {}", reason, moment_.step,
                            moment_.time, checkpoints_.resume_text(options_.command)));
}

RunResult Run::give_up(const std::string& reason) {
  printer_.finish();
  queue_.finish_quietly();
  const fs::path dump = options_.folder / (deck_.name() + ".emergency.athdf");
  std::string message =
      reason + "\n" + dump_state(dump, solver_, snapshot_head(grid_, moment_, options_.provenance));
  message += checkpoints_.last_one_text();
  if (moment_.step > 0) message += "\nwhat may help: " + remedies(deck_);
  return result(Ending::unphysical, message);
}

RunResult Run::go() {
  RunResult result = go_to_the_end();
  onlookers_.leave(solver_, place(),
                   result.ending == Ending::finished
                       ? "the run is over"
                       : result.message.substr(0, result.message.find('\n')));
  return result;
}

RunResult Run::go_to_the_end() {
  try {
    prepare();
    while (!finished()) {
      onlookers_.attend(solver_, place());
      if (const auto reason = stop_reason()) return stop(*reason);
      if (auto ended = wait_while_paused()) return *std::move(ended);
      if (const auto bad = step()) return give_up(*bad);
      if (const auto bad = write_what_is_due()) return give_up(*bad);
      queue_.collect();
      if (queue_.longest_seconds() > 0) limit_.measured_write(queue_.longest_seconds());
      show_progress();
    }
    return finish();
  } catch (const BoundaryValueError& error) {
    printer_.finish();
    queue_.finish_quietly();
    return result(
        Ending::unphysical,
        fmt::format("{}; the run stopped within step {}, from time {:.9g}{}", error.what(),
                    moment_.step + 1, moment_.time, checkpoints_.last_one_text()));
  } catch (const OutputError& error) {
    printer_.finish();
    queue_.finish_quietly();
    const std::string how_far =
        moment_.step == start_.step
            ? "no step was taken"
            : fmt::format(
                  "the run stopped after step {}, time {:.9g}; files written before are whole{}",
                  moment_.step, moment_.time, checkpoints_.last_one_text());
    return result(Ending::failed, fmt::format("{}; {}", error.what(), how_far));
  }
}

}  // namespace

int exit_code(const RunResult& result) {
  return result.ending == Ending::finished || result.ending == Ending::stopped ? 0 : 3;
}

RunResult run(const Deck& deck, Solver& solver, const StartingPoint& start,
              const RunOptions& options, std::ostream& out) {
  return Run(deck, solver, start, options, out).go();
}

}  // namespace solenoid
