#pragma once
/// \file
/// Optically thin cooling, d_t e = -rho^2 Lambda(T), of a gas with e = rho T/(gamma - 1) that keeps
/// its density: exact in time where Lambda is a power law in pieces (Townsend 2009, ApJS 181, 391).
///
/// With the column tau = (gamma - 1) rho t, dT/dtau = -Lambda(T). Townsend's temporal evolution
/// function Y(T), eq. 24, is the column from a fixed temperature down to T, over a constant, and
/// the new temperature that where it has become more by tau, eq. 26. Here columns are counted from
/// the bottom of the piece in which T lies, so that nothing cancels, whichever piece has most of Y:
/// with Lambda = Lambda(T) (T'/T)^alpha, b = 1 - alpha and x = tau Lambda(T)/T, the time over the
/// thermal time,
///
///     T_new/T = (1 - b x)^(1/b) = exp(-x L(b x)),   L(z) = -ln(1 - z)/z,
///
/// without an exception at alpha = 1, as L is smooth and L(0) = 1. What is left of tau at the
/// bottom of a piece goes on from there in the one below. At the lowest temperature cooling ends;
/// above the highest one of the table the last power law goes on.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <vector>

#include "numerics/lanes/logarithm_of_lanes.hpp"
#include "physics/equations/cooling/cooling_settings.hpp"

namespace solenoid {

/// The power law between a temperature and the next one.
struct CoolingPiece {
  double temperature;            ///< the lower one
  double rate_over_temperature;  ///< Lambda/T there
  double exponent;               ///< b = 1 - alpha, Lambda ~ T^alpha
  double column;                 ///< from the upper to the lower one; of the last piece 0
  double below;                  ///< from the lower one to the lowest of all
};

namespace detail {

/// (1 - exp(-u))/u, without cancellation where u is small.
KOKKOS_INLINE_FUNCTION double decay_ratio(double u) {
  if (0.5 < Kokkos::abs(u)) return (1 - exponential(-u)) / u;
  double sum = 1;  // of (-u)^n/(n + 1)!
  for (int n = 16; n >= 2; --n) sum = fma(sum, -u / n, 1.0);
  return sum;
}

/// The column from a temperature, at which Lambda/T is `rate`, down to one that is smaller by a
/// factor of exp(log_ratio).
KOKKOS_INLINE_FUNCTION double column_down(double rate, double log_ratio, double exponent) {
  return log_ratio * decay_ratio(exponent * log_ratio) / rate;
}

}  // namespace detail

/// T_new/T after x thermal times, within one power law.
template <class T>
SOLENOID_INLINE T cooled_part(const T& x, const T& exponent) {
  return exponential(T(0.0) - x * log_ratio_of_lanes(exponent * x));
}

/// The curve in memory of the device that uses it.
struct CoolingCurve {
  const CoolingPiece* pieces;
  int count;
  const int* first_pieces;  ///< of bins of temperatures: the piece of the lowest one in it
  std::int64_t first_bin;
  int bins;

  /// Temperatures that share exponent and leading bits are in one bin, 16 in an octave.
  static constexpr int bin_bits = 48;
  KOKKOS_FORCEINLINE_FUNCTION static std::int64_t bin_of(double temperature) {
    return Kokkos::bit_cast<std::int64_t>(temperature) >> bin_bits;
  }

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION double lowest() const { return pieces[0].temperature; }
  /// The piece of a temperature above the lowest.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int piece_of(double temperature) const {
    const std::int64_t bin = bin_of(temperature) - first_bin;
    int piece = first_pieces[bin < 0 ? 0 : bin < bins ? int(bin) : bins - 1];
    while (piece + 1 < count && !(temperature < pieces[piece + 1].temperature)) ++piece;
    return piece;
  }
  /// The new temperature where cooling leaves the piece: `rate` is Lambda/T at `temperature`.
  [[nodiscard]] KOKKOS_INLINE_FUNCTION double across(int piece, double temperature, double rate,
                                                     double column) const {
    const CoolingPiece& first = pieces[piece];
    const double ratio = logarithm_of_lanes(temperature / first.temperature);
    double rest = column - detail::column_down(rate, ratio, first.exponent);
    if (!(0 < rest)) return first.temperature;
    if (!(rest < first.below)) return lowest();
    while (--piece >= 0) {
      if (rest < pieces[piece].column) {
        const CoolingPiece& above = pieces[piece + 1];
        const double x = rest * above.rate_over_temperature;
        const double cooled = above.temperature * cooled_part(x, pieces[piece].exponent);
        return max(cooled, pieces[piece].temperature);
      }
      rest -= pieces[piece].column;
    }
    return lowest();
  }
};

/// The numbers of the pieces in which lanes of temperatures lie.
template <class T>
struct CoolingLanes {
  T temperature, piece_temperature, piece_rate, exponent;

  /// Lambda/T.
  [[nodiscard]] SOLENOID_INLINE T rate_over_temperature() const {
    const T ratio = logarithm_of_lanes(temperature / piece_temperature);
    return piece_rate * exponential(T(0.0) - exponent * ratio);
  }
};

/// A curve in memory of the host.
struct CoolingTable {
  std::vector<CoolingPiece> pieces;
  std::vector<int> first_pieces;
  std::int64_t first_bin = 0;

  /// Throws std::invalid_argument for numbers that are no such curve.
  explicit CoolingTable(const CoolingSettings& settings);
  [[nodiscard]] CoolingCurve curve() const {
    return {pieces.data(), int(pieces.size()), first_pieces.data(), first_bin,
            int(first_pieces.size())};
  }
};

}  // namespace solenoid
