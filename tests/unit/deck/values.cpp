#include "src/deck/deck.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>

#include "src/deck/clock.hpp"
#include "src/deck/keys.hpp"

namespace solenoid {
namespace {

const std::string small_deck =
    "[run]\nend_time = 1\n[grid]\ncells = [16, 16]\n"
    "[initial]\ndensity = 1\npressure = 1\n";

/// One that gives nearly every key.
const std::string full_deck = R"deck(
[run]
end_time = "2*pi"
start_time = 0.25
precision = "single"
max_steps = 1e3
wall_time = "30:00:00"
title = "a \"quoted\" title, with µ"

[physics]
gamma = "7/5"
gravity = [0, "-g"]

[constants]
g = 9.81
B0 = "1/sqrt(4*pi)"
twice = "2*B0"

[grid]
cells = [32, "2^4", 8]
lower = [-1, "-1/2"]
upper = [1, 0.5, 0.25]
boundary_x = ["fixed", "outflow"]
boundary_y = "reflecting"

[boundary.lower_x]
density = "1 + t"
magnetic_field_x = "B0"
magnetic_field_y = 0
magnetic_field_z = 0

[driving]
correlation_time = 0.1
acceleration = 0.5

[solver]
cfl = 0.4
riemann = "hll"
limiter = "van-leer"
reconstruction = "conserved"
splitting = "symmetric"
divergence_damping = "paper"
divergence_damping_length = "0.18"
first_order_fallback = true
density_floor = 1e-6
pressure_floor = 1e-7

[initial]
density = "r < 0.1 ? 10 : 1"
pressure = 0.1
velocity_z = "sin(2*pi*x)"
magnetic_field_z = "twice"
vector_potential_z = """B0*
  cos(x)"""

[[output]]
type = "hdf5"
every_time = "1/8"

[[output]]
type = "png"
name = "cut"
every_steps = 10
fields = ["density", "magnetic_pressure"]
slice = { z = 0.125 }
range = [0.1, 10]
colours = "inferno"
logarithmic = true

[[output]]
type = "history"
)deck";

double value_of(const Expressions& expressions, const std::string& field, double x, double y,
                double z, double t) {
  return (*expressions.at(field))(x, y, z, t);
}

TEST(Deck, FillsInDefaults) {
  const Deck deck = Deck::parse(small_deck, "folder/small.toml");
  EXPECT_EQ(deck.name(), "small");
  EXPECT_EQ(deck.number("run", "start_time"), 0);
  EXPECT_EQ(deck.text("run", "precision"), "double");
  EXPECT_EQ(deck.integer("run", "max_steps"), 0);
  EXPECT_EQ(deck.text("physics", "equations"), "mhd");
  EXPECT_DOUBLE_EQ(deck.number("physics", "gamma"), 5.0 / 3.0);
  EXPECT_EQ(deck.vector("physics", "gravity"), (std::array<double, 3>{0, 0, 0}));
  EXPECT_EQ(deck.text("solver", "riemann"), "hlld");
  EXPECT_EQ(deck.number("solver", "cfl"), 0.7);
  EXPECT_FALSE(deck.flag("solver", "first_order_fallback"));
  EXPECT_EQ(deck.grid().cells, (std::array<int, 3>{16, 16, 1}));
  EXPECT_EQ(deck.grid().upper, (std::array<double, 3>{1, 1, 1}));
  EXPECT_EQ(deck.boundaries().kind[0][0], BoundaryKind::periodic);
  EXPECT_EQ(value_of(deck.initial(), "velocity_x", 0.1, 0.2, 0, 0), 0);
  EXPECT_TRUE(deck.outputs().empty());
  EXPECT_FALSE(deck.initial().contains("vector_potential_z"));
}

TEST(Deck, HydrodynamicsHasItsOwnDefaultsAndNoMagneticField) {
  const Deck deck = Deck::parse(small_deck, "d", {"physics.equations=hydrodynamics"});
  EXPECT_EQ(deck.text("solver", "riemann"), "hllc");
  EXPECT_FALSE(deck.initial().contains("magnetic_field_x"));
  EXPECT_EQ(deck.resolved().find("magnetic_field"), std::string::npos);
  EXPECT_EQ(deck.resolved().find("divergence_damping"), std::string::npos);
}

TEST(Deck, ReadsEveryKindOfValue) {
  const Deck deck = Deck::parse(full_deck, "full.toml");
  EXPECT_DOUBLE_EQ(deck.number("run", "end_time"), 2 * std::numbers::pi);
  EXPECT_EQ(deck.integer("run", "max_steps"), 1000);
  EXPECT_EQ(deck.number("run", "max_steps"), 1000);
  EXPECT_EQ(deck.vector("physics", "gravity"), (std::array<double, 3>{0, -9.81, 0}));
  EXPECT_EQ(deck.constants().at("twice"), 2 / std::sqrt(4 * std::numbers::pi));
  EXPECT_EQ(deck.grid().cells, (std::array<int, 3>{32, 16, 8}));
  EXPECT_EQ(deck.grid().lower, (std::array<double, 3>{-1, -0.5, 0}));
  EXPECT_EQ(deck.boundaries().kind[0][1], BoundaryKind::outflow);
  EXPECT_EQ(deck.boundaries().kind[1][0], BoundaryKind::reflecting);
  EXPECT_EQ(value_of(deck.initial(), "density", 0.05, 0, 0, 0), 10);
  EXPECT_TRUE(deck.flag("solver", "first_order_fallback"));
}

TEST(Deck, FixedFacesFallBackOnTheInitialState) {
  const Deck deck = Deck::parse(full_deck, "full.toml");
  const auto& values = deck.boundary_values(axis_x, side_lower);
  EXPECT_EQ(value_of(values, "density", 0, 0, 0, 2), 3);
  EXPECT_TRUE(values.at("density")->depends_on_time());
  EXPECT_EQ(value_of(values, "pressure", 0, 0, 0, 2), 0.1);
  EXPECT_FALSE(values.contains("vector_potential_z"));
  EXPECT_TRUE(deck.boundary_values(axis_x, side_upper).empty());
}

/// Faces that take what [initial] gives share it, too.
TEST(Deck, CompilesEachExpressionOnce) {
  const long before = Expression::times_compiled();
  const Deck deck = Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [8, 8]\nboundary_x = \"fixed\"\n"
      "boundary_y = \"fixed\"\n"
      "[initial]\ndensity = \"1 + x\"\npressure = \"2 + r\"\nvelocity_x = 3\n"
      "[boundary.lower_x]\npressure = \"1 + t\"\n",
      "once.toml");
  EXPECT_EQ(Expression::times_compiled() - before, 3 + 1) << "three of the deck, gamma's default";
  EXPECT_EQ(deck.boundary_values(axis_y, side_upper).at("density"), deck.initial().at("density"));
}

