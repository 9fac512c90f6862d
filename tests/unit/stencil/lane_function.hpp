#pragma once
/// \file
/// The functions that compiled programs call, for the interpreter.

#include "numerics/lanes/lane_functions.hpp"
#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

template <class Real>
Real lane_function(Op op, Real a, Real b) {
  switch (op) {
    case Op::exponential:
      return exp(a);
    case Op::logarithm:
      return log(a);
    case Op::sine:
      return sin(a);
    case Op::cosine:
      return cos(a);
    case Op::tangent:
      return tan(a);
    default:
      return pow(a, b);
  }
}

}  // namespace solenoid::stencil
