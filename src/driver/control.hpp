#pragma once
/// \file
/// What a run is asked to do while it goes on, by a page that shows it or by `solenoid control`.

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>

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
  /// Whether the run is to wait where it is. A single step that was asked for is granted once.
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
  bool step_ = false;
  bool news_ = false;
  ChoiceSet<Request> taken_up_;  // what take() is still to return
};

/// The file CONTROL in a run folder, which `solenoid control` writes and the run takes away.
class ControlFile {
 public:
  explicit ControlFile(const std::filesystem::path& folder);
  /// What the file asks for, if it is there; it is removed. The file system is asked at most every
  /// `interval` seconds. `now`: seconds since any fixed moment.
  [[nodiscard]] std::optional<Request> take(double now, double interval);
  /// Writes the request for the run in the folder. Throws OutputError.
  void put(Request request) const;
  /// Whether the run has not yet taken it.
  [[nodiscard]] bool is_waiting() const;
  /// Takes back what the run has not taken.
  void withdraw() const;

 private:
  std::filesystem::path file_;
  double last_look_ = -1;
};

}  // namespace solenoid
