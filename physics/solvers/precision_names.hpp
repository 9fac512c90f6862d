#pragma once
/// \file
/// The precisions as choices of a deck.

#include "numerics/named.hpp"
#include "physics/solvers/solver.hpp"

namespace solenoid {

template <>
struct Names<Precision> {
  static inline const Named<Precision> rows[] = {
      {Precision::double_precision, name_of(Precision::double_precision)},
      {Precision::single_precision, name_of(Precision::single_precision)},
      {Precision::extended_precision, name_of(Precision::extended_precision)}};
};

}  // namespace solenoid
