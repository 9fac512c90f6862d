#pragma once
/// \file
/// Reductions of stencil programs (numerics/vertices/stencil_program.hpp) over all vertices of a
/// box: on a CPU of blocks of rows, on a GPU of columns of vertices. What they make does not depend
/// on how vertices are grouped (numerics/device/reproducible_sums.hpp).

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <utility>
#include <vector>

#include "numerics/device/device_launch.hpp"
#include "numerics/device/device_limits.hpp"
#include "numerics/device/host_blocks.hpp"
#include "numerics/device/reproducible_sums.hpp"
#include "numerics/vertices/pass_shape.hpp"
#include "numerics/vertices/vertex_rows.hpp"

namespace solenoid {

/// In place of sums: whether all values were finite, 0 or NaN.
class FiniteCheck {
 public:
  KOKKOS_FORCEINLINE_FUNCTION void add(int, double value) { stain_ += 0 * value; }
  /// `packs` packs of values, each `stride` numbers behind the one before.
  void add(int, const double* values, int packs, int stride) {
    using T = HostPack<double>;
    T stain(0.0);
    for (int p = 0; p < packs; ++p) stain = fma(T(0.0), load<T>(values + p * stride), stain);
    for (int l = 0; l < lane_width<T>; ++l) stain_ += lane(stain, l);
  }
  KOKKOS_FORCEINLINE_FUNCTION void join(const FiniteCheck& other) { stain_ += other.stain_; }
  template <class Parts>
  void join_parts(const Parts& parts) {
    parts.add_up(&stain_, 1);
  }
  template <class Result>
  [[nodiscard]] Result total(int) const {
    return Result(stain_);
  }

 private:
  double stain_ = 0;
};

/// What has been reduced of some vertices, for all reductions of a program. What is not a number
/// stays so.
template <class Program, class Real, Reduced reduced = Reduced::all>
class ReductionValues {
 public:
  static constexpr int outputs = Program::Reductions::outputs;

