#pragma once
/// \file
/// Powers of two that bring a field's values into the range of floats, and fractions of a scale on
/// them: with an exact factor, which is 1 where floats hold the values anyway.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>
#include <limits>

#include "physics/fields/plane_means.hpp"

namespace solenoid {

/// Floats hold these with room for sums, differences and, below, for what is small beside them.
inline constexpr double least_for_floats = 0x1p-100, most_for_floats = 0x1p120;

inline double largest_size(double lower, double upper) {
  return std::max(std::abs(lower), std::abs(upper));
}

/// The power of two, as doubles hold it, that brings a size to about two to `exponent`.
inline double factor_to(int exponent, double size) {
  return std::ldexp(1.0, std::clamp(exponent - std::ilogb(size), -1000, 1000));
}

/// Whether floats hold what lies between these ends, which are of positive values if `positive`.
inline bool floats_hold(double lower, double upper, bool positive) {
  const double size = largest_size(lower, upper);
  return size >= least_for_floats && size <= most_for_floats &&
         !(positive && lower < least_for_floats);
}

/// The factor for values of an extent.
inline double factor_for_floats(const ValueExtent& extent, bool positive) {
  const double size = largest_size(extent.lower, extent.upper);
  if (extent.shown == 0 || size == 0 || floats_hold(extent.lower, extent.upper, positive)) return 1;
  return factor_to(60, size);
}

/// Whether values that became floats are those of the field: none too large, none lost.
inline bool are_as_floats(const ValueExtent& of_floats, bool positive) {
  return of_floats.not_finite == 0 && of_floats.shown > 0 &&
         floats_hold(of_floats.lower, of_floats.upper, positive);
}

/// The extent of the values themselves, from that of values times a factor.
inline ValueExtent without_factor(ValueExtent extent, double factor) {
  constexpr double most = std::numeric_limits<double>::max();
  if (factor == 1 || extent.shown == 0) return extent;
  extent.lower = std::clamp(extent.lower / factor, -most, most);
  extent.upper = std::clamp(extent.upper / factor, -most, most);
  return extent;
}

/// A value times a factor; what is beyond floats, though finite, is the largest float but a few.
KOKKOS_INLINE_FUNCTION float scaled_to_float(double value, double factor) {
  constexpr double most = 0x1p126;
  const double scaled = value * factor;
  if (!Kokkos::isfinite(value)) return float(value);
  return float(scaled < -most ? -most : scaled > most ? most : scaled);
}

}  // namespace solenoid
