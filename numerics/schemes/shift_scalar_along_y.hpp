#pragma once
/// \file
/// Passive scalars that move along y with the mass that carries them (shift_along_y.hpp): what
/// passes a face has the concentration that it would have in a sweep (scalars.hpp), so that
/// constants stay and bounds hold to the bit.

#include "numerics/schemes/limiter.hpp"
#include "numerics/schemes/limiters.hpp"
#include "numerics/schemes/scalars.hpp"
#include "numerics/schemes/shift_along_y.hpp"

namespace solenoid {

/// The shift of a passive scalar, which goes with the mass (scalars.hpp).
template <class Real>
struct ShiftScalarAlongY {
  using Number = Real;

  CellColumns<const Real> density;  ///< before
  CellColumns<const Real> from;
  CellColumns<Real> to;
  CellColumns<const Real> mass_flux;  ///< through lower faces, of the shift of the density
  ColumnShifts shifts;
  std::array<int, 3> cells;
  Limiter limiter;

  template <class T>
  SOLENOID_INLINE void move(const RowRun& run, int whole, const T&) const {
    for (int j = run.begin; j < run.end; ++j) {
      int rows[7];
      for (int n = 0; n < 7; ++n) rows[n] = row_around(j - whole + n - 3, cells[1]);
      const auto rho = [&](int k) { return value<T>(density, run, rows[3 + k]); };
      const auto s = [&](int k) { return value<T>(from, run, rows[3 + k]); };
      const T lower = value<T>(mass_flux, run, j);
      const T upper = value<T>(mass_flux, run, row_around(j + 1, cells[1]));
      const T from_below = passes(rho, s, lower);
      const T to_above =
          passes([&](int k) { return rho(k + 1); }, [&](int k) { return s(k + 1); }, upper);
      const auto mass = mass_change<T>(rho, lower, upper, Real(1));
      store(to.at(0, run.column, j, run.layer), updated_scalar(mass, s, from_below, to_above));
    }
  }

 private:
  template <class T>
  SOLENOID_INLINE static T value(const CellColumns<const Real>& of, const RowRun& run, int row) {
    return load<T>(of.at(0, run.column, row, run.layer));
  }
  template <class T, class Density, class Scalar>
  SOLENOID_INLINE T passes(const Density& rho, const Scalar& s, const T& flux) const {
    const Passage<T> through = passage<T>(rho, flux);
    T result;
    with_limiter(limiter, [&](const auto& one) { result = passing_scalar(through, s, one); });
    return result;
  }
};

}  // namespace solenoid
