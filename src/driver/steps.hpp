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
/// at each multiple of `every_steps`, and when `every_wall_time` seconds have gone by since the
/// last time; never by changing a step. Without any, never.
class Cadence {
 public:
  Cadence(std::optional<double> every_time, std::optional<long> every_steps,
          std::optional<double> every_wall_time = {});
  /// Everything up to `time` counts as written, by the second `wall` of the run.
  void done(double time, double wall = 0);
  [[nodiscard]] bool due(double time, long step, double wall = 0) const;

 private:
  std::optional<double> every_time_;
  std::optional<long> every_steps_;
  std::optional<double> every_wall_time_;
  double next_time_ = 0;
  double last_wall_ = 0;
};

}  // namespace solenoid
