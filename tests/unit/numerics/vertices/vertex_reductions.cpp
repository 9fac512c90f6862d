/// What a GPU's teams make of reductions, in columns.

#include "numerics/vertices/vertex_reductions.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <test_reductions.hpp>
#include <vector>

#include "tests/host_team.hpp"
#include "tests/sanitized.hpp"
#include "tests/unit/numerics/vertices/box_of_fields.hpp"

namespace solenoid {
namespace {

/// What teams of a GPU make of a grid, on the host, in columns of a length; what is asked for of it
/// is what the host makes.
template <Reduced reduced>
void expect_columns_of_the_host(const Grid& grid, int length) {
  using Reductions = programs::test_reductions;
  using Kernel = ReduceColumns<Reductions, double, Reductions::field_count, reduced>;
  BoxOfFields<Reductions> box(grid);
  // A scalar and a vector of one component.
  for (std::ptrdiff_t i = 0; i < std::ptrdiff_t(box.now.size()); ++i)
    box.now[std::size_t(i)] =
        i < 2 * box.layout.field_stride ? 0.1 * (double(i * 2654435761U % 1009) - 500) : 0;
  const auto fields = box.fields();
  const auto coefficients = Reductions::Reductions::prepare(some_run<Reductions>());
  std::vector<double> memory;
  const double vertices = double(grid.cell_count());
  const auto expected =
      reduce_vertices<Reductions>(HostSpace(), fields, coefficients, memory).results(vertices);
  Kernel kernel(fields, coefficients);
  EXPECT_EQ(kernel.length, 1);  // so that few vertices use as many threads as they can
  kernel.length = length;
  const auto [along_x, along_y, along_z] = kernel.teams();
  const int teams = along_x * along_y * along_z;
  for (const TurnOrder turn_order : turn_orders) {
    std::vector<typename Kernel::Values> parts(std::size_t(teams) + 1);
    kernel.parts = parts.data();
    run_teams_on_host(TeamLaunch<ReduceParts<Kernel>>{{kernel, {along_x, along_y}}, teams},
                      turn_order);
    run_teams_on_host(TeamLaunch<JoinParts<Kernel>>{{kernel, teams}, 1}, turn_order);
    const auto found = parts.back().results(vertices);
    for (std::size_t r = 0; r < expected.size(); ++r) {
      const ProgramReduction& reduction = Reductions::reductions[r];
      const bool is_known = reduced == Reduced::all || !is_additive(reduction.kind);
      EXPECT_EQ(found[r], is_known ? expected[r] : 0) << reduction.name << ' ' << length;
    }
  }
}

TEST(VertexReductions, ColumnsOfAGpuAreThoseOfTheHost) {
  const auto grid = [](const std::array<int, 3>& cells) {
    return Grid{cells, {0, 0, 0}, {1, 1, 1}};
  };
  // Along z, cut and not; along y in a plane; of a line.
  expect_columns_of_the_host<Reduced::all>(grid({70, 1, 1}), 1);
  expect_columns_of_the_host<Reduced::extremes>(grid({35, 3, 2}), 1);
  if (sanitized) return;
  expect_columns_of_the_host<Reduced::all>(grid({35, 9, 12}), 5);
  expect_columns_of_the_host<Reduced::extremes>(grid({35, 9, 12}), 32);
  expect_columns_of_the_host<Reduced::extremes>(grid({35, 41, 1}), 3);
  expect_columns_of_the_host<Reduced::all>(grid({35, 41, 1}), 7);
}

TEST(VertexReductions, SayThatValuesAreNotFiniteWhateverIsAsked) {
  using Reductions = programs::test_reductions;
  ReductionValues<Reductions, double, Reduced::extremes> values;
  for (int r = 0; r < int(Reductions::reductions.size()); ++r) values.add(r, 1e150);
  for (int r = 0; r < int(Reductions::reductions.size()); ++r)
    if (is_additive(Reductions::reductions[std::size_t(r)].kind)) {
      values.add(r, 1e150);
      EXPECT_EQ(values.results(2)[std::size_t(r)], 0);
      auto stained = values;
      stained.add(r, -std::numeric_limits<double>::infinity());
      stained.join(values);
      EXPECT_FALSE(std::isfinite(stained.results(2)[std::size_t(r)]));
    }
}

}  // namespace
}  // namespace solenoid
