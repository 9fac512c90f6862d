#pragma once
/// \file
/// What decks call the kinds of boundaries. (Not in grid.hpp: everything includes that.)

#include "numerics/grid/grid.hpp"
#include "numerics/named.hpp"

namespace solenoid {

template <>
struct Names<BoundaryKind> {
  static constexpr Named<BoundaryKind> rows[] = {
      {BoundaryKind::periodic, "periodic"},
      {BoundaryKind::outflow, "outflow"},
      {BoundaryKind::reflecting, "reflecting"},
      {BoundaryKind::fixed, "fixed"},
      {BoundaryKind::symmetric, "symmetric"},
      {BoundaryKind::antisymmetric, "antisymmetric"},
      {BoundaryKind::vertex_symmetric, "vertex-symmetric"},
      {BoundaryKind::diode, "diode"}};
};

}  // namespace solenoid
