#include "src/deck/fields.hpp"

#include <gtest/gtest.h>

#include <set>

#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

using Names = std::set<std::string>;

Names as_set(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

/// What a deck may name and what the solver can compute are written down in two places, since
/// decks are read without a solver.
TEST(DeckFields, AreThoseOfTheSolver) {
  for (const SchemeSpec& scheme : scheme_table) {
    if (scheme.programs) continue;  // its fields are those of its program
    for (const std::string& equations : names_of(scheme.equations)) {
      SCOPED_TRACE(scheme.name + (", " + equations));
      const Deck deck = Deck::parse(
          "[run]\nend_time = 1\n[grid]\ncells = [8]\n[initial]\ndensity = 1\n"
          "pressure = 1\n",
          "fields.toml",
          {"solver.scheme=" + std::string(scheme.name), "physics.equations=" + equations});
      const auto solver = make_solver(deck, Device::cpu);
      Names primitive, all;
      for (const std::string& name :
           field_names(*choice_named<EquationSet>(equations), scheme.scheme)) {
        all.insert(name);
        if (find_field(name)->primitive) primitive.insert(name);
      }
      EXPECT_EQ(primitive, as_set(solver->primitive_names()));
      Names computed = as_set(solver->primitive_names());
      computed.merge(as_set(solver->derived_names()));
      EXPECT_EQ(all, computed);
    }
  }
}

}  // namespace
}  // namespace solenoid