  KOKKOS_FUNCTION ReductionValues() {
    for (int r = 0; r < outputs; ++r)
      if (!is_additive(kind(r))) extremes_[place(r)] = begin(kind(r));
  }
  /// Where an extremum begins.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr Real begin(ReductionKind kind) {
    constexpr Real infinity = std::numeric_limits<Real>::infinity();
    return kind == ReductionKind::minimum ? infinity : -infinity;
  }
  /// Values of reduction r, a sum, mean or root, on a host: `packs` packs of numbers, each `stride`
  /// numbers behind the one before. Squares them where they are, of a root.
  void add_terms(int r, Real* values, int packs, int stride) {
    using T = HostPack<Real>;
    if constexpr (std::is_same_v<Real, double>) {
      if (kind(r) == ReductionKind::rms)
        for (int p = 0; p < packs; ++p) {
          const T value = load<T>(values + p * stride);
          store(values + p * stride, value * value);
        }
      sums_.add(place(r), values, packs, stride);
    } else {
      for (int p = 0; p < packs; ++p)
        for (int l = 0; l < lane_width<T>; ++l) add(r, values[p * stride + l]);
    }
  }
  /// Another value of reduction r.
  KOKKOS_FORCEINLINE_FUNCTION void add(int r, Real value) {
    if (is_additive(kind(r)))
      add_term(place(r), kind(r) == ReductionKind::rms ? value * value : value);
    else
      extremes_[place(r)] = extremum(kind(r), extremes_[place(r)], value);
  }
  KOKKOS_FUNCTION void join(const ReductionValues& other) {
    for (int r = 0; r < outputs; ++r)
      if (!is_additive(kind(r)))
        extremes_[place(r)] = extremum(kind(r), extremes_[place(r)], other.extremes_[place(r)]);
    if constexpr (sum_count > 0) sums_.join(other.sums_);
  }
  /// Joins those of all parts of a grid, so that all have the same.
  template <class Parts>
  void join_parts(const Parts& parts) {
    std::array<double, std::size_t(extreme_size)> largest{};
    for (int r = 0; r < outputs; ++r)
      if (!is_additive(kind(r)))
        largest[std::size_t(place(r))] = sign(r) * double(extremes_[place(r)]);
    parts.take_largest(largest.data(), std::size_t(outputs - sum_count));
    for (int r = 0; r < outputs; ++r)
      if (!is_additive(kind(r)))
        extremes_[place(r)] = Real(sign(r) * largest[std::size_t(place(r))]);
    if constexpr (sum_count > 0) sums_.join_parts(parts);
  }
  /// All reductions in their order, of so many vertices.
  [[nodiscard]] std::array<Real, std::size_t(outputs)> results(double vertices) const {
    using Total = std::conditional_t<(sizeof(Real) > sizeof(double)), Real, double>;
    std::array<Real, std::size_t(outputs)> found{};
    for (int r = 0; r < outputs; ++r) {
      Real& result = found[std::size_t(r)];
      if (!is_additive(kind(r))) {
        result = extremes_[place(r)];
        continue;
      }
      const Total total = sums_.template total<Total>(place(r));
      result = Real(kind(r) == ReductionKind::sum    ? total
                    : kind(r) == ReductionKind::mean ? total / Total(vertices)
                                                     : std::sqrt(total / Total(vertices)));
    }
    return found;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static constexpr ReductionKind kind(int r) {
    constexpr auto reductions = Program::reductions;
    return reductions[std::size_t(r)].kind;
  }
  /// The number of a reduction among the sums, or among the extrema.
  KOKKOS_FORCEINLINE_FUNCTION static constexpr int place(int r) {
    int before = 0;
    for (int other = 0; other < r; ++other)
      before += is_additive(kind(other)) == is_additive(kind(r));
    return before;
  }
  static constexpr int count_sums() {
    int sums = 0;
    for (int r = 0; r < outputs; ++r) sums += is_additive(kind(r));
    return sums;
  }
  KOKKOS_FORCEINLINE_FUNCTION void add_term(int place, Real term) {
    sums_.add(place, double(term));
    if constexpr (sizeof(Real) > sizeof(double))
      sums_.add(place, double(term - Real(double(term))));
  }
  static double sign(int r) { return kind(r) == ReductionKind::minimum ? -1 : 1; }
  KOKKOS_FORCEINLINE_FUNCTION static Real extremum(ReductionKind kind, Real a, Real b) {
    if (a != a) return a;
    return kind == ReductionKind::minimum ? min(a, b) : max(a, b);
  }

  static constexpr int sum_count = count_sums();
  static constexpr int sum_size = sum_count > 0 ? sum_count : 1;
  static constexpr int extreme_size = outputs > sum_count ? outputs - sum_count : 1;
  struct NoSums {
    KOKKOS_FUNCTION void add(int, double) {}
    void add(int, const double*, int, int) {}
    template <class Result>
    [[nodiscard]] Result total(int) const {
      return 0;
    }
  };
  using Sums = std::conditional_t<reduced == Reduced::all, ReproducibleSums<sum_size>, FiniteCheck>;
  std::conditional_t<(sum_count > 0), Sums, NoSums> sums_;
  Real extremes_[extreme_size]{};
};

/// Device form: a thread takes a column of vertices along z, or along y in a plane, whose
/// neighbours stay in the cache, and parts[team] become the reductions of a team's columns, the
/// part behind all teams those of all.
template <class Program, class Real, int count, Reduced reduced = Reduced::all>
struct ReduceColumns {
  static constexpr int outputs = Program::Reductions::outputs;
  using Values = ReductionValues<Program, Real, reduced>;
  using Pass = typename Program::Reductions;
  static constexpr PassShape shape{PassForm::plain, 32, 8, 1, 2, 0};
  static constexpr int longest = 32;  ///< column, in vertices
  VertexFields<Real, count> fields;
  typename Pass::template Coefficients<Real> coefficients;
  Values* parts = nullptr;
  int axis = 2;    ///< of the columns
  int length = 1;  ///< of a column: as long as there are columns to fill the device

