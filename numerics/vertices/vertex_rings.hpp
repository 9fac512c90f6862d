#pragma once
/// \file
/// Passes of stencil programs on a CPU that compute once what vertices of a plane make alike
/// (src/stencil/row_values.hpp): of a few rows at a time it is kept in the cache.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "numerics/vertices/vertex_rows.hpp"

namespace solenoid {

/// A pass that has such values, where they spare a quarter of the operations at least: to write and
/// read them takes time, too.
template <class Pass>
concept RingPass = requires {
  Pass::Rows::groups;
  requires 4 * Pass::Rows::operations <= 3 * Pass::operations;
};

/// Where values of a pass stand: of each group those of the last rows, of each row one value after
/// the other.
template <class Pass, class Real>
struct RowRing {
  using T = HostPack<Real>;
  static constexpr int width = lane_width<T>;
  static constexpr auto groups = Pass::Rows::groups;
  static constexpr int count = int(groups.size());
  /// Rows of a group that are kept.
  static constexpr int rows(int group) {
    return groups[std::size_t(group)].before[1] + groups[std::size_t(group)].after[1] + 1;
  }
  /// Of all groups before one: their values, their rows, and the values of all these rows.
  static constexpr int values_before(int group) {
    int values = 0;
    for (int g = 0; g < group; ++g) values += groups[std::size_t(g)].values;
    return values;
  }
  static constexpr int rows_before(int group) {
    int all = 0;
    for (int g = 0; g < group; ++g) all += rows(g);
    return all;
  }
  static constexpr int row_values_before(int group) {
    int values = 0;
    for (int g = 0; g < group; ++g) values += rows(g) * groups[std::size_t(g)].values;
    return values;
  }
  static constexpr int group_of(int value) {
    int group = 0;
    while (values_before(group + 1) <= value) ++group;
    return group;
  }
  /// The farthest reader along x on both sides together.
  static constexpr int widest() {
    int all = 0;
    for (const RowGroup& group : groups) all = std::max(all, group.before[0] + group.after[0]);
    return all;
  }

  /// The second cache level is to hold all this beside the fields.
  static constexpr int most_bytes = 256 * 1024;
  /// Pieces of rows are so long at least, so that few values are made twice.
  static constexpr int fewest_packs = 16;
  static constexpr int most_packs =
      std::max(fewest_packs,
               (most_bytes / int(sizeof(Real)) / row_values_before(count) - widest()) / width - 1);
  /// Numbers from a value to the next one.
  static constexpr int length = (most_packs * width + widest() + width - 1) / width * width;

  alignas(64) Real memory[std::size_t(row_values_before(count) * length)];

  /// Value 0 of a group of row j, of the first vertex that has it.
  [[nodiscard]] Real* row(int group, int j) {
    const int of_group = groups[std::size_t(group)].values;
    const int place = (j + rows(group)) % rows(group);
    return memory + (row_values_before(group) + place * of_group) * length;
  }
};

/// A pack of vertices whose neighbours' values stand in a ring behind the fields.
template <class Pass, class T, int count, class Distances>
struct RingVertex : FieldVertex<T, count> {
  using Real = LaneReal<T>;
  using Ring = RowRing<Pass, Real>;
  const Distances& distances;
  const Real* const* ring;  ///< of each group the rows around the vertex
  std::ptrdiff_t in_ring;

  template <int field, int dx, int dy, int dz>
  [[gnu::always_inline]] T at() const {
    if constexpr (field >= count) {
      constexpr int group = Ring::group_of(field - count);
      constexpr RowGroup of = Ring::groups[std::size_t(group)];
      constexpr int value = field - count - Ring::values_before(group);
      // Packs begin anywhere in a ring: load_neighbour would read before its first number.
      return load<T>(ring[Ring::rows_before(group) + of.before[1] + dy] + in_ring +
                     (value * Ring::length + of.before[0] + dx));
    } else {
      return load_neighbour<T, dx>(this->fields.now[field] +
                                   (this->offset + distances.template to<dy, dz>()));
    }
  }
};

/// Host form of such a pass: a block of rows a call.
template <class Pass, class Real, int count>
class VertexRingsHost {
  using Ring = RowRing<Pass, Real>;
  using T = typename Ring::T;
  static constexpr int width = Ring::width;
  using Numbers = typename Pass::template Coefficients<Real>;
  using Coefficients = BroadcastCoefficients<T, Numbers>;
  // A kept value stands at one of the vertices that it reads: the farthest of those lies twice as
  // far from there as the pass reads from its own.
  using Distances = RowDistances<2 * farthest_of<Pass>(1), farthest_of<Pass>(2)>;
  using Vertex = RingVertex<Pass, T, count, Distances>;
  using Offset = typename FieldVertex<T, count>::Offset;
  using NearRows = std::array<const Real*, std::size_t(Ring::rows_before(Ring::count))>;

