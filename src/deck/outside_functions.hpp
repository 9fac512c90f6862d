#pragma once
/// \file
/// What acts from outside as a function of the caller's, where a deck has expressions.

#include <cstddef>
#include <exception>
#include <functional>
#include <utility>

#include "numerics/grid/box.hpp"

namespace solenoid {

/// Writes values at the centres of a box of cells of the whole grid at a time, x running fastest.
using SourceFunction = std::function<void(const Box& cells, double time, double* values)>;

/// Writes values at points at a time.
using PointsFunction = std::function<void(double time, std::size_t count, const double* x,
                                          const double* y, const double* z, double* values)>;

/// How processes that take steps together agree on what fails in one of them, where an exception in
/// that one alone would leave the others waiting for its values.
class StepAgreement {
 public:
  virtual ~StepAgreement() = default;
  /// Does what all of them do at the same point of a step, each for its part. Throws in all of them
  /// where one cannot.
  virtual void in_all(const std::function<void()>& work) = 0;
  /// Keeps a failure of what not all of them do, who goes on with any values, until all of them
  /// look for failures: the first one.
  void postpone(const std::exception_ptr& failure) {
    if (!postponed_) postponed_ = failure;
  }
  /// The first that was kept since the last call.
  std::exception_ptr take_postponed() {
    ++looks_;
    return std::exchange(postponed_, nullptr);
  }
  /// How often that was called.
  [[nodiscard]] long looks() const { return looks_; }

 private:
  std::exception_ptr postponed_;
  long looks_ = 0;
};

}  // namespace solenoid
