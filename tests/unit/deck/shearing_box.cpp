/// \file
/// [shearing_box] in decks: what it means, and what is refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "src/deck/deck.hpp"
#include "src/deck/program_keys.hpp"

namespace solenoid {
namespace {

const std::string box = "[shearing_box]\nangular_velocity = 2\n";

Deck deck_of_box(const std::string& more, const std::string& cells = "[8, 8, 8]") {
  return Deck::parse("[run]\nend_time = 1\n[grid]\ncells = " + cells +
                         "\n[initial]\ndensity = 1\npressure = 1\n" + more,
                     "d");
}

std::string complaint_of_box(const std::string& more, const std::string& cells = "[8, 8, 8]") {
  try {
    static_cast<void>(deck_of_box(more, cells));
    return "none";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(ShearingBoxDeck, HasDefaultsAndIsWrittenOut) {
  const Deck deck = deck_of_box(box);
  EXPECT_EQ(deck.number("shearing_box", "shear"), 1.5);
  EXPECT_FALSE(deck.flag("shearing_box", "vertical_gravity"));
  EXPECT_NE(deck.resolved().find("[shearing_box]\nangular_velocity = 2\nshear = 1.5\n"),
            std::string::npos);
  EXPECT_EQ(deck_of_box("").resolved().find("[shearing_box]"), std::string::npos);
}

TEST(ShearingBoxDeck, SaysWhatIsMissingAndWhatHasNoEffect) {
  EXPECT_EQ(complaint_of_box("[shearing_box]\nshear = 1\n"),
            "d:8: 'angular_velocity' in [shearing_box] is missing");
  EXPECT_EQ(complaint_of_box("[shearing_box]\nangular_velocity = 0\n"),
            "d:9: 'angular_velocity' in [shearing_box]: expected a number > 0, found 0");
  EXPECT_EQ(complaint_of_box(box + "vertical_gravity = true\n"), "none");
  EXPECT_EQ(complaint_of_box(box + "vertical_gravity = true\n", "[8, 8]"),
            "d:10: 'vertical_gravity' in [shearing_box] has no effect where [grid] has one cell "
            "along z: give it more, or remove the key");
}

TEST(ShearingBoxDeck, IsPeriodicAlongYIfThereAreCells) {
  const auto with = [](const std::string& cells, const std::string& boundary) {
    return complaint_of_box(box, cells + "\n" + boundary);
  };
  EXPECT_EQ(complaint_of_box(box, "[8, 1, 8]"), "none");
  EXPECT_EQ(with("[8, 8]", "boundary_x = \"reflecting\""), "none");
  EXPECT_EQ(with("[8, 8]", "boundary_y = [\"outflow\", \"reflecting\"]"),
            "d:5: 'boundary_y' in [grid]: the flow of [shearing_box] is along y, expected "
            "\"periodic\", found \"outflow\"");
}

TEST(ShearingBoxDeck, RefusesWhatItCannotBeCombinedWith) {
  EXPECT_EQ(complaint_of_box(box + "[solver]\nscheme = \"relaxing-tvd\"\n"),
            "d:8: [shearing_box] needs scheme = \"muscl-hancock\" in [solver]; the shear would "
            "take the field of this scheme, which stands on faces, off them");
  EXPECT_EQ(complaint_of_box(box + "[gravity]\nself_gravity = true\n"),
            "d:8: [shearing_box]: it cannot be combined with 'self_gravity' in [gravity], which is "
            "that of a box periodic at rest or alone, not of one that shears; remove one of the "
            "two");
  EXPECT_EQ(complaint_of_box(box + "[driving]\npower = 1\ncorrelation_time = 1\n"),
            "d:8: [shearing_box]: it cannot be combined with [driving], whose waves are periodic "
            "in a box at rest, not in one that shears; remove one of the two");
}

TEST(ShearingBoxDeck, TakesTermsWhichKnowItsFlow) {
  const std::string viscous = "[physics]\nterms = [\"<terms/viscosity.stencil>\"]\n";
  const Deck deck = deck_of_box(box + viscous + "viscosity = 0.1\n");
  const std::string name = background_shear;
  const auto knows = [&](const Deck& read) {
    return std::ranges::find(read.terms()->kernels.uniforms, name, &stencil::Uniform::name) !=
           read.terms()->kernels.uniforms.end();
  };
  EXPECT_TRUE(knows(deck));
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
  EXPECT_EQ(deck.resolved().find(name), std::string::npos);
  EXPECT_FALSE(knows(deck_of_box(viscous)));
  EXPECT_NE(complaint_of_box(box + viscous + "background_shear = 1\n").find("unknown key"),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
