#pragma once
/// \file
/// Passes of stencil programs (numerics/vertices/stencil_program.hpp) on a CPU: packs of vertices
/// along x, in blocks that the cache holds.

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "numerics/grid/ghost_rows.hpp"
#include "numerics/lanes/neighbours.hpp"
#include "numerics/vertices/pass_shape.hpp"
#include "numerics/vertices/vertices.hpp"

namespace solenoid {

/// Packs `first` to `last` of row j in some planes from plane k on.
struct RowPiece {
  int first, last;
  int j, k;
  int planes;

  [[nodiscard]] int packs() const { return last - first; }
};

/// Rows of each plane.
struct RowRange {
  int begin, end;
};

/// Blocks of vertices: pieces of rows in packs, some of them along y and z.
struct RowBlocks {
  RowRange range;
  int packs;                      ///< of a row
  int rows, planes;               ///< of a block, along y and z
  int along_x, along_y, along_z;  ///< blocks

  /// Pieces have at most `most_packs` packs of `width` vertices. Blocks are as they were compiled,
  /// or flatter, so that each of many threads has some.
  RowBlocks(const int* cells, RowRange of, int width, int most_packs, int threads)
      : range(of),
        packs((cells[0] + width - 1) / width),
        rows(CompiledBlocks::shape.rows),
        planes(CompiledBlocks::shape.planes),
        along_x((packs + most_packs - 1) / most_packs) {
    cut(cells);
    const int wanted = threads > 1 ? blocks_of_thread * threads : 1;
    for (; count() < wanted && planes >= 2 * fewest_planes; cut(cells)) planes /= 2;
    for (; count() < wanted && rows >= 2 * fewest_rows; cut(cells)) rows /= 2;
  }
  [[nodiscard]] int count() const { return along_x * along_y * along_z; }
  /// Calls body(piece) for the pieces of block `id`, of as many planes at a time.
  template <class Body>
  void for_pieces(int id, const int* cells, int planes_at_a_time, const Body& body) const {
    const int length = (packs + along_x - 1) / along_x;
    const int first = id % along_x * length;
    const int first_row = range.begin + id / along_x % along_y * rows;
    const int first_plane = id / (along_x * along_y) * planes;
    const int end_row = std::min(first_row + rows, range.end);
    const int end_plane = std::min(first_plane + planes, cells[2]);
    for (int k = first_plane; k < end_plane; k += planes_at_a_time)
      for (int j = first_row; j < end_row; ++j)
        body(RowPiece{first, std::min(first + length, packs), j, k,
                      std::min(planes_at_a_time, end_plane - k)});
  }

 private:
  /// The last thread to finish is late by less than a block.
  static constexpr int blocks_of_thread = 4;
  /// What is flatter reads more around it than in it.
  static constexpr int fewest_rows = 8, fewest_planes = 4;

