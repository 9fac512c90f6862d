#pragma once
/// \file
/// Functions that tables give (physics/fields/cubic_table.hpp), for hosts and devices.

#include <Kokkos_Core.hpp>

namespace solenoid {

/// A function between the places of a table, in whichever memory its numbers are: places, values,
/// slopes and, of an integral, what it is at each place.
struct CubicTableNumbers {
  const double* at;
  int count;         ///< of places
  bool is_integral;  ///< whether the integral of the function is asked for

  /// The value at x, or the integral from the first place to x; NaN outside of the table.
  [[nodiscard]] KOKKOS_FUNCTION double operator()(double x) const {
    if (!contains(x)) return Kokkos::Experimental::quiet_NaN_v<double>;
    const int i = interval(x);
    const double s = (x - at[i]) / (at[i + 1] - at[i]);
    return is_integral ? at[3 * count + i] + integral_in(i, s) : value_in(i, s);
  }
  [[nodiscard]] KOKKOS_FUNCTION bool contains(double x) const {
    return at[0] <= x && x <= at[count - 1];
  }
  /// The value at the part s of an interval: Hermite's cubic.
  [[nodiscard]] KOKKOS_FUNCTION double value_in(int i, double s) const {
    const double *values = at + count, *slopes = at + 2 * count;
    const double h = at[i + 1] - at[i], u = 1 - s;
    return values[i] * (u * u * (1 + 2 * s)) + values[i + 1] * (s * s * (1 + 2 * u)) +
           h * s * u * (slopes[i] * u - slopes[i + 1] * s);
  }
  /// Its integral over the interval up to there.
  [[nodiscard]] KOKKOS_FUNCTION double integral_in(int i, double s) const {
    const double *values = at + count, *slopes = at + 2 * count;
    const double h = at[i + 1] - at[i];
    const double cube = s * s * s;
    const double of_upper = cube * (1 - s / 2);
    return h * (values[i] * (s - of_upper) + values[i + 1] * of_upper +
                h * (slopes[i] * (s * s / 2 - cube * 2 / 3 + cube * s / 4) +
                     slopes[i + 1] * (cube * s / 4 - cube / 3)));
  }

 private:
  /// The number of the last place that is not above x, and not the last of all.
  [[nodiscard]] KOKKOS_FUNCTION int interval(double x) const {
    int below = 0, above = count - 1;
    while (above - below > 1) {
      const int middle = (below + above) / 2;
      if (x < at[middle])
        above = middle;
      else
        below = middle;
    }
    return below;
  }
};

}  // namespace solenoid
