#pragma once
/// \file
/// Numbers of all parts of a grid together.

#include <cstddef>

namespace solenoid {

/// Every part calls the same functions in the same order, all of them from the host.
class PartReductions {
 public:
  virtual ~PartReductions() = default;

  /// Makes each of `count` values the largest of those that the parts give, the same for all; a NaN
  /// if one is.
  virtual void take_largest(double* values, std::size_t count) = 0;
  /// Makes each of `count` values the sum of those that the parts give, the same for all, added up
  /// in the order of the parts.
  virtual void add_up(double* values, std::size_t count) = 0;
  /// The largest of the values that the parts give.
  double largest(double value) {
    take_largest(&value, 1);
    return value;
  }
};

}  // namespace solenoid
