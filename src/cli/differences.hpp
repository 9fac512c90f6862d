#pragma once
/// \file
/// Tables of differences between outputs, and when they are too large.

#include <optional>
#include <string>
#include <vector>

#include "src/output/compare.hpp"

namespace solenoid {

/// Largest differences that pass; what is absent passes whatever it is.
struct Tolerances {
  std::optional<double> ulp, abs, l1, l2, relative;
  [[nodiscard]] bool any() const { return ulp || abs || l1 || l2 || relative; }
};

/// What is out of tolerance in `field`, in words; nothing if all is within. A difference that is
/// not a number is out of every tolerance.
std::optional<std::string> out_of_tolerance(const FieldDifference& field,
                                            const Tolerances& tolerances);

/// One line per field under a heading.
std::string difference_table(const std::vector<FieldDifference>& fields);

}  // namespace solenoid
