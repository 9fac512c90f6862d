/// What users are told of decks as a whole: what is missing, all problems at once, in their order.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/unit/deck/deck_errors.hpp"

namespace solenoid {
namespace {

using testing_deck::errors_of;
using testing_deck::good_deck;

TEST(DeckErrors, AWrongValueIsNotAMissingOne) {
  const auto of_driving = [](const std::string& keys) {
    return errors_of(good_deck + "[driving]\n" + keys);
  };
  EXPECT_EQ(of_driving("power = -1\ncorrelation_time = 1\n"),
            "d:9: 'power' in [driving]: expected a number > 0, found -1");
  EXPECT_EQ(of_driving("power = 1\ncorrelation_time = -1\n"),
            "d:10: 'correlation_time' in [driving]: expected a number > 0, found -1");
  EXPECT_EQ(of_driving("power = 1\n"), "d:8: 'correlation_time' in [driving] is missing");
  const std::string one =
      "d:8: [driving]: expected one of 'power', 'acceleration' and 'mach_number', found ";
  EXPECT_EQ(of_driving("correlation_time = 1\n"), one + "none");
  EXPECT_EQ(of_driving("correlation_time = 1\nacceleration = 2\npower = 1\n"),
            one + "'power' and 'acceleration'");
  const std::string steady = "correlation_time = 1\nmach_number = 2\n";
  EXPECT_NE(
      of_driving(steady).find("d:10: 'mach_number' in [driving]: an ideal gas that nothing cools"),
      std::string::npos);
  EXPECT_EQ(of_driving(steady + "[cooling]\ntemperature = [1, 2]\nrate = [1, 1]\n"), "no error");
}

TEST(DeckErrors, MissingKeysNameTheirSection) {
  EXPECT_EQ(errors_of("[run]\nend_time = 1\n[grid]\n"),
            "d: 'density' in [initial] is missing: expected a number or an expression in quotes "
            "such as \"1 + 0.1*sin(2*pi*x)\"\n"
            "d: 'pressure' in [initial] is missing: expected a number or an expression in quotes "
            "such as \"1 + 0.1*sin(2*pi*x)\"\n"
            "d:3: 'cells' in [grid] is missing: expected one to three whole numbers >= 1 such "
            "as [64, 64]");
}

TEST(DeckErrors, KeysOutsideOfSectionsAreSentHome) {
  EXPECT_EQ(errors_of("gamma = 2\n" + good_deck),
            "d:1: key 'gamma' stands outside of any [section]; it belongs in [physics]");
}

TEST(DeckErrors, AFixedFaceNeedsItsMagneticFieldBesideAVectorPotential) {
  const std::string deck = good_deck +
                           "vector_potential_z = \"x\"\n"
                           "[boundary.upper_x]\n"
                           "magnetic_field_x = 0\n"
                           "magnetic_field_z = 0\n";
  EXPECT_EQ(errors_of(deck, {"grid.boundary_x=[\"outflow\",\"fixed\"]"}),
            "d:9: 'magnetic_field_y' in [boundary.upper_x] is missing: a fixed face needs it where "
            "[initial] gives the magnetic field by a vector potential");
}

TEST(DeckErrors, AreReportedAllAtOnceInFileOrder) {
  EXPECT_EQ(errors_of("[solver]\nlimter = \"minmod\"\n"
                      "[run]\nend_time = 0.5s\n"
                      "[grid]\ncells = [16, 3]\n"
                      "[constants]\na = 2q\n"
                      "[initial]\ndensity = \"a*x\"\npressure = \"-a\"\nvelocity_x = \"b\"\n"
                      "velocity_x = 3\n",
                      {"physics.gamma=1", "run.precision=half"}),
            "d:2: unknown key 'limter' in [solver], did you mean 'limiter'?\n"
            "d:4: cannot read the value of 'end_time': '0.5s' is not a number: unexpected 's' "
            "after '0.5'\n"
            "d:6: 'cells' in [grid]: expected 1 or at least 4 cells in y, found 3\n"
            "d:8: cannot read the value of 'a': '2q' is not a number: unexpected 'q' after '2'\n"
            "d:12: 'velocity_x' in [initial]: in \"b\": unknown name 'b' (column 1)\n"
            "d:13: duplicate key 'velocity_x' (first given in line 12)\n"
            "--set physics.gamma=1: 'gamma' in [physics]: expected a number > 1, found 1\n"
            "--set run.precision=half: 'precision' in [run]: expected one of \"double\", "
            "\"single\", \"extended\", found \"half\"");
}

TEST(DeckErrors, AFileThatCannotBeReadSaysWhy) {
  try {
    const Deck deck = Deck::load("no/such/deck.toml");
    FAIL() << "no error";
  } catch (const DeckError& error) {
    EXPECT_STREQ(error.what(),
                 "no/such/deck.toml: cannot read the deck: No such file or directory");
  }
}

TEST(DeckErrors, AnEmptyDeckLacksWhatIsRequired) {
  try {
    const Deck deck = Deck::parse("", "d");
    FAIL() << "no error";
  } catch (const DeckError& error) {
    EXPECT_EQ(error.problems().size(), 4U);
  }
}

}  // namespace
}  // namespace solenoid
