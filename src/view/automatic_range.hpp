#pragma once
/// \file
/// The ends of a scale that follow moving values without flicker.

#include "src/picture/value_range.hpp"

namespace solenoid {

/// Ends grow at once to hold every value, with some room beyond so that they need not grow again at
/// every frame, and shrink slowly once values keep well away from them.
class AutomaticRange {
 public:
  /// The range at `now` (seconds since any fixed moment) for values of this extent.
  ValueRange follow(const ValueRange& data, bool logarithmic, double now);

 private:
  bool known_ = false;
  double lower_ = 0, upper_ = 1;  // on a logarithmic scale those of the logarithm
  double now_ = 0;
};

}  // namespace solenoid
