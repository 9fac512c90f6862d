#pragma once
/// \file
/// The clock of those who look at a run.

#include <chrono>

namespace solenoid {

/// Seconds since some moment, by a clock that is never set.
inline double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace solenoid
