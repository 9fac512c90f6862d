#pragma once
/// \file
/// What acts from outside as a function of the caller's, where a deck has expressions.

#include <functional>

#include "numerics/grid/box.hpp"

namespace solenoid {

/// Writes values at the centres of a box of cells of the whole grid at a time, x running fastest.
using SourceFunction = std::function<void(const Box& cells, double time, double* values)>;

}  // namespace solenoid
