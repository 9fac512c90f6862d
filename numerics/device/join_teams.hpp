#pragma once
/// \file
/// Reductions of teams: what their threads have is joined in an order that depends on nothing but
/// their number.

#include "numerics/device/team.hpp"

namespace solenoid {

/// What a kernel of reductions needs of a team: kernel.join(to, from) joins Kernel::Values of
/// Kernel::outputs numbers, which begin as kernel.begin(); Kernel::shape is how threads stand
/// beside each other.
template <class Kernel>
struct JoinTeam {
  using Values = typename Kernel::Values;
  static constexpr int threads = Kernel::shape.vertices();
  static constexpr int warps = threads / warp_width;
  static constexpr int scratch_bytes = warps * int(sizeof(Values));
  static constexpr int teams = Kernel::shape.teams;

  /// Joins what the threads of a team have and writes it to `to`.
  template <DeviceTeam Team>
  KOKKOS_FORCEINLINE_FUNCTION static void join(const Kernel& kernel, const Team& team, Values total,
                                               Values& to) {
    const int thread = team.team_rank();
    for (int distance = warp_width / 2; distance > 0; distance /= 2) {
      Values other;
      for (int r = 0; r < Kernel::outputs; ++r)
        other.of[r] = team.shuffle_down(total.of[r], distance);
      kernel.join(total, other);
    }
    Values* const of_warps = static_cast<Values*>(team.scratch());
    if (thread % warp_width == 0) of_warps[thread / warp_width] = total;
    team.barrier();
    if (thread > 0) return;
    for (int warp = 1; warp < warps; ++warp) kernel.join(total, of_warps[warp]);
    to = total;
  }
};

/// What the threads of a team make of their columns, joined: a part of the whole.
template <class Kernel>
struct ReduceParts : JoinTeam<Kernel> {
  Kernel kernel;
  int count[2];  ///< teams along x and y
  ReduceParts(const Kernel& of, const std::array<int, 2>& along_x_and_y)
      : kernel(of), count{along_x_and_y[0], along_x_and_y[1]} {}

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    constexpr auto shape = Kernel::shape;
    const int thread = team.team_rank();
    const int part = team.league_rank();
    const int row = part / count[0];
    typename Kernel::Values total = kernel.begin();
    kernel.add((part - row * count[0]) * shape.columns + thread % shape.columns,
               row % count[1] * shape.rows + thread / shape.columns, row / count[1], total);
    this->join(kernel, team, total, kernel.parts[part]);
  }
};

/// All of `count` parts joined, behind them.
template <class Kernel>
struct JoinParts : JoinTeam<Kernel> {
  Kernel kernel;
  int count;
  JoinParts(const Kernel& of, int parts) : kernel(of), count(parts) {}

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    typename Kernel::Values total = kernel.begin();
    for (int part = team.team_rank(); part < count; part += this->threads)
      kernel.join(total, kernel.parts[part]);
    this->join(kernel, team, total, kernel.parts[count]);
  }
};

}  // namespace solenoid
