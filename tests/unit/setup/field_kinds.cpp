/// Boundaries of single fields of a program: what the deck says reaches the solver.

#include <gtest/gtest.h>

#include "src/deck/program_keys.hpp"
#include "src/setup/boundary_values.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"
#include "tests/sanitized.hpp"

namespace solenoid {
namespace {

/// Waves in a box between two walls, of equations that are built in.
constexpr const char* sound_between_walls =
    "[run]\nend_time = 1\n[solver]\nscheme = \"finite-difference\"\n"
    "[physics]\nequations = \"isothermal\"\nviscosity = 0.01\n"
    "[grid]\ncells = [12, 8]\nboundary_x = \"reflecting\"\n"
    "[initial]\nlog_density = \"0.1*sin(3*x + 2*pi*y)\"\nvelocity_x = \"0.2*cos(2*x)\"\n"
    "velocity_y = \"0.1*sin(5*x)\"\n";

Deck walls_with(const std::vector<std::string>& overrides) {
  return Deck::parse(sound_between_walls, "walls.toml", overrides);
}

/// What the fields become.
std::vector<FieldValues> after_steps(const std::vector<std::string>& overrides) {
  const Deck deck = walls_with(overrides);
  const auto solver = make_solver(deck, Device::cpu);
  set_initial_state(deck, *solver);
  for (int step = 0; step < (sanitized ? 2 : 10); ++step) solver->advance(0.002 * step, 0.002);
  std::vector<FieldValues> fields;
  for (const std::string& name : deck.program()->state_fields())
    fields.push_back(solver->field(name));
  return fields;
}

std::string complaint_about(const std::vector<std::string>& overrides) {
  try {
    walls_with(overrides);
  } catch (const DeckError& error) {
    return error.what();
  }
  return "none";
}

void expect_complaint(const std::vector<std::string>& overrides, const std::string& part) {
  const std::string complaint = complaint_about(overrides);
  EXPECT_NE(complaint.find(part), std::string::npos) << complaint;
}

TEST(FieldKinds, AMirrorMayBeMadeOfThem) {
  const auto mirrored = after_steps({});
  // Each field for itself, as SAC and SMAUG have their symm and asymm.
  EXPECT_EQ(after_steps({"grid.boundary_x=symmetric", "boundary.lower_x.velocity_x=antisymmetric",
                         "boundary.upper_x.velocity_x=antisymmetric"}),
            mirrored);
  EXPECT_EQ(after_steps(
                {"grid.boundary_x=antisymmetric", "boundary.lower_x.log_density=symmetric",
                 "boundary.upper_x.log_density=symmetric", "boundary.lower_x.velocity_y=symmetric",
                 "boundary.upper_x.velocity_y=symmetric", "boundary.lower_x.velocity_z=symmetric",
                 "boundary.upper_x.velocity_z=symmetric"}),
            mirrored);
  EXPECT_NE(after_steps({"grid.boundary_x=symmetric"}), mirrored);
}

TEST(FieldKinds, AnExpressionFixesItsFieldAlone) {
  const std::string driver = "boundary.lower_x.velocity_x=\"0.2*cos(9*t)*(1 + x*y)\"";
  const auto driven = after_steps({"grid.boundary_x=[symmetric, outflow]", driver});
  EXPECT_EQ(
      after_steps(
          {"grid.boundary_x=[fixed, outflow]", driver, "boundary.lower_x.log_density=symmetric",
           "boundary.lower_x.velocity_y=symmetric", "boundary.lower_x.velocity_z=symmetric"}),
      driven);
  EXPECT_NE(after_steps({"grid.boundary_x=[symmetric, outflow]"}), driven);
  // The name of the kind alone stands for what [initial] says.
  EXPECT_EQ(after_steps({"boundary.upper_x.velocity_y=fixed"}),
            after_steps({"boundary.upper_x.velocity_y=\"0.1*sin(5*x)\""}));
}

TEST(FieldKinds, AreInTheResolvedDeck) {
  const Deck deck =
      walls_with({"boundary.lower_x.velocity_x=vertex-symmetric",
                  "boundary.lower_x.velocity_y=\"x + t\"", "boundary.upper_x.log_density=fixed"});
  const auto& own = deck.field_boundaries();
  ASSERT_EQ(own.size(), 3U);
  EXPECT_EQ(own.at("velocity_x").kind[0][side_lower], BoundaryKind::vertex_symmetric);
  EXPECT_EQ(own.at("velocity_x").kind[0][side_upper], BoundaryKind::reflecting);
  EXPECT_EQ(own.at("velocity_y").kind[0][side_lower], BoundaryKind::fixed);
  EXPECT_EQ(deck.boundary_values(axis_x, side_lower).size(), 1U);
  EXPECT_EQ(deck.boundary_values(axis_x, side_upper).size(), 1U);
  const Deck again = Deck::parse(deck.resolved(), "walls.toml");
  EXPECT_EQ(again.resolved(), deck.resolved());
  EXPECT_EQ(again.field_boundaries().at("velocity_x").kind, own.at("velocity_x").kind);
  EXPECT_TRUE(fixed_boundary(deck, deck.grid()).depends_on_time);
}

TEST(FieldKinds, ThatCannotBeAreExplained) {
  expect_complaint(
      {"boundary.lower_y.velocity_x=symmetric"},
      "[boundary.lower_y] has no effect: 'boundary_y' in [grid] is \"periodic\" there");
  expect_complaint({"boundary.lower_x.velocity_x=periodic"},
                   "'velocity_x' in [boundary.lower_x]: \"periodic\" is for all fields, in "
                   "'boundary_x' of [grid]");
  expect_complaint({"boundary.lower_x.velocity_x=diode"},
                   "'velocity_x' in [boundary.lower_x]: \"diode\" exists only with scheme "
                   "= \"muscl-hancock\" or \"relaxing-tvd\"");
  expect_complaint({"boundary.lower_x.velocity_x=antisymetric"}, "did you mean 'antisymmetric'?");
  expect_complaint({"boundary.lower_x.velocity_x=true"}, "or one of \"periodic\", \"outflow\"");
  expect_complaint({"boundary.lower_x.velocity_x=fixed", "constants.fixed=2"},
                   "is a kind of boundary and a name in [constants]");
  // Differences of order 8 reach four vertices, a mirror at a vertex one further.
  expect_complaint(
      {"solver.order=8", "grid.cells=[4, 16]", "boundary.upper_x.velocity_y=vertex-symmetric"},
      "expected at least 5 cells in x");
  expect_complaint({"solver.scheme=muscl-hancock", "physics.equations=hydrodynamics",
                    "boundary.lower_x.velocity_x=1"},
                   "[boundary.lower_x] has no effect");
}

}  // namespace
}  // namespace solenoid
