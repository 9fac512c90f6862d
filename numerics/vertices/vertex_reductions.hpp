#pragma once
/// \file
/// Reductions of stencil programs (numerics/vertices/stencil_program.hpp) over all vertices of a
/// box. On a CPU each piece of a row is reduced for itself and pieces are joined in order, so that
/// results do not depend on the number of threads; on a GPU columns of vertices, so that sums round
/// otherwise.

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "numerics/device/device_launch.hpp"
#include "numerics/vertices/pass_shape.hpp"
#include "numerics/vertices/vertex_rows.hpp"

namespace solenoid {

/// Where each reduction begins.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real reduction_begin(ReductionKind kind) {
  if (kind == ReductionKind::minimum) return std::numeric_limits<Real>::infinity();
  if (kind == ReductionKind::maximum) return -std::numeric_limits<Real>::infinity();
  return Real(0);
}

/// One value more, or another part of the vertices. What is not a number stays so.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real reduction_join(ReductionKind kind, Real a, Real b) {
  if (a != a) return a;
  if (kind == ReductionKind::minimum) return min(a, b);
  if (kind == ReductionKind::maximum) return max(a, b);
  return a + b;
}

/// What a vertex adds.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION Real reduction_term(ReductionKind kind, Real value) {
  return kind == ReductionKind::rms ? value * value : value;
}

/// Values of all reductions of a program.
template <class Real, int outputs>
struct ReductionValues {
  Real of[outputs];
};

/// Device form: a thread takes a column of vertices along z, whose neighbours stay in the cache,
/// and parts[team] become the reductions of a team's columns, the part behind all teams those of
/// all.
template <class Program, class Real, int count>
struct ReduceColumns {
  static constexpr int outputs = Program::Reductions::outputs;
  using Values = ReductionValues<Real, outputs>;
  using Pass = typename Program::Reductions;
  static constexpr PassShape shape{PassForm::plain, 32, 8, 1, 2, 0};
  static constexpr int planes = 32;  ///< of a column
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;
  Values* parts = nullptr;

  /// Teams along each axis.
  [[nodiscard]] std::array<int, 3> teams() const {
    const auto in = [&](int axis, int vertices) {
      return (fields.cells[axis] + vertices - 1) / vertices;
    };
    return {in(0, shape.columns), in(1, shape.rows), in(2, planes)};
  }
  KOKKOS_FUNCTION Values begin() const {
    Values values;
    for (int r = 0; r < outputs; ++r) values.of[r] = reduction_begin<Real>(kind(r));
    return values;
  }
  KOKKOS_FUNCTION void join(Values& to, const Values& from) const {
    for (int r = 0; r < outputs; ++r) to.of[r] = reduction_join(kind(r), to.of[r], from.of[r]);
  }
  /// Adds the vertices (i, j) of a team's planes, if they are of the box.
  KOKKOS_FUNCTION void add(int i, int j, int team_plane, Values& total) const {
    if (i >= fields.cells[0] || j >= fields.cells[1]) return;
    const int first = team_plane * planes;
    const int last = first + planes < fields.cells[2] ? first + planes : fields.cells[2];
    for (int k = first; k < last; ++k) {
      Real out[outputs]{};
      compute_pass<Pass, Real>(vertex_of<Real>(fields, i, j, k), coefficients, out);
      for (int r = 0; r < outputs; ++r)
        total.of[r] = reduction_join(kind(r), total.of[r], reduction_term(kind(r), out[r]));
    }
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static ReductionKind kind(int r) {
    constexpr auto reductions = Program::reductions;
    return reductions[std::size_t(r)].kind;
  }
};

/// reduction_join() and reduction_term() of lanes, of which the first `valid` count.
template <class T>
[[gnu::always_inline]] inline T reduce_lanes(ReductionKind kind, const T& a, const T& value,
                                             int valid) {
  using Real = LaneReal<T>;
  T term = kind == ReductionKind::rms ? value * value : value;
  if (valid < lane_width<T>)
    term = select(less(lane_numbers<T>(), T(Real(valid))), term, T(reduction_begin<Real>(kind)));
  const T joined = kind == ReductionKind::minimum   ? min(a, term)
                   : kind == ReductionKind::maximum ? max(a, term)
                                                    : a + term;
  return select(a == a, joined, a);
}

/// Host form: a block of rows a call; parts[outputs * piece] are the reductions of a piece of a
/// row.
template <class Program, class Real, int count>
struct ReduceRows {
  static constexpr int outputs = Program::Reductions::outputs;
  using Steps = RowSteps<typename Program::Reductions, Real, count>;
  using T = typename Steps::T;
  static constexpr int width = lane_width<T>;
  static constexpr int values_of_row = Steps::most_packs * Steps::found_values;
  Steps steps;
  RowBlocks blocks;
  Real* parts = nullptr;

  ReduceRows(const VertexFields<Real, count>& fields,
             const typename Program::Reductions::template Coefficients<Real>& coefficients,
             int threads)
      : steps{fields, coefficients}, blocks(fields.cells, width, Steps::most_packs, threads) {}
  [[nodiscard]] std::size_t pieces() const {
    return std::size_t(blocks.along_x) * std::size_t(steps.fields.cells[1]) *
           std::size_t(steps.fields.cells[2]);
  }