/// Nobody who writes r in a plane means the distance to a point half a cell off the plane.
TEST(Deck, RadiusLeavesInactiveDirectionsOut) {
  const std::string text =
      "[run]\nend_time = 1\n[grid]\nboundary_x = \"fixed\"\n"
      "[initial]\ndensity = \"1 + r\"\npressure = 1\n"
      "[boundary.lower_x]\npressure = \"1 + r\"\n";
  const auto radius = [&](const std::string& cells) {
    const Deck deck = Deck::parse(text, "r.toml", {"grid.cells=" + cells});
    const double inside = value_of(deck.initial(), "density", 2, 3, 6, 0) - 1;
    EXPECT_EQ(value_of(deck.boundary_values(axis_x, side_lower), "pressure", 2, 3, 6, 0) - 1,
              inside);
    return inside;
  };
  EXPECT_DOUBLE_EQ(radius("[8, 8, 8]"), 7);
  EXPECT_DOUBLE_EQ(radius("[8, 8]"), std::sqrt(13.0));
  EXPECT_DOUBLE_EQ(radius("[8, 1, 8]"), std::sqrt(40.0));
  EXPECT_DOUBLE_EQ(radius("[8]"), 2);
}

TEST(Deck, ReadsOutputs) {
  const auto outputs = Deck::parse(full_deck, "full.toml").outputs();
  ASSERT_EQ(outputs.size(), 3U);
  EXPECT_EQ(outputs[0].type, OutputType::hdf5);
  EXPECT_EQ(outputs[0].name, "hdf5");
  EXPECT_EQ(outputs[0].every_time, 0.125);
  EXPECT_FALSE(outputs[0].slice_axis.has_value());
  EXPECT_TRUE(outputs[0].fields.empty());
  EXPECT_EQ(outputs[1].name, "cut");
  EXPECT_EQ(outputs[1].every_steps, 10);
  EXPECT_FALSE(outputs[1].every_time.has_value());
  EXPECT_EQ(outputs[1].fields, (std::vector<std::string>{"density", "magnetic_pressure"}));
  EXPECT_EQ(outputs[1].slice_axis, axis_z);
  EXPECT_EQ(outputs[1].slice_position, 0.125);
  EXPECT_EQ(outputs[1].picture.range, (std::array<double, 2>{0.1, 10}));
  EXPECT_EQ(outputs[1].picture.colours, "inferno");
  EXPECT_TRUE(outputs[1].picture.logarithmic);
  EXPECT_EQ(outputs[2].type, OutputType::history);
}

