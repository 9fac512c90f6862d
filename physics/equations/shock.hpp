#pragma once
/// \file
/// What tells a shock from smooth flow.

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// What a face between two cells has to have of a shock.
inline constexpr double least_jump_of_shock = 0.1;          ///< of the pressure, over the lower one
inline constexpr double least_compression_of_shock = 0.05;  ///< of the velocity, over sqrt(p/rho)

/// What of a cell says whether there is a shock beside it.
template <class T>
struct CellBesideShock {
  T density;
  T pressure;  ///< of the gas
  T velocity;  ///< along the normal of the face
};

/// Where the flow runs together so fast between two cells, and the pressure differs so much, that
/// it is steepened, not resolved: criteria like those by which Colella & Woodward (1984, appendix)
/// flatten parabolas, of cells that are neighbours. Contacts, rarefactions and resolved waves meet
/// one of both at most. False where a value is none.
template <class T>
SOLENOID_INLINE LaneMask<T> is_shock(const CellBesideShock<T>& left,
                                     const CellBesideShock<T>& right) {
  using Real = LaneReal<T>;
  const T fall = left.velocity - right.velocity;
  const T density = min(left.density, right.density);
  const T pressure = min(left.pressure, right.pressure);
  const T least = T(Real(least_compression_of_shock * least_compression_of_shock));
  return less(T(Real(0)), fall) && less(least * pressure, fall * fall * density) &&
         less(T(Real(least_jump_of_shock)) * pressure, abs(left.pressure - right.pressure));
}

}  // namespace solenoid
