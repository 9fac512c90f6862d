#pragma once
/// \file
/// What is summed over the cells of a fluid of what a driving acceleration does to it.

#include <Kokkos_Core.hpp>
#include <array>
#include <cstddef>
#include <type_traits>

#include "numerics/lanes/lanes.hpp"
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

  /// What a host takes at a time of neighbours in a row: the acceleration is in double precision.
  using Lanes = std::conditional_t<std::is_same_v<Real, double>, HostPack<double>, double>;

  [[nodiscard]] int count() const { return fluid.count(); }
  /// That of cell i of a row, or of a pack from there on.
  template <class T>
  SOLENOID_INLINE void acceleration(int i, int row, T a[3]) const {
    a[0] = a[1] = a[2] = T(0.0);
    for (int n = 0; n < wave_count; ++n) {
      const T c = load<T>(table + 2 * n * cells[0] + i);
      const T s = load<T>(table + (2 * n + 1) * cells[0] + i);
      const double* const of_row = rows + std::size_t(row * wave_count + n) * 6;
      for (int d = 0; d < 3; ++d) a[d] = a[d] + (T(of_row[d]) * c + T(of_row[3 + d]) * s);
    }
  }
  /// The terms of all sums.
  KOKKOS_FORCEINLINE_FUNCTION void terms(int cell, double to[driving_sum_count]) const {
    const int row = cell / cells[0];
    terms_at<double>(cell - row * cells[0], row, fluid.place(cell), to);
  }
  void terms_of_block(int first, int count, double (*to)[cells_of_block]) const {
    const int row = first / cells[0], i = first - row * cells[0], at = fluid.place(first);
    constexpr int width = lane_width<Lanes>;
    int done = 0;
    const auto some = [&]<class T>(T) {
      T terms[driving_sum_count];
      terms_at<T>(i + done, row, at + done, terms);
      for (int s = 0; s < driving_sum_count; ++s) store(to[s] + done, terms[s]);
      done += lane_width<T>;
    };
    while (done + width <= count) some(Lanes(0.0));
    while (done < count) some(0.0);
  }

 private:
  template <class T>
  SOLENOID_INLINE static T in_double(const Real* from) {
    if constexpr (std::is_same_v<Real, double>)
      return load<T>(from);
    else
      return T(*from);
  }
  /// Those of cell i of a row, which stands at `at`, or of a pack.
  template <class T>
  SOLENOID_INLINE void terms_at(int i, int row, int at, T to[driving_sum_count]) const {
    T a[3];
    acceleration(i, row, a);
    const T mass = in_double<T>(fluid.density + at);
    T square(0.0), power(0.0);
    to[0] = mass;
    for (int d = 0; d < 3; ++d) {
      const T m = in_double<T>(fluid.momentum[std::size_t(d)] + at);
      to[1 + d] = m;
      to[4 + d] = mass * a[d];
      power = power + m * a[d];
      square = square + a[d] * a[d];
    }
    to[7] = power;
    to[8] = mass * square;
  }
};

/// What tells how fast the gas of the cells is, relative to its sound.
template <class Real>
struct SpeedsOfCells {
  FluidCells<Real> fluid;
  MagneticCells<Real> magnetic;
  double heat_ratio;           ///< gamma (gamma - 1)
  double sound_speed_squared;  ///< where the fluid has no energy
  std::array<int, 3> cells;

  [[nodiscard]] int count() const { return fluid.count(); }
  /// rho, (v/c)^2, c^2; of gas without pressure the mass alone.
  KOKKOS_FORCEINLINE_FUNCTION void terms(int cell, double to[3]) const {
    const int at = fluid.place(cell);
    const double density = double(fluid.density[at]);
    double square = 0;
    for (std::size_t d = 0; d < 3; ++d)
      square += double(fluid.momentum[d][at]) * double(fluid.momentum[d][at]);
    double sound = sound_speed_squared;
    if (fluid.energy != nullptr) {
      const double thermal =
          double(fluid.energy[at]) - 0.5 * square / density - magnetic.energy(at);
      sound = heat_ratio * thermal / density;
    }
    const bool warm = 0 < sound;
    to[0] = density;
    to[1] = warm ? square / (density * density * sound) : 0;
    to[2] = warm ? sound : 0;
  }
};

}  // namespace solenoid
