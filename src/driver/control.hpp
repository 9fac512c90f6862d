#pragma once
/// \file
/// What a run is asked to do while it goes on, by a page that shows it or by `solenoid control`.

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "numerics/named.hpp"

namespace solenoid {

enum class Request { pause, step, go, checkpoint, output, stop };

template <>
struct Names<Request> {
  static constexpr Named<Request> rows[] = {
      {Request::pause, "pause"},           {Request::step, "step"},     {Request::go, "go"},
      {Request::checkpoint, "checkpoint"}, {Request::output, "output"}, {Request::stop, "stop"}};
};

/// What a request does, for those who may ask.
const char* meaning_of(Request request);

/// Requests on their way to the run's thread. None changes a step.
class Control {
 public:
  /// `paused`: before the first step.
  explicit Control(bool paused = false) : paused_(paused) {}

  /// Called by any thread.
  void ask(Request request);
  [[nodiscard]] bool paused() const;

  /// \name Called by the run's thread
  /// @{
  /// Whether the run is to wait where it is. Each single step that was asked for is granted once.
  [[nodiscard]] bool holds_next_step();
  /// Whether this was asked for since the last call: a checkpoint, an output or a stop.
  [[nodiscard]] bool take(Request request);
  /// Waits until something is asked, at most so many seconds.
  void wait(double seconds);
  /// @}

 private:
  mutable std::mutex mutex_;
  std::condition_variable asked_;
  bool paused_;
  long steps_ = 0;  // single ones that are still to be made
  bool news_ = false;
  ChoiceSet<Request> taken_up_;  // what take() is still to return
};

/// The folder CONTROL in a run folder: `solenoid control` puts each request there as a file of its
/// own, however many ask at once, and the run takes the files away. It is there only while one is
/// on its way.
class ControlFolder {
 public:
  explicit ControlFolder(const std::filesystem::path& run_folder);

  /// \name Called by the run
  /// @{
  /// What is asked for, in the order in which it was put, each once. The file system is asked at
  /// most every `interval` seconds. `now`: seconds since any fixed moment.
  [[nodiscard]] std::vector<Request> take(double now, double interval);
  /// Takes away what was meant for an earlier run.
  void clear() const;
  /// @}

  /// \name Called by whoever asks
  /// @{
  /// Leaves the request for the run, and returns the file that holds it. Throws OutputError.
  [[nodiscard]] std::filesystem::path put(Request request) const;
  /// Whether the run has not yet taken it.
  [[nodiscard]] static bool is_waiting(const std::filesystem::path& request);
  /// Takes back what the run has not taken; whether it had not.
  [[nodiscard]] bool withdraw(const std::filesystem::path& request) const;
  /// @}

 private:
  void remove_if_empty() const;

  std::filesystem::path folder_;
  double last_look_ = -1;
};

}  // namespace solenoid
