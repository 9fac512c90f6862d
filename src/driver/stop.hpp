#pragma once
/// \file
/// How a run is asked to stop or to write a checkpoint from outside: signals, the file STOP in the
/// run folder, the wall-time limit.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace solenoid {

/// While it lives, SIGINT and SIGTERM ask the run to stop after the step in progress, and SIGUSR1
/// asks for a checkpoint. A second SIGINT ends the program at once. The handlers before it come
/// back with its end. One at a time.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  /// The name of the signal that asked to stop, if one did.
  [[nodiscard]] std::optional<std::string> stop_requested() const;
  /// Whether a checkpoint was asked for since the last call.
  [[nodiscard]] bool take_checkpoint_request();
};

/// The file STOP in a run folder. Asking the file system costs more than a step of a small run, so
/// it is asked at most every half second.
class StopFile {
 public:
  explicit StopFile(const std::filesystem::path& folder);
  /// Whether the file is there; if so it is removed. `now`: seconds since any fixed moment.
  [[nodiscard]] bool take(double now);

 private:
  std::filesystem::path file_;
  double next_look_ = 0;
};

/// The wall-time limit of a run, in seconds since the program began.
class WallTimeLimit {
 public:
  /// `checkpoint_seconds`: a guess of the time that a checkpoint takes, used until one is measured.
  WallTimeLimit(std::optional<double> limit, double checkpoint_seconds);
  void measured_step(double seconds);
  void measured_write(double seconds);
  /// Whether another step might leave too little time to write a checkpoint, and before it what
  /// still waits to be written.
  [[nodiscard]] bool reached(double elapsed, std::size_t waiting = 0) const;

 private:
  std::optional<double> limit_;
  double write_seconds_;
  bool write_measured_ = false;
  double step_seconds_ = 0;
};

}  // namespace solenoid
