/// \file
/// Keys that others in a deck leave without a use: values other than the defaults are refused.

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/deck/deck_errors.hpp"

namespace solenoid {
namespace {

using testing_deck::errors_of;
using testing_deck::good_deck;

const std::string driving_block = "[driving]\npower = 1\ncorrelation_time = 1\n";
const std::string resistive_terms = "[physics]\nterms = \"<terms/resistivity.stencil>\"\n";
const std::string png_block = "[[output]]\ntype = \"png\"\n";

TEST(UnusedKeys, OfADampingThatThereIsNot) {
  const std::string none = "[solver]\ndivergence_damping = \"none\"\n";
  EXPECT_EQ(errors_of(good_deck + none + "divergence_damping_length = 0.5"),
            "d:10: 'divergence_damping_length' in [solver] has no effect with divergence_damping = "
            "\"none\": choose another damping, or remove the key");
  EXPECT_EQ(errors_of(good_deck + none + "divergence_damping_length = \"9/50\""), "no error");
  EXPECT_EQ(errors_of(good_deck + "[solver]\ndivergence_damping_length = 0.5"), "no error");
}

TEST(UnusedKeys, OfASpectrumWithoutAnExponent) {
  for (const std::string spectrum : {"parabola", "flat"})
    EXPECT_EQ(
        errors_of(good_deck + driving_block + "exponent = -1\nspectrum = \"" + spectrum + "\""),
        "d:11: 'exponent' in [driving] has no effect with spectrum = \"" + spectrum +
            "\": set spectrum = \"power-law\", or remove the key");
  EXPECT_EQ(errors_of(good_deck + driving_block + "exponent = -2.0"), "no error");
  EXPECT_EQ(errors_of(good_deck + driving_block + "exponent = -1\nspectrum = \"power-law\""),
            "no error");
}

TEST(UnusedKeys, OfStagesWithoutTerms) {
  EXPECT_EQ(errors_of(good_deck + "[solver]\nterm_stages = 5"),
            "d:9: 'term_stages' in [solver] has no effect without 'terms' in [physics]: add some, "
            "or remove the key");
  EXPECT_EQ(errors_of(good_deck + "[solver]\nterm_stages = 15"), "no error");
  EXPECT_EQ(errors_of(good_deck + resistive_terms, {"solver.term_stages=5"}), "no error");
}

TEST(UnusedKeys, HaveNoEvenNumberOfStages) {
  EXPECT_EQ(errors_of(good_deck + resistive_terms + "[solver]\nterm_stages = 4"),
            "d:11: 'term_stages' in [solver]: super time steps have an odd number of stages, "
            "expected 3 or 5, found 4");
}

TEST(UnusedKeys, OfBoxesThatAreNotSeenFromOutside) {
  for (const std::string key :
       {"camera = [60, 20]", "opacity = []", "surfaces = [1]", "surface_opacity = 0.5"}) {
    const std::string name = key.substr(0, key.find(' '));
    const std::string message =
        "' in [[output]] 0 has no effect with view = \"plane\": set view = "
        "\"volume\", or remove the key";
    EXPECT_EQ(errors_of(good_deck + png_block + key), "d:10: '" + name + message);
    EXPECT_EQ(errors_of(good_deck + png_block + "view = \"plane\"\n" + key),
              "d:11: '" + name + message);
    EXPECT_EQ(
        errors_of(good_deck + png_block + "view = \"volume\"\n" + key, {"grid.cells=[16, 16, 16]"}),
        "no error");
  }
  EXPECT_EQ(errors_of(good_deck + png_block + "camera = [30, 25]\nopacity = [0, 0.02, 0.1, 0.4]\n" +
                      "surfaces = []\nsurface_opacity = 1"),
            "no error");
}

/// Resolved decks have all keys, those without a use with their defaults.
TEST(UnusedKeys, AreInResolvedDecksWithTheirDefaults) {
  const Deck deck = Deck::parse(
      good_deck + driving_block + png_block + "[solver]\ndivergence_damping = \"none\"", "d");
  for (const char* line : {"divergence_damping_length = 0.18", "term_stages = 15", "exponent = -2",
                           "camera = [30.0, 25.0]", "opacity = [0.0, 0.02, 0.1, 0.4]",
                           "surfaces = []", "surface_opacity = 1.0"})
    EXPECT_NE(deck.resolved().find(line), std::string::npos) << line;
  EXPECT_EQ(errors_of(deck.resolved()), "no error");
}

}  // namespace
}  // namespace solenoid
