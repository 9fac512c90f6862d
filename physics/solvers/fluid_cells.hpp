#pragma once
/// \file
/// The cells of a fluid as what acts on all of them sees them: gravity, sources, driving.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>

#include "numerics/grid/layout.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// Memory of a fluid's fields at the interior cell (0, 0, 0).
template <class Real>
struct FluidCells {
  Real* density;
  std::array<Real*, 3> momentum;
  Real* energy;  ///< null where there is none
  std::array<int, 3> cells;
  std::array<int, 3> stride;

  [[nodiscard]] int count() const { return cells[0] * cells[1] * cells[2]; }
  /// Where the interior cell number `cell` stands.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int place(int cell) const {
    const int i = cell % cells[0], jk = cell / cells[0];
    return i * stride[0] + jk % cells[1] * stride[1] + jk / cells[1] * stride[2];
  }
};

/// Adds `change` to the velocity along an axis of the cell that stands at `at`, or of a pack from
/// there on, whose mass per volume is `mass`; what that adds to the kinetic energy per volume,
/// which the caller gives to the energy.
template <class T, class Real>
SOLENOID_INLINE T push(const FluidCells<Real>& fluid, std::size_t axis, int at, const T& mass,
                       const T& change) {
  const T m = load<T>(fluid.momentum[axis] + at);
  store(fluid.momentum[axis] + at, m + mass * change);
  return change * (m + T(Real(0.5)) * mass * change);
}

/// Memory of the magnetic field of the same cells; null where there is none.
template <class Real>
struct MagneticCells {
  std::array<const Real*, 3> field{};
  std::array<int, 3> step{};  ///< from the lower face to the upper one; 0 where it is at the centre

  /// B^2/2 at the centre of the cell that stands at `at`.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION double energy(int at) const {
    if (field[0] == nullptr) return 0;
    double b[3];
    for (std::size_t d = 0; d < 3; ++d)
      b[d] = 0.5 * (double(field[d][at]) + double(field[d][at + step[d]]));
    return 0.5 * (b[0] * b[0] + (b[1] * b[1] + b[2] * b[2]));
  }
};

/// The fields of a fluid that stand in `layout`; field(f) is the memory of density, momenta and, if
/// it has one, energy.
template <class Real, class Field>
FluidCells<Real> fluid_cells(const Layout& layout, bool has_energy, const Field& field) {
  const auto interior = [&](int f) { return field(f).data() + layout.origin; };
  FluidCells<Real> cells{interior(0),
                         {interior(1), interior(2), interior(3)},
                         has_energy ? interior(4) : nullptr,
                         {},
                         {}};
  for (std::size_t d = 0; d < 3; ++d) {
    cells.cells[d] = layout.cells[d];
    cells.stride[d] = int(layout.stride[d]);
  }
  return cells;
}

/// Calls the kernel for every number below `items`.
template <class Space, class Kernel>
void for_each_item(const Space& space, const char* label, int items, const Kernel& kernel) {
  Kokkos::parallel_for(label, Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, items),
                       kernel);
}

}  // namespace solenoid
