#pragma once
/// \file
/// What the operations of the intermediate form compute, for a floating point type: used to fold
/// constants and to run kernels without compiling them.

#include <cmath>

#include "src/stencil/graph.hpp"

namespace solenoid::stencil {

/// a b + c, rounded once except in extended precision, as in numerics/lanes/lanes.hpp.
template <class Real>
Real multiply_add(Real a, Real b, Real c) {
  return sizeof(Real) > sizeof(double) ? a * b + c : std::fma(a, b, c);
}

/// The operation on numbers; conditions are 1 and 0. min, max and comparisons are those of
/// numerics/lanes/lanes.hpp.
template <class Real>
Real evaluate(Op op, Real a, Real b, Real c) {
  switch (op) {
    case Op::negate:
      return -a;
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::multiply_add:
      return multiply_add(a, b, c);
    case Op::multiply_subtract:
      return multiply_add(a, b, -c);
    case Op::subtract_product:
      return multiply_add(-a, b, c);
    case Op::min:
      return a < b ? a : b;
    case Op::max:
      return b < a ? a : b;
    case Op::magnitude:
      return std::abs(a);
    case Op::root:
      return std::sqrt(a);
    case Op::exponential:
      return std::exp(a);
    case Op::logarithm:
      return std::log(a);
    case Op::sine:
      return std::sin(a);
    case Op::cosine:
      return std::cos(a);
    case Op::tangent:
      return std::tan(a);
    case Op::power:
      return std::pow(a, b);
    case Op::less:
      return a < b ? Real(1) : Real(0);
    case Op::logical_and:
      return a != Real(0) && b != Real(0) ? Real(1) : Real(0);
    case Op::logical_or:
      return a != Real(0) || b != Real(0) ? Real(1) : Real(0);
    case Op::negation:
      return a != Real(0) ? Real(0) : Real(1);
    case Op::select:
      return a != Real(0) ? b : c;
    default:
      return Real(0);
  }
}

}  // namespace solenoid::stencil
