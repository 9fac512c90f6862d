// Totals of histories: what the teams of a GPU make of the cells is what the rows of a CPU make.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "physics/equations/isothermal.hpp"
#include "physics/fields/diagnostics.hpp"
#include "tests/host_team.hpp"
#include "tests/sanitized.hpp"

namespace solenoid {
namespace {

/// Numbers that stand for derived fields.
struct SomeFields {
  Layout layout;
  const double* values;
  double operator()(DerivedField field, int offset) const {
    return values[offset] + 0.1 * double(int(field));
  }
};

template <class Equations>
void expect_same_totals(const std::array<int, 3>& cells) {
  const Layout layout = make_layout(Grid{cells, {0, 0, 0}, {1, 1, 1}}, 2, 8, 8);
  std::vector<double> values(std::size_t(layout.field_stride));
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = std::sin(double(n * n));
  using Kernel = HistoryOfCells<SomeFields, Equations>;
  constexpr int outputs = Kernel::Sums::outputs;
  const HistoryTerms<SomeFields, Equations> terms{{layout, values.data()}};
  const auto expected = Diagnostics<Equations, HostSpace>(HostSpace(), layout).totals(terms.derive);
  const std::size_t all = std::size_t(cells[0]) * std::size_t(cells[1]) * std::size_t(cells[2]);
  double mass = 0;
  for (std::size_t n = 0; n < all; ++n) {
    const int row = int(n / std::size_t(cells[0]));
    mass += terms.template term<0>(
        layout.offset(int(n % std::size_t(cells[0])), row % cells[1], row / cells[1]));
  }
  EXPECT_NEAR(expected.sums.total(0), mass, 1e-9);
  constexpr int parts = 2;
  std::vector<typename Kernel::Values> made(std::size_t((parts + 1) * outputs));
  const Kernel kernel{terms, all, parts, made.data()};
  run_teams_on_host(TeamLaunch<HistoryTeam<Kernel>>{HistoryTeam<Kernel>(kernel), parts * outputs},
                    TurnOrder::at_random);
  run_teams_on_host(TeamLaunch<JoinParts<Kernel>>{{kernel, parts}, outputs}, TurnOrder::at_random);
  for (int output = 0; output < outputs; ++output) {
    const typename Kernel::Values& found = made[std::size_t(parts * outputs + output)];
    if (output < Kernel::Sums::count)
      EXPECT_EQ(found.sum.total(0), expected.sums.total(output)) << output << " of " << parts;
    else
      EXPECT_EQ(found.divergence, expected.divergence);
  }
}

TEST(HistoryTotals, OfAGpuAreThoseOfACpu) {
  expect_same_totals<Hydrodynamics>({37, 22, 1});
  if (sanitized) return;
  expect_same_totals<IdealMhd>({5000, 1, 1});
  expect_same_totals<IdealMhd>({9, 8, 7});
  expect_same_totals<IsothermalMhd>({9, 8, 7});
}

}  // namespace
}  // namespace solenoid
