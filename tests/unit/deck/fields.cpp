#include "src/deck/fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "src/deck/program_keys.hpp"
#include "src/program/built_in_solvers.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

using NameSet = std::set<std::string>;

NameSet as_set(const std::vector<std::string>& names) { return {names.begin(), names.end()}; }

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
      NameSet primitive, all;
      for (const std::string& name :
           field_names(*choice_named<EquationSet>(equations), scheme.scheme)) {
        all.insert(name);
        if (find_field(name)->primitive) primitive.insert(name);
      }
      EXPECT_EQ(primitive, as_set(solver->primitive_names()));
      NameSet computed = as_set(solver->primitive_names());
      computed.merge(as_set(solver->derived_names()));
      EXPECT_EQ(all, computed);
    }
  }
}

/// A gas of one temperature has no thermal energy; a curl has no divergence.
const NameSet not_of_isothermal = {"internal_energy", "total_energy", "temperature", "entropy"};
const NameSet not_of_potentials = {"divergence_b"};

TEST(DeckFields, HaveTheSameNamesInAllSchemes) {
  for (const auto& [equations, fluid, without] :
       {std::tuple{"mhd", EquationSet::mhd, not_of_potentials},
        std::tuple{"isothermal", EquationSet::hydrodynamics, not_of_isothermal}}) {
    SCOPED_TRACE(equations);
    const Deck deck = Deck::parse(
        "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n"
        "[physics]\nviscosity = 1\n[grid]\ncells = [8]\n",
        "fields.toml", {std::string("physics.equations=") + equations});
    const NameSet names = as_set(keys_of(*deck.program())->names);
    for (const FieldSpec& field : field_table()) {
      const bool everywhere =
          field.schemes.empty() && (!field.magnetic || fluid == EquationSet::mhd);
      const std::string name(field.name);
      EXPECT_EQ(names.contains(name), everywhere && !without.contains(name)) << name;
    }
  }
}

/// The same flow and field, given to a scheme as it wants them, in cells of a periodic square.
Deck same_state(const std::string& scheme) {
  const std::string density = "0.1*sin(2*pi*x)";
  const std::string state =
      scheme == "finite-difference"
          ? "log_density = \"" + density + "\"\n"
          : "density = \"exp(" + density + ")\"\npressure = \"exp(5/3*" + density + ")*3/5\"\n";
  return Deck::parse(
      "[run]\nend_time = 1\n[solver]\nscheme = \"" + scheme +
          "\"\n[physics]\nequations = \"mhd\"\n" +
          (scheme == "finite-difference" ? "viscosity = 1\n" : "") +
          "[grid]\ncells = [48, 48]\n[initial]\n" + state +
          "velocity_x = \"0.3 + 0.1*sin(2*pi*y)\"\nvelocity_y = \"0.2*cos(2*pi*x)\"\n"
          "velocity_z = \"0.1*sin(2*pi*(x + y))\"\n"
          "vector_potential_x = \"0.5*sin(2*pi*y)\"\n"
          "vector_potential_z = \"cos(2*pi*x) + 0.5*cos(2*pi*(x + y))\"\n",
      scheme + ".toml");
}

/// T in its own unit, and entropy a unit of mass, docs/finite-difference.md.
const NameSet defined_otherwise = {"temperature", "entropy"};

TEST(DeckFields, OfOneNameAreOneQuantityInAllSchemes) {
  if (built_in_solvers().empty()) GTEST_SKIP() << "would take a compiler";
  const auto program = make_solver(same_state("finite-difference"), Device::cpu);
  set_initial_state(same_state("finite-difference"), *program);
  for (const char* scheme : {"muscl-hancock", "relaxing-tvd"}) {
    const auto solver = make_solver(same_state(scheme), Device::cpu);
    set_initial_state(same_state(scheme), *solver);
    int compared = 0;
    for (const std::string& name : program->derived_names()) {
      if (find_field(name) == nullptr || defined_otherwise.contains(name)) continue;
      const FieldValues expected = solver->field(name);
      const FieldValues found = program->field(name);
      double largest = 0;
      double error = 0;
      for (std::size_t i = 0; i < expected.size(); ++i) {
        largest = std::max(largest, std::fabs(expected[i]));
        error = std::max(error, std::fabs(found[i] - expected[i]));
      }
      EXPECT_LE(error, 0.02 * largest + 1e-12) << scheme << ": " << name;
      ++compared;
    }
    EXPECT_GT(compared, 20);
  }
}

}  // namespace
}  // namespace solenoid
