#include "src/setup/boundary_values.hpp"

#include <gtest/gtest.h>

#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

const std::string deck_text = R"toml([run]
end_time = 1
start_time = 0.5
[grid]
cells = [8, 4]
boundary_x = ["fixed", "outflow"]
boundary_y = "fixed"
[initial]
density = "1.1 - y"
pressure = 1
[boundary.lower_x]
velocity_x = "1/(y - 0.125)"
[boundary.lower_y]
pressure = "1 - t"
[boundary.upper_y]
density = 1
)toml";

std::string problems_of(const Deck& deck) {
  std::string text;
  for (const DeckProblem& problem : boundary_problems(deck)) text += format(problem) + "\n";
  return text;
}

FixedBoundary behind_fixed_faces() {
  const Deck deck = Deck::parse(deck_text, "d");
  return fixed_boundary(deck, deck.grid());
}

TEST(BoundaryValues, AreThoseOfTheFaceThatAPointLiesBehind) {
  const FixedBoundary fixed = behind_fixed_faces();
  EXPECT_TRUE(fixed.depends_on_time);
  EXPECT_DOUBLE_EQ(fixed.values("density", -0.1, 0.25, 0, 0), 0.85);
  EXPECT_DOUBLE_EQ(fixed.values("velocity_x", -0.1, 0.625, 0, 0), 2);
  EXPECT_DOUBLE_EQ(fixed.values("pressure", 0.5, -0.1, 0, 0.25), 0.75);
  EXPECT_DOUBLE_EQ(fixed.values("density", 0.5, 1.1, 0, 0), 1);
  EXPECT_THROW(fixed.values("density", 0.5, 0.5, 0, 0), std::logic_error);
}

TEST(BoundaryValues, WithWhichNoStepCanBeTakenAreRefused) {
  const FixedBoundary fixed = behind_fixed_faces();
  try {
    fixed.values("pressure", 0.5, -0.1, 0, 2);
    FAIL() << "a negative pressure";
  } catch (const BoundaryValueError& error) {
    EXPECT_STREQ(error.what(),
                 "pressure behind the fixed face lower_y is -1 at (0.5, -0.1, 0), t = 2: expected "
                 "a positive number");
  }
  EXPECT_THROW(fixed.values("velocity_x", -0.1, 0.125, 0, 0), BoundaryValueError);
}

TEST(BoundaryValues, AreLookedAtBeforeTheStart) {
  EXPECT_EQ(problems_of(Deck::parse(deck_text, "d")),
            "d:12: velocity_x behind the fixed face lower_x is inf at (-0.0625, 0.125, 0.5), t = "
            "0.5: expected a finite number\n");
  EXPECT_EQ(problems_of(Deck::parse(deck_text, "d", {"boundary.lower_x.velocity_x=0"})), "");
  // What the face takes from [initial] is named by its place there.
  const Deck inherited =
      Deck::parse(deck_text, "d",
                  {"boundary.lower_x.velocity_x=0", "boundary.lower_x.density=\"y - 0.3\"",
                   "initial.pressure=\"0.7 - y\"", "boundary.upper_y.pressure=1"});
  EXPECT_EQ(problems_of(inherited),
            "--set boundary.lower_x.density=\"y - 0.3\": density behind the fixed face lower_x is "
            "-0.175 at (-0.0625, 0.125, 0.5), t = 0.5: expected a positive number\n"
            "--set initial.pressure=\"0.7 - y\": pressure behind the fixed face lower_x is -0.175 "
            "at (-0.0625, 0.875, 0.5), t = 0.5: expected a positive number\n");
}

/// A scheme takes values from more layers than one, and relaxing-tvd from faces beside the box,
/// too.
TEST(BoundaryValues, AreLookedAtWhereverTheSchemeTakesThem) {
  const std::string text =
      "[run]\nend_time = 1\n[grid]\ncells = [8, 8]\nboundary_x = \"fixed\"\n"
      "boundary_y = \"outflow\"\n[initial]\ndensity = 1\npressure = 1\n"
      "[boundary.lower_x]\n";
  const std::string deep = text + "density = \"x + 0.4\"\n";  // layers end at 0.25, 0.5
  EXPECT_EQ(problems_of(Deck::parse(deep, "d")), "");
  EXPECT_EQ(
      problems_of(Deck::parse(deep, "d", {"solver.scheme=relaxing-tvd"})),
      "d:11: density behind the fixed face lower_x is -0.0375 at (-0.4375, -0.0625, 0.5), t = "
      "0: expected a positive number\n");
  const std::string on_face = text + "magnetic_field_x = \"1 / (x + 0.125)\"\n";
  EXPECT_EQ(problems_of(Deck::parse(on_face, "d")), "");
  EXPECT_EQ(problems_of(Deck::parse(on_face, "d", {"solver.scheme=relaxing-tvd"})),
            "d:11: magnetic_field_x behind the fixed face lower_x is inf at (-0.125, -0.0625, "
            "0.5), t = 0: expected a finite number\n");
}

TEST(InitialFields, ReportEveryBadFieldAndFaceAtOnce) {
  const Deck deck =
      Deck::parse(deck_text, "d",
                  {"initial.pressure=\"x - 0.5\"", "initial.velocity_z=\"1/(y - 0.375)\"",
                   "initial.velocity_y=\"-(y - 0.375)/(y - 0.375)\"", "boundary.lower_x.pressure=1",
                   "boundary.upper_y.pressure=1"});
  try {
    initial_fields(deck);
    FAIL() << "four bad fields";
  } catch (const DeckError& error) {
    std::string text;
    for (const DeckProblem& problem : error.problems()) text += problem.message + "\n";
    for (const char* part :
         {"velocity_x behind the fixed face lower_x", "pressure is -0.4375 in cell (0, 0, 0)",
          "velocity_z is inf in cell (0, 1, 0)", "velocity_y is nan in cell (0, 1, 0)"}) {
      EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
    }
  }
}

}  // namespace
}  // namespace solenoid
