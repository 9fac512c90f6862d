// Totals of histories: what the teams of a GPU make of the cells is what the rows of a CPU make.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
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

/// What single cells add up to, one after the other.
template <class Equations, class Derived>
HistoryTotals<Equations> totals_of_single_cells(const Derived& derive) {
  const HistoryTerms<Derived, Equations> terms{derive};
  HistoryTotals<Equations> totals;
  const Layout& layout = derive.layout;
  for (int row = 0; row < layout.cells[1] * layout.cells[2]; ++row)
    for (int i = 0; i < layout.cells[0]; ++i) {
      const int offset = layout.offset(i, row % layout.cells[1], row / layout.cells[1]);
      [&]<std::size_t... s>(std::index_sequence<s...>) {
        (totals.sums.add(int(s), terms.template term<s>(offset)), ...);
      }
      (std::make_index_sequence<HistorySums<Equations>::count>());
      if constexpr (Equations::magnetised)
        totals.divergence = std::max(totals.divergence, terms.divergence(offset));
    }
  return totals;
}

/// Of fields of a gas, at the centres of cells or with a magnetic field on faces.
template <class Equations, class Real, class Stored>
void expect_totals_of_single_cells(const std::array<int, 3>& cells) {
  const Layout layout = make_layout(Grid{cells, {0, 0, 0}, {1, 1, 1}}, 2, 8, 8);
  std::vector<Real> values(9 * std::size_t(layout.field_stride));
  for (std::size_t n = 0; n < values.size(); ++n) values[n] = Real(2 + std::sin(double(n * n)));
  const auto field = [&](int f) { return values.data() + f * layout.field_stride; };
  Derive<Equations, Real, Stored> derive{};
  if constexpr (Stored::staggered)
    for (int f = 0; f < Stored::size; ++f) derive.stored.values[f] = field(f);
  else
    derive.stored = {field(0), layout.field_stride};
  derive.layout = layout;
  for (std::size_t d = 0; d < 3; ++d) {
    derive.inverse_twice_spacing[d] = layout.ghosts[d] > 0 ? Real(3.3) : Real(0);
    if constexpr (Stored::staggered)
      derive.stored.step[d] = layout.ghosts[d] > 0 ? layout.stride[d] : 0;
  }
  derive.equations = Equations::template parameters<Real>(Gas{});
  const auto expected = totals_of_single_cells<Equations>(derive);
  const auto found = Diagnostics<Equations, HostSpace>(HostSpace(), layout).totals(derive);
  for (int sum = 0; sum < HistorySums<Equations>::count; ++sum)
    EXPECT_EQ(found.sums.total(sum), expected.sums.total(sum))
        << HistorySums<Equations>::at(sum).label;
  EXPECT_EQ(found.divergence, expected.divergence);
}

TEST(HistoryTotals, OfAGpuAreThoseOfACpu) {
  expect_same_totals<Hydrodynamics>({37, 22, 1});
  if (sanitized) return;
  expect_same_totals<IdealMhd>({5000, 1, 1});
  expect_same_totals<IdealMhd>({9, 8, 7});
  expect_same_totals<IsothermalMhd>({9, 8, 7});
}

TEST(HistoryTotals, OfPacksAreThoseOfSingleCells) {
  using Centred = CellCentredFields<double>;
  expect_totals_of_single_cells<Hydrodynamics, double, Centred>({83, 3, 1});
  expect_totals_of_single_cells<IdealMhd, double, Centred>({19, 4, 3});
  expect_totals_of_single_cells<IdealMhd, float, CellCentredFields<float>>({19, 4, 3});
  expect_totals_of_single_cells<IsothermalMhd, double, Centred>({9, 1, 7});
  expect_totals_of_single_cells<IdealMhd, double, StaggeredFields<double>>({21, 5, 2});
}

}  // namespace
}  // namespace solenoid
