#pragma once
/// \file
/// Small vectors of lanes with named entries: the state of one cell or face.

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// N lanes indexed by the enumeration Index, so that primitive and conserved states are different
/// types and an index of one cannot be used in the other.
template <class T, class Index, int N>
struct State {
  using Lane = T;
  static constexpr int size = N;

  T values[N];

  SOLENOID_INLINE T& operator[](Index i) { return values[static_cast<int>(i)]; }
  SOLENOID_INLINE const T& operator[](Index i) const { return values[static_cast<int>(i)]; }
};

/// The state whose entry i is function(a_i, b_i, ...).
template <class Function, class S, class... Others>
SOLENOID_INLINE S map(const Function& function, const S& a, const Others&... others) {
  S result;
  for (int i = 0; i < S::size; ++i) result.values[i] = function(a.values[i], others.values[i]...);
  return result;
}

}  // namespace solenoid
