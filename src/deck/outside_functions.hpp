#pragma once
/// \file
/// What acts from outside as a function of the caller's, where a deck has expressions.

#include <cstddef>
#include <functional>

#include "numerics/grid/box.hpp"

namespace solenoid {

/// Writes values at the centres of a box of cells of the whole grid at a time, x running fastest.
using SourceFunction = std::function<void(const Box& cells, double time, double* values)>;

/// Writes values at points at a time.
using PointsFunction = std::function<void(double time, std::size_t count, const double* x,
                                          const double* y, const double* z, double* values)>;

}  // namespace solenoid
