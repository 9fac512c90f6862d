/// \file
/// Whole solvers with a tabulated gas against those of an ideal gas. What holds of all gases is
/// tested where all gases are.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/physics/tabulated_helpers.hpp"

namespace solenoid::testing_physics {
namespace {

std::vector<Scheme> tabulated_schemes() {
  std::vector<Scheme> all;
  for (const bool magnetised : {false, true})
    for (const auto& [riemann, its_name] : Names<RiemannSolver>::rows)
      for (const auto reconstruction : {Reconstruction::primitive, Reconstruction::weno_z})
        if (riemann_solvers(magnetised, EquationOfState::tabulated).contains(riemann))
          all.push_back({riemann, magnetised, reconstruction, Precision::double_precision,
                         EquationOfState::tabulated});
  return all;
}

class TabulatedSolvers : public testing::TestWithParam<Scheme> {};
INSTANTIATE_TEST_SUITE_P(MusclHancock, TabulatedSolvers, testing::ValuesIn(tabulated_schemes()),
                         name_of_case);

/// A table of an ideal gas gives what an ideal gas does, but for rounding.
TEST_P(TabulatedSolvers, AreThoseOfAnIdealGasWithItsTable) {
  for (const auto& cells : {std::array{32, 1, 1}, std::array{16, 12, 1}, std::array{10, 8, 6}}) {
    Grid grid;
    grid.cells = cells;
    Scheme ideal = GetParam();
    ideal.gas = EquationOfState::ideal;
    MusclHancockSettings settings = ideal.settings(), by_table = GetParam().settings();
    by_table.caloric_table = ideal_table(settings.gamma);
    const auto wanted = start(ideal, grid, all_periodic, smooth, settings);
    const auto found = start(GetParam(), grid, all_periodic, smooth, by_table);
    expect_to_stay_together(*found, *wanted, ideal);
  }
}

TEST(TabulatedGas, IsRefusedWhatItDoesNotHave) {
  Scheme scheme{RiemannSolver::roe, false};
  scheme.gas = EquationOfState::tabulated;
  Grid grid;
  grid.cells = {8, 1, 1};
  const auto make = [&](const MusclHancockSettings& settings) {
    return make_muscl_hancock(grid, all_periodic, settings, Precision::double_precision,
                              Device::cpu);
  };
  EXPECT_THROW(make(scheme.settings()), std::invalid_argument);
  scheme.riemann = RiemannSolver::hllc;
  MusclHancockSettings settings = scheme.settings();
  EXPECT_NO_THROW(make(settings));
  settings.cooling = {{1, 2}, {1, 1}};
  EXPECT_THROW(make(settings), std::invalid_argument);
  settings = scheme.settings();
  settings.caloric_table = {};
  EXPECT_THROW(make(settings), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid::testing_physics
