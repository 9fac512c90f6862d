#pragma once
/// \file
/// Durations as people write them to batch systems.

#include <optional>
#include <string>

namespace solenoid {

/// Seconds in "hh:mm:ss" (hours may have any number of digits); nothing if it is not that.
std::optional<long> seconds_from_clock(const std::string& text);

}  // namespace solenoid
