#pragma once
/// \file
/// sin, cos and tan of lanes (numerics/lanes/lanes.hpp), the same bits for plain numbers, packs,
/// CPU and GPU, with an error below one unit in the last place (of tan below 2.5). Libraries'
/// functions round differently from one another, and compute a pack lane by lane.

#include <array>

#include "numerics/lanes/huge_angles.hpp"
#include "numerics/lanes/lanes.hpp"

namespace solenoid {

namespace detail {

/// What sin and cos are computed from, for a precision.
template <class Real>
struct AngleTable;

template <>
struct AngleTable<double> {
  static constexpr double shift = 6755399441055744.0;  ///< 1.5 2^52: adding it rounds
  static constexpr double two_over_pi = 0.63661977236758134;
  /// pi/2 in three parts, of which fma multiplies each exactly.
  static constexpr double half_pi[3] = {1.5707963267948966, 6.123233995736766e-17,
                                        -1.4973849048591698e-33};
  static constexpr double largest = 1e9;
  /// Of sin: (-1)^k/(2k + 1)! from k = 8 down to 1.
  static constexpr std::array<double, 8> sine = {2.8114572543455206e-15, -7.647163731819816e-13,
                                                 1.6059043836821613e-10, -2.505210838544172e-08,
                                                 2.7557319223985893e-06, -1.984126984126984e-04,
                                                 8.333333333333333e-03,  -1.6666666666666666e-01};
  /// Of cos: (-1)^k/(2k)! from k = 8 down to 2.
  static constexpr std::array<double, 7> cosine = {
      4.779477332387385e-14, -1.1470745597729725e-11, 2.08767569878681e-09,  -2.755731922398589e-07,
      2.48015873015873e-05,  -1.388888888888889e-03,  4.1666666666666664e-02};
};

template <>
struct AngleTable<float> {
  static constexpr float shift = 12582912.0F;  ///< 1.5 2^23
  static constexpr float two_over_pi = 0.636619772F;
  static constexpr float half_pi[3] = {1.57079637F, -4.37113883e-8F, -1.71512451e-15F};
  static constexpr float largest = 1e4F;
  static constexpr std::array<float, 4> sine = {2.75573192e-6F, -1.98412698e-4F, 8.33333333e-3F,
                                                -1.66666667e-1F};
  static constexpr std::array<float, 4> cosine = {-2.75573192e-7F, 2.48015873e-5F, -1.38888889e-3F,
                                                  4.16666667e-2F};
};

/// The polynomial with these coefficients, the constant one last.
template <class T, std::size_t count>
SOLENOID_INLINE T polynomial(const std::array<LaneReal<T>, count>& coefficients, const T& x) {
  T sum(coefficients[0]);
  for (std::size_t i = 1; i < count; ++i) sum = fma(sum, x, T(coefficients[i]));
  return sum;
}

/// The integer next to x, |x| < 2^(digits - 2).
template <class T>
SOLENOID_INLINE T nearest_integer(const T& x) {
  const T shift(AngleTable<LaneReal<T>>::shift);
  return (x + shift) - shift;
}

/// Of angles up to `largest`.
template <class T>
SOLENOID_INLINE ReducedAngle<T> reduced_angle(const T& x) {
  using Real = LaneReal<T>;
  using Table = AngleTable<Real>;
  const T n = nearest_integer(x * T(Table::two_over_pi));
  const T first = fma(n, T(-Table::half_pi[0]), x);  // without rounding
  const T second = n * T(Table::half_pi[1]);
  const T r = first - second;
  const T lost = ((first - r) - second) -
                 fma(n, T(Table::half_pi[2]), fma(n, T(Table::half_pi[1]), T(Real(-1)) * second));
  return {n, r, lost};
}

/// The sine of an angle and `quarters` pi/2, these being 0 or 1. sin and cos of r are Taylor's
/// series; what is lost by rounding r and r^2/2 is added in the end.
template <int quarters, class T>
SOLENOID_INLINE T sine_of(const ReducedAngle<T>& angle) {
  using Real = LaneReal<T>;
  using Table = AngleTable<Real>;
  constexpr auto sines = Table::sine;
  constexpr auto cosines = Table::cosine;
  const T one(Real(1));
  const T& r = angle.r;
  const T r2 = r * r;
  const T sine = r + fma(r * r2, polynomial<T>(sines, r2), angle.lost);
  const T half_square = T(Real(0.5)) * r2;
  const T most = one - half_square;
  const T rest = fma(r2 * r2, polynomial<T>(cosines, r2), T(Real(-1)) * (r * angle.lost));
  const T cosine = most + (((one - most) - half_square) + rest);
  // Half of the quarters passed, rounded down: the sign changes with it.
  const T passed = angle.n + T(Real(quarters));
  const T half = nearest_integer(fma(T(Real(0.5)), passed, T(Real(-0.25))));
  const T odd = fma(T(Real(-2)), half, passed);
  const T changed =
      fma(T(Real(-2)), nearest_integer(fma(T(Real(0.5)), half, T(Real(-0.25)))), half);
  const T value = select(less(odd, T(Real(0.5))), sine, cosine);
  return select(less(changed, T(Real(0.5))), value, T(Real(-1)) * value);
}

}  // namespace detail

/// Up to where sine() and cosine() are right to one unit in the last place; much beyond, they are
/// not at all.
template <class Real>
inline constexpr Real largest_angle = detail::AngleTable<Real>::largest;

template <class T>
SOLENOID_INLINE T sine(const T& x) {
  return detail::sine_of<0>(detail::reduced_angle(x));
}
template <class T>
SOLENOID_INLINE T cosine(const T& x) {
  return detail::sine_of<1>(detail::reduced_angle(x));
}
template <class T>
SOLENOID_INLINE T tangent(const T& x) {
  return sine(x) / cosine(x);
}

/// Of finite angles beyond `largest_angle`, however large; NaN of infinity.
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T sine_of_huge(T x) {
  return T(detail::sine_of<0>(reduced_huge_angle(double(x))));
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T cosine_of_huge(T x) {
  return T(detail::sine_of<1>(reduced_huge_angle(double(x))));
}
template <std::floating_point T>
KOKKOS_FORCEINLINE_FUNCTION T tangent_of_huge(T x) {
  const ReducedAngle<double> angle = reduced_huge_angle(double(x));
  return T(detail::sine_of<0>(angle) / detail::sine_of<1>(angle));
}

}  // namespace solenoid
