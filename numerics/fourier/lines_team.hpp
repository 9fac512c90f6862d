#pragma once
/// \file
/// The device form of passes of Fourier transforms along lines: teams of threads, each of which
/// transforms some pairs of lines beside each other.

#include <cstddef>

#include "numerics/device/team.hpp"
#include "numerics/fourier/transform_work.hpp"

namespace solenoid {

/// The device form: a team transforms some pairs of lines beside each other, in its scratch memory
/// or, where lines are too long for that, in memory given. (Which it is kernels are compiled for:
/// scratch memory has addresses of its own kind.)
template <class Real, class Lengths>
struct LinesTeam {
  static constexpr int threads = Lengths::threads;
  static constexpr int teams = Lengths::teams;
  LinesPass<Real> pass;
  Lengths lengths;
  Real* instead = nullptr;  ///< memory for all teams in place of scratch memory

  [[nodiscard]] KOKKOS_FORCEINLINE_FUNCTION int groups() const {
    return (pass.pairs() + lengths.together - 1) / lengths.together;
  }

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    const int row = team.league_rank() / groups();
    const int first_pair = (team.league_rank() - row * groups()) * lengths.together;
    const int room = line_room(lengths.length) * lengths.together;
    Real* memory = nullptr;
    if constexpr (Lengths::in_scratch)
      memory = static_cast<Real*>(team.scratch());
    else
      memory = instead + std::size_t(team.league_rank()) * 2 * Lengths::copies * std::size_t(room);
    constexpr int other = Lengths::copies - 1;
    TransformWork<Real, Lengths, Team> work{
        pass,
        lengths,
        team,
        first_pair,
        row,
        {memory, memory + room},
        {memory + 2 * other * room, memory + (2 * other + 1) * room}};
    work.run();
  }
};
template <class Real, class Lengths>
LinesTeam(const LinesPass<Real>&, const Lengths&) -> LinesTeam<Real, Lengths>;

/// Whether neighbouring values of lines are neighbours in memory.
template <class Real>
bool is_along_x(const LinesPass<Real>& pass) {
  return pass.from_stride[0] == 1;
}

/// Calls body(lengths) with the FixedLength of a pass, if there is a kernel for it.
template <class Real, class Body>
bool with_fixed_length(const LinesPass<Real>& pass, const Body& body) {
  const auto is = [&]<int length>() {
    if (pass.line.length != length) return false;
    if (is_along_x(pass))
      body(FixedLength<length, true>());
    else
      body(FixedLength<length, false>());
    return true;
  };
  return is.template operator()<128>() || is.template operator()<256>() ||
         is.template operator()<512>();
}

}  // namespace solenoid
