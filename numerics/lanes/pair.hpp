#pragma once
/// \file
/// Pairs of numbers as lanes (lanes.hpp, which has their functions).

#include <Kokkos_Macros.hpp>
#include <concepts>

namespace solenoid {

/// Two neighbouring cells in x as one lane of a GPU's thread: what a kernel computes beside its
/// arithmetic, mostly addresses, is computed once for both.
template <std::floating_point R>
struct alignas(2 * sizeof(R)) Pair {
  R first, second;

  Pair() = default;
  KOKKOS_FORCEINLINE_FUNCTION constexpr explicit Pair(R both) : first(both), second(both) {}
  KOKKOS_FORCEINLINE_FUNCTION constexpr Pair(R a, R b) : first(a), second(b) {}

  KOKKOS_FORCEINLINE_FUNCTION friend constexpr Pair operator+(const Pair& a, const Pair& b) {
    return {a.first + b.first, a.second + b.second};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend constexpr Pair operator-(const Pair& a, const Pair& b) {
    return {a.first - b.first, a.second - b.second};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend constexpr Pair operator*(const Pair& a, const Pair& b) {
    return {a.first * b.first, a.second * b.second};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend constexpr Pair operator/(const Pair& a, const Pair& b) {
    return {a.first / b.first, a.second / b.second};
  }
};

/// What comparing pairs gives.
struct PairMask {
  bool first, second;

  PairMask() = default;
  KOKKOS_FORCEINLINE_FUNCTION constexpr explicit PairMask(bool both) : first(both), second(both) {}
  KOKKOS_FORCEINLINE_FUNCTION constexpr PairMask(bool a, bool b) : first(a), second(b) {}

  KOKKOS_FORCEINLINE_FUNCTION friend constexpr PairMask operator!(const PairMask& a) {
    return {!a.first, !a.second};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend constexpr PairMask operator&&(const PairMask& a,
                                                                   const PairMask& b) {
    return {a.first && b.first, a.second && b.second};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend constexpr PairMask operator||(const PairMask& a,
                                                                   const PairMask& b) {
    return {a.first || b.first, a.second || b.second};
  }
};

}  // namespace solenoid
