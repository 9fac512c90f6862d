#pragma once
/// \file
/// Sums over the cells of a part of numbers that a kernel makes of each, reproducible: the same for
/// any number of threads and parts and for any device.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "numerics/device/copies.hpp"
#include "numerics/device/device_launch.hpp"
#include "numerics/device/reproducible_sums.hpp"
#include "numerics/vertices/pass_shape.hpp"

namespace solenoid {

/// The most cells that terms_of_block is asked for.
inline constexpr int cells_of_block = 64;

/// Host form: some of the rows a call.
template <int sum_count, class Cells>
struct CellSumsOfRows {
  using Sums = ReproducibleSums<sum_count>;
  Cells cells;
  int parts = 0;
  Sums* of_parts = nullptr;

  [[nodiscard]] std::size_t rows() const {
    return std::size_t(cells.cells[1]) * std::size_t(cells.cells[2]);
  }
  /// Adds a row, in pieces that one object of sums takes.
  void add_row(Sums& sums, std::size_t row) const {
    constexpr int block = cells_of_block, width = lane_width<HostPack<double>>;
    alignas(64) double found[sum_count][block];
    const int first = int(row) * cells.cells[0];
    Sums own;
    for (int begin = 0; begin < cells.cells[0]; begin += block) {
      const int count = std::min(block, cells.cells[0] - begin);
      const int packs = (count + width - 1) / width;
      if constexpr (requires { cells.terms_of_block(0, 0, found); })
        cells.terms_of_block(first + begin, count, found);
      else
        for (int i = 0; i < count; ++i) {
          double terms[sum_count];
          cells.terms(first + begin + i, terms);
          for (int s = 0; s < sum_count; ++s) found[s][i] = terms[s];
        }
      for (int s = 0; s < sum_count; ++s) {
        for (int i = count; i < packs * width; ++i) found[s][i] = 0;
        own.add(s, found[s], packs);
      }
      if ((begin / block) % 1024 == 1023) sums.join(std::exchange(own, Sums()));
    }
    sums.join(own);
  }
  void operator()(const int part) const {
    Sums sums;
    const std::size_t end = rows() * std::size_t(part + 1) / std::size_t(parts);
    for (std::size_t row = rows() * std::size_t(part) / std::size_t(parts); row < end; ++row)
      add_row(sums, row);
    of_parts[part] = sums;
  }
};

/// Device form: a team adds up a part of the cells, a thread finds the numbers of a cell, and each
/// warp adds those of one of the sums. All parts of one sum are followed by those of the next.
template <int sum_count, class Cells>
struct CellSumsOfTeams {
  struct Values {
    ReproducibleSums<1> sum;
    KOKKOS_FUNCTION void join(const Values& other) { sum.join(other.sum); }
  };
  static constexpr PassShape shape{PassForm::plain, 32, 8, 1, 2, 0};  ///< where parts are joined
  static constexpr int warps_of_sum = sum_count < 8 ? 8 / sum_count : 1;
  static constexpr int threads_of_sum = warps_of_sum * warp_width;
  static constexpr int threads = sum_count * threads_of_sum;
  static constexpr int teams = 2;
  /// The numbers of one round of cells, and of the next one.
  static constexpr int scratch_bytes = 2 * sum_count * threads * int(sizeof(double)) +
                                       sum_count * warps_of_sum * int(sizeof(Values));
  Cells cells;
  int count;  ///< of parts
  Values* parts;

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int thread = team.team_rank(), part = team.league_rank();
    const long all = long(cells.cells[0]) * cells.cells[1] * cells.cells[2];
    const int end = int(all * (part + 1) / count);
    double* const rounds = static_cast<double*>(team.scratch());
    const int sum = thread / threads_of_sum;
    Values total;
    int round = 0;
    for (int first = int(all * part / count); first < end; first += threads, round = 1 - round) {
      double* const found = rounds + round * sum_count * threads;
      double terms[sum_count] = {};
      if (first + thread < end) cells.terms(first + thread, terms);
      for (int s = 0; s < sum_count; ++s) found[s * threads + thread] = terms[s];
      team.barrier();
      for (int n = thread % threads_of_sum; n < threads; n += threads_of_sum)
        total.sum.add(0, found[sum * threads + n]);
    }
    join(team, total, reinterpret_cast<Values*>(rounds + 2 * sum_count * threads));
  }

