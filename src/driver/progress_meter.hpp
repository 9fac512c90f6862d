#pragma once
/// \file
/// How far a run is and how fast it goes.

#include <optional>

#include "numerics/grid/grid.hpp"
#include "src/driver/progress.hpp"

namespace solenoid {

/// The frame of a run, in which progress is measured.
struct RunSpan {
  double cells = 0;
  double deck_start = 0;  ///< run.start_time
  double start_time = 0;  ///< of this run, later than that where it goes on
  long start_step = 0;    ///< of this run
  double end_time = 0;
  std::optional<long> max_steps{};
};

/// Where a run stands; seconds are those since it began.
struct RunPlace {
  double time = 0;
  long step = 0;
  double dt = 0;
  double now = 0;
  double write_seconds = 0;   ///< of these, spent on outputs
  double paused_seconds = 0;  ///< and in pauses
};

/// Measures between its calls. Each who shows progress has one of his own.
class ProgressMeter {
 public:
  /// `begin`: when steps began.
  ProgressMeter(const RunSpan& span, const RunPlace& begin);
  Progress progress(const RunPlace& place);

 private:
  RunSpan span_;
  RunPlace begin_, shown_;
};

}  // namespace solenoid
