#pragma once
/// \file
/// `solenoid validate --extended`: what rounding does to a run.

#include <optional>

#include "src/cli/command.hpp"

namespace solenoid {

/// Runs a deck of the scheme finite-difference for `steps` steps in single and in double precision,
/// on the CPU and on the GPU where there is one, and on one thread in extended precision from the
/// same numbers and with the same time steps. Prints the errors of the reductions of the initial
/// state and those of the fields in the end. Returns exit_out_of_tolerance if one is larger than
/// `max_ulp` units in the last place of the field's largest value. Throws UsageError for a deck of
/// another scheme.
int validate_rounding(const DeckArguments& arguments, std::optional<int> threads, long steps,
                      std::optional<double> max_ulp);

}  // namespace solenoid
