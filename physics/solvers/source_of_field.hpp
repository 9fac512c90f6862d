#pragma once
/// \file
/// What acts on a field of a stencil program from outside.

#include <functional>

#include "numerics/grid/box.hpp"

namespace solenoid {

/// A field that is given at all times.
struct SourceOfField {
  bool depends_on_time = false;
  /// Writes its values at the centres of a box of cells of the whole grid at a time, x running
  /// fastest. Throws std::runtime_error for what is not finite.
  std::function<void(const Box& cells, double time, double* values)> evaluate;
};

}  // namespace solenoid
