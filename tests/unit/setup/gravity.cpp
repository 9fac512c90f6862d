/// The gravity of decks.

#include "src/setup/gravity.hpp"

#include <gtest/gtest.h>

#include "src/setup/boundary_values.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/memory_need.hpp"

namespace solenoid {
namespace {

Deck deck_of_gravity(const std::string& gravity, const std::string& rest = {}) {
  return Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [4, 6]\n[initial]\ndensity = 1\npressure = 1\n"
      "[gravity]\n" +
          gravity + "\n" + rest,
      "d");
}

std::string complaint_about(const std::string& gravity, const std::string& rest = {},
                            const std::vector<std::string>& overrides = {}) {
  try {
    check_initial_state(Deck::parse(
        "[run]\nend_time = 1\n[grid]\ncells = [4, 6]\n[initial]\ndensity = 1\npressure = 1\n"
        "[gravity]\n" +
            gravity + "\n" + rest,
        "d", overrides));
    return "none";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(GravityOfDecks, IsThatOfTheGasAndAPotential) {
  const Deck deck = deck_of_gravity(
      "self_gravity = true\ngravitational_constant = 3\npotential = \"x + 10*y + t\"");
  const GravitySettings settings = gravity_settings(deck);
  EXPECT_TRUE(settings.self_gravity && settings.potential_depends_on_time);
  EXPECT_EQ(settings.constant, 3);
  EXPECT_EQ(settings.boundary, GravityBoundary::periodic);
  std::vector<double> values(2);
  settings.potential({{-1, 6, 0}, {2, 1, 1}}, 0.5, values.data());
  EXPECT_DOUBLE_EQ(values[0], -0.125 + 10 * 6.5 / 6 + 0.5);
  EXPECT_DOUBLE_EQ(values[1], 0.125 + 10 * 6.5 / 6 + 0.5);
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
  const Deck other = deck_of_gravity("potential = \"x\"");
  EXPECT_EQ(Deck::parse(other.resolved(), "d").resolved(), other.resolved());
  EXPECT_GT(memory_need(deck).device_bytes, memory_need(other).device_bytes);
}

TEST(GravityOfDecks, NeedsMoreMemoryInPartsThanInOne) {
  const Deck deck = deck_of_gravity("self_gravity = true");
  const GridCuts cuts{deck.grid().cells, {{{0, 2}, {0, 3}, {0}}}};
  const std::size_t part =
      self_gravity_bytes(deck.grid(), cuts, gravity_settings(deck), Precision::double_precision);
  const std::size_t alone = self_gravity_bytes(deck.grid(), Subdomain(deck.grid()).cuts,
                                               gravity_settings(deck), Precision::double_precision);
  EXPECT_GT(part, alone / 4);
  EXPECT_EQ(memory_need(deck, cuts).device_bytes,
            memory_need(deck).device_bytes - alone + 4 * part);
}

TEST(GravityOfDecks, HasToMakeSense) {
  EXPECT_EQ(complaint_about(""),
            "d:8: [gravity]: expected 'self_gravity = true', a 'potential' or both");
  EXPECT_EQ(complaint_about("potential = \"x\"\nboundary = \"isolated\""),
            "d:10: 'boundary' in [gravity] has no effect without 'self_gravity = true': set that, "
            "or remove the key");
  EXPECT_EQ(complaint_about("self_gravity = true", "", {"grid.boundary_y=outflow"}),
            "d:8: 'boundary' in [gravity]: \"periodic\" needs boundary_y = \"periodic\" in [grid], "
            "found \"outflow\"; for gas with nothing around it \"isolated\" is the other choice");
  EXPECT_EQ(complaint_about("self_gravity = true\nboundary = \"isolated\"", "",
                            {"grid.boundary_x=reflecting", "grid.boundary_y=outflow"}),
            "d:10: 'boundary' in [gravity]: \"isolated\" needs boundary_x = \"outflow\", "
            "\"fixed\" or \"diode\" in [grid], found \"reflecting\"");
  EXPECT_EQ(complaint_about("potential = \"y < 1 ? x : log(-1)\""),
            "d:9: 'potential' in [gravity] is not finite at (-0.125, 1.08333, 0.5), t = 0");
  EXPECT_NE(complaint_about("self_gravity = true", "[solver]\nscheme = \"finite-difference\"")
                .find("[gravity] needs scheme = \"muscl-hancock\" or \"relaxing-tvd\""),
            std::string::npos);
}

TEST(GravityOfDecks, HasAFieldForOutputs) {
  const std::string output = "[[output]]\ntype = \"png\"\nfields = [\"gravitational_potential\"]\n";
  EXPECT_EQ(complaint_about("self_gravity = true", output), "none");
  try {
    Deck::parse(
        "[run]\nend_time = 1\n[grid]\ncells = [4, 6]\n[initial]\ndensity = 1\n"
        "pressure = 1\n" +
            output,
        "d");
    ADD_FAILURE() << "the field exists without [gravity]";
  } catch (const DeckError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("field 'gravitational_potential' exists only with [gravity]"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace solenoid
