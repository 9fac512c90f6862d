#include "src/driver/stop.hpp"

#include <signal.h>

#include <algorithm>
#include <array>
#include <system_error>

namespace solenoid {

namespace {

// A signal handler may touch only objects of this type, and only at namespace scope.
volatile sig_atomic_t stop_signal = 0;
volatile sig_atomic_t checkpoint_signal = 0;

constexpr std::array<int, 3> watched{SIGINT, SIGTERM, SIGUSR1};
std::array<struct sigaction, 3> previous_actions;

extern "C" void note_signal(int number) {
  if (number == SIGUSR1) {
    checkpoint_signal = 1;
    return;
  }
  stop_signal = number;
  // A user who presses Ctrl-C twice wants out now.
  if (number == SIGINT) signal(SIGINT, SIG_DFL);
}

}  // namespace

SignalWatch::SignalWatch() {
  stop_signal = 0;
  checkpoint_signal = 0;
  struct sigaction action {};
  action.sa_handler = note_signal;
  // Writes of outputs must not fail because a signal came in the middle.
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < watched.size(); ++i) {
    sigaction(watched[i], &action, &previous_actions[i]);
  }
}

SignalWatch::~SignalWatch() {
  for (std::size_t i = 0; i < watched.size(); ++i) {
    sigaction(watched[i], &previous_actions[i], nullptr);
  }
}

std::optional<std::string> SignalWatch::stop_requested() const {
  if (stop_signal == SIGINT) return "Ctrl-C (SIGINT)";
  if (stop_signal == SIGTERM) return "SIGTERM";
  return std::nullopt;
}

bool SignalWatch::take_checkpoint_request() {
  const bool requested = checkpoint_signal != 0;
  checkpoint_signal = 0;
  return requested;
}

StopFile::StopFile(const std::filesystem::path& folder) : file_(folder / "STOP") {}

bool StopFile::take(double now) {
  if (now < next_look_) return false;
  next_look_ = now + 0.5;
  std::error_code error;
  if (!std::filesystem::exists(file_, error)) return false;
  std::filesystem::remove(file_, error);
  return true;
}

WallTimeLimit::WallTimeLimit(std::optional<double> limit, double checkpoint_seconds)
    : limit_(limit), write_seconds_(checkpoint_seconds) {}

void WallTimeLimit::measured_step(double seconds) {
  step_seconds_ = std::max(step_seconds_, seconds);
}

void WallTimeLimit::measured_write(double seconds) {
  write_seconds_ = write_measured_ ? std::max(write_seconds_, seconds) : seconds;
  write_measured_ = true;
}

bool WallTimeLimit::reached(double elapsed, std::size_t waiting) const {
  // Half as much again for a file system that is slower next time.
  return limit_ && elapsed + step_seconds_ + 1.5 * write_seconds_ * double(1 + waiting) >= *limit_;
}

}  // namespace solenoid