 private:
  /// Joins what the threads of each sum have.
  template <class Team>
  KOKKOS_FORCEINLINE_FUNCTION void join(const Team& team, Values total, Values* of_warps) const {
    const int thread = team.team_rank();
    for (int distance = warp_width / 2; distance > 0; distance /= 2)
      total.join(shuffled_down(team, total, distance));
    if (thread % warp_width == 0) of_warps[thread / warp_width] = total;
    team.barrier();
    if (thread >= sum_count) return;
    total = of_warps[thread * warps_of_sum];
    for (int warp = 1; warp < warps_of_sum; ++warp)
      total.join(of_warps[thread * warps_of_sum + warp]);
    parts[thread * count + team.league_rank()] = total;
  }
};

/// Sums of `sum_count` numbers of each cell. Cells have count(), how many cells there are along
/// each axis, cells, and terms(cell, to), which writes the numbers of a cell: of each cell once,
/// where there is one sum. They may have terms_of_block(first, count, to), which writes those of
/// cells side by side in a row to to[sum][cell - first], on a host.
template <int sum_count, class Space>
class CellSums {
 public:
  using Sums = ReproducibleSums<sum_count>;

  template <class Cells>
  Sums of(const Space& space, const Cells& cells) {
    if constexpr (is_host_space<Space>)
      return on_host_threads(space, cells);
    else
      return on_device(space, cells);
  }

 private:
  static constexpr int most_parts = 1024, cells_of_part = 4096;
  using Memory = Kokkos::View<double*, typename Space::memory_space>;

  template <class Cells>
  Sums on_host_threads(const Space& space, const Cells& cells) {
    CellSumsOfRows<sum_count, Cells> kernel{cells};
    kernel.parts = int(std::min(4 * std::size_t(space.concurrency()), kernel.rows()));
    std::vector<Sums> of_parts(std::size_t(kernel.parts));
    kernel.of_parts = of_parts.data();
    Kokkos::parallel_for("sums of cells",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, kernel.parts),
                         kernel);
    space.fence();
    Sums all;
    for (const Sums& part : of_parts) all.join(part);
    return all;
  }
  template <class Cells>
  Sums on_device(const Space& space, const Cells& cells) {
    using Kernel = CellSumsOfTeams<sum_count, Cells>;
    using Values = typename Kernel::Values;
    constexpr std::size_t numbers = sizeof(Values) / sizeof(double);
    const int parts = std::clamp(cells.count() / cells_of_part, 1, most_parts);
    const std::size_t made = std::size_t(parts) * sum_count, size = (made + sum_count) * numbers;
    if (memory_.size() != size) memory_ = Memory("parts of sums", size);
    const Kernel kernel{cells, parts, reinterpret_cast<Values*>(memory_.data())};
    run_teams(space, "sums of cells", TeamLaunch<Kernel>{kernel, parts});
    run_teams(space, "sums of cells", TeamLaunch<JoinParts<Kernel>>{{kernel, parts}, sum_count});
    const auto found = on_host(Kokkos::subview(memory_, std::pair(made * numbers, size)));
    Sums all;
    for (int output = 0; output < sum_count; ++output) {
      Values values;
      std::memcpy(static_cast<void*>(&values), found.data() + std::size_t(output) * numbers,
                  sizeof values);
      all.join(output, values.sum, 0);
    }
    return all;
  }

  Memory memory_;
};

}  // namespace solenoid
