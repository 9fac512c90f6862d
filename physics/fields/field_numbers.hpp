#pragma once
/// \file
/// Numbers of whole fields: sums, means and extremes of formulas, the same bits for any number of
/// threads, processes and devices.

#include <string>
#include <vector>

#include "physics/fields/formula.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

/// What all cells together give of a formula.
struct FieldReduction {
  enum class Kind { sum, minimum, maximum };
  Kind kind = Kind::sum;
  Formula formula;
};

/// A number that is a formula of such reductions.
struct FieldNumber {
  std::string name;
  Formula formula;  ///< whose fields are the reductions, by their numbers from 0
};

/// Numbers, and the reductions that they are formulas of.
struct NumbersOfFields {
  std::vector<FieldReduction> reductions;
  std::vector<FieldNumber> numbers;
};

/// What reductions are of the solver's present state.
[[nodiscard]] std::vector<double> reductions_of(Solver& solver,
                                                const std::vector<FieldReduction>& reductions,
                                                double time);
/// The numbers of the solver's present state, `time` being its time. Values that are not numbers
/// make what they are in NaN.
[[nodiscard]] std::vector<double> values_of(Solver& solver, const NumbersOfFields& numbers,
                                            double time);

}  // namespace solenoid