  void cut(const int* cells) {
    along_y = (range.end - range.begin + rows - 1) / rows;
    along_z = (cells[2] + planes - 1) / planes;
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

/// How far the rows around a row are from it, in bytes, up to `reach_y` and `reach_z` rows away.
/// In memory, or compilers would make each address anew from the strides, which takes more
/// instructions than the arithmetic.
template <int reach_y, int reach_z>
class RowDistances {
 public:
  RowDistances(std::ptrdiff_t along_y, std::ptrdiff_t along_z) {
    for (int dz = -reach_z; dz <= reach_z; ++dz)
      for (int dy = -reach_y; dy <= reach_y; ++dy)
        distance_[number(dy, dz)] = dy * along_y + dz * along_z;
  }
  template <int dy, int dz>
  [[nodiscard, gnu::always_inline]] std::ptrdiff_t to() const {
    static_assert(-reach_y <= dy && dy <= reach_y && -reach_z <= dz && dz <= reach_z);
    if constexpr (dy == 0 && dz == 0) return 0;
    return distance_[number(dy, dz)];
  }

 private:
  static constexpr int number(int dy, int dz) {
    return (dz + reach_z) * (2 * reach_y + 1) + dy + reach_y;
  }
  std::ptrdiff_t distance_[(2 * reach_y + 1) * (2 * reach_z + 1)];
};

/// The coefficients of a pass, a pack of each: in memory, from where arithmetic takes them. With
/// the tables that there are.
template <class T, class Numbers>
struct BroadcastCoefficients : Numbers {
  using Real = LaneReal<T>;
  static constexpr int count = int(std::size(Numbers{}.values));
  struct Values {
    alignas(64) Real numbers[std::size_t(count * lane_width<T>)];
    [[gnu::always_inline]] T operator[](int i) const {
      return load<T>(numbers + i * lane_width<T>);
    }
  };
  Values values;

  explicit BroadcastCoefficients(const Numbers& from) : Numbers(from) {
    for (int i = 0; i < count; ++i) store(values.numbers + i * lane_width<T>, T(from.values[i]));
  }
};

/// A pack of vertices, as a step sees it that reads the neighbours of `near`, at `centre`.
template <class T, int count, int near, class Distances>
struct RowVertex : FieldVertex<T, count> {
  using Real = LaneReal<T>;
  const Real* centre;
  const Distances& rows;

  template <int field, int dx, int dy, int dz>
  [[gnu::always_inline]] T at() const {
    if constexpr (field == near) {
      const char* row = reinterpret_cast<const char*>(centre) + rows.template to<dy, dz>();
      return load_neighbour<T, dx>(reinterpret_cast<const Real*>(row));
    } else {
      return FieldVertex<T, count>::template at<field, dx, dy, dz>();
    }
  }
};

/// How far the farthest neighbour is along an axis that a pass reads.
template <class Pass>
constexpr int farthest_of(std::size_t axis) {
  int all = 0;
  for (const auto& reach : Pass::reach) all = std::max(all, reach[axis]);
  return all;
}

/// Runs the steps of a pass, or of reductions, for pieces of rows: one step for the whole piece
/// after the other, so that the cache need hold no other field's neighbours. Packs reach beyond the
/// ends of rows, into ghosts and padding (numerics/grid/layout.hpp).
template <class Pass, class Real, int count>
class RowSteps {
 public:
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  static constexpr int pack_values = std::max(1, Pass::kept) * width;
  /// The first cache level is to hold what is kept between steps, and what a pass finds but does
  /// not write to fields.
  static constexpr int kept_bytes = 32 * 1024;
  static constexpr int found_values = Pass::written.empty() ? Pass::outputs * width : 0;
  static constexpr int columns = CompiledBlocks::shape.columns;
  static constexpr int most_packs =
      std::max(1, columns > 0 ? columns / width
                              : kept_bytes / int((pack_values + found_values) * int(sizeof(Real))));
  /// Rows that are taken at a time, one above the other. The upper one reads most of the planes
  /// that the lower one has read; if many fields are, the caches have lost them by the time of the
  /// next row. What is kept fits the first cache level no more then.
  static constexpr int planes_at_a_time = Pass::steps > 3 ? 2 : 1;
  using Numbers = typename Pass::template Coefficients<Real>;
  using Coefficients = BroadcastCoefficients<T, Numbers>;
  using Distances = RowDistances<farthest_of<Pass>(1), farthest_of<Pass>(2)>;
  VertexFields<Real, count> fields;
  Coefficients coefficients;
  Distances distances;

  RowSteps(const VertexFields<Real, count>& of, const Numbers& numbers)
      : fields(of),
        coefficients(numbers),
        distances(of.stride[1] * std::ptrdiff_t(sizeof(Real)),
                  of.stride[2] * std::ptrdiff_t(sizeof(Real))) {}

  /// What pack n of plane p of the piece writes is out(n, p, its offset in fields)[0], ....
  template <class Out>
  void run(const RowPiece& piece, const Out& out) const {
    // Plain numbers: nvcc cannot see an array of packs.
    alignas(64) Real kept[std::size_t(planes_at_a_time * most_packs * pack_values)];
    [&]<int... number>(std::integer_sequence<int, number...>) {
      (step<number>(kept, piece, out), ...);
    }
    (std::make_integer_sequence<int, Pass::steps>{});
  }

 private:
  template <int number, class Out>
  [[gnu::noinline]] void step(Real* kept, const RowPiece& piece, const Out& out) const {
    constexpr int near = Pass::step_field[std::size_t(number)];
    using Place = typename FieldVertex<T, count>::Offset;
    // Copies: those of this object might change, for all that a compiler knows, with each store.
    const VertexFields<Real, count> all = fields;
    const Out target = out;
    for (int plane = 0; plane < piece.planes; ++plane) {
      const int k = piece.k + plane;
      std::ptrdiff_t offset = vertex_of<T>(all, piece.first * width, piece.j, k).offset;
      const std::ptrdiff_t away = plane == 0 ? -all.stride[2] : all.stride[2];
      fetch_ends<near>(all, offset, piece.packs());
      for (int n = 0; n < piece.packs(); ++n, offset += width, kept += pack_values) {
        const Real* centre = all.now[std::max(near, 0)] + offset;
        asm("" : "+r"(centre), "+r"(offset));
        fetch_ahead<near>(all, offset, away);
        const RowVertex<T, count, near, Distances> vertex{
            {all, Place(offset), {(piece.first + n) * width, piece.j, k}}, centre, distances};
        Pass::template step<number, T>(vertex, coefficients, KeptPacks<T>{kept},
                                       target(n, plane, offset));
      }
    }
  }
  static constexpr bool writes(int field) {
    return std::find(Pass::written.begin(), Pass::written.end(), field) != Pass::written.end();
  }
  /// What is written is fetched so many rows ahead.
  static constexpr int written_ahead = 2;
  /// Lets the second cache level fetch what the next row of vertices reads and this one does not,
  /// from the plane on in the direction of `away`, and what is written further on. Rows are too
  /// short, and too many at a time, for the processor to foresee it.
  template <int field>
  [[gnu::always_inline]] static void fetch_ahead(const VertexFields<Real, count>& all,
                                                 std::ptrdiff_t offset, std::ptrdiff_t away) {
    if constexpr (field >= 0) {
      constexpr auto reach = Pass::reach[std::size_t(field)];
      constexpr bool corners = Pass::reads_across_x[std::size_t(field)];
      const Real* const row = all.now[field] + offset;
      const std::ptrdiff_t along_y = all.stride[1];
      __builtin_prefetch(row + (reach[1] + 1) * along_y, 0, 2);
      for (int plane = 1; plane <= reach[2]; ++plane) {
        const Real* const next = row + (corners ? reach[1] + 1 : 1) * along_y;
        __builtin_prefetch(next + plane * away, 0, 2);
        if constexpr (planes_at_a_time == 1) __builtin_prefetch(next - plane * away, 0, 2);
      }
      if constexpr (writes(field))
        __builtin_prefetch(all.next[field] + offset + written_ahead * along_y, 1, 2);
    }
  }
  /// The same for the ghosts at both ends of a row that is written, which begins at `offset`.
  template <int field>
  [[gnu::always_inline]] static void fetch_ends(const VertexFields<Real, count>& all,
                                                std::ptrdiff_t offset, int packs) {
    if constexpr (writes(field)) {
      const Real* const row =
          all.next[field] + offset + written_ahead * std::ptrdiff_t(all.stride[1]);
      __builtin_prefetch(row - 1, 1, 2);
      __builtin_prefetch(row + packs * width, 1, 2);
    }
  }
};

/// Host form of a pass: a block of rows a call.
template <class Pass, class Real, int count>
struct VertexPassHost {
  using Steps = RowSteps<Pass, Real, count>;
  Steps steps;
  RowBlocks blocks;
  GhostRows<Real> ghosts{};  ///< of what is written, if blocks have whole rows

  static bool has_whole_rows(int cells) { return cells <= Steps::most_packs * Steps::width; }
  VertexPassHost(const VertexFields<Real, count>& fields,
                 const typename Pass::template Coefficients<Real>& coefficients, RowRange rows,
                 int threads)
      : steps{fields, coefficients},
        blocks(fields.cells, rows, Steps::width, Steps::most_packs, threads) {}

  void operator()(const int id) const {
    const VertexFields<Real, count> fields = steps.fields;
    blocks.for_pieces(id, fields.cells, Steps::planes_at_a_time, [&](const RowPiece& piece) {
      steps.run(piece, [fields](int, int, std::ptrdiff_t offset) {
        return WrittenPacks<Pass, typename Steps::T, count>{fields, offset};
      });
      for (int plane = 0; plane < piece.planes; ++plane) ghosts.fill_for(piece.j, piece.k + plane);
    });
  }
};

/// Host form of an output, of which there are many and which are computed rarely: as little to
/// compile as can be. A call is for some rows of a plane.
template <class Pass, class Real, int count>
struct OutputRowsHost {
  static constexpr int rows = 8;
  using T = HostPack<Real>;
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;

  [[nodiscard]] int blocks_of_plane() const { return (fields.cells[1] + rows - 1) / rows; }
  [[nodiscard]] int blocks() const { return blocks_of_plane() * fields.cells[2]; }

  void operator()(const int block) const {
    const VertexFields<Real, count> all = fields;
    const int k = block / blocks_of_plane();
    const int first = block % blocks_of_plane() * rows;
    for (int j = first; j < std::min(first + rows, all.cells[1]); ++j)
      for (int i = 0; i < all.cells[0]; i += lane_width<T>)
        update_vertex<Pass, T>(all, coefficients, i, j, k);
  }
};

}  // namespace solenoid
