#pragma once
/// \file
/// Reductions of teams: what their threads have is joined in an order that depends on nothing but
/// their number.

#include <cstddef>
#include <cstring>
#include <type_traits>

#include "numerics/device/team.hpp"

namespace solenoid {

/// What the thread `distance` on in the warp has; behind its end, any.
template <DeviceTeam Team, class Values>
KOKKOS_FORCEINLINE_FUNCTION Values shuffled_down(const Team& team, const Values& values,
                                                 int distance) {
  static_assert(std::is_trivially_copyable_v<Values>);
  using Word = std::conditional_t<sizeof(Values) % 8 == 0, double, float>;
  constexpr std::size_t count = sizeof(Values) / sizeof(Word);
  static_assert(count * sizeof(Word) == sizeof(Values));
  Word words[count];
  std::memcpy(words, &values, sizeof words);
  for (std::size_t w = 0; w < count; ++w) words[w] = team.shuffle_down(words[w], distance);
  Values shuffled = values;
  std::memcpy(&shuffled, words, sizeof words);
  return shuffled;
}

/// What a kernel of reductions needs of a team: Kernel::Values, which begin as
/// they are made and join() others; Kernel::shape is how threads stand beside each other.
template <class Kernel>
struct JoinTeam {
  using Values = typename Kernel::Values;
  static constexpr int threads = Kernel::shape.vertices();
  static constexpr int warps = threads / warp_width;
  static constexpr int scratch_bytes = warps * int(sizeof(Values));
  static constexpr int teams = Kernel::shape.teams;

  /// Joins what the threads of a team have and writes it to `to`.
  template <DeviceTeam Team>
  KOKKOS_FORCEINLINE_FUNCTION static void join(const Team& team, Values total, Values& to) {
    const int thread = team.team_rank();
    for (int distance = warp_width / 2; distance > 0; distance /= 2) {
      const Values other = shuffled_down(team, total, distance);
      total.join(other);
    }
    Values* const of_warps = static_cast<Values*>(team.scratch());
    if (thread % warp_width == 0) of_warps[thread / warp_width] = total;
    team.barrier();
    if (thread > 0) return;
    for (int warp = 1; warp < warps; ++warp) total.join(of_warps[warp]);
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
    typename Kernel::Values total;
    kernel.add((part - row * count[0]) * shape.columns + thread % shape.columns,
               row % count[1] * shape.rows + thread / shape.columns, row / count[1], total);
    this->join(team, total, kernel.parts[part]);
  }
};

/// Joins sets of `count` parts each, a team a set; behind all parts it puts what they make.
template <class Kernel>
struct JoinParts : JoinTeam<Kernel> {
  Kernel kernel;
  int count;
  JoinParts(const Kernel& of, int parts) : kernel(of), count(parts) {}

  template <DeviceTeam Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    typename Kernel::Values total;
    const int set = team.league_rank();
    for (int part = team.team_rank(); part < count; part += this->threads)
      total.join(kernel.parts[set * count + part]);
    this->join(team, total, kernel.parts[team.league_size() * count + set]);
  }
};

}  // namespace solenoid
