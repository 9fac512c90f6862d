#pragma once
/// \file
/// Reductions of stencil programs (numerics/stencil_program.hpp) over all vertices of a box. On a
/// CPU each piece of a row is reduced for itself and pieces are joined in order, so that results do
/// not depend on the number of threads; on a GPU sums depend on how its threads are grouped.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "numerics/vertex_rows.hpp"

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

/// Device form: all reductions of a program at once, in registers of each thread.
template <class Program, class Real, int count>
struct ReduceVertices {
  static constexpr int outputs = Program::Reductions::outputs;
  using value_type = ReductionValues<Real, outputs>;
  using Pass = typename Program::Reductions;
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;

  KOKKOS_FUNCTION void operator()(const int vertex, value_type& total) const {
    const int i = vertex % fields.cells[0];
    const int row = vertex / fields.cells[0];
    Real out[outputs]{};
    compute_pass<Pass, Real>(
        vertex_of<Real>(fields, i, row % fields.cells[1], row / fields.cells[1]), coefficients,
        out);
    for (int r = 0; r < outputs; ++r)
      total.of[r] = reduction_join(kind(r), total.of[r], reduction_term(kind(r), out[r]));
  }
  KOKKOS_FUNCTION void init(value_type& total) const {
    for (int r = 0; r < outputs; ++r) total.of[r] = reduction_begin<Real>(kind(r));
  }
  KOKKOS_FUNCTION void join(value_type& to, const value_type& from) const {
    for (int r = 0; r < outputs; ++r) to.of[r] = reduction_join(kind(r), to.of[r], from.of[r]);
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
  Steps steps;
  RowBlocks blocks;
  Real* parts = nullptr;

  ReduceRows(const VertexFields<Real, count>& fields,
             const typename Program::Reductions::template Coefficients<Real>& coefficients)
      : steps{fields, coefficients}, blocks(fields.cells, width, Steps::most_packs) {}
  [[nodiscard]] std::size_t pieces() const {
    return std::size_t(blocks.along_x) * std::size_t(steps.fields.cells[1]) *
           std::size_t(steps.fields.cells[2]);
  }

  void operator()(const int id) const {
    constexpr int values = Steps::found_values;
    alignas(64) Real found[std::size_t(Steps::most_packs * values)];
    const int* const cells = steps.fields.cells;
    blocks.for_rows(id, cells, [&](int first, int last, int j, int k) {
      steps.run(first, last, j, k, [to = found, first](int p, std::ptrdiff_t) {
        return KeptPacks<T>{to + (p - first) * values};
      });
      const int piece = (j + cells[1] * k) * blocks.along_x + id % blocks.along_x;
      for (int r = 0; r < outputs; ++r)
        parts[std::size_t(piece) * outputs + std::size_t(r)] =
            joined(Program::reductions[std::size_t(r)].kind, found + r * width, last - first,
                   cells[0] - first * width);
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

/// All reductions of a program, in their order; of means and rms the final values. Waits for the
/// result.
template <class Program, class Space, class Real, int count>
std::array<Real, std::size_t(Program::Reductions::outputs)> reduce_vertices(
    const Space& space, const VertexFields<Real, count>& fields,
    const typename Program::Reductions::template Coefficients<Real>& coefficients) {
  constexpr int outputs = Program::Reductions::outputs;
  std::array<Real, std::size_t(outputs)> total{};
  if constexpr (outputs > 0) {
    const int rows = fields.cells[1] * fields.cells[2];
    if constexpr (is_host_space<Space>) {
      ReduceRows<Program, Real, count> kernel(fields, coefficients);
      std::vector<Real> parts(kernel.pieces() * outputs);
      kernel.parts = parts.data();
      using Policy = Kokkos::RangePolicy<Space, Kokkos::Schedule<Kokkos::Dynamic>, int>;
      Kokkos::parallel_for("reduce rows", Policy(space, 0, kernel.blocks.count()).set_chunk_size(1),
                           kernel);
      space.fence();
      for (std::size_t r = 0; r < total.size(); ++r) {
        const ReductionKind kind = Program::reductions[r].kind;
        total[r] = reduction_begin<Real>(kind);
        for (std::size_t part = r; part < parts.size(); part += outputs)
          total[r] = reduction_join(kind, total[r], parts[part]);
      }
    } else {
      // Few registers would leave a thread with few of its neighbours on the way at a time.
      using Policy =
          Kokkos::RangePolicy<Space, Kokkos::IndexType<int>, Kokkos::LaunchBounds<256, 2>>;
      ReductionValues<Real, outputs> result{};
      Kokkos::parallel_reduce("reduce vertices", Policy(space, 0, rows * fields.cells[0]),
                              ReduceVertices<Program, Real, count>{fields, coefficients}, result);
      std::copy_n(result.of, outputs, total.begin());
      space.fence();
    }
    const Real vertices = Real(rows) * Real(fields.cells[0]);
    for (std::size_t r = 0; r < total.size(); ++r) {
      const ReductionKind kind = Program::reductions[r].kind;
      if (kind == ReductionKind::mean || kind == ReductionKind::rms) total[r] /= vertices;
      if (kind == ReductionKind::rms) total[r] = std::sqrt(total[r]);
    }
  }
  return total;
}

}  // namespace solenoid
