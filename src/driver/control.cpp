#include "src/driver/control.hpp"

#include <chrono>
#include <fstream>
#include <stdexcept>
#include <system_error>

#include "src/output/replace.hpp"

namespace solenoid {

const char* meaning_of(Request request) {
  switch (request) {
    case Request::pause:
      return "wait after the step in progress";
    case Request::step:
      return "make one step, then wait";
    case Request::go:
      return "go on";
    case Request::checkpoint:
      return "write a checkpoint and go on";
    case Request::output:
      return "write all outputs now and go on";
    case Request::stop:
      return "stop with a checkpoint, as Ctrl-C does";
  }
  throw std::logic_error("a request without a meaning");
}

void Control::ask(Request request) {
  {
    const std::lock_guard lock(mutex_);
    switch (request) {
      case Request::pause:
        paused_ = true;
        step_ = false;
        break;
      case Request::step:
        paused_ = step_ = true;
        break;
      case Request::go:
        paused_ = step_ = false;
        break;
      case Request::checkpoint:
      case Request::output:
      case Request::stop:
        taken_up_.add(request);
        break;
    }
    news_ = true;
  }
  asked_.notify_all();
}

bool Control::paused() const {
  const std::lock_guard lock(mutex_);
  return paused_;
}

bool Control::holds_next_step() {
  const std::lock_guard lock(mutex_);
  if (!paused_) return false;
  if (!step_) return true;
  step_ = false;
  return false;
}

bool Control::take(Request request) {
  const std::lock_guard lock(mutex_);
  if (!taken_up_.contains(request)) return false;
  ChoiceSet<Request> others;
  for (const Named<Request>& row : Names<Request>::rows)
    if (row.value != request && taken_up_.contains(row.value)) others.add(row.value);
  taken_up_ = others;
  return true;
}

void Control::wait(double seconds) {
  std::unique_lock lock(mutex_);
  asked_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return news_; });
  news_ = false;
}

ControlFile::ControlFile(const std::filesystem::path& folder) : file_(folder / "CONTROL") {}

std::optional<Request> ControlFile::take(double now, double interval) {
  if (last_look_ >= 0 && now - last_look_ < interval) return std::nullopt;
  last_look_ = now;
  std::string word;
  std::ifstream file(file_);
  if (!file || !(file >> word)) return std::nullopt;
  file.close();
  withdraw();
  return choice_named<Request>(word);
}

void ControlFile::put(Request request) const {
  replace_file_by_text(file_, std::string(name_of(request)) + "\n", Survives::program);
}

bool ControlFile::is_waiting() const {
  std::error_code error;
  return std::filesystem::exists(file_, error);
}

void ControlFile::withdraw() const {
  std::error_code ignored;
  std::filesystem::remove(file_, ignored);
}

}  // namespace solenoid