  ReduceColumns(const VertexFields<Real, count>& of,
                const typename Pass::template Coefficients<Real>& with)
      : fields(of), coefficients(with), axis(of.cells[2] > 1 ? 2 : 1) {
    long vertices = 1;
    for (const int cells : of.cells) vertices *= cells;
    length = int(std::clamp(vertices / many_threads, 1L, long(longest)));
  }
  /// Teams along each axis.
  [[nodiscard]] std::array<int, 3> teams() const {
    const auto in = [&](int along, int threads) {
      const int vertices = along == axis ? threads * length : threads;
      return (fields.cells[along] + vertices - 1) / vertices;
    };
    return {in(0, shape.columns), in(1, shape.rows), in(2, 1)};
  }
  /// Adds the vertices of the column (i, j) of a team's planes, if they are of the box.
  KOKKOS_FUNCTION void add(int i, int j, int team_plane, Values& total) const {
    if (i >= fields.cells[0]) return;
    const int first = (axis == 1 ? j : team_plane) * length;
    const int last = first + length < fields.cells[axis] ? first + length : fields.cells[axis];
    if (axis != 1 && j >= fields.cells[1]) return;
    for (int n = first; n < last; ++n) {
      Real out[outputs]{};
      compute_pass<Pass, Real>(vertex_of<Real>(fields, i, axis == 1 ? n : j, axis == 1 ? 0 : n),
                               coefficients, out);
      for (int r = 0; r < outputs; ++r) total.add(r, out[r]);
    }
  }
};

/// Host form: a block of rows a call; parts[block] are the reductions of its vertices.
template <class Program, class Real, int count, Reduced reduced>
struct ReduceRows {
  static constexpr int outputs = Program::Reductions::outputs;
  using Steps = RowSteps<typename Program::Reductions, Real, count>;
  using T = typename Steps::T;
  static constexpr int width = lane_width<T>;
  static constexpr int values_of_row = Steps::most_packs * Steps::found_values;
  Steps steps;
  using Values = ReductionValues<Program, Real, reduced>;
  RowBlocks blocks;
  Values* parts = nullptr;

  ReduceRows(const VertexFields<Real, count>& fields,
             const typename Program::Reductions::template Coefficients<Real>& coefficients,
             int threads)
      : steps{fields, coefficients},
        blocks(fields.cells, {0, fields.cells[1]}, width, Steps::most_packs, threads) {}

  void operator()(const int id) const {
    alignas(64) Real found[std::size_t(Steps::planes_at_a_time * values_of_row)];
    const int* const cells = steps.fields.cells;
    Values of_block, of_pieces;
    int added = 0;
    blocks.for_pieces(id, cells, Steps::planes_at_a_time, [&](const RowPiece& piece) {
      steps.run(piece, [to = found](int pack, int plane, std::ptrdiff_t) {
        return KeptPacks<T>{to + plane * values_of_row + pack * Steps::found_values};
      });
      for (int plane = 0; plane < piece.planes; ++plane)
        add_piece(of_pieces, found + plane * values_of_row, piece.packs(),
                  cells[0] - piece.first * width);
      // Sums take so many values at a time.
      if ((added += piece.planes * piece.packs() * width) > most_values_of_sums / 2) {
        of_block.join(std::exchange(of_pieces, Values()));
        added = 0;
      }
    });
    of_block.join(of_pieces);
    parts[id] = of_block;
  }

