/// \file
/// Decks of tabulated gases: how they give the table, what they have, and what they are refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "src/deck/deck.hpp"
#include "src/deck/fields.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

const std::string without_table =
    "[run]\n"
    "end_time = 1\n"
    "[physics]\n"
    "equation_of_state = \"tabulated\"\n"
    "[grid]\n"
    "cells = [16, 16]\n"
    "[initial]\n"
    "density = 2\n"
    "pressure = 4\n";
const std::vector<std::string> caloric_lists = {"physics.caloric_temperature=[1, 3]",
                                                "physics.caloric_energy=[2, 10]"};

std::string refusal_beside_lists(const std::string& added,
                                 std::vector<std::string> overrides = {}) {
  overrides.insert(overrides.end(), caloric_lists.begin(), caloric_lists.end());
  try {
    static_cast<void>(Deck::parse(without_table + added, "d", overrides));
    return "no error";
  } catch (const DeckError& error) {
    return error.what();
  }
}
std::string refusal_of_table(const std::vector<std::string>& overrides) {
  try {
    static_cast<void>(Deck::parse(without_table, "d", overrides));
    return "no error";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(TabulatedDeck, HasATableAndNoGamma) {
  const Deck deck = Deck::parse(without_table, "d", caloric_lists);
  EXPECT_EQ(deck.caloric_table().temperature, (std::vector<double>{1, 3}));
  EXPECT_EQ(deck.caloric_table().energy, (std::vector<double>{2, 10}));
  EXPECT_EQ(deck.text("solver", "riemann"), "hlld");
  EXPECT_EQ(deck.resolved().find("gamma"), std::string::npos);
  const Deck again = Deck::parse(deck.resolved(), "d");
  EXPECT_EQ(again.resolved(), deck.resolved());
  EXPECT_EQ(again.caloric_table().energy, deck.caloric_table().energy);
}

/// Its solver has the fields that decks may name, and their values.
TEST(TabulatedDeck, HasTheFieldsOfItsSolver) {
  for (const EquationSet equations : {EquationSet::mhd, EquationSet::hydrodynamics}) {
    std::vector<std::string> overrides = caloric_lists;
    overrides.push_back(std::string("physics.equations=") + name_of(equations));
    const Deck deck = Deck::parse(without_table, "d", overrides);
    const auto solver = make_solver(deck, Device::cpu);
    FieldMap state;
    for (const auto& name : solver->primitive_names())
      state[name] = FieldValues(256, name == "density"      ? 2
                                     : name == "pressure"   ? 4
                                     : name == "velocity_x" ? 3
                                                            : 0);
    solver->set_primitive(state, 0);
    auto known = field_names(equations, Scheme::muscl_hancock, EquationOfState::tabulated);
    for (const auto& name : known) EXPECT_NO_THROW(static_cast<void>(solver->field(name))) << name;
    EXPECT_EQ(known.size(), solver->primitive_names().size() + solver->derived_names().size());
    // At the temperature 2 the energy over mass is 6, and c^2 = 2 (1 + 1/4).
    EXPECT_EQ(solver->field("internal_energy")[7], 12);
    EXPECT_EQ(solver->field("total_energy")[7], 21);
    EXPECT_EQ(solver->field("pressure")[7], 4);
    EXPECT_DOUBLE_EQ(solver->field("mach_number")[7], 3 / std::sqrt(2.5));
    EXPECT_EQ(std::ranges::find(known, "entropy"), known.end());
    EXPECT_THROW(static_cast<void>(solver->field("entropy")), std::invalid_argument);
  }
}

TEST(TabulatedDeck, ReadsItsTableFromAFile) {
  const std::string file = testing::TempDir() + "caloric_table.txt";
  const std::vector<std::string> overrides = {"physics.caloric_table=" + file};
  const auto write = [&](const char* text) { std::ofstream(file) << text; };
  write("# temperature energy\n1 2\n3 10\n");
  EXPECT_EQ(Deck::parse(without_table, "d", overrides).caloric_table().energy,
            (std::vector<double>{2, 10}));
  const std::string where =
      "--set physics.caloric_table=" + file + ": 'caloric_table' in [physics]: " + file;
  write("# temperature energy\n1 2\n3 2\n");
  EXPECT_EQ(refusal_of_table(overrides),
            where + ":3: expected increasing numbers, found 2 after 2");
  write("1 2 3\n3 4 5\n");
  EXPECT_EQ(refusal_of_table(overrides),
            where + ":1: expected two columns, temperature and energy, found 3");
  write("1 -2\n3 4\n");
  EXPECT_EQ(refusal_of_table(overrides), where + ":1: expected positive numbers, found -2");
  std::filesystem::remove(file);
}

TEST(TabulatedDeck, SaysWhatIsWrongWithItsTable) {
  EXPECT_EQ(refusal_of_table({}),
            "d:4: 'equation_of_state' in [physics]: \"tabulated\" needs a 'caloric_table', or "
            "'caloric_temperature' and 'caloric_energy', found neither");
  EXPECT_EQ(refusal_of_table({caloric_lists[0]}),
            "--set physics.caloric_temperature=[1, 3]: 'caloric_temperature' in [physics]: "
            "'caloric_energy' is missing");
  EXPECT_EQ(refusal_of_table({caloric_lists[0], "physics.caloric_energy=[1, 2, 3]"}),
            "--set physics.caloric_energy=[1, 2, 3]: 'caloric_energy' in [physics]: expected 2 "
            "energies, one for each temperature, found 3");
  EXPECT_EQ(refusal_of_table({caloric_lists[0], "physics.caloric_energy=[2, 1]"}),
            "--set physics.caloric_energy=[2, 1]: 'caloric_energy' in [physics]: expected "
            "increasing numbers, found 1 after 2");
  EXPECT_EQ(refusal_of_table({"physics.caloric_temperature=[1]", "physics.caloric_energy=[2]"}),
            "--set physics.caloric_temperature=[1]: 'caloric_temperature' in [physics]: expected 2 "
            "to 1024 numbers, found 1");
}

TEST(TabulatedDeck, SaysWhatATabulatedGasDoesNotHave) {
  EXPECT_EQ(refusal_beside_lists("", {"physics.gamma=1.4"}),
            "--set physics.gamma=1.4: 'gamma' in [physics] applies only to equation_of_state = "
            "\"ideal\"");
  EXPECT_EQ(refusal_beside_lists("[solver]\nriemann = \"roe\""),
            "d:11: 'riemann' in [solver]: with equations = \"mhd\" and equation_of_state = "
            "\"tabulated\" expected one of \"hlld\", \"hll\", \"llf\", found \"roe\"");
  EXPECT_EQ(refusal_beside_lists("[[output]]\ntype = \"png\"\nfields = [\"entropy\"]"),
            "d:12: 'fields' in [[output]] 0: field 'entropy' exists only with equation_of_state = "
            "\"ideal\"");
  EXPECT_NE(
      refusal_beside_lists("[[output]]\ntype = \"sac\"").find("holds the gamma of an ideal gas"),
      std::string::npos);
  EXPECT_NE(refusal_beside_lists("[cooling]\ntemperature = [1, 2]\nrate = [1, 1]")
                .find("those of a tabulated gas do not, expected equation_of_state = \"ideal\""),
            std::string::npos);
  EXPECT_NE(refusal_beside_lists("", {"solver.scheme=relaxing-tvd"})
                .find("the scheme relaxing-tvd needs a constant gamma, which the "
                      "tabulated gas does not have, expected scheme = "
                      "\"muscl-hancock\" in [solver], or \"ideal\"\n"),
            std::string::npos);
}

TEST(TabulatedDeck, HasNoGammaForTerms) {
  const auto file = std::filesystem::temp_directory_path() / "solenoid-terms-with-gamma.stencil";
  std::ofstream(file) << "d_t density += gamma;\nreduction decay_rate += max(gamma);\n";
  const std::string said = refusal_beside_lists("", {"physics.terms=" + file.string()});
  std::filesystem::remove(file);
  EXPECT_NE(
      said.find("the terms do not compile (with equation_of_state = \"tabulated\" there is no "
                "gamma; where it stands for the gas, pressure(), temperature() and "
                "pressure_by_energy() know its table):"),
      std::string::npos)
      << said;
}

TEST(TabulatedDeck, TakesTerms) {
  auto settings = caloric_lists;
  settings.insert(settings.end(),
                  {"physics.terms=[\"<terms/resistivity.stencil>\", \"<terms/viscosity.stencil>\", "
                   "\"<terms/ambipolar.stencil>\", \"<terms/drag.stencil>\", "
                   "\"<terms/conduction.stencil>\"]",
                   "physics.ambipolar=0.25"});
  const Deck deck = Deck::parse(without_table, "d", settings);
  ASSERT_NE(deck.terms(), nullptr);
  EXPECT_EQ(deck.number("physics", "ambipolar"), 0.25);
  const TablePieces pieces = deck.tables_of(*deck.terms()).at("temperature_of_energy");
  EXPECT_EQ(pieces.starts, (std::vector<double>{0, 2}));
  EXPECT_EQ(pieces.coefficients[1], (std::array<double, 5>{1, 0.25}));
  const std::vector<std::string> fields = deck.terms()->state_fields();
  EXPECT_NE(std::ranges::find(fields, "total_energy"), fields.end());
  EXPECT_EQ(Deck::parse(deck.resolved(), "d").resolved(), deck.resolved());
  EXPECT_EQ(refusal_beside_lists(
                "", {"physics.equations=hydrodynamics", "physics.terms=<terms/viscosity.stencil>"}),
            "no error");
}

TEST(TabulatedDeck, IsNotDrivenToAMachNumber) {
  const std::string driving = "[driving]\ncorrelation_time = 1\n";
  EXPECT_EQ(refusal_beside_lists(driving + "power = 1\n", {}), "no error");
  EXPECT_NE(refusal_beside_lists(driving + "mach_number = 1\n", {})
                .find("'mach_number' in [driving] applies only to equation_of_state = \"ideal\" or "
                      "\"isothermal\""),
            std::string::npos);
}

TEST(TabulatedDeck, OfAnIdealGasHasNoTable) {
  EXPECT_NE(refusal_beside_lists("", {"physics.equation_of_state=ideal"})
                .find("'caloric_energy' in [physics] applies only to equation_of_state = "
                      "\"tabulated\""),
            std::string::npos);
}

}  // namespace
}  // namespace solenoid
