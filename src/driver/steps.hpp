#pragma once
/// \file
/// How long the next step is, and when an output is due: pure functions of times and steps.

#include <optional>

namespace solenoid {

/// The length of the next step. Steps come in palindromic pairs of equal length, so the last pair
/// shares what is left of the run: `stable` is the largest stable step, `remaining` the time left,
/// and `first_of_pair` whether a pair begins. The result is at most `remaining` and, but for
/// rounding, at most `stable`.
double next_step(double stable, double remaining, bool first_of_pair);

/// When one output block writes: at the first step at or after each multiple of `every_time`, and
/// at each multiple of `every_steps`; never by changing a step. Without either, never.
class Cadence {
 public:
  Cadence(std::optional<double> every_time, std::optional<long> every_steps);
  /// Everything up to `time` counts as written.
  void done(double time);
  [[nodiscard]] bool due(double time, long step) const;

 private:
  std::optional<double> every_time_;
  std::optional<long> every_steps_;
  double next_time_ = 0;
};

}  // namespace solenoid
