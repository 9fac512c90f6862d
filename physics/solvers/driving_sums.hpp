#pragma once
/// \file
/// Sums over the cells of what a driving acceleration does to a fluid, reproducible.

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "numerics/device/copies.hpp"
#include "numerics/device/device_launch.hpp"
#include "numerics/device/reproducible_sums.hpp"
#include "numerics/vertices/pass_shape.hpp"

namespace solenoid {

/// rho, rho v (3), rho a (3), rho v.a, rho a^2.
inline constexpr int driving_sum_count = 9;

/// The cells of a part, by number, and the acceleration in them.
template <class Real>
struct DrivenCells {
  Real* density;  ///< of the interior cell (0, 0, 0), and the others
  std::array<Real*, 3> momentum;
  Real* energy;  ///< null where there is none
  std::array<int, 3> cells;
  std::array<int, 3> stride;
  const double* table;  ///< along x: cosines, then sines of each wave number
  const double* rows;   ///< six numbers of each wave number of a row: SumWavesOfRow
  int wave_count;

  [[nodiscard]] int count() const { return cells[0] * cells[1] * cells[2]; }
  KOKKOS_FORCEINLINE_FUNCTION int place(int cell) const {
    const int i = cell % cells[0], jk = cell / cells[0];
    return i * stride[0] + jk % cells[1] * stride[1] + jk / cells[1] * stride[2];
  }
  KOKKOS_FORCEINLINE_FUNCTION void acceleration(int cell, double a[3]) const {
    const int i = cell % cells[0], row = cell / cells[0];
    a[0] = a[1] = a[2] = 0;
    for (int n = 0; n < wave_count; ++n) {
      const double c = table[2 * n * cells[0] + i], s = table[(2 * n + 1) * cells[0] + i];
      const double* const of_row = rows + std::size_t(row * wave_count + n) * 6;
      for (int d = 0; d < 3; ++d) a[d] += of_row[d] * c + of_row[3 + d] * s;
    }
  }
  /// The terms of all sums.
  KOKKOS_FORCEINLINE_FUNCTION void terms(int cell, double to[driving_sum_count]) const {
    double a[3];
    acceleration(cell, a);
    const int at = place(cell);
    const double mass = double(density[at]);
    double square = 0, power = 0;
    to[0] = mass;
    for (int d = 0; d < 3; ++d) {
      const double m = double(momentum[std::size_t(d)][at]);
      to[1 + d] = m;
      to[4 + d] = mass * a[d];
      power += m * a[d];
      square += a[d] * a[d];
    }
    to[7] = power;
    to[8] = mass * square;
  }
};

/// Host form: some of the rows a call.
template <class Real>
struct DrivingSumsOfRows {
  using Sums = ReproducibleSums<driving_sum_count>;
  DrivenCells<Real> cells;
  int parts = 0;
  Sums* of_parts = nullptr;

  [[nodiscard]] std::size_t rows() const {
    return std::size_t(cells.cells[1]) * std::size_t(cells.cells[2]);
  }
  /// Adds a row, in pieces that one object of sums takes.
  void add_row(Sums& sums, std::size_t row) const {
    constexpr int block = 64, width = lane_width<HostPack<double>>;
    alignas(64) double found[driving_sum_count][block];
    const int first = int(row) * cells.cells[0];
    Sums own;
    for (int begin = 0; begin < cells.cells[0]; begin += block) {
      const int count = std::min(block, cells.cells[0] - begin);
      const int packs = (count + width - 1) / width;
      for (int i = 0; i < count; ++i) {
        double terms[driving_sum_count];
        cells.terms(first + begin + i, terms);
        for (int s = 0; s < driving_sum_count; ++s) found[s][i] = terms[s];
      }
      for (int s = 0; s < driving_sum_count; ++s) {
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

/// Device form: a team makes one of the sums of a part of the cells; all parts of one sum are
/// followed by those of the next.
template <class Real>
struct DrivingSumsOfCells {
  struct Values {
    ReproducibleSums<1> sum;
    KOKKOS_FUNCTION void join(const Values& other) { sum.join(other.sum); }
  };
  static constexpr PassShape shape{PassForm::plain, 32, 8, 1, 2, 0};
  DrivenCells<Real> cells;
  int count;  ///< of parts
  Values* parts;

  KOKKOS_FUNCTION Values of_thread(int output, int part, int thread) const {
    Values values;
    const long all = long(cells.cells[0]) * cells.cells[1] * cells.cells[2];
    const int end = int(all * (part + 1) / count);
    for (int cell = int(all * part / count) + thread; cell < end; cell += shape.vertices()) {
      double terms[driving_sum_count];
      cells.terms(cell, terms);
      double term = 0;  // chosen without an index, which would put all of them in memory
      for (int s = 0; s < driving_sum_count; ++s) term = s == output ? terms[s] : term;
      values.sum.add(0, term);
    }
    return values;
  }
};

/// What a team of the device form does.
template <class Kernel>
struct DrivingTeam : JoinTeam<Kernel> {
  Kernel kernel;
  explicit DrivingTeam(const Kernel& of) : kernel(of) {}

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int output = team.league_rank() % driving_sum_count;
    const int part = team.league_rank() / driving_sum_count;
    this->join(team, kernel.of_thread(output, part, team.team_rank()),
               kernel.parts[output * kernel.count + part]);
  }
};

template <class Real, class Space>
class DrivingSums {
 public:
  using Sums = ReproducibleSums<driving_sum_count>;

  Sums of(const Space& space, const DrivenCells<Real>& cells) {
    if constexpr (is_host_space<Space>)
      return on_host_threads(space, cells);
    else
      return on_device(space, cells);
  }

 private:
  static constexpr int most_parts = 1024, cells_of_part = 4096;
  using Memory = Kokkos::View<double*, typename Space::memory_space>;

  Sums on_host_threads(const Space& space, const DrivenCells<Real>& cells) {
    DrivingSumsOfRows<Real> kernel{cells};
    kernel.parts = int(std::min(4 * std::size_t(space.concurrency()), kernel.rows()));
    std::vector<Sums> of_parts(std::size_t(kernel.parts));
    kernel.of_parts = of_parts.data();
    Kokkos::parallel_for("sums of driving",
                         Kokkos::RangePolicy<Space, Kokkos::IndexType<int>>(space, 0, kernel.parts),
                         kernel);
    space.fence();
    Sums all;
    for (const Sums& part : of_parts) all.join(part);
    return all;
  }
  Sums on_device(const Space& space, const DrivenCells<Real>& cells) {
    using Kernel = DrivingSumsOfCells<Real>;
    using Values = typename Kernel::Values;
    constexpr std::size_t numbers = sizeof(Values) / sizeof(double);
    const int parts = std::clamp(cells.count() / cells_of_part, 1, most_parts);
    const std::size_t made = std::size_t(parts) * driving_sum_count,
                      size = (made + driving_sum_count) * numbers;
    if (memory_.size() != size) memory_ = Memory("parts of sums of driving", size);
    const Kernel kernel{cells, parts, reinterpret_cast<Values*>(memory_.data())};
    run_teams(
        space, "sums of driving",
        TeamLaunch<DrivingTeam<Kernel>>{DrivingTeam<Kernel>(kernel), parts * driving_sum_count});
    run_teams(space, "sums of driving",
              TeamLaunch<JoinParts<Kernel>>{{kernel, parts}, driving_sum_count});
    const auto found = on_host(Kokkos::subview(memory_, std::pair(made * numbers, size)));
    Sums all;
    for (int output = 0; output < driving_sum_count; ++output) {
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
