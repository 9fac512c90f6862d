#pragma once
/// \file
/// Passes of stencil programs (numerics/stencil_program.hpp) over all vertices of a box: on a GPU a
/// thread a vertex, on a CPU packs of vertices along x, in blocks that the cache holds.

#include <Kokkos_Core.hpp>
#include <memory>
#include <vector>

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
  const VertexFields<Real, count>& fields;
  int offset;
  int place[3];

  template <int field, int dx, int dy, int dz>
  SOLENOID_INLINE T at() const {
    return load<T>(fields.now[field] +
                   (offset + dx + dy * fields.stride[1] + dz * fields.stride[2]));
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
  return {fields, i + j * fields.stride[1] + k * fields.stride[2], {i, j, k}};
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

/// Host form of a pass: a block of rows a call. Packs reach beyond the ends of rows, into ghosts
/// and padding (numerics/layout.hpp).
template <class Pass, class Real, int count>
struct VertexPassHost {
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;
  RowBlocks blocks;

  void operator()(const int id) const {
    // Plain numbers: nvcc cannot see a container of packs. Whole cache lines, for whole packs.
    constexpr std::size_t line = 64 / sizeof(Real);
    std::vector<Real> memory(std::size_t(packs() * pack_values) + line);
    void* first = memory.data();
    std::size_t space = memory.size() * sizeof(Real);
    Real* staged = static_cast<Real*>(std::align(64, space - 64, first, space));
    blocks.for_rows(id, fields.cells, [&](int j, int k) {
      [&]<int... field>(std::integer_sequence<int, field...>) { (stage<field>(staged, j, k), ...); }
      (std::make_integer_sequence<int, count>{});
      combine(staged, j, k);
    });
  }

 private:
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  static constexpr int staged_count = Pass::staged > 0 ? Pass::staged : 1;
  static constexpr int pack_values = staged_count * width;

  [[nodiscard]] int packs() const { return (fields.cells[0] + width - 1) / width; }

  /// One field's part of a row, so that the cache need hold no other field's neighbours.
  template <int field>
  void stage(Real* staged, int j, int k) const {
    for (int p = 0; p < packs(); ++p) {
      T values[staged_count]{};
      Pass::template stage<field, T>(vertex_of<T>(fields, p * width, j, k), coefficients, values);
      constexpr auto owners = Pass::stage_of;
      for (int s = 0; s < Pass::staged; ++s)
        if (owners[std::size_t(s)] == field) store(staged + p * pack_values + s * width, values[s]);
    }
  }
  void combine(const Real* staged, int j, int k) const {
    for (int p = 0; p < packs(); ++p) {
      const auto vertex = vertex_of<T>(fields, p * width, j, k);
      T values[staged_count]{};
      for (int s = 0; s < Pass::staged; ++s)
        values[s] = load<T>(staged + p * pack_values + s * width);
      T out[Pass::outputs]{};
      Pass::template combine<T>(vertex, coefficients, values, out);
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
