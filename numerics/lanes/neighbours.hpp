#pragma once
/// \file
/// Packs of neighbours along x.

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// The lane that begins `dx` elements after `at`. Where `at` begins a pack of a row
/// (numerics/grid/layout.hpp) and registers are as long as a cache line, it is put together from
/// the packs of the row, of which each lies in one line: a load that crosses lines takes the time
/// of three. The packs on either side of `at` have to be memory that may be read.
template <class T, int dx>
[[gnu::always_inline]] inline T load_neighbour(const LaneReal<T>* at) {
#if defined(__AVX512F__)
  if constexpr (sizeof(T) == 64 && dx != 0 && -lane_width<T> < dx && dx < lane_width<T>) {
    constexpr int width = lane_width<T>;
    const LaneReal<T>* const first = dx < 0 ? at - width : at;
    const auto low = __builtin_bit_cast(__m512i, load<T>(first));
    const auto high = __builtin_bit_cast(__m512i, load<T>(first + width));
    constexpr int skipped = dx < 0 ? width + dx : dx;
    if constexpr (width == 8)
      return __builtin_bit_cast(T, _mm512_alignr_epi64(high, low, skipped));
    else
      return __builtin_bit_cast(T, _mm512_alignr_epi32(high, low, skipped));
  }
#endif
  return load<T>(at + dx);
}

}  // namespace solenoid