 public:
  RowBlocks blocks;
  GhostRows<Real> ghosts{};  ///< of what is written, if blocks have whole rows

  static bool has_whole_rows(int cells) { return cells <= Ring::most_packs * width; }
  VertexRingsHost(const VertexFields<Real, count>& fields, const Numbers& numbers, RowRange rows,
                  int threads)
      : blocks(fields.cells, rows, width, Ring::most_packs, threads),
        fields_(fields),
        coefficients_(numbers),
        distances_(fields.stride[1], fields.stride[2]) {}

  void operator()(const int id) const {
    Ring ring;
    int plane = -1;
    std::array<int, std::size_t(Ring::count)> made;  // by group: up to which row
    blocks.for_pieces(id, fields_.cells, 1, [&](const RowPiece& piece) {
      const bool first = std::exchange(plane, piece.k) != piece.k;
      NearRows near;
      [&]<int... group>(std::integer_sequence<int, group...>) {
        (bring<group>(ring, piece, first, made[std::size_t(group)], near), ...);
      }
      (std::make_integer_sequence<int, Ring::count>{});
      finish(near, piece);
      ghosts.fill_for(piece.j, piece.k);
    });
  }

 private:
  struct Made {
    Real* at;
    [[gnu::always_inline]] typename KeptPacks<T>::Value operator[](int value) const {
      return {at + value * Ring::length};
    }
  };

  /// Makes the values of a group that the row of a piece is the first to read.
  template <int group>
  void bring(Ring& ring, const RowPiece& piece, bool first, int& made, NearRows& near) const {
    constexpr RowGroup of = Ring::groups[std::size_t(group)];
    if (first) made = piece.j - of.before[1];
    for (; made <= piece.j + of.after[1]; ++made) make<group>(ring.row(group, made), piece, made);
    for (int row = 0; row < Ring::rows(group); ++row)
      near[std::size_t(Ring::rows_before(group) + row)] =
          ring.row(group, piece.j - of.before[1] + row);
  }
  /// Makes the values of row j. The last pack ends where the values do, so that none reads more
  /// than the pass does.
  template <int group>
  [[gnu::noinline]] void make(Real* to, const RowPiece& piece, int j) const {
    constexpr RowGroup of = Ring::groups[std::size_t(group)];
    const VertexFields<Real, count> all = fields_;
    const int first = piece.first * width - of.before[0];
    const int size = piece.packs() * width + of.before[0] + of.after[0];
    const Offset row = vertex_of<T>(all, first, j, piece.k).offset;
    for (int x = 0; x < size; x += width) {
      const int at = std::min(x, size - width);
      Offset offset = row + at;
      asm("" : "+r"(offset));
      const Vertex vertex{{all, offset, {first + at, j, piece.k}}, distances_, nullptr, 0};
      Pass::Rows::template make<group, T>(vertex, coefficients_, Made{to + at});
    }
  }
  [[gnu::noinline]] void finish(const NearRows& near, const RowPiece& piece) const {
    const VertexFields<Real, count> all = fields_;
    const NearRows rows = near;
    Offset offset = vertex_of<T>(all, piece.first * width, piece.j, piece.k).offset;
    for (std::ptrdiff_t n = 0; n < piece.packs(); ++n, offset += width) {
      asm("" : "+r"(offset));
      fetch_ahead(all, offset);
      const Vertex vertex{{all, offset, {int(piece.first + n) * width, piece.j, piece.k}},
                          distances_,
                          rows.data(),
                          n * width};
      Pass::Rows::template finish<T>(vertex, coefficients_,
                                     WrittenPacks<Pass, T, count>{all, offset});
    }
  }
  /// Lets the second cache level fetch what the next row reads and writes and this one does not:
  /// rows of many fields are too many streams for the processor to foresee.
  [[gnu::always_inline]] static void fetch_ahead(const VertexFields<Real, count>& all,
                                                 Offset offset) {
    constexpr auto read = Pass::read;
    constexpr auto written = Pass::written;
    const auto one = [&]<std::size_t i>() {
      if constexpr (i < read.size()) {
        constexpr int rows = Pass::reach[std::size_t(read[i])][1] + 1;
        __builtin_prefetch(all.now[read[i]] + offset + rows * Offset(all.stride[1]), 0, 2);
      } else {
        constexpr int field = written[i - read.size()];
        __builtin_prefetch(all.next[field] + offset + 2 * Offset(all.stride[1]), 1, 2);
      }
    };
    [&]<std::size_t... i>(std::index_sequence<i...>) { (one.template operator()<i>(), ...); }
    (std::make_index_sequence<read.size() + written.size()>{});
  }

  VertexFields<Real, count> fields_;
  Coefficients coefficients_;
  Distances distances_;
};

}  // namespace solenoid
