#pragma once
/// \file
/// The sets of equations that decks name.

#include "numerics/named.hpp"

namespace solenoid {

enum class EquationSet { mhd, hydrodynamics, isothermal };

template <>
struct Names<EquationSet> {
  static constexpr Named<EquationSet> rows[] = {{EquationSet::mhd, "mhd"},
                                                {EquationSet::hydrodynamics, "hydrodynamics"},
                                                {EquationSet::isothermal, "isothermal"}};
};

}  // namespace solenoid
