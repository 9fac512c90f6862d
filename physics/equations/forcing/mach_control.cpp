#include "physics/equations/forcing/mach_control.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace solenoid {

MachControl::MachControl(const Grid& grid, const DrivingSettings& settings)
    : target_(settings.mach_number) {
  double longest = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (grid.active(int(axis))) longest = std::max(longest, grid.upper[axis] - grid.lower[axis]);
  length_ = 2 * longest / (settings.wave_numbers[0] + settings.wave_numbers[1]);
}

double MachControl::excess(const StirredGas& gas) const {
  constexpr double least = -std::numbers::ln2 / 3;
  const double square = gas.mach_number_squared / (target_ * target_);
  return square > 0 ? std::max(0.5 * std::log(square), least) : least;
}

double MachControl::power(const StirredGas& gas) const {
  const double speed = target_ * std::sqrt(gas.sound_speed_squared);
  return gas.density * speed * speed * speed / (2 * length_) *
         std::exp(feedback_ - 3 * excess(gas));
}

void MachControl::learn(const StirredGas& gas, double dt) {
  const double speed = target_ * std::sqrt(gas.sound_speed_squared);
  // A factor of 10^4 either way is more than any gas asks for.
  constexpr double bound = 4 * std::numbers::ln10;
  const double rate = 4.5 * speed / length_ * std::exp(feedback_);
  feedback_ = std::clamp(feedback_ - rate * dt * excess(gas), -bound, bound);
}

}  // namespace solenoid
