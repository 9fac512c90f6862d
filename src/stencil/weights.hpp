#pragma once
/// \file
/// Weights of central differences, exact.

#include <vector>

namespace solenoid::stencil {

/// A fraction in lowest terms; the denominator is positive. Arithmetic throws std::overflow_error
/// where 64 bits do not hold a result.
struct Fraction {
  long numerator = 0;
  long denominator = 1;

  friend bool operator==(const Fraction&, const Fraction&) = default;
};
Fraction operator+(const Fraction& a, const Fraction& b);
Fraction operator-(const Fraction& a, const Fraction& b);
Fraction operator*(const Fraction& a, const Fraction& b);
Fraction operator/(const Fraction& a, const Fraction& b);

/// How many vertices a central difference for the derivative of degree `degree` (1, 2, ...) with
/// an error of order `order` (2, 4, 6, ...) reaches to each side.
int difference_radius(int degree, int order);

/// The weights at -radius, ..., radius of that difference, for spacing 1: the sum of weights times
/// values is the derivative, exact for polynomials of degree up to degree + order - 1.
/// Fornberg, B. 1988, Math. Comp. 51, 699, in fractions. Throws std::overflow_error for orders far
/// beyond use.
std::vector<Fraction> difference_weights(int degree, int order);

}  // namespace solenoid::stencil
