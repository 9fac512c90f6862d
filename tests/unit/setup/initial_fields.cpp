/// \file
/// Initial magnetic fields on faces, from expressions and vector potentials.

#include <gtest/gtest.h>

#include <cmath>

#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

Deck deck_with(const std::vector<std::string>& overrides) {
  std::vector<std::string> all = {"solver.scheme=relaxing-tvd"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [8, 4]\n[initial]\ndensity = 1\npressure = 1\n", "d",
      all);
}

std::string error_of(const std::vector<std::string>& overrides) {
  try {
    initial_fields(deck_with(overrides));
    return "no error";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(InitialFieldOnFaces, IsThatOfTheExpressionAtTheirCentres) {
  const auto fields = initial_fields(
      deck_with({"grid.boundary_x=outflow", "grid.boundary_y=outflow",
                 "initial.magnetic_field_x=\"1 + 2*x - 3*y\"",
                 "initial.magnetic_field_y=\"x - 2*y\"", "initial.magnetic_field_z=\"x*y\""}));
  const FieldValues& bx = fields.at("magnetic_field_face_x");
  const FieldValues& by = fields.at("magnetic_field_face_y");
  const FieldValues& bz = fields.at("magnetic_field_face_z");
  ASSERT_EQ(bx.size(), 9u * 4u);
  ASSERT_EQ(by.size(), 8u * 5u);
  ASSERT_EQ(bz.size(), 8u * 4u);
  EXPECT_DOUBLE_EQ(bx[2 + 9 * 1], 1 + 2 * 0.25 - 3 * 0.375);
  EXPECT_DOUBLE_EQ(bx[8 + 9 * 3], 1 + 2 * 1.0 - 3 * 0.875);
  EXPECT_DOUBLE_EQ(by[2 + 8 * 4], 0.3125 - 2);
  EXPECT_DOUBLE_EQ(bz[2 + 8 * 3], 0.3125 * 0.875);
}

TEST(InitialFieldOnFaces, IsTheCirculationOfThePotential) {
  const auto fields = initial_fields(
      deck_with({"initial.vector_potential_z=\"sin(2*pi*x)*cos(2*pi*y)\"",
                 "initial.vector_potential_x=\"cos(2*pi*y)\"", "initial.magnetic_field_y=0.5"}));
  const auto a = [](double x, double y) { return std::sin(2 * M_PI * x) * std::cos(2 * M_PI * y); };
  EXPECT_NEAR(fields.at("magnetic_field_face_x")[2 + 9 * 1], (a(0.25, 0.5) - a(0.25, 0.25)) / 0.25,
              1e-15);
  EXPECT_NEAR(fields.at("magnetic_field_face_y")[2 + 8 * 1],
              0.5 - (a(0.375, 0.25) - a(0.25, 0.25)) / 0.125, 1e-15);
  EXPECT_NEAR(fields.at("magnetic_field_face_z")[2 + 8 * 1],
              -(std::cos(2 * M_PI * 0.5) - std::cos(2 * M_PI * 0.25)) / 0.25, 1e-15);
}

TEST(InitialFieldOnFaces, MayHaveNoDivergence) {
  const std::string step = "initial.magnetic_field_x=\"x < 0.3 ? 0 : 0.5\"";
  EXPECT_EQ(error_of({step}),
            "--set " + step +
                ": the magnetic field has the divergence 4 in cell (2, 0, 0) at (0.3125, 0.125, "
                "0.5), 1 of its largest value a cell: relaxing-tvd expects at most 1e-10 "
                "(divergence_tolerance in [solver]); give the field by vector_potential_x, _y, _z "
                "in [initial], whose curl has none");
  EXPECT_EQ(error_of({step, "solver.divergence_tolerance=1"}), "no error");
  EXPECT_EQ(error_of({"initial.magnetic_field_x=\"sin(2*pi*y)\""}), "no error");
  EXPECT_EQ(error_of({}), "no error");
  // Periodic faces are one: a field that is not periodic has its divergence there.
  EXPECT_NE(error_of({"initial.magnetic_field_x=\"x\"", "initial.magnetic_field_y=\"-y\""}),
            "no error");
}

}  // namespace
}  // namespace solenoid
