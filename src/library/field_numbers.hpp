#pragma once
/// \file
/// Numbers of a field: its extremes, its sum, its mean square.

#include <vector>

#include "physics/solvers/solver.hpp"
#include "src/library/include/solenoid/simulation.hpp"

namespace solenoid {

/// Of the values that `gather` reads from a box, slab by slab, summed along rows and then over
/// them, in double precision: the same bits on every device and by any number of threads. Where a
/// value is not a number, so are all four. An empty box has those that change nothing where they
/// are reduced with others: extremes of infinity and -infinity, sums of 0.
FieldNumbers numbers_of(const Gather& gather, const Box& box);

/// Reads the length of a vector, in double precision, from what reads its components.
Gather length_of(const std::vector<Gather>& components);

}  // namespace solenoid
