#pragma once
/// \file
/// What is summed over the cells of a fluid of what a driving acceleration does to it.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>

#include "physics/solvers/cell_sums.hpp"
#include "physics/solvers/fluid_cells.hpp"

namespace solenoid {

/// rho, rho v (3), rho a (3), rho v.a, rho a^2.
inline constexpr int driving_sum_count = 9;

/// The cells of a part, by number, and the acceleration in them.
template <class Real>
struct DrivenCells {
  FluidCells<Real> fluid;
  std::array<int, 3> cells;
  const double* table;  ///< along x: cosines, then sines of each wave number
  const double* rows;   ///< six numbers of each wave number of a row: SumWavesOfRow
  int wave_count;

  [[nodiscard]] int count() const { return fluid.count(); }
  KOKKOS_FORCEINLINE_FUNCTION void acceleration(int cell, double a[3]) const {
    const int i = cell % cells[0], row = cell / cells[0];
    a[0] = a[1] = a[2] = 0;
    for (int n = 0; n < wave_count; ++n) {
      const double c = table[2 * n * cells[0] + i], s = table[(2 * n + 1) * cells[0] + i];
      const double* const of_row = rows + std::size_t(row * wave_count + n) * 6;
      for (int d = 0; d < 3; ++d) a[d] += of_row[d] * c + of_row[3 + d] * s;
    }
  }
  /// The terms of all sums.
  KOKKOS_FORCEINLINE_FUNCTION void terms(int cell, double to[driving_sum_count]) const {
    double a[3];
    acceleration(cell, a);
    const int at = fluid.place(cell);
    const double mass = double(fluid.density[at]);
    double square = 0, power = 0;
    to[0] = mass;
    for (int d = 0; d < 3; ++d) {
      const double m = double(fluid.momentum[std::size_t(d)][at]);
      to[1 + d] = m;
      to[4 + d] = mass * a[d];
      power += m * a[d];
      square += a[d] * a[d];
    }
    to[7] = power;
    to[8] = mass * square;
  }
};

}  // namespace solenoid
