#pragma once
/// \file
/// Numbers that follow from a seed and a step alone, the same in any order of steps.

#include <cmath>
#include <cstdint>
#include <numbers>

namespace solenoid {

/// splitmix64.
class RandomNumbers {
 public:
  RandomNumbers(std::uint64_t seed, std::uint64_t step) : state_(seed) {
    state_ = next() ^ step;
    next();
  }
  /// From 0 to 1, which is never reached.
  double operator()() { return double(next() >> 11) * 0x1p-53; }
  /// Of mean 0 and variance 1 (Box & Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - (*this)()));
    return radius * std::cos(2 * std::numbers::pi * (*this)());
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31);
  }
  std::uint64_t state_;
};

}  // namespace solenoid
