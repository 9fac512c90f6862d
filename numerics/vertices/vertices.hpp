#pragma once
/// \file
/// Vertices as passes of stencil programs (numerics/vertices/stencil_program.hpp) see them, and the
/// form of a pass that a GPU runs: a thread a vertex. That of a CPU is in
/// numerics/vertices/vertex_rows.hpp.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "numerics/device/spaces.hpp"
#include "numerics/grid/layout.hpp"
#include "numerics/lanes/lane_functions.hpp"
#include "numerics/vertices/stencil_program.hpp"

namespace solenoid {

/// The fields of a program on a device, each at interior vertex (0, 0, 0), and where vertices are.
template <class Real, int count>
struct VertexFields {
  const Real* now[count];       ///< what passes read
  const Real* previous[count];  ///< before the last substep; `now` where there is none
  Real* next[count];            ///< what passes write; may be `previous`
  int cells[3];
  int stride[3];
  int first[3];    ///< indices in the whole grid of vertex (0, 0, 0)
  Real origin[3];  ///< position of the first vertex of the whole grid
  Real spacing[3];
};

/// The same with so many layers of ghosts for vertices along all axes that have any.
template <class Real, int count>
VertexFields<Real, count> with_ghosts(VertexFields<Real, count> fields, int layers) {
  std::ptrdiff_t back = 0;
  for (int axis = 0; axis < 3; ++axis) {
    if (fields.stride[axis] == 0) continue;
    back += std::ptrdiff_t(layers) * fields.stride[axis];
    fields.cells[axis] += 2 * layers;
    fields.first[axis] -= layers;
  }
  for (int f = 0; f < count; ++f) {
    fields.now[f] -= back;
    fields.previous[f] -= back;
    fields.next[f] -= back;
  }
  return fields;
}

/// The same, of some layers of vertices along an axis.
template <class Real, int count>
VertexFields<Real, count> layers_of(VertexFields<Real, count> fields, int axis, int begin,
                                    int layers) {
  const std::ptrdiff_t by = std::ptrdiff_t(begin) * fields.stride[axis];
  fields.cells[axis] = layers;
  fields.first[axis] += begin;
  for (int f = 0; f < count; ++f) {
    fields.now[f] += by;
    fields.previous[f] += by;
    fields.next[f] += by;
  }
  return fields;
}

/// A lane of vertices, as passes see it.
template <class T, int count>
struct FieldVertex {
  using Real = LaneReal<T>;
  /// 32 bits are cheaper on a GPU; on a CPU 64 need not be extended to make an address.
  using Offset = std::conditional_t<LaneTraits<T>::pack, std::ptrdiff_t, int>;
  const VertexFields<Real, count>& fields;
  Offset offset;
  int place[3];

  template <int field, int dx, int dy, int dz>
  SOLENOID_INLINE T at() const {
    return load<T>(fields.now[field] +
                   (offset + dx + dy * Offset(fields.stride[1]) + dz * Offset(fields.stride[2])));
  }
  template <int field>
  SOLENOID_INLINE T previous() const {
    return load<T>(fields.previous[field] + offset);
  }
  template <int axis, int away = 0>
  SOLENOID_INLINE T index() const {
    const int by = away != 0 && fields.stride[axis] != 0 ? away : 0;
    if constexpr (axis == 0 && LaneTraits<T>::pack)
      return T(Real(fields.first[0] + place[0] + by)) + lane_numbers<T>();
    else
      return T(Real(fields.first[axis] + place[axis] + by));
  }
  template <int axis, int away = 0>
  SOLENOID_INLINE T position() const {
    return fma(index<axis, away>(), T(fields.spacing[axis]), T(fields.origin[axis]));
  }
};

/// The vertex (i, j, k) of `fields`; of a pack the first one.
template <class T, class Real, int count>
SOLENOID_INLINE FieldVertex<T, count> vertex_of(const VertexFields<Real, count>& fields, int i,
                                                int j, int k) {
  using Offset = typename FieldVertex<T, count>::Offset;
  return {fields, i + j * Offset(fields.stride[1]) + k * Offset(fields.stride[2]), {i, j, k}};
}

/// Computes and stores what the pass writes at a lane of vertices.
template <class Pass, class T, class Real, int count>
SOLENOID_INLINE void update_vertex(const VertexFields<Real, count>& fields,
                                   const typename Pass::template Coefficients<Real>& coefficients,
                                   int i, int j, int k) {
  const auto vertex = vertex_of<T>(fields, i, j, k);
  T out[Pass::outputs]{};
  compute_pass<Pass, T>(vertex, coefficients, out);
  constexpr auto written = Pass::written;
  for (int f = 0; f < Pass::outputs; ++f)
    store(fields.next[written[std::size_t(f)]] + vertex.offset, out[f]);
}

/// Device form of a pass.
template <class Pass, class Real, int count>
struct VertexPassDevice {
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;

  KOKKOS_FUNCTION void operator()(const int i, const int j, const int k) const {
    update_vertex<Pass, Real>(fields, coefficients, i, j, k);
  }
};

/// New values of a vertex that a pass writes, stored if the thread's team is to.
template <class Pass, class Real, int count>
struct WantedOut {
  struct Value {
    Real* at;
    bool wanted;
    KOKKOS_FORCEINLINE_FUNCTION void operator=(const Real& value) const {
      if (wanted) *at = value;
    }
  };
  const VertexFields<Real, count>& fields;
  int offset;
  bool wanted;
  KOKKOS_FORCEINLINE_FUNCTION Value operator[](int i) const {
    constexpr auto written = Pass::written;
    return {fields.next[written[std::size_t(i)]] + offset, wanted};
  }
};

}  // namespace solenoid
