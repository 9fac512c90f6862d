/// Sums over cells: the same in teams of a device as on host threads, whatever the numbers are.

#include "physics/solvers/cell_sums.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "tests/host_team.hpp"

namespace solenoid {
namespace {

/// Numbers of cells by a formula, of very different sizes and signs.
template <int sum_count>
struct SomeCells {
  std::array<int, 3> cells;

  [[nodiscard]] int count() const { return cells[0] * cells[1] * cells[2]; }
  KOKKOS_FUNCTION void terms(int cell, double to[sum_count]) const {
    for (int s = 0; s < sum_count; ++s) {
      const unsigned mixed = (unsigned(cell) * 2654435761U) ^ (unsigned(s) * 40503U);
      to[s] = std::ldexp(double(mixed % 4099) - 2000, int(mixed % 97) - 60 * s);
    }
  }
};

/// The sums that `parts` teams make.
template <int sum_count>
std::array<double, sum_count> sums_of_teams(const SomeCells<sum_count>& cells, int parts,
                                            TurnOrder order) {
  using Kernel = CellSumsOfTeams<sum_count, SomeCells<sum_count>>;
  std::vector<typename Kernel::Values> values(std::size_t((parts + 1) * sum_count));
  const Kernel kernel{cells, parts, values.data()};
  run_teams_on_host(TeamLaunch<Kernel>{kernel, parts}, order);
  run_teams_on_host(TeamLaunch<JoinParts<Kernel>>{{kernel, parts}, sum_count}, order);
  std::array<double, sum_count> sums{};
  for (int s = 0; s < sum_count; ++s)
    sums[std::size_t(s)] = values[std::size_t(parts * sum_count + s)].sum.total(0);
  return sums;
}

template <int sum_count>
void compare(const std::array<int, 3>& cells, int parts) {
  const SomeCells<sum_count> some{cells};
  const auto expected = CellSums<sum_count, HostSpace>().of(HostSpace(), some);
  for (const TurnOrder order : turn_orders) {
    const auto found = sums_of_teams(some, parts, order);
    for (int s = 0; s < sum_count; ++s)
      EXPECT_EQ(found[std::size_t(s)], expected.total(s))
          << s << " of " << sum_count << ", " << parts << " parts";
  }
}

TEST(CellSums, AreTheSameInTeamsAsOnHostThreads) {
  compare<1>({7, 1, 1}, 1);
  compare<1>({40, 13, 5}, 3);
  compare<3>({1, 9, 100}, 2);
  compare<9>({5, 3, 2}, 1);
  compare<9>({31, 20, 3}, 4);
}

}  // namespace
}  // namespace solenoid
