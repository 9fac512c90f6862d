/// \file
/// The Orszag-Tang vortex: convergence, symmetry, conservation, the paper's scheme, precisions.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/verification/shipped_deck.hpp"

namespace solenoid::verification {
namespace {

std::string cells_of_square(int count) { return fmt::format("grid.cells=[{0}, {0}]", count); }

const Overrides nearly_paper = {"solver.reconstruction=conserved", "solver.limiter=minmod",
                                "solver.riemann=hll", "solver.divergence_damping=paper"};
const Overrides paper = {
    "solver.reconstruction=conserved",   "solver.limiter=minmod", "solver.riemann=hll-bard-dorelli",
    "solver.divergence_damping=listing", "solver.cfl=0.4",        "run.end_time=0.25"};

Overrides with(const Overrides& choices, const std::string& more) {
  Overrides all = choices;
  all.push_back(more);
  return all;
}

FieldValues final_density(const Overrides& overrides) {
  ShippedDeck vortex("orszag-tang", overrides);
  vortex.run();
  return vortex.field("density");
}

/// L1 errors of the density on two grids, the second twice as fine, against a third four times as
/// fine as the second.
std::array<double, 2> density_errors(int coarsest, const Overrides& choices) {
  ShippedDeck finest("orszag-tang", with(choices, cells_of_square(8 * coarsest)));
  finest.run();
  const FieldValues fine = finest.field("density");
  std::array<double, 2> errors{};
  for (const int level : {0, 1}) {
    const int count = coarsest << level;
    const FieldValues coarse = final_density(with(choices, cells_of_square(count)));
    errors[level] = mean_difference(coarse, coarsened(fine, finest.grid(), 8 >> level));
    report(fmt::format("L1_density_{}", count), errors[level]);
  }
  report("order", order_of_convergence(errors[0], errors[1]));
  return errors;
}

TEST(OrszagTang, ConvergesToItsFinerSolution) {
  // With the choices of the next test it is 0.70 on these grids.
  const auto errors = density_errors(32, {});
  EXPECT_GT(order_of_convergence(errors[0], errors[1]), 0.9);
}

TEST(OrszagTang, ConvergesWithConservedSlopesAndHll) {
  const auto errors = density_errors(48, nearly_paper);
  EXPECT_GT(order_of_convergence(errors[0], errors[1]), 0.7);
}

TEST(OrszagTang, ConvergesWithThePapersScheme) {
  const auto errors = density_errors(32, paper);
  EXPECT_GT(order_of_convergence(errors[0], errors[1]), 0.7);
}

TEST(OrszagTang, StaysSymmetricAboutTheCentre) {
  ShippedDeck vortex("orszag-tang", {cells_of_square(128)});
  vortex.run();
  // The state turned by 180 degrees is the state read backwards, vectors reversed.
  for (const std::string scalar : {"density", "pressure", "magnetic_field_x", "magnetic_field_y"}) {
    const FieldValues values = vortex.field(scalar);
    const double sign = scalar.starts_with("magnetic") ? -1 : 1;
    FieldValues turned(values.rbegin(), values.rend());
    for (double& value : turned) value *= sign;
    const double asymmetry = largest_difference(values, turned) / largest_magnitude(values);
    report("asymmetry_" + scalar, asymmetry);
    EXPECT_LT(asymmetry, 1e-10) << scalar;
  }
}

TEST(OrszagTang, ConservesMassMomentumAndEnergy) {
  ShippedDeck vortex("orszag-tang", {cells_of_square(128)});
  vortex.run();
  const double error = vortex.conservation_error(vortex.history().at("mass"));
  report("conservation_error", error);
  EXPECT_LT(error, 1e-13);
}

TEST(OrszagTang, KeepsTheDivergenceSmall) {
  ShippedDeck vortex("orszag-tang", {cells_of_square(128)});
  vortex.run();
  double sum = 0;
  for (const double value : vortex.field("divergence_b")) sum += std::abs(value);
  const FieldValues strength = vortex.field("magnetic_field_magnitude");
  double field = 0;
  for (const double value : strength) field += value;
  const double relative = sum / field * vortex.grid().spacing(0);
  report("mean_divergence_in_cells", relative);
  EXPECT_LT(relative, 0.02);
}

TEST(OrszagTang, IsCloseToItInSinglePrecision) {
  const FieldValues doubles = final_density({cells_of_square(128)});
  const FieldValues singles = final_density({cells_of_square(128), "run.precision=single"});
  const double mean = mean_difference(singles, doubles);
  report("L1_single_against_double", mean);
  EXPECT_LT(mean, 1e-5);
  EXPECT_FALSE(identical(singles, doubles));
}

}  // namespace
}  // namespace solenoid::verification
