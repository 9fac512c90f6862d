/// \file
/// Names of fields: decks may name what solvers compute, and one name is one quantity in all of
/// them.

#include "src/deck/fields.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
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
    for (const std::string& name : names) {
      const bool own = name.starts_with("log_density") || name.starts_with("vector_potential");
      EXPECT_TRUE(own || find_field(name) != nullptr) << name << " is missing in other schemes";
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

/// A solver of `cells` cells in each of `dimensions` directions of a periodic box whose velocity
/// and vector potential are (sin y + cos(z)/2, 0.4 cos x + 0.3 sin z, 0.2 sin(x + y)), of angles
/// 2 pi x and so on; without the terms of z in a plane.
std::unique_ptr<Solver> with_curls(const std::string& scheme, int cells, int dimensions) {
  const std::string n = std::to_string(cells);
  const bool box = dimensions == 3;
  std::string text = "[run]\nend_time = 1\n[solver]\nscheme = \"" + scheme +
                     "\"\n[physics]\nequations = \"mhd\"\n[grid]\ncells = [" + n + ", " + n +
                     (box ? ", " + n : "") + "]\n[initial]\n";
  text += scheme == "finite-difference" ? "log_density = 0\n" : "density = 1\npressure = 1\n";
  for (const std::string vector : {"velocity", "vector_potential"}) {
    text += vector + "_x = \"sin(2*pi*y)" + (box ? " + 0.5*cos(2*pi*z)" : "") + "\"\n";
    text += vector + "_y = \"0.4*cos(2*pi*x)" + (box ? " + 0.3*sin(2*pi*z)" : "") + "\"\n";
    text += vector + "_z = \"0.2*sin(2*pi*(x + y))\"\n";
  }
  const Deck deck = Deck::parse(text, scheme + ".toml");
  auto solver = make_solver(deck, Device::cpu);
  set_initial_state(deck, *solver);
  return solver;
}

/// |curl v| or, of the field whose potential is v, |curl curl v|, of the same v at a point.
double length_of_curl(bool of_curl, std::array<double, 3> at, double depth) {
  constexpr double k = 2 * 3.14159265358979323846;
  const auto [x, y, z] = std::array{k * at[0], k * at[1], k * at[2]};
  if (of_curl)  // v has no divergence, so this is -laplacian v
    return k * k *
           std::hypot(std::sin(y) + 0.5 * depth * std::cos(z),
                      0.4 * std::cos(x) + 0.3 * depth * std::sin(z), 2 * 0.2 * std::sin(x + y));
  return k * std::hypot(0.2 * std::cos(x + y) - 0.3 * depth * std::cos(z),
                        -0.5 * depth * std::sin(z) - 0.2 * std::cos(x + y),
                        -0.4 * std::sin(x) - std::cos(y));
}

double error_of_curl(const std::string& scheme, bool magnetic, int cells, int dimensions) {
  const int depth = dimensions == 3 ? cells : 1;
  const FieldValues found =
      with_curls(scheme, cells, dimensions)
          ->field(magnetic ? "current_density_magnitude" : "vorticity_magnitude");
  double error = 0;
  std::size_t at = 0;
  for (int k = 0; k < depth; ++k)
    for (int j = 0; j < cells; ++j)
      for (int i = 0; i < cells; ++i) {
        const double expected = length_of_curl(
            magnetic, {(i + 0.5) / cells, (j + 0.5) / cells, (k + 0.5) / cells}, depth > 1);
        error = std::max(error, std::fabs(found[at++] - expected));
      }
  return error;
}

TEST(DeckFields, LengthsOfCurlsConvergeWithTheOrderOfTheirDifferences) {
  for (const auto& [scheme, order] :
       {std::pair{"muscl-hancock", 2.0}, {"relaxing-tvd", 2.0}, {"finite-difference", 6.0}}) {
    if (order > 2 && built_in_solvers().empty()) continue;  // would take a compiler
    for (const int dimensions : {2, 3})
      for (const bool magnetic : {false, true}) {
        const double coarse = error_of_curl(scheme, magnetic, 16, dimensions);
        const double fine = error_of_curl(scheme, magnetic, 32, dimensions);
        EXPECT_NEAR(std::log2(coarse / fine), order, 0.15)
            << scheme << ", " << dimensions << "D, magnetic " << magnetic << ": " << fine;
      }
  }
}

}  // namespace
}  // namespace solenoid
