#include "src/driver/steps.hpp"

#include <algorithm>
#include <cmath>

namespace solenoid {

namespace {
/// A remainder of this part of a step is rounding, not time that deserves steps of its own.
constexpr double rounding = 1e-10;
}  // namespace

double next_step(double stable, double remaining, bool first_of_pair) {
  if (first_of_pair && remaining <= 2 * stable * (1 + rounding)) return remaining / 2;
  if (remaining <= stable * (1 + rounding)) return remaining;
  return stable;
}

Cadence::Cadence(std::optional<double> every_time, std::optional<long> every_steps,
                 std::optional<double> every_wall_time)
    : every_time_(every_time), every_steps_(every_steps), every_wall_time_(every_wall_time) {}

void Cadence::done(double time, double wall) {
  last_wall_ = wall;
  if (!every_time_) return;
  next_time_ = (std::floor(time / *every_time_ + rounding) + 1) * *every_time_;
}

bool Cadence::due(double time, long step, double wall) const {
  if (every_wall_time_ && wall - last_wall_ >= *every_wall_time_) return true;
  if (every_steps_ && step % *every_steps_ == 0) return true;
  return every_time_ && time >= next_time_ - rounding * *every_time_;
}

}  // namespace solenoid
