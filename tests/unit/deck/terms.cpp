/// \file
/// Terms that decks add to a fluid ('terms' in [physics]).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "src/deck/deck.hpp"
#include "src/deck/program_keys.hpp"

namespace solenoid {
namespace {

Deck deck(const std::string& physics, const std::vector<std::string>& overrides = {}) {
  return Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [8, 8]\n"
      "[initial]\ndensity = 1\npressure = 1\n[physics]\n" +
          physics,
      "terms.toml", overrides);
}

void expect_complaint_of_terms(const std::string& part, const std::string& physics,
                               const std::vector<std::string>& overrides = {}) {
  try {
    deck(physics, overrides);
    ADD_FAILURE() << "no complaint: " << part;
  } catch (const DeckError& error) {
    EXPECT_NE(std::string(error.what()).find(part), std::string::npos)
        << error.what() << "\ninstead of\n"
        << part;
  }
}

const char* const resistive = "terms = \"<terms/resistivity.stencil>\"\n";

TEST(DeckTerms, HaveTheirUniformsAsKeys) {
  const Deck read = deck(std::string(resistive) + "resistivity = \"1/8\"\ngamma = 1.4\n");
  ASSERT_NE(read.terms(), nullptr);
  EXPECT_EQ(read.program(), nullptr);
  EXPECT_EQ(read.number("physics", "resistivity"), 0.125);
  EXPECT_EQ(read.number("physics", "critical_drift"), 0);
  EXPECT_EQ(read.number("physics", "gamma"), 1.4);
  EXPECT_EQ(deck("").terms(), nullptr);
}

TEST(DeckTerms, AreInTheResolvedDeck) {
  const Deck read = deck(std::string(resistive) + "resistivity = 0.25\n");
  const Deck again = Deck::parse(read.resolved(), "again.toml");
  EXPECT_EQ(again.number("physics", "resistivity"), 0.25);
  EXPECT_EQ(again.resolved(), read.resolved());
}

TEST(DeckTerms, AddUpInOneProgram) {
  const Deck read = deck(
      "terms = [\"<terms/resistivity.stencil>\", \"<terms/viscosity.stencil>\", "
      "\"<terms/conduction.stencil>\"]\nviscosity = 1\n");
  EXPECT_EQ(read.number("physics", "viscosity"), 1);
  int evolved = 0;
  for (const stencil::Field& field : read.terms()->kernels.fields) evolved += field.evolved ? 1 : 0;
  EXPECT_EQ(evolved, 7);
  EXPECT_EQ(read.terms()->kernels.reductions.size(), 1U);
}

TEST(DeckTerms, AreOfTheEquationsThatTheDeckHas) {
  const std::string hydrodynamics = "equations = \"hydrodynamics\"\n";
  EXPECT_NE(deck(hydrodynamics + "terms = \"<terms/viscosity.stencil>\"").terms(), nullptr);
  expect_complaint_of_terms("there is no field 'magnetic_field'", hydrodynamics + resistive);
}

TEST(DeckTerms, LeaveAFieldOnFacesAsItIs) {
  const std::vector<std::string> on_faces = {"solver.scheme=relaxing-tvd"};
  const Deck read = deck(
      "terms = [\"<terms/viscosity.stencil>\", \"<terms/conduction-along-field.stencil>\"]\n"
      "viscosity = 0.5\n",
      {"solver.scheme=relaxing-tvd", "solver.term_stages=5"});
  ASSERT_NE(read.terms(), nullptr);
  EXPECT_EQ(read.number("physics", "viscosity"), 0.5);
  EXPECT_EQ(read.integer("solver", "term_stages"), 5);
  EXPECT_NE(
      deck("equations = \"hydrodynamics\"\nterms = \"<terms/cooling.stencil>\"", on_faces).terms(),
      nullptr);
  for (const char* name : {"resistivity", "ambipolar"})
    expect_complaint_of_terms(
        "'terms' in [physics]: 'd_t magnetic_field' is at the centres of cells, and with scheme = "
        "\"relaxing-tvd\" the field stands on faces; expected scheme = \"muscl-hancock\" in "
        "[solver], "
        "or terms that do not change the magnetic field",
        fmt::format("terms = [\"<terms/viscosity.stencil>\", \"<terms/{}.stencil>\"]\n", name),
        on_faces);
}

TEST(DeckTerms, SayWhatTheyCannotBe) {
  expect_complaint_of_terms(
      "'terms' in [physics] applies only to scheme = \"muscl-hancock\" or \"relaxing-tvd\"",
      resistive, {"solver.scheme=finite-difference"});
  expect_complaint_of_terms(
      "no file <terms/resistivty.stencil> comes with Solenoid, did you mean "
      "'terms/resistivity.stencil'?",
      "terms = \"<terms/resistivty.stencil>\"\n");
  expect_complaint_of_terms("unknown key 'resistivty' in [physics], did you mean 'resistivity'?",
                            std::string(resistive) + "resistivty = 1\n");
  expect_complaint_of_terms("expected more than one cell in x, which 'terms' in [physics] need",
                            resistive, {"grid.cells=[1, 8]"});
}

}  // namespace
}  // namespace solenoid
