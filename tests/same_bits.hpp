#pragma once
/// \file
/// Comparing numbers by their bits.

#include <cstring>
#include <random>

namespace solenoid {

/// Whether two numbers are the same, the signs of zeros, too; one that is none is as good as
/// another.
template <class Real>
bool same_bits(Real a, Real b) {
  return std::memcmp(&a, &b, sizeof(Real)) == 0 || (a != a && b != b);
}

/// Puts a zero in place of every second number or so, as often of either sign.
template <class Values>
void put_zeros_of_both_signs(Values&& values, std::mt19937& random) {
  for (auto& value : values) {
    const auto which = random() % 4;
    if (which == 0) value = 0;
    if (which == 1) value = -0.0F;
  }
}

}  // namespace solenoid
