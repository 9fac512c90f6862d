/// The source terms of decks.

#include "src/setup/sources.hpp"

#include <gtest/gtest.h>

#include "src/setup/boundary_values.hpp"
#include "src/setup/initial.hpp"

namespace solenoid {
namespace {

Deck deck_with(const std::string& source, const std::string& solver = {}) {
  return Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [4, 6]\n[initial]\ndensity = 1\npressure = 1\n"
      "[source]\n" +
          source + "\n" + solver,
      "d");
}

std::string complaint(const std::string& source, const std::string& solver = {}) {
  try {
    check_initial_state(deck_with(source, solver));
    return "none";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(SourcesOfDecks, AreExpressionsOfPlaceAndTime) {
  const Deck deck = deck_with("acceleration_y = \"x + 10*y + t\"\nheating = 2");
  const SourceTerms terms = source_terms(deck);
  EXPECT_EQ(terms.given, (std::array<bool, 4>{false, true, false, true}));
  EXPECT_EQ(terms.depends_on_time, (std::array<bool, 4>{false, true, false, false}));
  std::vector<double> values(4);
  terms.evaluate(1, {{1, 2, 0}, {2, 2, 1}}, 0.5, values.data());
  EXPECT_DOUBLE_EQ(values[1], 0.625 + 10 * 2.5 / 6 + 0.5);
  EXPECT_DOUBLE_EQ(values[2], 0.375 + 10 * 3.5 / 6 + 0.5);
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
}

TEST(SourcesOfDecks, HaveToBeFiniteAndOfAFluid) {
  EXPECT_EQ(complaint("heating = \"1/(y - y)\""),
            "d:9: 'heating' in [source] is not finite at (0.125, 0.0833333, 0.5), t = 0");
  EXPECT_EQ(complaint("heating = \"t < 1 ? 0 : log(-1)\""), "none");
  std::vector<double> values(1);
  EXPECT_THROW(source_terms(deck_with("heating = \"t < 1 ? 0 : log(-1)\""))
                   .evaluate(3, {{0, 0, 0}, {1, 1, 1}}, 2, values.data()),
               BoundaryValueError);
  EXPECT_EQ(
      complaint("acceleration_x = 1", "[solver]\nscheme = \"finite-difference\"")
          .find("d:9: unknown key 'acceleration_x' in [source]"),
      complaint("acceleration_x = 1", "[solver]\nscheme = \"finite-difference\"").find("d:9:"));
}

}  // namespace
}  // namespace solenoid