  void operator()(const int id) const {
    alignas(64) Real found[std::size_t(Steps::planes_at_a_time * values_of_row)];
    const int* const cells = steps.fields.cells;
    blocks.for_pieces(id, cells, Steps::planes_at_a_time, [&](const RowPiece& piece) {
      steps.run(piece, [to = found](int pack, int plane, std::ptrdiff_t) {
        return KeptPacks<T>{to + plane * values_of_row + pack * Steps::found_values};
      });
      for (int plane = 0; plane < piece.planes; ++plane) {
        const int row = piece.j + cells[1] * (piece.k + plane);
        Real* const part =
            parts + std::ptrdiff_t(row * blocks.along_x + id % blocks.along_x) * outputs;
        for (int r = 0; r < outputs; ++r)
          part[r] = joined(Program::reductions[std::size_t(r)].kind,
                           found + plane * values_of_row + r * width, piece.packs(),
                           cells[0] - piece.first * width);
      }
    });
  }

 private:
  /// Joins one value of `packs` packs; the first `valid` vertices of the piece count.
  static Real joined(ReductionKind kind, const Real* found, int packs, int valid) {
    T total(reduction_begin<Real>(kind));
    for (int p = 0; p < packs; ++p)
      total =
          reduce_lanes(kind, total, load<T>(found + p * Steps::found_values), valid - p * width);
    Real all = reduction_begin<Real>(kind);
    for (int l = 0; l < width; ++l) all = reduction_join(kind, all, Real(lane(total, l)));
    return all;
  }
};

/// The reductions of parts of the vertices on a host, one part after the other.
template <class Program, class Space, class Real, int count>
std::vector<Real> reduce_rows(
    const Space& space, const VertexFields<Real, count>& fields,
    const typename Program::Reductions::template Coefficients<Real>& coefficients) {
  ReduceRows<Program, Real, count> kernel(fields, coefficients, space.concurrency());
  std::vector<Real> parts(kernel.pieces() * std::size_t(kernel.outputs));
  kernel.parts = parts.data();
  using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
  Kokkos::parallel_for("reduce rows", Policy(space, 0, kernel.blocks.count()).set_chunk_size(1),
                       kernel);
  space.fence();
  return parts;
}

/// The reductions of all vertices on a device. What teams of it make is in `memory`, which is made
/// as large as it has to be.
template <class Program, class Space, class Memory, class Real, int count>
std::vector<Real> reduce_columns(
    const Space& space, const VertexFields<Real, count>& fields,
    const typename Program::Reductions::template Coefficients<Real>& coefficients, Memory& memory) {
  using Kernel = ReduceColumns<Program, Real, count>;
  Kernel kernel{fields, coefficients};
  const std::array<int, 3> teams = kernel.teams();
  const std::size_t parts = std::size_t(teams[0]) * std::size_t(teams[1]) * std::size_t(teams[2]);
  const std::size_t size = (parts + 1) * Kernel::outputs;
  if (memory.size() != size) memory = Memory("parts of reductions", size);
  kernel.parts = reinterpret_cast<typename Kernel::Values*>(memory.data());
  run_columns(space, "reductions", teams, kernel);
  std::vector<Real> all(Kernel::outputs);
  using Host = Kokkos::View<Real*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::deep_copy(space, Host(all.data(), all.size()),
                    Kokkos::subview(memory, std::pair(size - all.size(), size)));
  space.fence();
  return all;
}

/// All reductions of a program, in their order; of means and rms the final values. Waits for the
/// result. On a device `memory`, a view, is used and kept from call to call.
template <class Program, class Space, class Memory, class Real, int count>
std::array<Real, std::size_t(Program::Reductions::outputs)> reduce_vertices(
    const Space& space, const VertexFields<Real, count>& fields,
    const typename Program::Reductions::template Coefficients<Real>& coefficients,
    [[maybe_unused]] Memory& memory) {
  constexpr int outputs = Program::Reductions::outputs;
  std::array<Real, std::size_t(outputs)> total{};
  if constexpr (outputs > 0) {
    std::vector<Real> parts;
    if constexpr (is_host_space<Space>)
      parts = reduce_rows<Program>(space, fields, coefficients);
    else
      parts = reduce_columns<Program>(space, fields, coefficients, memory);
    const Real vertices = Real(fields.cells[1] * fields.cells[2]) * Real(fields.cells[0]);
    for (std::size_t r = 0; r < total.size(); ++r) {
      const ReductionKind kind = Program::reductions[r].kind;
      total[r] = reduction_begin<Real>(kind);
      for (std::size_t part = r; part < parts.size(); part += outputs)
        total[r] = reduction_join(kind, total[r], parts[part]);
      if (kind == ReductionKind::mean || kind == ReductionKind::rms) total[r] /= vertices;
      if (kind == ReductionKind::rms) total[r] = std::sqrt(total[r]);
    }
  }
  return total;
}

}  // namespace solenoid
