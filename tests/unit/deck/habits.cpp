/// \file
/// What users of other codes write out of habit, and what a shell makes of it.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "src/deck/deck.hpp"
#include "tests/unit/deck/deck_errors.hpp"

namespace solenoid {
namespace {

using testing_deck::errors_of;
using testing_deck::good_deck;

struct Habit {
  std::string added;  ///< from line 8 on
  std::string message;
};
void PrintTo(const Habit& habit, std::ostream* stream) { *stream << habit.added; }

class DeckHabits : public testing::TestWithParam<Habit> {};

TEST_P(DeckHabits, AreAnsweredByWhatIsMeant) {
  EXPECT_EQ(errors_of(good_deck + GetParam().added), GetParam().message) << GetParam().added;
}

INSTANTIATE_TEST_SUITE_P(
    OtherCodes, DeckHabits,
    testing::Values(
        Habit{"[physics]\nresistivity = 0.1",
              "d:9: unknown key 'resistivity' in [physics]; only scheme = \"finite-difference\" "
              "has it, the others have no explicit diffusion, but for what 'terms' add to scheme = "
              "\"muscl-hancock\" or \"relaxing-tvd\" (docs/terms.md)"},
        Habit{"B_x = 1", "d:8: unknown key 'B_x' in [initial], did you mean 'magnetic_field_x'?"},
        Habit{"[mesh]\nnx = 4", "d:8: unknown section [mesh], did you mean [grid]?"},
        Habit{"velocity_x = \"np.sin(x)\"",
              "d:8: 'velocity_x' in [initial]: in \"np.sin(x)\": unknown name 'np.sin', did you "
              "mean 'sin'? (column 1)"},
        Habit{"[[output]]\ntype = \"png\"\nfield_lines = \"B\"",
              "d:10: 'field_lines' in [[output]] 0: expected a vector such as velocity, found 'B': "
              "there is no field 'B_x', did you mean 'magnetic_field'?"},
        Habit{"[[output]]\ntype = \"png\"\ncontours = \"vector_potential_z\"",
              "d:10: 'contours' in [[output]] 0: unknown field 'vector_potential_z'; for lines "
              "along the magnetic field write field_lines = \"magnetic_field\""}));

TEST(DeckHabitsOfShells, WordsOfAListNeedNoQuotes) {
  const Deck deck =
      Deck::parse(good_deck + "[[output]]\ntype = \"png\"\n", "d",
                  {"grid.boundary_x=[outflow, fixed]", "output.0.fields=[density,pressure]",
                   "output.0.contours=density", "output.0.levels=[max(1,2), 1/2]"});
  EXPECT_EQ(deck.boundaries().kind[0], (std::array{BoundaryKind::outflow, BoundaryKind::fixed}));
  const OutputSettings& output = deck.outputs().at(0);
  EXPECT_EQ(output.fields, (std::vector<std::string>{"density", "pressure"}));
  EXPECT_EQ(output.picture.levels, (std::vector<double>{2, 0.5}));
  EXPECT_EQ(errors_of(good_deck, {"grid.boundary_x=[outflow,fixd]"}).find("could not"),
            std::string::npos);
  EXPECT_NE(errors_of(good_deck, {"grid.boundary_x=[outflow,fixd]"})
                .find("found \"fixd\", did you mean 'fixed'?"),
            std::string::npos);
}

TEST(DeckHabitsOfToml, SingleBracketsAndParenthesesAreAnsweredOnce) {
  EXPECT_EQ(errors_of(good_deck + "[output]\ntype = \"png\"\n[output]\ntype = \"hdf5\"\n"),
            "d:8: write [[output]], with double brackets: there may be several\n"
            "d:10: write [[output]], with double brackets: there may be several");
  EXPECT_NE(errors_of(good_deck + "[physics]\ngravity = (0, 1)\n")
                .find("d:9: cannot read the value of 'gravity': a list stands in square brackets"),
            std::string::npos);
}

TEST(DeckHabitsOfShells, OneNumberIsNoList) {
  EXPECT_EQ(
      errors_of(good_deck, {"grid.cells=200"}),
      "--set grid.cells=200: 'cells' in [grid]: expected one to three whole numbers >= 1 such "
      "as [64, 64], found 200, write [200]");
}

/// Values of one cell in x, which other schemes take.
TEST(DeckHabitsOfShells, FiniteDifferencesSayWhichDirectionTheyNeed) {
  EXPECT_NE(errors_of("[run]\nend_time = 1\n[grid]\ncells = [1, 16]\n[physics]\nviscosity = 1\n"
                      "[solver]\nscheme = \"finite-difference\"\n")
                .find("found 1; finite differences need x: lay what depends on one direction along "
                      "x"),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
