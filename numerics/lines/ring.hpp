#pragma once
/// \file
/// What the threads of a warp that marches along x exchange.

#include "numerics/device/team.hpp"

namespace solenoid {

/// A ring of `length` entries in scratch memory: entry e of value f at [f * length + e]. In step s
/// thread t has entry t + 32 s, modulo the length.
template <class Number, int length>
struct Ring {
  Number* values;

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION Number& at(int f, int entry) const {
    return values[f * length + entry];
  }
  /// The entry `back` entries before.
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static int before(int entry, int back) {
    return entry < back ? entry - back + length : entry - back;
  }
  /// The same thread's entry some steps on. If the ring is as short as it may be, it is that of the
  /// oldest cell which the step needs.
  template <int steps>
  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION static int on(int entry) {
    return before(entry, length - steps * warp_width);
  }
};

/// The least length of a ring of `entries` entries of `bytes`, either exactly or in whole rows of
/// the scratch memory's banks: then threads' entries lie in different banks, also those of threads
/// that begin anew.
constexpr int ring_length(int entries, int bytes, bool compact) {
  const int bank_row = 128 / bytes;
  return compact ? entries : (entries + bank_row - 1) / bank_row * bank_row;
}

}  // namespace solenoid
