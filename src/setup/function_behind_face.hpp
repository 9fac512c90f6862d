#pragma once
/// \file
/// What a function of the caller's puts behind a face.

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "physics/solvers/fixed_values.hpp"
#include "src/deck/deck.hpp"

namespace solenoid {

/// Solvers ask for the value of one ghost after the other; the function is asked for all of them
/// behind the face of a part of the grid at once, by one thread.
class FunctionBehindFace {
 public:
  FunctionBehindFace(const Deck& deck, const Subdomain& part, Axis axis, Side side,
                     PointsFunction function);

  /// The value at the place of a ghost, at the centre of its cell or on a face.
  double operator()(const std::array<double, 3>& point, double time);
  /// Values were no good: it is asked anew, also for the same time.
  void forget();

 private:
  /// The values of all ghosts that stand at the centres of cells, or on faces normal to an axis.
  struct Values {
    std::optional<double> time{};
    std::optional<long> failed{};  ///< how often processes had looked when they could not be had
    std::vector<double> values{};
  };
  void ask(int place, double time);

  Subdomain part_;
  std::shared_ptr<StepAgreement> agreement_;
  Axis axis_;
  Side side_;
  PointsFunction function_;
  GhostRange range_;
  std::array<Values, 4> by_place_;  // cell_centres last
};

}  // namespace solenoid