TEST(Deck, ResolvedParsesBackToTheSame) {
  for (const std::string& text : {small_deck, full_deck}) {
    for (const std::vector<std::string>& overrides :
         {std::vector<std::string>{}, {"run.end_time=3", "solver.limiter=minmod"}}) {
      const Deck deck = Deck::parse(text, "deck.toml", overrides);
      const std::string resolved = deck.resolved();
      const Deck again = Deck::parse(resolved, "deck.toml");
      EXPECT_EQ(again.resolved(), resolved);
      EXPECT_EQ(again.constants(), deck.constants());
      EXPECT_EQ(again.number("run", "end_time"), deck.number("run", "end_time"));
      EXPECT_EQ(again.number("physics", "gamma"), deck.number("physics", "gamma"));
      EXPECT_EQ(again.text("run", "title"), deck.text("run", "title"));
      EXPECT_EQ(value_of(again.initial(), "density", 0.3, 0, 0, 0),
                value_of(deck.initial(), "density", 0.3, 0, 0, 0));
      EXPECT_EQ(again.boundary_values(axis_x, side_lower).size(),
                deck.boundary_values(axis_x, side_lower).size());
      ASSERT_EQ(again.outputs().size(), deck.outputs().size());
    }
  }
}

TEST(Deck, SchemesHaveTheirOwnDefaults) {
  const std::string text =
      "[run]\nend_time = 1\n[grid]\ncells = [16]\n[initial]\ndensity = 1\npressure = 1\n";
  const Deck first = Deck::parse(text, "d");
  EXPECT_EQ(first.number("solver", "cfl"), 0.8);
  EXPECT_EQ(first.text("solver", "limiter"), "monotonised-central");
  const Deck second = Deck::parse(text, "d", {"solver.scheme=relaxing-tvd"});
  EXPECT_EQ(second.number("solver", "cfl"), 0.7);
  EXPECT_EQ(second.text("solver", "limiter"), "van-leer");
  const Deck given =
      Deck::parse(text, "d", {"solver.scheme=relaxing-tvd", "solver.limiter=minmod"});
  EXPECT_EQ(given.text("solver", "limiter"), "minmod");
}

/// What a deck adds, and what it gets without saying so.
struct DependentDefault {
  std::vector<std::string> overrides;
  const char* reconstruction;
  double courant_number;
  double with_shocks;
};

