#pragma once
/// \file
/// Reductions of stencil programs (numerics/stencil_program.hpp) over all vertices of a box. On a
/// CPU each row of vertices is reduced for itself and rows are joined in order, so that results do
/// not depend on the number of threads; on a GPU sums depend on how its threads are grouped.

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "numerics/vertices.hpp"

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

/// Host form: the reductions of a row, at parts[row * outputs].
template <class Program, class Real, int count>
struct ReduceRows {
  static constexpr int outputs = Program::Reductions::outputs;
  using Pass = typename Program::Reductions;
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;
  Real* parts;

  void operator()(const int row) const {
    using T = HostPack<Real>;
    Real total[outputs];
    for (int r = 0; r < outputs; ++r)
      total[r] = reduction_begin<Real>(Program::reductions[std::size_t(r)].kind);
    for (int i = 0; i < fields.cells[0]; i += lane_width<T>) {
      T out[outputs]{};
      compute_pass<Pass, T>(vertex_of<T>(fields, i, row % fields.cells[1], row / fields.cells[1]),
                            coefficients, out);
      for (int r = 0; r < outputs; ++r) {
        const ReductionKind kind = Program::reductions[std::size_t(r)].kind;
        for (int l = 0; l < lane_width<T> && i + l < fields.cells[0]; ++l)
          total[r] = reduction_join(kind, total[r], reduction_term(kind, Real(lane(out[r], l))));
      }
    }
    for (int r = 0; r < outputs; ++r) parts[row * outputs + r] = total[r];
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
      std::vector<Real> parts(std::size_t(rows) * outputs);
      Kokkos::parallel_for("reduce rows", Kokkos::RangePolicy<Space, int>(space, 0, rows),
                           ReduceRows<Program, Real, count>{fields, coefficients, parts.data()});
      space.fence();
      for (std::size_t r = 0; r < total.size(); ++r) {
        const ReductionKind kind = Program::reductions[r].kind;
        total[r] = reduction_begin<Real>(kind);
        for (std::size_t row = 0; row < std::size_t(rows); ++row)
          total[r] = reduction_join(kind, total[r], parts[row * outputs + r]);
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
