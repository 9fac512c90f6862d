/// \file
/// The tables of choices: names are unique, and what a deck may ask for is there.

#include <gtest/gtest.h>

#include <set>

#include "physics/solvers/muscl_hancock.hpp"
#include "src/deck/choices.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/memory_need.hpp"
#include "src/setup/solvers.hpp"

#include "extending/a_key_of_the_deck.hpp"

namespace solenoid {
namespace {

template <class Choice>
void expect_names_to_be_unique() {
  std::set<std::string> seen;
  for (const std::string& name : names_of<Choice>()) {
    EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_EQ(name_of(*choice_named<Choice>(name)), name);
  }
  EXPECT_FALSE(choice_named<Choice>("no such name"));
  EXPECT_FALSE(choice_named<Choice>(""));
}

TEST(Choices, HaveNamesOfTheirOwn) {
  expect_names_to_be_unique<Fate>();  // of docs/extending.md
  expect_names_to_be_unique<BoundaryKind>();
  expect_names_to_be_unique<Limiter>();
  expect_names_to_be_unique<Reconstruction>();
  expect_names_to_be_unique<RiemannSolver>();
  expect_names_to_be_unique<Splitting>();
  expect_names_to_be_unique<SweepOrder>();
  expect_names_to_be_unique<DivergenceDamping>();
  expect_names_to_be_unique<Precision>();
  expect_names_to_be_unique<EquationSet>();
  expect_names_to_be_unique<OutputType>();
  expect_names_to_be_unique<Scheme>();
  expect_names_to_be_unique<Integrator>();
  expect_names_to_be_unique<Forcing>();
  expect_names_to_be_unique<TableKind>();
  expect_names_to_be_unique<BinSpacing>();
}

TEST(Choices, SayWhatBoundariesAre) {
  for (const std::string& name : names_of<BoundaryKind>()) {
    EXPECT_EQ(is_periodic(name), name == "periodic") << name;
    EXPECT_EQ(reads_values(name), name == "fixed") << name;
  }
  // Of a program, a field's key may be an expression.
  EXPECT_FALSE(is_periodic("1 + x"));
  EXPECT_FALSE(reads_values("1 + x"));
}

TEST(Choices, SayWhatSchemesAre) {
  for (const SchemeSpec& scheme : scheme_table) {
    EXPECT_EQ(scheme.riemann_solvers, scheme.name == std::string("muscl-hancock"));
    // Of those that take terms, whose reach is checked.
    if (scheme.terms) {
      EXPECT_NE(scheme.riemann_solvers, scheme.ghost_layers > 0) << scheme.name;
    }
  }
}

TEST(Choices, OfferARobustRiemannSolverForAllEquationsAndGases) {
  for (const Named<EquationOfState>& gas : Names<EquationOfState>::rows)
    for (const bool magnetised : {false, true})
      EXPECT_TRUE(riemann_solvers(magnetised, gas.value).contains(robust_riemann_solver))
          << gas.name << " " << magnetised;
}

TEST(Choices, AreSets) {
  const ChoiceSet<OutputType> some = {OutputType::hdf5, OutputType::history};
  EXPECT_TRUE(some.contains(OutputType::history));
  EXPECT_FALSE(some.contains(OutputType::png));
  EXPECT_TRUE(some.meets({OutputType::history, OutputType::png}));
  EXPECT_FALSE(some.meets({OutputType::png}));
  EXPECT_FALSE(some.empty());
  EXPECT_TRUE(ChoiceSet<OutputType>{}.empty());
  EXPECT_EQ(names_of(some), (std::vector<std::string>{"hdf5", "history"}));
}

/// Takes a step on a few cells.
void expect_to_run(const std::vector<std::string>& overrides) {
  SCOPED_TRACE(testing::PrintToString(overrides));
  const Deck deck = Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [4, 4]\n[initial]\ndensity = \"1 + 0.5*sin(2*pi*x)\"\n"
      "pressure = 1\nvelocity_x = \"cos(2*pi*y)\"\n",
      "d", overrides);
  const auto solver = make_solver(deck, Device::cpu);
  solver->set_primitive(initial_fields(deck), 0);
  solver->advance(0, solver->stable_step());
  EXPECT_FALSE(solver->unphysical_cell());
  EXPECT_GT(memory_need(deck).device_bytes, 0U);
}

TEST(Choices, OfDecksForFluidsRun) {
  for (const SchemeSpec& scheme : scheme_table) {
    if (scheme.programs) continue;  // they are compiled when a deck asks for them
    const std::string by_scheme = "solver.scheme=" + std::string(scheme.name);
    for (const std::string& equations : names_of(scheme.equations))
      for (const std::string& limiter : names_of<Limiter>())
        expect_to_run({by_scheme, "physics.equations=" + equations, "solver.limiter=" + limiter});
  }
  for (const bool magnetised : {false, true})
    for (const std::string& riemann : names_of(riemann_solvers(magnetised)))
      expect_to_run({magnetised ? "physics.equations=mhd" : "physics.equations=hydrodynamics",
                     "solver.riemann=" + riemann});
  for (const std::string& reconstruction : names_of<Reconstruction>())
    expect_to_run({"solver.reconstruction=" + reconstruction});
  for (const std::string& splitting : names_of<Splitting>())
    expect_to_run({"solver.splitting=" + splitting});
  for (const std::string& order : names_of<SweepOrder>())
    expect_to_run({"solver.splitting=merged", "solver.sweep_order=" + order});
  for (const std::string& damping : names_of<DivergenceDamping>())
    expect_to_run({"solver.divergence_damping=" + damping});
}

}  // namespace
}  // namespace solenoid