TEST(Deck, DefaultsOfMusclHancockFollowTheLimiterTheDimensionsAndTheField) {
  const std::string text =
      "[run]\nend_time = 1\n[grid]\ncells = [16]\n[initial]\ndensity = 1\npressure = 1\n";
  const std::vector<DependentDefault> cases = {
      {{}, "weno-z", 0.8, 0.8},
      {{"grid.cells=[16,16]"}, "weno-z", 0.7, 0.85},
      {{"grid.cells=[16,16]", "gravity.potential=x"}, "weno-z", 0.8, 0.8},
      {{"grid.cells=[16,16]", "source.heating=1"}, "weno-z", 0.8, 0.8},
      {{"grid.cells=[16,16]", "physics.terms=[\"<terms/resistivity.stencil>\"]",
        "physics.resistivity=1"},
       "weno-z",
       0.8,
       0.8},
      {{"grid.cells=[16,16]", "solver.cfl=0.6"}, "weno-z", 0.6, 0.6},
      {{"grid.cells=[16,16]", "solver.cfl_shocks=0.6"}, "weno-z", 0.7, 0.6},
      {{"grid.cells=[16,16]", "solver.cfl=0.5", "solver.cfl_shocks=0.6"}, "weno-z", 0.5, 0.6},
      {{"grid.cells=[16,16,16]"}, "weno-z", 0.4, 0.4},
      {{"grid.cells=[16,16,16]", "solver.cfl_shocks=0.8"}, "weno-z", 0.4, 0.8},
      {{"physics.equations=hydrodynamics"}, "weno-z", 0.8, 0.8},
      {{"physics.equations=hydrodynamics", "grid.cells=[16,16]"}, "weno-z", 0.9, 0.9},
      {{"physics.equations=hydrodynamics", "grid.cells=[1,16,16]"}, "weno-z", 0.9, 0.9},
      {{"physics.equations=hydrodynamics", "grid.cells=[16,16,16]"}, "weno-z", 0.4, 0.4},
      {{"physics.equations=hydrodynamics", "grid.cells=[16,16]", "solver.cfl=0.7"},
       "weno-z",
       0.7,
       0.7},
      {{"grid.cells=[16,1,16]"}, "weno-z", 0.7, 0.85},
      {{"solver.limiter=minmod"}, "primitive", 0.8, 0.8},
      {{"grid.cells=[16,16]", "solver.limiter=minmod"}, "primitive", 0.8, 0.8},
      {{"solver.limiter=minmod", "solver.reconstruction=weno-z"}, "weno-z", 0.8, 0.8},
      {{"solver.limiter=minmod", "solver.reconstruction=conserved"}, "conserved", 0.8, 0.8},
      {{"grid.cells=[16,16,16]", "solver.cfl=0.8"}, "weno-z", 0.8, 0.8}};
  for (const auto& [overrides, reconstruction, courant_number, with_shocks] : cases) {
    SCOPED_TRACE(testing::PrintToString(overrides));
    const Deck deck = Deck::parse(text, "d", overrides);
    const Deck again = Deck::parse(deck.resolved(), "again");
    for (const Deck* one : {&deck, &again}) {
      EXPECT_EQ(one->text("solver", "reconstruction"), reconstruction);
      EXPECT_EQ(one->number("solver", "cfl"), courant_number);
      EXPECT_EQ(one->number("solver", "cfl_shocks"), with_shocks);
      EXPECT_EQ(one->resolved().find("\ncfl_shocks = ") == std::string::npos,
                courant_number == with_shocks);
      EXPECT_EQ(one->text("solver", "splitting"), "merged");
    }
  }
  const Deck other =
      Deck::parse(text, "d", {"solver.scheme=relaxing-tvd", "grid.cells=[16,16,16]"});
  EXPECT_EQ(other.number("solver", "cfl"), 0.7);
}

TEST(Deck, EveryKeyWithADefaultHasAValueInEveryDeck) {
  const Deck deck = Deck::parse(std::string(full_deck) +
                                    "\n[[output]]\ntype = \"sac\"\n[[output]]\n"
                                    "type = \"profile\"\naxis = \"x\"\n[[output]]\ntype = \"pdf\"\n"
                                    "field = \"density\"\n[gravity]\npotential = \"x\"\n"
                                    "[cooling]\ntemperature = [1, 2]\nrate = [1, 1]\n",
                                "full.toml");
  const std::string resolved = deck.resolved();
  for (const KeySpec& key : key_table()) {
    std::string section(key.section);
    if (section == "output") section = "output.1";
    if (section == "boundary") section = "boundary.lower_x";
    EXPECT_NO_THROW(static_cast<void>(deck.given(section, std::string(key.key)))) << key.key;
    if (key.default_value.empty() && !key.required) continue;
    if (section == "shearing_box") continue;  // which is not beside [driving]
    if (key.key == "cfl_shocks") continue;    // which says nothing where it is that of cfl
    if (!key.schemes.empty() && !key.schemes.contains(deck.scheme().scheme)) continue;
    if (!key.gases.empty() && !key.gases.contains(EquationOfState::ideal)) continue;
    EXPECT_NE(resolved.find("\n" + std::string(key.key) + " = "), std::string::npos) << key.key;
    EXPECT_NO_THROW(static_cast<void>(deck.problem(section, std::string(key.key), ""))) << key.key;
  }
}