 private:
  /// Adds `packs` packs, of which the first `valid` vertices count.
  static void add_piece(Values& values, Real* found, int packs, int valid) {
    add_extremes(values, found, packs, valid);
    for (int r = 0; r < outputs; ++r) {
      if (!is_additive(Program::reductions[std::size_t(r)].kind)) continue;
      Real* const first = found + r * width;
      const int whole = std::min(packs, valid / width);
      values.add_terms(r, first, whole, Steps::found_values);
      for (int p = whole; p < packs; ++p)
        for (int l = 0; l < valid - p * width; ++l)
          values.add(r, first[p * Steps::found_values + l]);
    }
  }
  /// All extremes side by side: each waits for what it was one pack before.
  static void add_extremes(Values& values, const Real* found, int packs, int valid) {
    // Plain numbers: nvcc cannot see an array of packs.
    alignas(64) Real extremes[std::size_t(outputs * width)];
    for (int r = 0; r < outputs; ++r)
      store(extremes + r * width, T(Values::begin(Program::reductions[std::size_t(r)].kind)));
    for (int p = 0; p < packs; ++p, found += Steps::found_values)
      [&]<std::size_t... r>(std::index_sequence<r...>) {
        (add_extreme<Program::reductions[r].kind>(extremes + r * width, found + r * width,
                                                  valid - p * width),
         ...);
      }
    (std::make_index_sequence<std::size_t(outputs)>{});
    for (int r = 0; r < outputs; ++r)
      if (!is_additive(Program::reductions[std::size_t(r)].kind))
        for (int l = 0; l < width; ++l) values.add(r, extremes[r * width + l]);
  }
  template <ReductionKind kind>
  [[gnu::always_inline]] static void add_extreme(Real* extreme, const Real* value, int valid) {
    if constexpr (!is_additive(kind))
      store(extreme, extremes_of(kind, load<T>(extreme), load<T>(value), valid));
  }
  /// The first `valid` lanes of the new values count; what is not a number stays so.
  [[gnu::always_inline]] static T extremes_of(ReductionKind kind, const T& before, T value,
                                              int valid) {
    if (valid < width)
      value = select(less(lane_numbers<T>(), T(Real(valid))), value, T(Values::begin(kind)));
    const T joined = kind == ReductionKind::minimum ? min(before, value) : max(before, value);
    return select(before == before, joined, before);
  }
};

/// The reductions of all vertices on a host.
template <class Program, Reduced reduced, class Space, class Real, int count>
ReductionValues<Program, Real, reduced> reduce_rows(
    const Space& space, const VertexFields<Real, count>& fields,
    const typename Program::Reductions::template Coefficients<Real>& coefficients) {
  using Kernel = ReduceRows<Program, Real, count, reduced>;
  Kernel kernel(fields, coefficients, space.concurrency());
  std::vector<typename Kernel::Values> parts(std::size_t(kernel.blocks.count()));
  kernel.parts = parts.data();
  run_blocks(space, "reduce rows", kernel.blocks.count(), kernel);
  typename Kernel::Values all;
  for (const typename Kernel::Values& part : parts) all.join(part);
  return all;
}

/// The reductions of all vertices on a device. What teams of it make is in `memory`, which is made
/// as large as it has to be.
template <class Program, Reduced reduced, class Space, class Memory, class Real, int count>
ReductionValues<Program, Real, reduced> reduce_columns(
    const Space& space, const VertexFields<Real, count>& fields,
    const typename Program::Reductions::template Coefficients<Real>& coefficients, Memory& memory) {
  using Kernel = ReduceColumns<Program, Real, count, reduced>;
  using Values = typename Kernel::Values;
  constexpr std::size_t numbers = sizeof(Values) / sizeof(Real);
  static_assert(numbers * sizeof(Real) == sizeof(Values));
  Kernel kernel(fields, coefficients);
  const std::array<int, 3> teams = kernel.teams();
  const std::size_t parts = std::size_t(teams[0]) * std::size_t(teams[1]) * std::size_t(teams[2]);
  const std::size_t size = (parts + 1) * numbers;
  if (memory.size() < size) memory = Memory("parts of reductions", size);
  kernel.parts = reinterpret_cast<Values*>(memory.data());
  run_columns(space, "reductions", teams, kernel);
  std::array<Real, numbers> last{};
  using Host = Kokkos::View<Real*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::deep_copy(space, Host(last.data(), last.size()),
                    Kokkos::subview(memory, std::pair(size - numbers, size)));
  space.fence();
  Values all;
  std::memcpy(static_cast<void*>(&all), last.data(), sizeof all);
  return all;
}

/// The reductions of a program that are asked for. Waits for the result. On a device `memory`, a
/// view, is used and kept from call to call.
template <class Program, Reduced reduced = Reduced::all, class Space, class Memory, class Real,
          int count>
auto reduce_vertices(const Space& space, const VertexFields<Real, count>& fields,
                     const typename Program::Reductions::template Coefficients<Real>& coefficients,
                     [[maybe_unused]] Memory& memory) {
  if constexpr (Program::Reductions::outputs == 0)
    return ReductionValues<Program, Real>();
  else if constexpr (is_host_space<Space>)
    return reduce_rows<Program, reduced>(space, fields, coefficients);
  else
    return reduce_columns<Program, reduced>(space, fields, coefficients, memory);
}

}  // namespace solenoid
