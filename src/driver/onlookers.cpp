#include "src/driver/onlookers.hpp"

#include <utility>

namespace solenoid {

namespace {

// Seconds between two looks for the file.
constexpr double look_interval = 0.5, look_interval_in_pause = 0.05;

}  // namespace

Onlookers::Onlookers(const std::filesystem::path& folder, std::shared_ptr<Control> control,
                     Watcher* watcher)
    : file_(folder), control_(std::move(control)), watcher_(watcher) {
  file_.withdraw();  // what an earlier run did not take is not meant for this one
}

void Onlookers::begin(const RunSpan& span, const RunPlace& place) { meter_.emplace(span, place); }

void Onlookers::attend(Solver& solver, const RunPlace& place) {
  const bool paused = control_->paused();
  if (const auto request = file_.take(place.now, paused ? look_interval_in_pause : look_interval))
    control_->ask(*request);
  if (watcher_ != nullptr && watcher_->wants(paused))
    watcher_->show(solver, meter_->progress(place), paused);
}

void Onlookers::leave(Solver& solver, const RunPlace& place, const std::string& how) {
  file_.withdraw();
  if (watcher_ == nullptr || !meter_) return;
  const Progress progress = meter_->progress(place);
  if (watcher_->wants(true)) watcher_->show(solver, progress, true);
  watcher_->ended(progress, how);
}

}  // namespace solenoid
