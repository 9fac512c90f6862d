#include "src/driver/control.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <map>
#include <random>
#include <regex>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "src/output/files.hpp"
#include "src/output/replace.hpp"

namespace solenoid {

namespace fs = std::filesystem;

namespace {

constexpr int most_attempts = 10;

/// Requests are taken in the order of their numbers. A number is one more than those that were
/// waiting when the request was put; of two that were put at once either may be first.
using WaitingPlace = std::pair<long, std::string>;

/// Files that are whole, not those that are being written beside them.
std::map<WaitingPlace, fs::path> waiting_requests(const fs::path& folder) {
  static const std::regex whole("([0-9]{6,15})-[0-9a-f]{16}");
  std::map<WaitingPlace, fs::path> waiting;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::smatch parts;
    const std::string name = entry->path().filename().string();
    if (std::regex_match(name, parts, whole))
      waiting.emplace(WaitingPlace{std::stol(parts[1]), name}, entry->path());
  }
  return waiting;
}

/// Those who may write into the run folder may take requests away, too, whoever put them.
void make_as_open_as_its_parent(const fs::path& folder) {
  std::error_code error;
  const bool made = fs::create_directory(folder, error);
  if (error)
    throw OutputError(fmt::format("cannot leave a request for the run in {}: {}: {}",
                                  folder.parent_path().string(), folder.string(), error.message()));
  if (!made) return;
  const fs::perms open = fs::status(folder.parent_path(), error).permissions();
  if (!error) fs::permissions(folder, open, error);
}

}  // namespace

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
        steps_ = 0;
        break;
      case Request::step:
        paused_ = true;
        ++steps_;
        break;
      case Request::go:
        paused_ = false;
        steps_ = 0;
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
  if (steps_ == 0) return true;
  --steps_;
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

ControlFolder::ControlFolder(const fs::path& run_folder) : folder_(run_folder / "CONTROL") {}

std::vector<Request> ControlFolder::take(double now, double interval) {
  std::vector<Request> asked;
  if (last_look_ >= 0 && now - last_look_ < interval) return asked;
  last_look_ = now;
  const std::map<WaitingPlace, fs::path> waiting = waiting_requests(folder_);
  for (const auto& [place, file] : waiting) {
    std::string word;
    std::ifstream(file) >> word;
    // Whoever removes it has it: the one who asked may be taking it back.
    std::error_code error;
    if (!fs::remove(file, error)) continue;
    if (const auto request = choice_named<Request>(word)) asked.push_back(*request);
  }
  if (!waiting.empty()) remove_if_empty();
  return asked;
}

void ControlFolder::clear() const {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

fs::path ControlFolder::put(Request request) const {
  const std::string text = std::string(name_of(request)) + "\n";
  // The run removes the folder whenever it has taken all, also before the file is in it.
  for (int attempt = 1;; ++attempt) {
    make_as_open_as_its_parent(folder_);
    const std::map<WaitingPlace, fs::path> waiting = waiting_requests(folder_);
    const long number = waiting.empty() ? 1 : waiting.rbegin()->first.first + 1;
    std::random_device random;
    const fs::path file = folder_ / fmt::format("{:06}-{:08x}{:08x}", number,
                                                random() & 0xffffffffU, random() & 0xffffffffU);
    try {
      replace_file_by_text(file, text, Survives::program);
      return file;
    } catch (const OutputError&) {
      if (attempt == most_attempts) throw;
    }
  }
}

bool ControlFolder::is_waiting(const fs::path& request) {
  std::error_code error;
  return fs::exists(request, error);
}

bool ControlFolder::withdraw(const fs::path& request) const {
  std::error_code error;
  const bool mine = fs::remove(request, error);
  remove_if_empty();
  return mine;
}

void ControlFolder::remove_if_empty() const {
  ::rmdir(folder_.c_str());  // leaves one that is not
}

}  // namespace solenoid
