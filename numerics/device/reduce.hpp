#pragma once
/// \file
/// Sums over compact arrays of doubles with Kokkos Kernels' BLAS, the same for any number of
/// threads: pieces of fixed length are reduced one by one and added up in order.

#include <KokkosBlas.hpp>
#include <KokkosBlas1_team_dot.hpp>
#include <Kokkos_Core.hpp>

#include "numerics/device/copies.hpp"
#include "numerics/device/spaces.hpp"

namespace solenoid {

/// Elements that one team reduces.
inline constexpr int reduction_piece = 512;

/// Dot products of corresponding pieces of two arrays.
template <class Space>
struct PieceDots {
  Kokkos::View<const double*, Space> a, b;
  Kokkos::View<double*, Space> partial;

  KOKKOS_FUNCTION void operator()(
      const typename Kokkos::TeamPolicy<Space>::member_type& team) const {
    const std::size_t first = std::size_t(team.league_rank()) * reduction_piece;
    const std::size_t last =
        first + reduction_piece < a.extent(0) ? first + reduction_piece : a.extent(0);
    const auto range = Kokkos::pair<std::size_t, std::size_t>(first, last);
    const double dot =
        KokkosBlas::Experimental::dot(team, Kokkos::subview(a, range), Kokkos::subview(b, range));
    Kokkos::single(Kokkos::PerTeam(team), [&]() { partial(team.league_rank()) = dot; });
  }
};

/// Sum of a_i b_i. The order of additions depends only on the number of elements (and, on a GPU, on
/// the team size).
template <class Space>
double dot(const Space& space, const Kokkos::View<const double*, Space>& a,
           const Kokkos::View<const double*, Space>& b) {
  const int pieces = int((a.extent(0) + reduction_piece - 1) / reduction_piece);
  Kokkos::View<double*, Space> partial("partial dots", std::size_t(pieces));
  Kokkos::parallel_for("piece dots",
                       Kokkos::TeamPolicy<Space>(space, pieces, is_host_space<Space> ? 1 : 64),
                       PieceDots<Space>{a, b, partial});
  const auto values = on_host(partial);
  long double total = 0;
  for (int i = 0; i < pieces; ++i) total += values(i);
  return double(total);
}

/// Largest |a_i|.
template <class Space>
double max_abs(const Space& space, const Kokkos::View<const double*, Space>& a) {
  return KokkosBlas::nrminf(space, a);
}

}  // namespace solenoid
