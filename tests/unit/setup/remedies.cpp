/// What is said to whom a run broke: settings that may help and that the deck does not have yet.

#include "src/setup/remedies.hpp"

#include <gtest/gtest.h>

#include <string>

#include "src/deck/deck.hpp"

namespace solenoid {
namespace {

TEST(Remedies, NameTheCourantNumberOfShocksWhereADeckGivesIt) {
  const std::string deck =
      "[run]\nend_time = 1\n[grid]\ncells = [8, 8]\n[initial]\ndensity = 1\npressure = 1\n";
  EXPECT_EQ(remedies(Deck::parse(deck, "mhd.toml")).find("cfl_shocks"), std::string::npos);
  EXPECT_NE(remedies(Deck::parse(deck, "mhd.toml", {"solver.cfl_shocks=0.6"}))
                .find("a smaller solver.cfl than 0.7 or cfl_shocks than 0.6"),
            std::string::npos);
}

TEST(Remedies, NameNothingThatTheDeckHasAlready) {
  const std::string deck =
      "[run]\nend_time = 1\n[grid]\ncells = [8]\n[initial]\ndensity = 1\npressure = 1\n[solver]\n";
  EXPECT_NE(remedies(Deck::parse(deck, "fluid.toml")).find("solver.riemann = \"hll\""),
            std::string::npos);
  const std::string advice = remedies(
      Deck::parse(deck + "riemann = \"hll\"\nlimiter = \"minmod\"\nfirst_order_fallback = true\n",
                  "fluid.toml"));
  for (const char* word : {"riemann", "minmod", "fallback"})
    EXPECT_EQ(advice.find(word), std::string::npos) << advice;
}

TEST(Remedies, OfParabolasAreLimitedSlopes) {
  const std::string deck =
      "[run]\nend_time = 1\n[grid]\ncells = [8]\n[initial]\ndensity = 1\npressure = 1\n";
  const std::string slopes = "solver.reconstruction = \"primitive\", ";
  const Deck limited = Deck::parse(deck + "[solver]\nlimiter = \"van-leer\"\n", "fluid.toml");
  EXPECT_EQ(remedies(limited).find(slopes), std::string::npos);
  const Deck parabolas = Deck::parse(deck, "fluid.toml");
  EXPECT_NE(remedies(parabolas).find(slopes), std::string::npos) << remedies(parabolas);
}

}  // namespace
}  // namespace solenoid
