#include "src/driver/progress_meter.hpp"

#include <algorithm>

namespace solenoid {

ProgressMeter::ProgressMeter(const RunSpan& span, const RunPlace& begin)
    : span_(span), begin_(begin), shown_(begin) {}

Progress ProgressMeter::progress(const RunPlace& place) {
  Progress progress{place.step, place.time, span_.end_time, place.dt, 0, -1, 0};
  const double by_time = span_.end_time > span_.start_time
                             ? (place.time - span_.start_time) / (span_.end_time - span_.start_time)
                             : 1;
  const double by_steps = span_.max_steps ? double(place.step - span_.start_step) /
                                                double(*span_.max_steps - span_.start_step)
                                          : 0;
  const double part = std::clamp(std::max(by_time, by_steps), 0.0, 1.0);  // of what is left to do
  const double spent = place.now - begin_.now - (place.paused_seconds - begin_.paused_seconds);
  if (part > 0) progress.seconds_left = spent * (1 - part) / part;
  progress.fraction =
      fraction_done(place.time, span_.deck_start, span_.end_time, place.step, span_.max_steps);
  const auto stepping = [](const RunPlace& at) {
    return at.now - at.write_seconds - at.paused_seconds;
  };
  const double seconds = stepping(place) - stepping(shown_);
  if (seconds > 0)
    progress.updates_per_second = span_.cells * double(place.step - shown_.step) / seconds;
  shown_ = place;
  return progress;
}

}  // namespace solenoid
