#include "src/driver/onlookers.hpp"

#include <utility>

namespace solenoid {

namespace {

// Seconds between two looks for requests.
constexpr double look_interval = 0.5, look_interval_in_pause = 0.05;

}  // namespace

Onlookers::Onlookers(const std::filesystem::path& folder, std::shared_ptr<Control> control,
                     Watcher* watcher)
    : requests_(folder), control_(std::move(control)), watcher_(watcher) {
  requests_.clear();  // what an earlier run did not take is not meant for this one
}

void Onlookers::begin(const RunSpan& span, const RunPlace& place) { meter_.emplace(span, place); }

void Onlookers::attend(Solver& solver, const RunPlace& place) {
  const bool paused = control_->paused();
  const double interval = paused ? look_interval_in_pause : look_interval;
  for (const Request request : requests_.take(place.now, interval)) control_->ask(request);
  if (watcher_ != nullptr && watcher_->wants(paused))
    watcher_->show(solver, meter_->progress(place), paused);
}

void Onlookers::leave(Solver& solver, const RunPlace& place, const std::string& how) {
  // What is still asked for stays where it is: who asked sees then that nobody took it.
  if (watcher_ == nullptr || !meter_) return;
  const Progress progress = meter_->progress(place);
  if (watcher_->wants(true)) watcher_->show(solver, progress, true);
  watcher_->ended(progress, how);
}

}  // namespace solenoid
