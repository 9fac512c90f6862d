/// Stencil programs behind the interface of solvers.

#include "physics/finite_difference_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <test_waves.hpp>

namespace solenoid {
namespace {

using Waves = FiniteDifferenceSolver<programs::test_waves, double, HostSpace>;

const Grid grid{{16, 8, 1}, {0, 0, 0}, {2, 1, 1}};

FieldMap standing_wave() {
  FieldMap fields;
  for (const char* name : {"u", "w"})
    for (int j = 0; j < grid.cells[1]; ++j)
      for (int i = 0; i < grid.cells[0]; ++i)
        fields[name].push_back(std::cos(std::numbers::pi * grid.centre(0, i)) *
                               (*name == 'u' ? 1 : 0.25 * grid.centre(1, j)));
  return fields;
}

TEST(FiniteDifferenceSolver, StepIsLimitedBySignalAndDiffusivity) {
  Waves solver(grid, {}, {{{"speed", 2}}, 0, 0.5});
  solver.set_primitive(standing_wave(), 0);
  // Both spacings are 1/8.
  EXPECT_DOUBLE_EQ(solver.stable_step(), 0.5 / (2 * 8 * std::sqrt(2.0)));
  Waves fixed(grid, {}, {{}, 0.01});
  EXPECT_EQ(fixed.stable_step(), 0.01);
}

TEST(FiniteDifferenceSolver, RestartGoesOnBitForBit) {
  Waves straight(grid, {}, {}), restarted(grid, {}, {});
  straight.set_primitive(standing_wave(), 0);
  straight.advance(0, 0.01);
  restarted.restore(straight.save(), 0.01);
  for (Waves* solver : {&straight, &restarted}) solver->advance(0.01, 0.01);
  for (const char* name : {"u", "w"}) EXPECT_EQ(straight.field(name), restarted.field(name));
  EXPECT_EQ(straight.history(), restarted.history());
}

TEST(FiniteDifferenceSolver, FieldsAndHistoriesAreThoseOfTheProgram) {
  Waves solver(grid, {}, {});
  solver.set_primitive(standing_wave(), 0);
  EXPECT_EQ(solver.primitive_names(), (std::vector<std::string>{"u", "w"}));
  EXPECT_EQ(solver.field("w"), standing_wave().at("w"));
  const auto row = solver.history();
  ASSERT_EQ(row.size(), 2U);
  EXPECT_EQ(row[1].first, "u_rms");
  EXPECT_NEAR(row[1].second, std::sqrt(0.5), 1e-14);
  EXPECT_EQ(solver.traffic().values_per_update, 18);
}

TEST(FiniteDifferenceSolver, NumbersThatAreNoneAreFound) {
  Waves solver(grid, {}, {});
  FieldMap fields = standing_wave();
  solver.set_primitive(fields, 0);
  EXPECT_FALSE(solver.unphysical_cell());
  fields["u"][16 * 3 + 5] = std::numeric_limits<double>::quiet_NaN();
  solver.set_primitive(fields, 0);
  const auto found = solver.unphysical_cell();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->cell, (std::array{5, 3, 0}));
  EXPECT_EQ(found->state.at(1).first, "w");
}

TEST(FiniteDifferenceSolver, BadSettingsAreRefused) {
  EXPECT_THROW(Waves(grid, {}, {{{"sped", 1}}}), std::invalid_argument);
  Waves solver(grid, {}, {});
  EXPECT_THROW(static_cast<void>(solver.field("density")), std::invalid_argument);
  EXPECT_THROW(solver.set_primitive({{"u", standing_wave().at("u")}}, 0), std::invalid_argument);
  EXPECT_THROW(solver.restore({}, 0), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
