#pragma once
/// \file
/// The precisions in which this build has the solvers of equations that are part of it. Stencil
/// programs exist in every precision: what is not built in is compiled when it is asked for.

#include <algorithm>
#include <array>

#include "physics/solvers/solver.hpp"

namespace solenoid {

/// Without single precision in a build with -DSOLENOID_SINGLE_PRECISION=OFF.
inline constexpr std::array compiled_precisions{
    Precision::double_precision,
#ifndef SOLENOID_WITHOUT_SINGLE_PRECISION
    Precision::single_precision,
#endif
};

constexpr bool is_compiled(Precision precision) {
  return std::ranges::find(compiled_precisions, precision) != compiled_precisions.end();
}

}  // namespace solenoid
