/// \file
/// Passive scalars in decks: their keys, what knows them, and what is refused.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "src/deck/deck.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

const std::string dyed_deck =
    "[run]\n"
    "end_time = 1\n"
    "[physics]\n"
    "scalars = [\"dye\", \"metals\"]\n"
    "[grid]\n"
    "cells = [16, 16]\n"
    "boundary_x = [\"fixed\", \"outflow\"]\n"
    "[boundary.lower_x]\n"
    "metals = \"0.1 + t\"\n"
    "[initial]\n"
    "density = 2\n"
    "pressure = 1\n"
    "dye = \"x < 0.5 ? 0 : 1\"\n"
    "metals = 0.02\n";

Deck dyed(const std::string& added = {}, const std::vector<std::string>& overrides = {}) {
  return Deck::parse(dyed_deck + added, "d", overrides);
}

std::string complaint(const std::string& added, const std::vector<std::string>& overrides = {}) {
  try {
    static_cast<void>(dyed(added, overrides));
    return "no error";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(ScalarDeck, GivesThemAsOtherFields) {
  const Deck deck = dyed();
  EXPECT_EQ(deck.scalars(), (std::vector<std::string>{"dye", "metals"}));
  EXPECT_TRUE(deck.initial().contains("dye"));
  // Behind a fixed face as every field: the key there, or the initial expression.
  const Expressions& behind = deck.boundary_values(axis_x, side_lower);
  EXPECT_EQ((*behind.at("metals"))(0, 0, 0, 0.5), 0.6);
  EXPECT_EQ((*behind.at("dye"))(0.7, 0, 0, 0), 1);
  EXPECT_TRUE(deck.boundary_values(axis_x, side_upper).empty());
  const Deck again = Deck::parse(deck.resolved(), "again");
  EXPECT_EQ(again.resolved(), deck.resolved());
  EXPECT_EQ(again.scalars(), deck.scalars());
}

TEST(ScalarDeck, MakesASolverThatHasThem) {
  for (const char* equations : {"mhd", "hydrodynamics"}) {
    const Deck deck = dyed("", {std::string("physics.equations=") + equations});
    const auto fields = state_fields(deck);
    EXPECT_EQ(fields.back().name, "metals");
    const auto solver = make_solver(deck, Device::cpu);
    set_initial_state(deck, *solver);
    EXPECT_EQ(solver->field("metals"), FieldValues(256, 0.02));
    EXPECT_EQ(solver->field("dye")[7], 0);
    EXPECT_EQ(solver->field("dye")[8], 1);
    solver->advance(0, solver->stable_step());
    const auto labels = solver->history_labels();
    EXPECT_NE(std::ranges::find(labels, "dye_mass"), labels.end());
    const auto derived = solver->derived_names();
    EXPECT_EQ(std::ranges::find(derived, "dye"), derived.end());
  }
}

TEST(ScalarDeck, NeedsMemoryForThem) {
  const auto bytes = [](const std::string& equations, bool with) {
    const Deck deck =
        Deck::parse("[run]\nend_time = 1\n[grid]\ncells = [64, 64, 64]\n[physics]\nequations = \"" +
                        equations + "\"\n" + (with ? "scalars = [\"dye\"]\n" : "") +
                        "[initial]\ndensity = 1\npressure = 1\n" + (with ? "dye = 0\n" : ""),
                    "d");
    return memory_need(deck).device_bytes;
  };
  EXPECT_EQ(bytes("mhd", true) * 18, bytes("mhd", false) * 21);
  EXPECT_EQ(bytes("hydrodynamics", true) * 10, bytes("hydrodynamics", false) * 13);
}

TEST(ScalarDeck, KnowsThemInOutputsAndFormulas) {
  const Deck deck = dyed(
      "[fields]\n"
      "mixed = \"4*dye*(1 - dye)\"\n"
      "[[output]]\n"
      "type = \"png\"\n"
      "fields = [\"dye\", \"mixed\"]\n"
      "contours = \"metals\"\n"
      "[[output]]\n"
      "type = \"history\"\n"
      "numbers = { largest = \"max(dye)\", mean = \"mean(dye, density)\" }\n"
      "[[output]]\n"
      "type = \"pdf\"\n"
      "field = \"dye\"\n");
  EXPECT_EQ(deck.outputs()[0].fields[0], "dye");
}

TEST(ScalarDeck, RefusesNamesThatMeanSomethingElse) {
  const auto named = [](const std::string& name, const std::string& added = {}) {
    return complaint(added, {"physics.scalars=[\"" + name + "\"]", "initial.dye=0"});
  };
  const auto part = [](const std::string& text, const std::string& wanted) {
    EXPECT_NE(text.find(wanted), std::string::npos) << text << "\ninstead of\n" << wanted;
  };
  part(named("density"),
       "'scalars' in [physics]: 'density' is a field already, choose another name");
  part(named("vorticity_x"), "'vorticity_x' is a field already");
  part(named("kinetic"), "'kinetic' is a field already");
  part(named("rho"), "'rho' is what other programs call 'density' already");
  part(named("file"), "'file' is a key of [initial] already");
  part(named("vector_potential_x"), "'vector_potential_x' is a key of [initial] already");
  part(named("sin"), "'sin' is known to expressions already");
  part(named("x"), "'x' is known to expressions already");
  part(named("width", "[constants]\nwidth = 1\n"), "'width' is one of [constants] already");
  part(named("width", "[functions]\nwidth = \"x\"\n"), "'width' is one of [functions] already");
  part(named("2dye"), "expected names of letters, digits and _, a letter first, found \"2dye\"");
  part(complaint("", {"physics.scalars=[\"dye\", \"dye\"]"}), "'dye' is listed twice");
  part(complaint("[fields]\ndye = \"density\"\n"),
       "field 'dye': outputs already know a field of this name, choose another");
}

TEST(ScalarDeck, HasNoScalarsWhereTermsMoveMass) {
  const auto file = std::filesystem::temp_directory_path() / "solenoid-terms-of-mass.stencil";
  const auto said_of = [&](const char* field) {
    std::ofstream(file) << "d_t " << field << " += -" << field
                        << ";\nreduction decay_rate += max(1);\n";
    return complaint("", {"physics.terms=" + file.string()});
  };
  EXPECT_NE(said_of("density").find("d:4: 'scalars' in [physics]: the terms change the density"),
            std::string::npos);
  EXPECT_EQ(said_of("total_energy"), "no error");
  std::filesystem::remove(file);
}

TEST(ScalarDeck, SaysWhatIsMissing) {
  EXPECT_EQ(complaint("", {"physics.scalars=[\"dye\", \"metals\", \"dust\"]"}),
            "d:10: 'dust' in [initial] is missing: expected a number or an expression in quotes "
            "such as \"1 + 0.1*sin(2*pi*x)\"");
  EXPECT_NE(complaint("", {"physics.scalars=dye"})
                .find("'scalars' in [physics]: expected a list of names such as [\"dye\", "
                      "\"metals\"], found \"dye\", write [\"dye\"]"),
            std::string::npos);
  EXPECT_NE(complaint("dust = 1\n").find("d:15: unknown key 'dust' in [initial]"),
            std::string::npos);
}

TEST(ScalarDeck, SaysWhyOthersHaveNone) {
  EXPECT_EQ(
      complaint("", {"solver.scheme=relaxing-tvd"}),
      "d:4: 'scalars' in [physics]: relaxing-tvd moves mass both ways through a face at once, "
      "so that no mass flux says which side a concentration comes from: expected scheme = "
      "\"muscl-hancock\" in [solver]");
  EXPECT_NE(complaint("", {"solver.scheme=finite-difference"}).find("field Scalar dye;"),
            std::string::npos);
  EXPECT_EQ(complaint("[[output]]\ntype = \"sac\"\n"),
            "d:16: 'type' in [[output]] 0: \"sac\" has no room for scalars: expected \"hdf5\" or "
            "\"gdf\"");
}

}  // namespace
}  // namespace solenoid
