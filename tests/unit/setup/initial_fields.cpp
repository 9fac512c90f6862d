/// \file
/// Initial magnetic fields on faces, from expressions and vector potentials.

#include <gtest/gtest.h>

#include <cmath>

#include "physics/solvers/relaxing_tvd.hpp"
#include "src/setup/initial.hpp"
#include "src/setup/solvers.hpp"

namespace solenoid {
namespace {

Deck deck_with(const std::vector<std::string>& overrides) {
  std::vector<std::string> all = {"solver.scheme=relaxing-tvd"};
  all.insert(all.end(), overrides.begin(), overrides.end());
  return Deck::parse(
      "[run]\nend_time = 1\n[grid]\ncells = [8, 4]\n[initial]\ndensity = 1\npressure = 1\n", "d",
      all);
}

std::string error_of(const std::vector<std::string>& overrides) {
  try {
    initial_fields(deck_with(overrides));
    return "no error";
  } catch (const DeckError& error) {
    return error.what();
  }
}

TEST(InitialFieldOnFaces, IsThatOfTheExpressionAtTheirCentres) {
  const auto fields = initial_fields(
      deck_with({"grid.boundary_x=outflow", "grid.boundary_y=outflow",
                 "initial.magnetic_field_x=\"1 + 2*x - 3*y\"",
                 "initial.magnetic_field_y=\"x - 2*y\"", "initial.magnetic_field_z=\"x*y\""}));
  const FieldValues& bx = fields.at("magnetic_field_x");
  const FieldValues& by = fields.at("magnetic_field_y");
  const FieldValues& bz = fields.at("magnetic_field_z");
  ASSERT_EQ(bx.size(), 9u * 4u);
  ASSERT_EQ(by.size(), 8u * 5u);
  ASSERT_EQ(bz.size(), 8u * 4u);
  EXPECT_DOUBLE_EQ(bx[2 + 9 * 1], 1 + 2 * 0.25 - 3 * 0.375);
  EXPECT_DOUBLE_EQ(bx[8 + 9 * 3], 1 + 2 * 1.0 - 3 * 0.875);
  EXPECT_DOUBLE_EQ(by[2 + 8 * 4], 0.3125 - 2);
  EXPECT_DOUBLE_EQ(bz[2 + 8 * 3], 0.3125 * 0.875);
}

TEST(InitialFields, AreTheSameWhereFormulasDoNotNameADirection) {
  // Behind "+ 0*x + 0*y + 0*z" a formula names all.
  const std::vector<std::string> terms = {"exp(x/3)", "sin(y + 0.1)", "cos(z/2)"};
  for (int named = 0; named < 8; ++named)
    for (const char* const scheme : {"relaxing-tvd", "muscl-hancock"}) {
      std::string text = "2";
      for (std::size_t axis = 0; axis < 3; ++axis)
        if (named >> axis & 1) text += " + " + terms[axis];
      const auto fields_of = [&](const std::string& formula, std::size_t most) {
        return initial_fields(
            deck_with({"grid.cells=[6,5,4]", "grid.boundary_x=outflow", "grid.boundary_y=outflow",
                       "grid.boundary_z=outflow", std::string("solver.scheme=") + scheme,
                       "initial.density=\"" + formula + "\"",
                       "initial.vector_potential_z=\"" + formula + "\"",
                       "initial.vector_potential_x=\"" + formula + "\""}),
            most);
      };
      const FieldMap all = fields_of(text + " + 0*x + 0*y + 0*z", 1000);
      for (const std::size_t most : {1000U, 60U, 31U, 12U, 5U})
        EXPECT_EQ(fields_of(text, most), all) << text << " " << scheme << " " << most;
    }
}

TEST(InitialFieldOnFaces, IsTheCirculationOfThePotential) {
  const auto fields = initial_fields(
      deck_with({"initial.vector_potential_z=\"sin(2*pi*x)*cos(2*pi*y)\"",
                 "initial.vector_potential_x=\"cos(2*pi*y)\"", "initial.magnetic_field_y=0.5"}));
  const auto a = [](double x, double y) { return std::sin(2 * M_PI * x) * std::cos(2 * M_PI * y); };
  EXPECT_NEAR(fields.at("magnetic_field_x")[2 + 9 * 1], (a(0.25, 0.5) - a(0.25, 0.25)) / 0.25,
              1e-15);
  EXPECT_NEAR(fields.at("magnetic_field_y")[2 + 8 * 1],
              0.5 - (a(0.375, 0.25) - a(0.25, 0.25)) / 0.125, 1e-15);
  EXPECT_NEAR(fields.at("magnetic_field_z")[2 + 8 * 1],
              -(std::cos(2 * M_PI * 0.5) - std::cos(2 * M_PI * 0.25)) / 0.25, 1e-15);
}

TEST(InitialFieldOnFaces, MayHaveNoDivergence) {
  const std::string step = "initial.magnetic_field_x=\"x < 0.3 ? 0 : 0.5\"";
  EXPECT_EQ(error_of({step}),
            "--set " + step +
                ": the magnetic field has the divergence 4 in cell (2, 0, 0) at (0.3125, 0.125, "
                "0.5), 1 of its largest value a cell: relaxing-tvd expects at most 1e-10 "
                "(divergence_tolerance in [solver]); give the field by vector_potential_x, _y, _z "
                "in [initial], whose curl has none");
  EXPECT_EQ(error_of({step, "solver.divergence_tolerance=1"}), "no error");
  EXPECT_EQ(error_of({"initial.magnetic_field_x=\"sin(2*pi*y)\""}), "no error");
  EXPECT_EQ(error_of({}), "no error");
  // Periodic faces are one: a field that is not periodic has its divergence there.
  EXPECT_NE(error_of({"initial.magnetic_field_x=\"x\"", "initial.magnetic_field_y=\"-y\""}),
            "no error");
}

const std::vector<std::string> turned_field = {
    "grid.cells=[6, 5, 4]", "initial.density=\"2 + x*y - z\"",
    "initial.vector_potential_z=\"sin(2*pi*x)*cos(2*pi*y)\"",
    "initial.vector_potential_y=\"cos(2*pi*z + 1)\"", "initial.magnetic_field_x=0.3"};

TEST(InitialState, IsTheSameInSlabsOfAnySize) {
  const Deck deck = deck_with(turned_field);
  const FieldMap whole = initial_fields(deck);
  EXPECT_EQ(whole.at("magnetic_field_z").size(), 6u * 5u * 5u);
  for (const std::size_t most : {1, 6, 13, 30, 65, 90})
    EXPECT_EQ(initial_fields(deck, most), whole);
  // On the last faces of a periodic axis stands what is on the first.
  const FieldValues& bx = whole.at("magnetic_field_x");
  for (std::size_t row = 0; row < 20; ++row) EXPECT_EQ(bx[7 * row], bx[7 * row + 6]);
}

TEST(InitialState, NamesTheFirstBadCellInSlabsOfAnySize) {
  const auto error_in_slabs = [](std::vector<std::string> overrides, std::size_t most) {
    overrides.insert(overrides.begin(), turned_field.begin(), turned_field.end());
    try {
      initial_fields(deck_with(overrides), most);
    } catch (const DeckError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  for (const auto& [bad, message] : std::vector<std::pair<std::string, std::string>>{
           {"initial.density=\"z < 0.6 ? 1 : x - 0.4\"", "density is -0.316667 in cell (0, 0, 2)"},
           {"initial.magnetic_field_x=\"x < 0.5 ? 0 : y > 0.7 && z < 0.25 ? 2 : 1\"",
            "the magnetic field has the divergence 12 in cell (2, 4, 0)"}})
    for (const std::size_t most : {1, 30, 1000})
      EXPECT_NE(error_in_slabs({bad}, most).find(message), std::string::npos)
          << error_in_slabs({bad}, most);
}

TEST(InitialState, GoesToASolverFieldByField) {
  const Deck deck = deck_with(turned_field);
  const auto solver = make_solver(deck, Device::cpu);
  set_initial_state(deck, *solver);
  const FieldMap fields = initial_fields(deck);
  EXPECT_EQ(solver->field("density"), fields.at("density"));
  for (const StateField& field : solver->state_fields(StateForm::stored)) {
    if (normal_of(field.placement) < 0) continue;
    FieldValues values(whole_field(solver->part(), field.placement).values());
    solver->get_part(field.name, whole_field(solver->part(), field.placement),
                     {Precision::double_precision, values.data()});
    EXPECT_EQ(values, fields.at("magnetic_field_" + field.name.substr(field.name.size() - 1)));
  }
}

/// The other parts of a grid, which nobody computes.
struct NoOthers final : Exchange {
  void swap(Axis, const Slabs&) override { FAIL(); }
  void trade(const std::vector<Sent>&, const std::vector<Received>&) override { FAIL(); }
  void take_largest(double*, std::size_t) override {}
  void add_up(double*, std::size_t) override {}
};

TEST(InitialState, OfAPartIsThatPartOfTheWhole) {
  const Deck deck = deck_with(turned_field);
  const FieldMap fields = initial_fields(deck);
  const Subdomain part(deck.grid(), {{{0, 2}, {0}, {0}}}, 1, std::make_shared<NoOthers>());
  const auto solver =
      make_relaxing_tvd(part, deck.boundaries(), {}, Precision::double_precision, Device::cpu);
  set_initial_state(deck, *solver);
  for (const StateField& field : solver->state_fields(StateForm::stored)) {
    if (normal_of(field.placement) < 0) continue;
    const Box own = whole_field(part, field.placement);
    const Box whole = whole_field(deck.grid(), field.placement);
    FieldValues values(own.values());
    solver->get_part(field.name, own, {Precision::double_precision, values.data()});
    const FieldValues& all =
        fields.at("magnetic_field_" + field.name.substr(field.name.size() - 1));
    for (std::size_t i = 0; i < values.size(); ++i) {
      const auto [x, y, z] = own.at(i);
      EXPECT_EQ(values[i], all[whole.value_at({x + 2, y, z})]) << field.name;
    }
  }
  const FieldValues density = solver->field("density");
  for (std::size_t i = 0; i < density.size(); ++i)
    EXPECT_EQ(density[i], fields.at("density")[i % 4 + 2 + 6 * (i / 4)]);
}

}  // namespace
}  // namespace solenoid
