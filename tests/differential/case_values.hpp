#pragma once
/// \file
/// Numbers of generated cases.

#include <cmath>
#include <cstdint>
#include <cstring>

namespace solenoid::differential {

/// A number from -1 to 1 that looks random.
inline double noise(std::uint64_t seed, std::uint64_t number) {
  std::uint64_t x = seed * 0x9e3779b97f4a7c15U + number + 1;
  for (int round = 0; round < 2; ++round) {
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    x ^= x >> 31U;
  }
  return double(x >> 11U) * 0x1p-52 - 1;
}

/// Most cases have ordinary numbers, some have many equal ones and zeros, some also infinities,
/// zeros with a sign and numbers that are huge or tiny.
inline double field_value(std::uint64_t seed, std::uint64_t number) {
  const double value = noise(seed, number);
  const std::uint64_t kind = seed % 8;
  if (kind < 6) return value;
  if (kind == 6) return std::round(4 * value) / 4;
  static const double special[] = {0.0, -0.0, 1e30, -1e30, 1e-30, HUGE_VAL, -1e-40, 1.0};
  const auto which = std::uint64_t(std::abs(noise(seed + 1, number)) * 128);
  return which < 8 ? special[which] : value;
}

/// What is not written yet: a number that is none, and that no arithmetic makes.
template <class Real>
Real poison() {
  Real value;
  if constexpr (sizeof(Real) == sizeof(float)) {
    const std::uint32_t bits = 0x7fc0dead;
    std::memcpy(&value, &bits, sizeof value);
  } else {
    const std::uint64_t bits = 0x7ff8dead0000dead;
    std::memcpy(&value, &bits, sizeof value);
  }
  return value;
}

template <class Real>
bool same_bits(Real a, Real b) {
  return std::memcmp(&a, &b, sizeof a) == 0;
}
/// Whatever is no number is the same as long as it was written.
template <class Real>
bool same_value(Real found, Real expected) {
  if (same_bits(found, poison<Real>())) return false;
  return same_bits(found, expected) || (std::isnan(found) && std::isnan(expected));
}

}  // namespace solenoid::differential
