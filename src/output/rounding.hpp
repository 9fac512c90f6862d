#pragma once
/// \file
/// What rounding does to a solution: values in single or double precision against a model of them
/// in extended precision, as in section 5.1 of Pekkila (2019).

#include <string>
#include <vector>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// The largest error of a field.
struct RoundingError {
  std::string name;
  long double largest_value = 0;  ///< the largest magnitude of the model
  long double largest_error = 0;  ///< the largest |candidate - model|
  /// That error in units in the last place of the model where it is (eqs. 5.2 and 5.3). Infinite
  /// for an error of what should be zero.
  long double ulp = 0;
  long double ulp_of_largest = 0;  ///< the same in units in the last place of the largest value
};

/// A unit in the last place of `value` in a precision: 2^(floor(log2 |value|) - (p - 1)), p being
/// 24 or 53; 0 for 0. Throws std::invalid_argument for extended precision.
long double unit_in_last_place(long double value, Precision precision);

/// Compares a field of a run in `precision` with the model. A candidate that is not finite is
/// infinitely far. Throws std::invalid_argument where the sizes differ.
RoundingError rounding_error(const std::string& name, const std::vector<long double>& model,
                             const std::vector<long double>& candidate, Precision precision);

/// The same of all arrays of two states, of which the model is in extended precision. Throws
/// std::invalid_argument where it is not, or the states differ in their arrays.
std::vector<RoundingError> rounding_errors(const SolverState& model, const SolverState& candidate);

}  // namespace solenoid
