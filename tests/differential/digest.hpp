#pragma once
/// \file
/// Hashes of values, by which runs are compared bit for bit.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>

namespace solenoid::differential {

/// FNV-1a, of which one number that is none is as good as another.
template <class Real>
std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t at = 0; at + sizeof(Real) <= bytes.size(); at += sizeof(Real)) {
    Real value;
    std::memcpy(&value, &bytes[at], sizeof value);
    if (std::isnan(value)) value = std::numeric_limits<Real>::quiet_NaN();
    unsigned char parts[sizeof(Real)];
    std::memcpy(parts, &value, sizeof value);
    for (const unsigned char part : parts) hash = (hash ^ part) * 0x100000001b3U;
  }
  return hash;
}

}  // namespace solenoid::differential
