#pragma once
/// \file
/// A sweep: every cell of a block advances by the fluxes through its two faces in one direction.
/// Every value is loaded once and stored once, every flux computed once.
///
/// Two launch shapes, each for device (scalar lanes) and host (SIMD packs along x):
///  - across (y and z, sweep_across.hpp): lanes lie side by side in x and march along the
///  direction;
///    window, last upper face state and last flux stay in registers (device) or in a buffer that
///    the first cache level holds (host);
///  - along (x, sweep_along.hpp): lanes lie side by side in the direction itself and exchange face
///    states and fluxes through scratch memory (device) or row buffers (host).
///
/// A direction is a permutation of field pointers and strides: SweepBlock.

#include <algorithm>
#include <array>

#include "numerics/device/device_limits.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/state.hpp"
#include "numerics/schemes/monitor.hpp"

namespace solenoid {

/// Fields in the order of the scheme's states (normal component first) at interior cell (0, 0, 0),
/// and the shape of the block seen from the direction.
template <class Real, int fields>
struct SweepBlock {
  const Real* in[fields];
  Real* out[fields];
  int cells;            ///< along the direction
  int stride;           ///< to the next cell along it
  int cross_cells[2];   ///< in the other two directions, x first if it is among them
  int cross_stride[2];  ///< likewise
  int origin;           ///< offset of interior cell (0, 0, 0) within a field
};

/// The block of a sweep in `axis` from `in` to `out`, arrays of `fields` fields in `layout`.
/// `vectors` lists the first entries of vectors among the fields.
template <int fields, class Real, class Vectors>
SweepBlock<Real, fields> make_sweep_block(const Layout& layout, Axis axis, const Real* in,
                                          Real* out, const Vectors& vectors) {
  std::array<int, fields> order{};
  for (int f = 0; f < fields; ++f) order[f] = f;
  for (const int first : vectors)
    for (int component = 0; component < 3; ++component)
      order[first + component] = first + (component + axis) % 3;
  SweepBlock<Real, fields> block{};
  for (int f = 0; f < fields; ++f) {
    block.in[f] = in + order[f] * layout.field_stride + layout.origin;
    block.out[f] = out + order[f] * layout.field_stride + layout.origin;
  }
  const int first = axis == axis_x ? 1 : 0;
  const int second = axis == axis_z ? 1 : 2;
  block.cells = layout.cells[axis];
  block.stride = layout.stride[axis];
  block.cross_cells[0] = layout.cells[first];
  block.cross_cells[1] = layout.cells[second];
  block.cross_stride[0] = layout.stride[first];
  block.cross_stride[1] = layout.stride[second];
  block.origin = layout.origin;
  return block;
}

template <class S, class Real, int fields>
SOLENOID_INLINE S load_state(const Real* const (&from)[fields], int offset) {
  S s;
  for (int f = 0; f < fields; ++f) s.values[f] = load<typename S::Lane>(from[f] + offset);
  return s;
}

template <class S, class Real, int fields>
SOLENOID_INLINE void store_state(Real* const (&to)[fields], int offset, const S& s) {
  for (int f = 0; f < fields; ++f) store(to[f] + offset, s.values[f]);
}

/// Cuts `cells` into equal segments so that `lines` lines of them make at least `wanted` pieces of
/// work, none shorter than `shortest` cells. Returns the number of segments.
inline int segments_for(int cells, long lines, long wanted, int shortest) {
  const long most = cells / shortest > 1 ? cells / shortest : 1;
  const long needed = (wanted + lines - 1) / lines;
  return int(needed < 1 ? 1 : needed > most ? most : needed);
}

/// Cuts lines of `cells` cells for a device: into segments of about a hundred cells, which march
/// faster than long lines even where there are enough of these, or shorter ones if `lines` lines
/// are too few to fill it.
inline int segments_for_device(int cells, long lines) {
  constexpr int length = 100;
  return std::max(cells / length, segments_for(cells, lines, many_threads, 16));
}

/// The cells [first, last) of segment `s` of `segments`.
struct Segment {
  int first, last;
};
KOKKOS_FORCEINLINE_FUNCTION Segment segment(int cells, int segments, int s) {
  return {int(long(cells) * s / segments), int(long(cells) * (s + 1) / segments)};
}

/// Where a scheme repaired the predicted face states of a cell.
template <class T>
struct FaceRepairs {
  LaneMask<T> flattened;  ///< first order in place of them
  LaneMask<T> floored;    ///< raised to a floor
};

/// Counts the lanes of `mask` whose cell, first + lane, is one of `cells`.
template <class T>
SOLENOID_INLINE int count_lanes(const LaneMask<T>& mask, int first, int cells) {
  int count = 0;
  for (int i = 0; i < lane_width<T>; ++i)
    if (first + i >= 0 && first + i < cells && lane(mask, i)) ++count;
  return count;
}

/// Counts the cells, of `cells`, whose face states were repaired; lane i is cell first + i.
template <class T, class Real>
SOLENOID_INLINE void record_faces(const Monitor<Real>& monitor, const FaceRepairs<T>& repairs,
                                  int first, int cells) {
  if (!any(repairs.flattened || repairs.floored)) return;
  monitor.count(flattened_count, count_lanes<T>(repairs.flattened, first, cells));
  monitor.count(floored_count, count_lanes<T>(repairs.floored, first, cells));
}

}  // namespace solenoid
