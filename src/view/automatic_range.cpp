#include "src/view/automatic_range.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace solenoid {

namespace {

constexpr double room = 0.05;    // beyond values that an end has to grow for, of the length
constexpr double idle = 0.25;    // of the length, unused, from which on an end comes back ...
constexpr double seconds = 2.0;  // ... by a factor e in this time

}  // namespace

ValueRange AutomaticRange::follow(const ValueRange& data, bool logarithmic, double now) {
  ValueRange range = drawable(data, logarithmic);
  const auto on_scale = [&](double value) { return logarithmic ? std::log(value) : value; };
  const double lower = on_scale(range.lower), upper = on_scale(range.upper);
  if (!known_) {
    lower_ = lower;
    upper_ = upper;
    known_ = data.shown > 0;
  }
  const double part = 1 - std::exp(-std::max(0.0, now - now_) / seconds);
  const double length = upper_ - lower_;
  now_ = now;
  if (lower < lower_) {
    lower_ = lower - room * (upper - lower);
  } else if (lower - lower_ > idle * length) {
    lower_ += part * (lower - lower_);
  }
  if (upper > upper_) {
    upper_ = upper + room * (upper - lower);
  } else if (upper_ - upper > idle * length) {
    upper_ += part * (upper - upper_);
  }
  // Room beyond the largest and smallest doubles is none.
  constexpr double most = std::numeric_limits<double>::max();
  if (!logarithmic) {
    lower_ = std::max(lower_, -most);
    upper_ = std::min(upper_, most);
  }
  range.lower =
      logarithmic ? std::max(std::exp(lower_), std::numeric_limits<double>::denorm_min()) : lower_;
  range.upper = logarithmic ? std::min(std::exp(upper_), most) : upper_;
  return range;
}

}  // namespace solenoid
