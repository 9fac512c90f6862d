#pragma once
/// \file
/// The fluxes of a sweep through the ends of its lines, which the sides of a shearing box exchange.

#include "numerics/lines/lines.hpp"

namespace solenoid {

/// Memory for the fluxes of a sweep along x through the faces at the ends of its lines, [field]
/// [line], by side; null where they are not asked for.
template <class Real>
struct OutermostFluxes {
  Real* of[2] = {nullptr, nullptr};
  int field = 0;  ///< values of a field

  [[nodiscard]] bool asked_for() const { return of[0] != nullptr || of[1] != nullptr; }
  /// Keeps that of the line to which an offset belongs, if it is asked for.
  template <class S>
  KOKKOS_FUNCTION void keep(int side, const Lines& lines, int offset, const S& flux) const {
    Real* const to = of[side];
    if (to == nullptr) return;
    const int layer = offset / lines.cross_stride[1];
    const int line = (offset - layer * lines.cross_stride[1]) / lines.cross_stride[0] +
                     layer * lines.cross_cells[0];
    for (int f = 0; f < S::size; ++f) to[f * field + line] = flux.values[f];
  }
};

}  // namespace solenoid
