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

/// Adds change[d] to the velocity along each axis d of `along` of the cell that stands at `at`, or
/// of a pack from there on, and to the energy per volume what that adds to the kinetic one, and
/// `heat`. The mass stays. (All is read before anything is written: compilers can't know that
/// fields do not overlap, and a device's thread would wait for one after the other.)
template <class T, class Real>
SOLENOID_INLINE void push(const FluidCells<Real>& fluid, int at, const std::array<bool, 3>& along,
                          const T (&change)[3], const T& heat = T(Real(0))) {
  const T mass = load<T>(fluid.density + at);
  T momentum[3] = {T(Real(0)), T(Real(0)), T(Real(0))}, energy(Real(0)), work(Real(0));
  for (std::size_t d = 0; d < 3; ++d)
    if (along[d]) momentum[d] = load<T>(fluid.momentum[d] + at);
  if (fluid.energy != nullptr) energy = load<T>(fluid.energy + at);
  for (std::size_t d = 0; d < 3; ++d) {
    if (!along[d]) continue;
    work = work + change[d] * (momentum[d] + T(Real(0.5)) * mass * change[d]);
    store(fluid.momentum[d] + at, momentum[d] + mass * change[d]);
  }
  if (fluid.energy != nullptr) store(fluid.energy + at, energy + (work + heat));
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
