#pragma once
/// \file
/// How often a run is looked at, so that it loses little by it.

#include <array>

namespace solenoid {

/// What an answer takes: an image is large, the value in a cell or a row of the history small.
enum class Cost { small, large };

/// When to give what next. What is small does not wait for what is large. All seconds are those of
/// one clock, since any fixed moment.
class Pace {
 public:
  /// Of the run's time, at most, for what is large, and for all. What steps lose besides, while a
  /// device waits, is about as much again with twenty clients: at a fiftieth 3.4 percent in all.
  static constexpr double share_of_large = 1.0 / 70, share = 1.0 / 60;
  /// For the next of a cost, even where they take more than that share: a page that stands still
  /// for a minute is no use.
  static constexpr double longest_wait = 5, longest_wait_of_small = 1;

  [[nodiscard]] bool is_due(Cost cost, double now) const { return now >= next_of(cost); }
  /// `seconds` went into it, until `now`. In a pause there is nothing that it would hold up.
  void took(Cost cost, double seconds, double now, bool paused);

 private:
  [[nodiscard]] double next_of(Cost cost) const { return next_[std::size_t(cost)]; }

  std::array<double, 2> next_{0, 0};
  bool has_drawn_ = false;
};

}  // namespace solenoid
