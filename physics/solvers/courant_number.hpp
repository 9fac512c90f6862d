#pragma once
/// \file
/// The Courant number of a run that looks at its own flow.

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "numerics/grid/grid.hpp"
#include "physics/solvers/step_numbers.hpp"

namespace solenoid {

/// One Courant number while the flow is smooth and another one while there are shocks: errors of
/// smooth waves are those of splitting a step, and fall with its square; those of shocks are less
/// the fewer steps there are (docs/accuracy.md). Every few pairs of steps the state at their end is
/// looked at, and what is found there holds until the next look. So the steps depend neither on
/// outputs nor on how the grid is shared.
class CourantNumber {
 public:
  /// Without a second number the first one holds always. `whole` is the grid of all parts.
  CourantNumber(double smooth, std::optional<double> with_shocks, const Grid& whole)
      : smooth_(smooth),
        with_shocks_(with_shocks.value_or(smooth)),
        pairs_between_(std::max(8, *std::ranges::max_element(whole.cells) / 16)) {}

  [[nodiscard]] double value() const { return shocks_ ? with_shocks_ : smooth_; }
  /// A pair of steps has ended: whether its state is to be looked at.
  [[nodiscard]] bool end_pair() {
    if (smooth_ == with_shocks_) return false;
    if (++pairs_ < pairs_between_) return false;
    pairs_ = 0;
    looking_ = true;
    return true;
  }
  /// Whether a look has begun whose result note() has not been told.
  [[nodiscard]] bool looking() const { return looking_; }
  void note(bool shocks) {
    looking_ = false;
    shocks_ = shocks;
  }

  /// What a checkpoint holds of it.
  [[nodiscard]] std::vector<std::pair<std::string, double>> numbers() const {
    if (smooth_ == with_shocks_) return {};
    return {{shocks_number, shocks_ ? 1.0 : 0.0}, {pairs_since_look_number, double(pairs_)}};
  }
  /// Goes on from the numbers of a checkpoint; without them from a start.
  void go_on(const std::map<std::string, double>& numbers) {
    const auto number = [&](const char* name) {
      const auto found = numbers.find(name);
      return found == numbers.end() ? 0.0 : found->second;
    };
    looking_ = false;
    shocks_ = number(shocks_number) != 0;
    pairs_ = int(number(pairs_since_look_number));
  }

 private:
  double smooth_, with_shocks_;
  int pairs_between_;  ///< looks; a signal crosses a part of the grid meanwhile
  int pairs_ = 0;      ///< since the last look
  bool looking_ = false;
  bool shocks_ = false;
};

}  // namespace solenoid
