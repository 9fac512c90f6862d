#pragma once
/// \file
/// Passes of stencil programs (numerics/stencil_program.hpp) over all vertices of a box: on a GPU a
/// thread a vertex, on a CPU packs of vertices along x, in blocks that the cache holds.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "numerics/lane_functions.hpp"
#include "numerics/layout.hpp"
#include "numerics/spaces.hpp"
#include "numerics/stencil_program.hpp"

namespace solenoid {

/// The fields of a program on a device, each at interior vertex (0, 0, 0), and where vertices are.
template <class Real, int count>
struct VertexFields {
  const Real* now[count];       ///< what passes read
  const Real* previous[count];  ///< before the last substep; `now` where there is none
  Real* next[count];            ///< what passes write; may be `previous`
  int cells[3];
  int stride[3];
  Real origin[3];  ///< position of vertex (0, 0, 0)
  Real spacing[3];
};

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
  template <int axis>
  SOLENOID_INLINE T index() const {
    if constexpr (axis == 0 && LaneTraits<T>::pack)
      return T(Real(place[0])) + lane_numbers<T>();
    else
      return T(Real(place[axis]));
  }
  template <int axis>
  SOLENOID_INLINE T position() const {
    return fma(index<axis>(), T(fields.spacing[axis]), T(fields.origin[axis]));
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

/// A block of rows of vertices: all along z, some along y.
struct RowBlocks {
  static constexpr int rows = 16;    ///< along y
  static constexpr int planes = 32;  ///< along z
  int along_y, along_z;

  explicit RowBlocks(const int* cells)
      : along_y((cells[1] + rows - 1) / rows), along_z((cells[2] + planes - 1) / planes) {}
  [[nodiscard]] int count() const { return along_y * along_z; }
  /// Calls body(j, k) for the rows of block `id`.
  template <class Body>
  void for_rows(int id, const int* cells, const Body& body) const {
    const int first_row = id % along_y * rows;
    const int first_plane = id / along_y * planes;
    for (int k = first_plane; k < first_plane + planes && k < cells[2]; ++k)
      for (int j = first_row; j < first_row + rows && j < cells[1]; ++j) body(j, k);
  }
};

/// What stages leave for `combine`, a pack each, in memory.
template <class T>
struct StagedPacks {
  using Real = LaneReal<T>;
  struct Value {
    Real* at;
    [[gnu::always_inline]] void operator=(const T& value) const { store(at, value); }
    [[gnu::always_inline]] operator T() const { return load<T>(at); }
  };
  Real* memory;

  [[gnu::always_inline]] Value operator[](int i) const { return {memory + i * lane_width<T>}; }
};

/// Host form of a pass: a block of rows a call, each row in segments whose staged values the first
/// cache level holds. Packs reach beyond the ends of rows, into ghosts and padding
/// (numerics/layout.hpp).
template <class Pass, class Real, int count>
struct VertexPassHost {
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;
  RowBlocks blocks;

  void operator()(const int id) const {
    // Plain numbers: nvcc cannot see an array of packs.
    alignas(64) Real staged[std::size_t(segment * pack_values)];
    const int packs = (fields.cells[0] + width - 1) / width;
    blocks.for_rows(id, fields.cells, [&](int j, int k) {
      for (int first = 0; first < packs; first += segment) {
        const int last = first + segment < packs ? first + segment : packs;
        [&]<int... field>(std::integer_sequence<int, field...>) {
          (stage<field>(staged, first, last, j, k), ...);
        }
        (std::make_integer_sequence<int, count>{});
        combine(staged, first, last, j, k);
      }
    });
  }

 private:
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  static constexpr int pack_values = (Pass::staged > 0 ? Pass::staged : 1) * width;
  static constexpr int segment_bytes = 24 * 1024;
  static constexpr int segment = std::max(1, segment_bytes / int(pack_values * sizeof(Real)));

  /// One field's part of a segment, so that the cache need hold no other field's neighbours.
  template <int field>
  void stage(Real* staged, int first, int last, int j, int k) const {
    for (int p = first; p < last; ++p)
      Pass::template stage<field, T>(vertex_of<T>(fields, p * width, j, k), coefficients,
                                     StagedPacks<T>{staged + (p - first) * pack_values});
  }
  void combine(Real* staged, int first, int last, int j, int k) const {
    for (int p = first; p < last; ++p) {
      const auto vertex = vertex_of<T>(fields, p * width, j, k);
      T out[Pass::outputs]{};
      Pass::template combine<T>(vertex, coefficients,
                                StagedPacks<T>{staged + (p - first) * pack_values}, out);
      for (int f = 0; f < Pass::outputs; ++f)
        store(fields.next[Pass::written[std::size_t(f)]] + vertex.offset, out[f]);
    }
  }
};

/// Runs a pass over all vertices.
template <class Pass, class Space, class Real, int count>
void run_pass(const Space& space, const VertexFields<Real, count>& fields,
              const typename Pass::template Coefficients<Real>& coefficients) {
  if constexpr (is_host_space<Space>) {
    const RowBlocks blocks(fields.cells);
    using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
    Kokkos::parallel_for(Pass::name, Policy(space, 0, blocks.count()).set_chunk_size(1),
                         VertexPassHost<Pass, Real, count>{fields, coefficients, blocks});
  } else {
    using Policy = Kokkos::MDRangePolicy<Space, Kokkos::Rank<3, Kokkos::Iterate::Left>,
                                         Kokkos::IndexType<int>, Kokkos::LaunchBounds<128, 2>>;
    Kokkos::parallel_for(
        Pass::name,
        Policy(space, {0, 0, 0}, {fields.cells[0], fields.cells[1], fields.cells[2]}, {32, 4, 1}),
        VertexPassDevice<Pass, Real, count>{fields, coefficients});
  }
}

}  // namespace solenoid
