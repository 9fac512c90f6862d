#pragma once
/// \file
/// Vertices as passes of stencil programs (numerics/stencil_program.hpp) see them, and what runs a
/// pass: on a GPU a thread a vertex, on a CPU packs of vertices along x, in blocks that the cache
/// holds.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "numerics/lane_functions.hpp"
#include "numerics/layout.hpp"
#include "numerics/pass_shape.hpp"
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

/// Blocks of vertices: pieces of rows in packs, some of them along y and z.
struct RowBlocks {
  static constexpr int rows = CompiledBlocks::shape.rows;      ///< along y
  static constexpr int planes = CompiledBlocks::shape.planes;  ///< along z
  int packs;                                                   ///< of a row
  int along_x, along_y, along_z;                               ///< blocks

  /// Pieces have at most `most_packs` packs of `width` vertices.
  RowBlocks(const int* cells, int width, int most_packs)
      : packs((cells[0] + width - 1) / width),
        along_x((packs + most_packs - 1) / most_packs),
        along_y((cells[1] + rows - 1) / rows),
        along_z((cells[2] + planes - 1) / planes) {}
  [[nodiscard]] int count() const { return along_x * along_y * along_z; }
  /// Calls body(first, last, j, k) for the packs of each piece of a row in block `id`.
  template <class Body>
  void for_rows(int id, const int* cells, const Body& body) const {
    const int piece = (packs + along_x - 1) / along_x;
    const int first = id % along_x * piece;
    const int last = std::min(first + piece, packs);
    const int first_row = id / along_x % along_y * rows;
    const int first_plane = id / (along_x * along_y) * planes;
    for (int k = first_plane; k < first_plane + planes && k < cells[2]; ++k)
      for (int j = first_row; j < first_row + rows && j < cells[1]; ++j) body(first, last, j, k);
  }
};

/// What steps keep for later ones, a pack each, in memory.
template <class T>
struct KeptPacks {
  using Real = LaneReal<T>;
  struct Value {
    Real* at;
    [[gnu::always_inline]] void operator=(const T& value) const { store(at, value); }
    [[gnu::always_inline]] operator T() const { return load<T>(at); }
  };
  Real* memory;

  [[gnu::always_inline]] Value operator[](int i) const { return {memory + i * lane_width<T>}; }
};

/// New values of a pack of vertices.
template <class Pass, class T, int count>
struct WrittenPacks {
  using Real = LaneReal<T>;
  const VertexFields<Real, count>& fields;
  std::ptrdiff_t offset;

  [[gnu::always_inline]] typename KeptPacks<T>::Value operator[](int i) const {
    return {fields.next[Pass::written[std::size_t(i)]] + offset};
  }
};

/// Host form of a pass: a block of rows a call, one step for a piece of a row after the other. The
/// first cache level holds what is kept between steps. Packs reach beyond the ends of rows, into
/// ghosts and padding (numerics/layout.hpp).
template <class Pass, class Real, int count>
struct VertexPassHost {
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  static constexpr int pack_values = (Pass::kept > 0 ? Pass::kept : 1) * width;
  static constexpr int kept_bytes = 32 * 1024;
  static constexpr int columns = CompiledBlocks::shape.columns;
  static constexpr int most_packs =
      std::max(1, columns > 0 ? columns / width : kept_bytes / int(pack_values * sizeof(Real)));
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;
  RowBlocks blocks;

  VertexPassHost(const VertexFields<Real, count>& all,
                 const typename Pass::template Coefficients<Real>& of_run)
      : fields(all), coefficients(of_run), blocks(fields.cells, width, most_packs) {}

  void operator()(const int id) const {
    // Plain numbers: nvcc cannot see an array of packs.
    alignas(64) Real kept[std::size_t(most_packs * pack_values)];
    blocks.for_rows(id, fields.cells, [&](int first, int last, int j, int k) {
      [&]<int... number>(std::integer_sequence<int, number...>) {
        (step<number>(kept, first, last, j, k), ...);
      }
      (std::make_integer_sequence<int, Pass::steps>{});
    });
  }

 private:
  /// One step of a piece of a row, so that the cache need hold no other field's neighbours.
  template <int number>
  void step(Real* kept, int first, int last, int j, int k) const {
    for (int p = first; p < last; ++p) {
      const auto vertex = vertex_of<T>(fields, p * width, j, k);
      fetch_ahead<Pass::step_field[std::size_t(number)]>(vertex.offset);
      Pass::template step<number, T>(vertex, coefficients,
                                     KeptPacks<T>{kept + (p - first) * pack_values},
                                     WrittenPacks<Pass, T, count>{fields, vertex.offset});
    }
  }
  /// Lets the second cache level fetch what comes from memory next: the plane that the step will
  /// read a plane on, and what is written two rows on. Rows are too short, and too many at a time,
  /// for the processor to foresee it.
  template <int field>
  void fetch_ahead(std::ptrdiff_t offset) const {
    if constexpr (field >= 0) {
      constexpr int planes = Pass::reach[std::size_t(field)][2] + 1;
      const auto at = [&](int rows_on, int planes_on) {
        return offset + rows_on * std::ptrdiff_t(fields.stride[1]) +
               planes_on * std::ptrdiff_t(fields.stride[2]);
      };
      __builtin_prefetch(fields.now[field] + at(0, planes), 0, 2);
      __builtin_prefetch(fields.next[field] + at(2, 0), 1, 2);
    }
  }
};

}  // namespace solenoid
