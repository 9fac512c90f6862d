/// \file
/// What the terms of decks need of a solver.

#include <gtest/gtest.h>

#include "physics/solvers/make_on_device.hpp"
#include "physics/solvers/relaxing_tvd.hpp"
#include "src/deck/deck.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

Deck deck_with_terms(const std::string& terms) {
  return Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [40, 32]\n[initial]\ndensity = 1\npressure = 1\n"
      "[solver]\nscheme = \"relaxing-tvd\"\n" +
          terms,
      "d");
}

TEST(TermsOfDecks, AreInTheMemoryThatIsForecast) {
  const Deck without = deck_with_terms("");
  const Deck with = deck_with_terms("[physics]\nterms = [\"<terms/viscosity.stencil>\"]\n");
  // Two copies of three momenta and the energy, and one field more.
  EXPECT_EQ(memory_need(with).device_bytes - memory_need(without).device_bytes,
            field_array_bytes(with.grid(), 4, 9, Precision::double_precision));
}

TEST(TermsOfDecks, ReachBehindEdges) {
  const Deck with = deck_with_terms("[physics]\nterms = [\"<terms/viscosity.stencil>\"]\n");
  for (const Deck& deck : {deck_with_terms(""), with}) {
    EXPECT_EQ(ghosts_of(deck).layers, 4);
    EXPECT_EQ(ghosts_of(deck).margin, 1);
  }
  EXPECT_EQ(relaxing_tvd_ghosts(3).margin, 3);
}

}  // namespace
}  // namespace solenoid