TEST(Deck, KnowsWhatWasGiven) {
  const Deck deck = Deck::parse(small_deck, "d", {"solver.cfl=0.5"});
  EXPECT_TRUE(deck.given("run", "end_time"));
  EXPECT_TRUE(deck.given("solver", "cfl"));
  EXPECT_FALSE(deck.given("solver", "limiter"));
  EXPECT_FALSE(deck.given("initial", "vector_potential_x"));
}

TEST(Deck, RefusesKeysThatTheTableDoesNotHave) {
  const Deck deck = Deck::parse(small_deck, "d");
  EXPECT_THROW(static_cast<void>(deck.number("run", "endtime")), std::logic_error);
  EXPECT_THROW(static_cast<void>(deck.given("rum", "end_time")), std::logic_error);
  EXPECT_THROW(static_cast<void>(deck.text("run", "end_time")), std::logic_error);
  EXPECT_THROW(static_cast<void>(deck.text("initial", "vector_potential_x")), std::logic_error);
}

TEST(Deck, SaysWhereAKeyStands) {
  const Deck deck = Deck::parse(small_deck, "d.toml", {"solver.cfl=0.5"});
  EXPECT_EQ(format(deck.problem("grid", "cells", "too many")), "d.toml:4: too many");
  EXPECT_EQ(format(deck.problem("solver", "cfl", "high")), "--set solver.cfl=0.5: high");
  EXPECT_EQ(format(deck.problem("solver", "limiter", "why")), "d.toml: why");
}

TEST(Deck, OverridesReplaceAndAdd) {
  const Deck deck =
      Deck::parse(full_deck, "d",
                  {"grid.cells=[8, 8, 8]", "output.cut.every_steps=3", "output.0.every_time=0.5",
                   "constants.g=1", "initial.velocity_x=sin(x) + 1", "constants.extra=5",
                   "run.end_time=3/2", "boundary.lower_x.pressure=extra", "run.end_time=1.75"});
  EXPECT_EQ(deck.grid().cells, (std::array<int, 3>{8, 8, 8}));
  EXPECT_EQ(deck.outputs()[1].every_steps, 3);
  EXPECT_EQ(deck.outputs()[0].every_time, 0.5);
  EXPECT_EQ(deck.vector("physics", "gravity")[1], -1);
  EXPECT_EQ(value_of(deck.initial(), "velocity_x", 0, 0, 0, 0), 1);
  EXPECT_EQ(value_of(deck.boundary_values(axis_x, side_lower), "pressure", 0, 0, 0, 0), 5);
  EXPECT_EQ(deck.number("run", "end_time"), 1.75) << "the last override of a key counts";
}

TEST(Deck, LoadsAFile) {
  const auto path = std::filesystem::path(testing::TempDir()) / "solenoid_deck_test.toml";
  std::ofstream(path) << small_deck;
  const Deck deck = Deck::load(path.string());
  std::filesystem::remove(path);
  EXPECT_EQ(deck.name(), "solenoid_deck_test");
  EXPECT_EQ(deck.grid().dimensions(), 2);
}

TEST(Deck, AWallTimeOfLessThanADayNeedsNoQuotes) {
  const Deck deck = Deck::parse("[run]\nwall_time = 01:30:00\n" + small_deck.substr(6), "d");
  EXPECT_EQ(deck.text("run", "wall_time"), "01:30:00");
}

TEST(Deck, WindowsLineEndsAreFine) {
  EXPECT_EQ(Deck::parse("[run]\r\nend_time = 1\r\n[grid]\r\ncells = [16]\r\n[initial]\r\ndensity "
                        "= 1\r\npressure = 1\r\n",
                        "d")
                .grid()
                .cells[0],
            16);
}

TEST(Clock, ReadsHoursMinutesSeconds) {
  EXPECT_EQ(seconds_from_clock("00:00:01"), 1);
  EXPECT_EQ(seconds_from_clock("100:01:30"), 360090);
  for (const char* bad : {"", "1", "1:2", "1:60:00", "1:00:60", "-1:00:00", "1:00:00x", "a:b:c",
                          "1:00:-1", "1::00", "99999999999999999999:00:00"}) {
    EXPECT_EQ(seconds_from_clock(bad), std::nullopt) << bad;
  }
}

}  // namespace
}  // namespace solenoid
