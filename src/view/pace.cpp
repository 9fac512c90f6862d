#include "src/view/pace.hpp"

#include <algorithm>

namespace solenoid {

namespace {

constexpr double least_interval = 1.0 / 60;
/// After the first image, which pays for memory and kernels that later ones find ready.
constexpr double wait_after_first = 0.5;

}  // namespace

void Pace::took(Cost cost, double seconds, double now, bool paused) {
  const bool large = cost == Cost::large;
  const double part = large ? share_of_large : share - share_of_large;
  double most = large ? longest_wait : longest_wait_of_small;
  if (large && !has_drawn_) {
    most = wait_after_first;
    has_drawn_ = true;
  }
  const double wait = paused ? 0 : std::min(seconds * (1 / part - 1), most);
  next_[std::size_t(cost)] = now + std::max(least_interval, wait);
}

}  // namespace solenoid
