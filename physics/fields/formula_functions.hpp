#pragma once
/// \file
/// The operations of formulas (physics/fields/formula.hpp), for hosts and devices.

#include <Kokkos_Core.hpp>

#include "numerics/lanes/lane_functions.hpp"
#include "numerics/lanes/logarithm.hpp"
#include "physics/fields/formula.hpp"

namespace solenoid::formula_functions {

/// The nearest whole number, halves away from zero.
KOKKOS_INLINE_FUNCTION double nearest(double x) {
  const double size = Kokkos::abs(x), below = Kokkos::floor(size);
  return Kokkos::copysign(size - below < 0.5 ? below : below + 1, x);
}

/// The inverse tangent: of the inverse where that is smaller, of two halves of the angle, by
/// Taylor's series.
KOKKOS_INLINE_FUNCTION double inverse_tangent(double x) {
  constexpr double half_pi = 1.5707963267948966;
  const double size = Kokkos::abs(x);
  double t = size > 1 ? 1 / size : size;
  for (int halved = 0; halved < 2; ++halved) t = t / (1 + full_sqrt(fma(t, t, 1.0)));
  const double z = t * t;
  double sum = 1.0 / 27;
  for (int n = 25; n >= 3; n -= 2) sum = fma(-z, sum, 1.0 / n);
  const double angle = 4 * fma(-t * z, sum, t);
  return Kokkos::copysign(size > 1 ? half_pi - angle : angle, x);
}

/// The angle of the point (x, y), from -pi to pi.
KOKKOS_INLINE_FUNCTION double angle(double y, double x) {
  constexpr double pi = 3.141592653589793, half_pi = 1.5707963267948966;
  if (x != x || y != y) return x + y;
  if (y == 0) return Kokkos::copysign(x < 0 ? pi : 0.0, y);
  if (x == 0) return Kokkos::copysign(half_pi, y);
  const double acute = inverse_tangent(Kokkos::abs(y / x));
  return Kokkos::copysign(x < 0 ? pi - acute : acute, y);
}

KOKKOS_INLINE_FUNCTION double hyperbolic_sine(double x) {
  const double size = Kokkos::abs(x);
  if (size < 1) {
    const double z = x * x;
    double sum = 1;
    for (int n = 20; n >= 2; n -= 2) sum = fma(z / (n * (n + 1)), sum, 1.0);
    return x * sum;
  }
  const double root = exponential(0.5 * size);  // e^x alone might be too large
  return Kokkos::copysign(0.5 * root * root - 0.5 * exponential(-size), x);
}
KOKKOS_INLINE_FUNCTION double hyperbolic_cosine(double x) {
  const double root = exponential(0.5 * Kokkos::abs(x));
  return 0.5 * root * root + 0.5 * exponential(-Kokkos::abs(x));
}
KOKKOS_INLINE_FUNCTION double hyperbolic_tangent(double x) {
  const double size = Kokkos::abs(x);
  if (size < 1) return hyperbolic_sine(x) / hyperbolic_cosine(x);
  const double e = exponential(-2 * size);
  return Kokkos::copysign((1 - e) / (1 + e), x);
}

/// sqrt(a^2 + b^2) without overflow on the way.
KOKKOS_INLINE_FUNCTION double hypotenuse(double a, double b) {
  const double x = Kokkos::abs(a), y = Kokkos::abs(b);
  const double larger = x < y ? y : x, smaller = x < y ? x : y;
  if (!(larger > 0) || larger > 0x1p1000 || larger < 0x1p-400) {
    if (!(larger > 0)) return x + y;
    const double part = smaller / larger;
    return larger * full_sqrt(fma(part, part, 1.0));
  }
  return full_sqrt(x * x + y * y);
}

}  // namespace solenoid::formula_functions

namespace solenoid {

/// Calls `use` with what an operation does to three numbers, which may be asked of many.
template <class Use>
KOKKOS_INLINE_FUNCTION void with_operation(FormulaOperation operation, const Use& use) {
  namespace f = formula_functions;
  using O = FormulaOperation;
  switch (operation) {
    case O::negate:
      return use([](double a, double, double) { return -a; });
    case O::add:
      return use([](double a, double b, double) { return a + b; });
    case O::subtract:
      return use([](double a, double b, double) { return a - b; });
    case O::multiply:
      return use([](double a, double b, double) { return a * b; });
    case O::divide:
      return use([](double a, double b, double) { return a / b; });
    case O::power:
      return use([](double a, double b, double) { return power(a, b); });
    case O::less:
      return use([](double a, double b, double) { return double(a < b); });
    case O::less_or_equal:
      return use([](double a, double b, double) { return double(a <= b); });
    case O::equal:
      return use([](double a, double b, double) { return double(a == b); });
    case O::not_equal:
      return use([](double a, double b, double) { return double(a != b); });
    case O::both:
      return use([](double a, double b, double) { return double(a != 0 && b != 0); });
    case O::either:
      return use([](double a, double b, double) { return double(a != 0 || b != 0); });
    case O::choose:
      return use([](double a, double b, double c) { return a != 0 ? b : c; });
    case O::minimum:
      return use([](double a, double b, double) { return b < a || b != b ? b : a; });
    case O::maximum:
      return use([](double a, double b, double) { return a < b || b != b ? b : a; });
    case O::absolute:
      return use([](double a, double, double) { return Kokkos::abs(a); });
    case O::sign:
      return use([](double a, double, double) { return double(a > 0) - double(a < 0); });
    case O::unit_step:
      return use([](double a, double, double) { return double(!(a < 0)); });
    case O::floor:
      return use([](double a, double, double) { return Kokkos::floor(a); });
    case O::ceiling:
      return use([](double a, double, double) { return Kokkos::ceil(a); });
    case O::nearest:
      return use([](double a, double, double) { return f::nearest(a); });
    case O::modulo:
      return use([](double a, double b, double) { return a - b * Kokkos::floor(a / b); });
    case O::square_root:
      return use([](double a, double, double) { return full_sqrt(a); });
    case O::hypotenuse:
      return use([](double a, double b, double) { return f::hypotenuse(a, b); });
    case O::exponential:
      return use([](double a, double, double) { return exponential(a); });
    case O::logarithm:
      return use([](double a, double, double) { return logarithm(a); });
    case O::binary_logarithm:
      return use([](double a, double, double) { return binary_logarithm(a); });
    case O::decimal_logarithm:
      return use([](double a, double, double) { return decimal_logarithm(a); });
    case O::sine:
      return use([](double a, double, double) { return sin(a); });
    case O::cosine:
      return use([](double a, double, double) { return cos(a); });
    case O::tangent:
      return use([](double a, double, double) { return tan(a); });
    case O::inverse_sine:
      return use(
          [](double a, double, double) { return f::angle(a, full_sqrt((1 - a) * (1 + a))); });
    case O::inverse_cosine:
      return use(
          [](double a, double, double) { return f::angle(full_sqrt((1 - a) * (1 + a)), a); });
    case O::inverse_tangent:
      return use([](double a, double, double) { return f::inverse_tangent(a); });
    case O::angle:
      return use([](double a, double b, double) { return f::angle(a, b); });
    case O::hyperbolic_sine:
      return use([](double a, double, double) { return f::hyperbolic_sine(a); });
    case O::hyperbolic_cosine:
      return use([](double a, double, double) { return f::hyperbolic_cosine(a); });
    case O::hyperbolic_tangent:
      return use([](double a, double, double) { return f::hyperbolic_tangent(a); });
  }
}

}  // namespace solenoid
