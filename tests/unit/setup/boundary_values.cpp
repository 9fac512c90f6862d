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

TEST(BoundaryValues, AreThoseOfTheFaceThatAPointLiesBehind) {
  const FixedBoundary fixed = fixed_boundary(Deck::parse(deck_text, "d"));
  EXPECT_TRUE(fixed.depends_on_time);
  EXPECT_DOUBLE_EQ(fixed.values("density", -0.1, 0.25, 0, 0), 0.85);
  EXPECT_DOUBLE_EQ(fixed.values("velocity_x", -0.1, 0.625, 0, 0), 2);
  EXPECT_DOUBLE_EQ(fixed.values("pressure", 0.5, -0.1, 0, 0.25), 0.75);
  EXPECT_DOUBLE_EQ(fixed.values("density", 0.5, 1.1, 0, 0), 1);
  EXPECT_THROW(fixed.values("density", 0.5, 0.5, 0, 0), std::logic_error);
}

TEST(BoundaryValues, WithWhichNoStepCanBeTakenAreRefused) {
  const FixedBoundary fixed = fixed_boundary(Deck::parse(deck_text, "d"));
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
            "d:12: velocity_x behind the fixed face lower_x is inf at (-0.1875, 0.125, 0.5), t = "
            "0.5: expected a finite number\n");
  EXPECT_EQ(problems_of(Deck::parse(deck_text, "d", {"boundary.lower_x.velocity_x=0"})), "");
  // What the face takes from [initial] is named by its place there.
  const Deck inherited =
      Deck::parse(deck_text, "d",
                  {"boundary.lower_x.velocity_x=0", "boundary.lower_x.density=\"y - 0.3\"",
                   "initial.pressure=\"0.7 - y\"", "boundary.upper_y.pressure=1"});
  EXPECT_EQ(problems_of(inherited),
            "--set boundary.lower_x.density=\"y - 0.3\": density behind the fixed face lower_x is "
            "-0.175 at (-0.1875, 0.125, 0.5), t = 0.5: expected a positive number\n"
            "--set initial.pressure=\"0.7 - y\": pressure behind the fixed face lower_x is -0.175 "
            "at (-0.1875, 0.875, 0.5), t = 0.5: expected a positive number\n");
}

TEST(InitialFields, ReportEveryBadFieldAndFaceAtOnce) {
  const Deck deck =
      Deck::parse(deck_text, "d",
                  {"initial.pressure=\"x - 0.5\"", "initial.velocity_z=\"1/(y - 0.375)\"",
                   "boundary.lower_x.pressure=1", "boundary.upper_y.pressure=1"});
  try {
    initial_fields(deck);
    FAIL() << "three bad fields";
  } catch (const DeckError& error) {
    std::string text;
    for (const DeckProblem& problem : error.problems()) text += problem.message + "\n";
    for (const char* part :
         {"velocity_x behind the fixed face lower_x", "pressure is -0.4375 in cell (0, 0, 0)",
          "velocity_z is inf in cell (0, 1, 0)"}) {
      EXPECT_NE(text.find(part), std::string::npos) << part << " is missing in\n" << text;
    }
  }
}

}  // namespace
}  // namespace solenoid
