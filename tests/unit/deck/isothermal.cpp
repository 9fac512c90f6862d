/// \file
/// Decks of isothermal gases: what they have, and what they are refused.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "src/deck/deck.hpp"
#include "src/deck/fields.hpp"
#include "src/deck/program_keys.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

const std::string isothermal_deck =
    "[run]\n"
    "end_time = 1\n"
    "[physics]\n"
    "equation_of_state = \"isothermal\"\n"
    "sound_speed = 0.5\n"
    "[grid]\n"
    "cells = [16, 16]\n"
    "[initial]\n"
    "density = 2\n";

std::string refusal_of(const std::string& added, const std::vector<std::string>& overrides = {}) {
  try {
    static_cast<void>(Deck::parse(isothermal_deck + added, "d", overrides));
    return "no error";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(IsothermalDeck, HasNoPressureAndNoGamma) {
  const Deck deck = Deck::parse(isothermal_deck, "d");
  EXPECT_EQ(deck.number("physics", "sound_speed"), 0.5);
  EXPECT_EQ(deck.text("solver", "riemann"), "hlld");
  EXPECT_EQ(deck.resolved().find("gamma"), std::string::npos);
  EXPECT_EQ(deck.resolved().find("pressure"), std::string::npos);
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
  const Deck hydrodynamics = Deck::parse(isothermal_deck, "d", {"physics.equations=hydrodynamics"});
  EXPECT_EQ(hydrodynamics.text("solver", "riemann"), "hllc");
}

/// Its solver has the fields that decks may name, and their values.
TEST(IsothermalDeck, HasTheFieldsOfItsSolver) {
  for (const EquationSet equations : {EquationSet::mhd, EquationSet::hydrodynamics}) {
    const Deck deck = Deck::parse(isothermal_deck, "d",
                                  {std::string("physics.equations=") + name_of(equations),
                                   "initial.velocity_x=3", "initial.velocity_y=4"});
    const auto solver = make_solver(deck, Device::cpu);
    FieldMap fields;
    for (const auto& name : solver->primitive_names())
      fields[name] = FieldValues(256, name == "density"      ? 2
                                      : name == "velocity_x" ? 3
                                      : name == "velocity_y" ? 4
                                                             : 0);
    EXPECT_FALSE(fields.contains("pressure"));
    solver->set_primitive(fields, 0);
    auto known = field_names(equations, Scheme::muscl_hancock, EquationOfState::isothermal);
    for (const auto& name : known) EXPECT_NO_THROW(static_cast<void>(solver->field(name))) << name;
    EXPECT_EQ(known.size(), solver->primitive_names().size() + solver->derived_names().size());
    EXPECT_EQ(solver->field("pressure")[7], 0.5);
    EXPECT_EQ(solver->field("temperature")[7], 0.25);
    EXPECT_EQ(solver->field("mach_number")[7], 10);
    for (const char* name : {"total_energy", "internal_energy", "entropy"}) {
      EXPECT_EQ(std::ranges::find(known, name), known.end()) << name;
      EXPECT_THROW(static_cast<void>(solver->field(name)), std::invalid_argument) << name;
    }
  }
}

TEST(IsothermalDeck, SaysWhatAnIsothermalGasDoesNotHave) {
  EXPECT_EQ(refusal_of("pressure = 1"),
            "d:10: 'pressure' in [initial] applies only to equation_of_state = \"ideal\" or "
            "\"tabulated\"; that of an isothermal gas is sound_speed^2 density");
  EXPECT_EQ(refusal_of("", {"physics.gamma=1.4"}),
            "--set physics.gamma=1.4: 'gamma' in [physics] applies only to equation_of_state = "
            "\"ideal\"");
  EXPECT_EQ(refusal_of("[solver]\npressure_floor = 0.1"),
            "d:11: 'pressure_floor' in [solver] applies only to equation_of_state = \"ideal\" "
            "or \"tabulated\"");
  EXPECT_EQ(refusal_of("[source]\nheating = 1"),
            "d:11: 'heating' in [source] applies only to equation_of_state = \"ideal\" "
            "or \"tabulated\"");
  EXPECT_EQ(refusal_of("[solver]\nriemann = \"hll-bard-dorelli\""),
            "d:11: 'riemann' in [solver]: with equations = \"mhd\" and equation_of_state = "
            "\"isothermal\" expected one of \"hlld\", \"hll\", found \"hll-bard-dorelli\"");
  EXPECT_EQ(
      refusal_of("[solver]\nreconstruction = \"conserved\""),
      "d:11: 'reconstruction' in [solver]: \"conserved\" is not compiled for equation_of_state "
      "= \"isothermal\", expected \"weno-z\" or \"primitive\"");
  EXPECT_EQ(refusal_of("[[output]]\ntype = \"png\"\nfields = [\"entropy\"]"),
            "d:12: 'fields' in [[output]] 0: field 'entropy' exists only with equation_of_state = "
            "\"ideal\"");
  EXPECT_EQ(
      refusal_of("[[output]]\ntype = \"sac\""),
      "d:11: 'type' in [[output]] 0: \"sac\" holds an energy, which an isothermal gas does not "
      "have: expected \"hdf5\" or \"gdf\"");
}

TEST(IsothermalDeck, TakesTermsOfMomentumAndField) {
  const std::string three =
      "physics.terms=[\"<terms/resistivity.stencil>\", \"<terms/viscosity.stencil>\", "
      "\"<terms/ambipolar.stencil>\"]";
  const Deck deck = Deck::parse(isothermal_deck, "d", {three, "physics.ambipolar=0.25"});
  ASSERT_NE(deck.terms(), nullptr);
  EXPECT_EQ(deck.number("physics", "ambipolar"), 0.25);
  EXPECT_EQ(deck.number("physics", "sound_speed"), 0.5);
  const std::vector<std::string> fields = deck.terms()->state_fields();
  EXPECT_EQ(std::ranges::find(fields, "total_energy"), fields.end());
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
  EXPECT_EQ(refusal_of(
                "", {"physics.equations=hydrodynamics", "physics.terms=<terms/viscosity.stencil>"}),
            "no error");
  EXPECT_NE(refusal_of("", {"physics.equations=hydrodynamics",
                            "physics.terms=<terms/resistivity.stencil>"})
                .find("there is no field 'magnetic_field'"),
            std::string::npos);
}

TEST(IsothermalDeck, HasNoHeatToConductOrToLose) {
  for (const char* name : {"conduction", "conduction-along-field", "cooling"}) {
    const std::string file = fmt::format("<terms/{}.stencil>", name);
    const std::string set =
        fmt::format("physics.terms=[\"<terms/viscosity.stencil>\", \"{}\"]", file);
    EXPECT_EQ(
        refusal_of("", {set}),
        fmt::format("--set {}: 'terms' in [physics]: {} changes nothing but 'total_energy', "
                    "and with equation_of_state = \"isothermal\" the gas has no energy and no "
                    "temperature of its own to conduct or to lose; remove it, or choose "
                    "equation_of_state = \"ideal\"",
                    set, file));
  }
}

TEST(IsothermalDeck, SaysWhichSchemeHasIt) {
  EXPECT_EQ(refusal_of("", {"solver.scheme=relaxing-tvd"}),
            "d:4: 'equation_of_state' in [physics]: the scheme relaxing-tvd needs an energy, "
            "which the isothermal gas does not have, expected scheme = \"muscl-hancock\" in "
            "[solver], or \"ideal\" with gamma near 1\n"
            "d:5: 'sound_speed' in [physics] applies only to scheme = \"muscl-hancock\"");
  EXPECT_EQ(refusal_of("pressure = 1", {"physics.equation_of_state=ideal"}),
            "d:5: 'sound_speed' in [physics] applies only to equation_of_state = \"isothermal\"");
  EXPECT_NE(refusal_of("", {"physics.equations=isothermal"})
                .find("an isothermal gas is equation_of_state = \"isothermal\" there"),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
