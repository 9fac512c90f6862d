/// Single lines that make a deck bad, each with the message that its user sees.

#include <gtest/gtest.h>

#include <string>

#include "physics/solvers/muscl_hancock.hpp"
#include "src/text/suggest.hpp"
#include "tests/unit/deck/deck_errors.hpp"

namespace solenoid {
namespace {

using testing_deck::errors_of;
using testing_deck::good_deck;

struct BadDeck {
  std::string added;  ///< from line 8 on
  std::string message;
};
void PrintTo(const BadDeck& deck, std::ostream* stream) { *stream << deck.added; }

TEST(DeckErrors, OutputsAreNothingButBlocks) {
  for (const char* const line : {"output = 3\n", "output.numbers = 3\n"})
    EXPECT_EQ(errors_of(line + good_deck + "[[output]]\ntype = \"history\"\n"),
              "d:9: outputs are blocks that begin with [[output]], and nothing else has this name");
}

class AddedLines : public testing::TestWithParam<BadDeck> {};

TEST_P(AddedLines, AreExplained) {
  EXPECT_EQ(errors_of(good_deck + GetParam().added), GetParam().message) << GetParam().added;
}

INSTANTIATE_TEST_SUITE_P(
    Schemes, AddedLines,
    testing::Values(
        BadDeck{"[solver]\nscheme = \"relaxing-tvd\"\nriemann = \"hll\"",
                "d:10: 'riemann' in [solver] applies only to scheme = \"muscl-hancock\""},
        BadDeck{"[solver]\nsplitting = \"symmetric\"\nsweep_order = \"yxz\"",
                "d:10: 'sweep_order' in [solver] has no effect: splitting = \"symmetric\" has all "
                "orders, remove the key"},
        BadDeck{"[solver]\ndivergence_tolerance = 1",
                "d:9: 'divergence_tolerance' in [solver] applies only to scheme = "
                "\"relaxing-tvd\""},
        BadDeck{"[physics]\ngravity = [0, -1]\n[solver]\nscheme = \"relaxing-tvd\"",
                "d:9: 'gravity' in [physics]: a constant acceleration by this key is built into "
                "scheme = \"muscl-hancock\" alone; choose that in [solver], or keep relaxing-tvd "
                "and give 'acceleration_x', 'acceleration_y', 'acceleration_z' in [source] or a "
                "'potential' in [gravity]"},
        BadDeck{"[solver]\nscheme = \"relaxing-tvd\"\n[[output]]\ntype = \"hdf5\"\n"
                "fields = [\"psi\"]",
                "d:12: 'fields' in [[output]] 0: field 'psi' exists only with scheme = "
                "\"muscl-hancock\""},
        BadDeck{"[[output]]\ntype = \"hdf5\"\nfields = [\"velocity_mag\", \"density\", \"jz\", "
                "\"density\"]",
                "d:10: 'fields' in [[output]] 0: unknown field 'velocity_mag', did you mean "
                "'velocity_magnitude'?\n"
                "d:10: 'fields' in [[output]] 0: unknown field 'jz', did you mean "
                "'current_density_z'?\n"
                "d:10: 'fields' in [[output]] 0: field 'density' is listed twice"},
        BadDeck{"[[output]]\ntype = \"hdf5\"\nfields = [\"magnetic_field_face_x\"]",
                "d:10: 'fields' in [[output]] 0: field 'magnetic_field_face_x' exists only with "
                "scheme = \"relaxing-tvd\""},
        BadDeck{"[solver]\nscheme = \"relaxing-tvd\"\ninput_precision = \"single\"",
                "d:10: 'input_precision' in [solver] applies only to scheme = "
                "\"finite-difference\""}));

INSTANTIATE_TEST_SUITE_P(
    Names, AddedLines,
    testing::Values(
        BadDeck{"[physics]\ngama = 2",
                "d:9: unknown key 'gama' in [physics], did you mean 'gamma'?"},
        BadDeck{"[solver]\ngamma = 2",
                "d:9: unknown key 'gamma' in [solver]; it belongs in [physics]"},
        BadDeck{"[solver]\ncourant_number = 0.5",
                "d:9: unknown key 'courant_number' in [solver], did you mean 'cfl'?"},
        BadDeck{
            "[physics]\nwobble = 2",
            "d:9: unknown key 'wobble' in [physics]; the keys there are \"equations\", "
            "\"program\", \"terms\", \"forcing\", \"forcing_amplitude\", \"forcing_wave_numbers\", "
            "\"forcing_helicity\", \"forcing_seed\", \"gravity\", \"equation_of_state\", "
            "\"gamma\", \"sound_speed\", \"caloric_table\", \"caloric_temperature\", "
            "\"caloric_energy\", \"scalars\""},
        BadDeck{"[phisics]\ngamma = 2", "d:8: unknown section [phisics], did you mean [physics]?"},
        BadDeck{"[[solver]]\ncfl = 0.5", "d:8: write [solver], not [[solver]]"},
        BadDeck{"[output]\ntype = \"png\"",
                "d:8: write [[output]], with double brackets: there may be several"},
        BadDeck{"[output.numbers]\na = 1\n[[output]]\ntype = \"history\"",
                "d:8: [output.numbers] stands before the first [[output]]: put it below the output "
                "that it belongs to"},
        BadDeck{"[[output]]\ntype = \"history\"\n[output.numbers]\na = \"max(density)\"\n"
                "[output.numbers]\nb = \"max(density)\"",
                "d:12: duplicate section [output.numbers]: put its keys below the first"},
        BadDeck{"[boundary]\ndensity = 1",
                "d:9: key 'density' in [boundary]: name the face, as in [boundary.lower_x]"},
        BadDeck{"[[output]]\nevery_time = 1",
                "d:8: 'type' in [[output]] 0 is missing: expected one of \"hdf5\", \"png\", "
                "\"history\", \"spectrum\", \"profile\", \"pdf\", "
                "\"histogram\", \"sac\", \"smaug\", \"gdf\""}));

INSTANTIATE_TEST_SUITE_P(
    Syntax, AddedLines,
    testing::Values(
        BadDeck{"[physics]\ngamma = 2\ngamma = 3",
                "d:10: duplicate key 'gamma' (first given in line 9)"},
        BadDeck{"[[grid.cells.c]]\n[physics]\ngamma = 2",
                "d:9: this is not TOML: cannot redefine existing array 'grid.cells.c' as "
                "array-of-tables above"},
        BadDeck{"[grid]\ncells = 4\nperiods = 2",
                "d:8: duplicate section [grid]: put its keys below the first\n"
                "d:9: duplicate key 'cells' (first given in line 4)\n"
                "d:10: unknown key 'periods' in [grid]; the keys there are \"cells\", "
                "\"lower\", \"upper\", \"boundary_x\", \"boundary_y\", \"boundary_z\""},
        BadDeck{"[physics]\ngamma = 1.4x",
                "d:9: cannot read the value of 'gamma': '1.4x' is not a number: unexpected 'x' "
                "after '1.4'"},
        BadDeck{
            "[physics]\ngamma = 5/3",
            "d:9: cannot read the value of 'gamma': an expression needs quotes: gamma = \"5/3\""},
        BadDeck{"[physics]\ngamma = 30:00:00",
                "d:9: cannot read the value of 'gamma': a time needs quotes: gamma = "
                "\"30:00:00\""},
        BadDeck{"[physics]\ngamma =", "d:9: 'gamma' has no value"},
        BadDeck{"[solver]\nriemann = hll # cheap",
                "d:9: cannot read the value of 'riemann': text and expressions need quotes: "
                "riemann = \"hll\""},
        BadDeck{"[solver]\nfirst_order_fallback = True",
                "d:9: cannot read the value of 'first_order_fallback': write true or false, in "
                "small letters"},
        BadDeck{"[=physics]\ngamma = 2", "d:8: this is not TOML: a name or a value is missing"},
        BadDeck{"[physics]\ngamma = ]",
                "d:9: cannot read the value of 'gamma': expected value, saw ']'"},
        BadDeck{"[solver]\nriemann = \"hll",
                "d:9: cannot read the value of 'riemann': the quote \" is not closed on this line"},
        BadDeck{"[physics\ngamma = 2", "d:8: this is not TOML: expected ']', saw '\\n'"},
        BadDeck{"[physics]\ngravity = [0, 1\ngamma = 2",
                "d:10: this is not TOML: expected comma or closing ']', saw 'g' (is a bracket or "
                "quote above left open?)"}));

INSTANTIATE_TEST_SUITE_P(
    Values, AddedLines,
    testing::Values(
        BadDeck{"[physics]\ngamma = true",
                "d:9: 'gamma' in [physics]: expected a number > 1, found true"},
        BadDeck{"[physics]\ngamma = 0.9",
                "d:9: 'gamma' in [physics]: expected a number > 1, found 0.9"},
        BadDeck{"[physics]\ngamma = \"2/3\"",
                "d:9: 'gamma' in [physics]: expected a number > 1, found \"2/3\" = "
                "0.6666666666666666"},
        BadDeck{"[physics]\ngamma = nan",
                "d:9: 'gamma' in [physics]: expected a number > 1, found nan, which is not finite"},
        BadDeck{"[physics]\ngamma = \"5/(3\"",
                "d:9: 'gamma' in [physics]: in \"5/(3\": unbalanced bracket: '(' without ')' "
                "(column 3)"},
        BadDeck{"[physics]\ngamma = \"1 + x\"",
                "d:9: 'gamma' in [physics]: in \"1 + x\": x, y, z, t and r have no value here: "
                "only numbers and [constants]"},
        BadDeck{"[physics]\ngravity = [0, 0, 0, 1]",
                "d:9: 'gravity' in [physics]: expected one to three numbers such as [0, 0.5, "
                "\"1/3\"], found [0, 0, 0, 1]"},
        BadDeck{"[physics]\ngravity = -1",
                "d:9: 'gravity' in [physics]: expected one to three numbers such as [0, 0.5, "
                "\"1/3\"], found -1, write [-1]"},
        BadDeck{"[solver]\ncfl = 1.5",
                "d:9: 'cfl' in [solver]: expected a number > 0 and <= 1, found 1.5"},
        BadDeck{"[solver]\nlimiter = \"minmd\"", "d:9: 'limiter' in [solver]: expected one of " +
                                                     quoted_list(names_of<Limiter>()) +
                                                     ", found \"minmd\", did you mean 'minmod'?"},
        BadDeck{"[solver]\nfirst_order_fallback = 1",
                "d:9: 'first_order_fallback' in [solver]: expected true or false, found 1"},
        BadDeck{"[solver]\ndensity_floor = -1",
                "d:9: 'density_floor' in [solver]: expected a number >= 0, found -1"}));

INSTANTIATE_TEST_SUITE_P(
    Contradictions, AddedLines,
    testing::Values(
        BadDeck{"[physics]\nequations = \"hydrodynamics\"\n[solver]\nriemann = \"hlld\"",
                "d:11: 'riemann' in [solver]: with equations = \"hydrodynamics\" expected one of " +
                    quoted_list(names_of(riemann_solvers(false))) + ", found \"hlld\""},
        BadDeck{"[solver]\nriemann = \"hllc\"",
                "d:9: 'riemann' in [solver]: with equations = \"mhd\" expected one of " +
                    quoted_list(names_of(riemann_solvers(true))) + ", found \"hllc\""},
        BadDeck{"magnetic_field_x = 1\n[physics]\nequations = \"hydrodynamics\"",
                "d:8: 'magnetic_field_x' in [initial] applies only to equations = \"mhd\""},
        BadDeck{"[physics]\nequations = \"hydrodynamics\"\n[solver]\ndivergence_damping = \"none\"",
                "d:11: 'divergence_damping' in [solver] applies only to equations = \"mhd\""},
        BadDeck{"[boundary.lower_x]\npressure = \"density^2\"",
                "d:8: [boundary.lower_x] has no effect: 'boundary_x' in [grid] is \"periodic\" "
                "there, expected \"fixed\"\n"
                "d:9: 'pressure' in [boundary.lower_x]: in \"density^2\": unknown name 'density' "
                "(column 1); this formula cannot depend on fields, only on x, y, z, r, t and the "
                "names in [constants], [functions] and [tables]"},
        BadDeck{"[boundary.lower_x]\ndensity = 1",
                "d:8: [boundary.lower_x] has no effect: 'boundary_x' in [grid] is \"periodic\" "
                "there, expected \"fixed\""}));

INSTANTIATE_TEST_SUITE_P(
    InitialAndConstants, AddedLines,
    testing::Values(
        BadDeck{"velocity_x = \"sine(x)\"",
                "d:8: 'velocity_x' in [initial]: in \"sine(x)\": unknown name 'sine', did you mean "
                "'sin'? (column 1)"},
        BadDeck{"velocity_x = \"2*density\"",
                "d:8: 'velocity_x' in [initial]: in \"2*density\": unknown name 'density' (column "
                "3); this formula cannot depend on fields, only on x, y, z, r, t and the names in "
                "[constants], [functions] and [tables]"},
        BadDeck{"velocity_x = [1, 2]",
                "d:8: 'velocity_x' in [initial]: expected a number or an expression in quotes such "
                "as \"1 + 0.1*sin(2*pi*x)\", found [1, 2]"},
        BadDeck{"velocity.x = 1",
                "d:8: unknown key 'velocity' in [initial]; a vector is given by its components, "
                "velocity_x, velocity_y and velocity_z"},
        BadDeck{"[constants]\nsin = 1",
                "d:9: constant 'sin' would hide the 'sin' that expressions already know, choose "
                "another name"},
        BadDeck{"[constants]\nB-0 = 1",
                "d:9: 'B-0' cannot be the name of a constant: expected letters, digits and _, a "
                "letter first"},
        BadDeck{"[constants]\na = \"b\"\nb = 1",
                "d:9: constant 'a': unknown name 'b' (column 1); constants may use those above "
                "them"},
        BadDeck{"[constants]\na = \"1/0\"",
                "d:9: constant 'a': its value is inf, which is not finite"},
        BadDeck{"[constants]\na = true",
                "d:9: constant 'a': expected a number or a constant expression, found true"}));

INSTANTIATE_TEST_SUITE_P(
    Outputs, AddedLines,
    testing::Values(
        BadDeck{"[[output]]\ntype = \"vtk\"", "d:9: 'type' in [[output]] 0: expected one of " +
                                                  quoted_list(names_of<OutputType>()) +
                                                  ", found \"vtk\""},
        BadDeck{"[[output]]\ntype = \"png\"\nfields = [\"densty\"]",
                "d:10: 'fields' in [[output]] 0: unknown field 'densty', did you mean 'density'?"},
        BadDeck{"[[output]]\ntype = \"png\"\nfields = [\"psi\", \"psi\"]",
                "d:10: 'fields' in [[output]] 0: field 'psi' is listed twice"},
        BadDeck{"[[output]]\ntype = \"png\"\nfields = [\"psi\"]\n[physics]\nequations = "
                "\"hydrodynamics\"",
                "d:10: 'fields' in [[output]] 0: field 'psi' exists only with equations = \"mhd\""},
        BadDeck{"[[output]]\ntype = \"png\"\nevery_time = 1\nevery_steps = 1",
                "d:11: 'every_steps' in [[output]] 0: expected either every_time or every_steps, "
                "found both"},
        BadDeck{"[[output]]\ntype = \"png\"\nevery_steps = 1.5",
                "d:10: 'every_steps' in [[output]] 0: expected a whole number >= 1, found 1.5"},
        BadDeck{"[[output]]\ntype = \"history\"\nfields = [\"density\"]",
                "d:10: 'fields' in [[output]] 0 applies only to outputs of type hdf5, png, "
                "spectrum, profile, histogram or gdf, not history"},
        BadDeck{"[[output]]\ntype = \"png\"\nfield = \"density\"",
                "d:10: 'field' in [[output]] 0 applies only to outputs of type pdf, not png, did "
                "you mean 'fields'?"},
        BadDeck{"[[output]]\ntype = \"png\"\nfields = [\"density\", \"velocity\"]",
                "d:10: 'fields' in [[output]] 0: 'velocity' exists only in outputs of type "
                "spectrum, expected the name of a field"},
        BadDeck{"[[output]]\ntype = \"spectrum\"\nfields = [\"kinetik\"]",
                "d:10: 'fields' in [[output]] 0: unknown field 'kinetik', did you mean "
                "'kinetic'?"},
        BadDeck{"[physics]\nequations = \"hydrodynamics\"\n[[output]]\ntype = \"spectrum\"\n"
                "fields = [\"kinetic\", \"magnetic\"]",
                "d:12: 'fields' in [[output]] 0: field 'magnetic' exists only with equations = "
                "\"mhd\""},
        BadDeck{"[[output]]\ntype = \"spectrum\"\nfields = [\"magnetic_field_face\"]",
                "d:10: 'fields' in [[output]] 0: field 'magnetic_field_face' exists only with "
                "scheme = \"relaxing-tvd\""},
        BadDeck{"[[output]]\ntype = \"spectrum\"\nslice = { y = 0.5 }",
                "d:10: 'slice' in [[output]] 0 applies only to outputs of type hdf5 or png, not "
                "spectrum"},
        BadDeck{"[[output]]\ntype = \"hdf5\"\ncolours = \"grey\"",
                "d:10: 'colours' in [[output]] 0 applies only to outputs of type png or histogram, "
                "not hdf5"},
        BadDeck{
            "[[output]]\ntype = \"png\"\n[[output]]\ntype = \"png\"",
            "d:10: 'name' in [[output]] 1: \"png\" is the name of [[output]] 0 already (without "
            "a name, the type), expected another"},
        BadDeck{"[[output]]\ntype = \"png\"\nname = \"a/b\"",
                "d:10: 'name' in [[output]] 0: expected letters, digits, - and _, found \"a/b\""},
        BadDeck{"[[output]]\ntype = \"png\"\nrange = [2, 1]",
                "d:10: 'range' in [[output]] 0: expected two increasing numbers such as [0, 1], "
                "or a list of such pairs, found [2, 1]"},
        BadDeck{"[[output]]\ntype = \"png\"\nlogarithmic = true\nrange = [0, 1]",
                "d:11: 'range' in [[output]] 0: a logarithmic scale needs both ends > 0, found 0"},
        BadDeck{"[[output]]\ntype = \"png\"\nslice = { z = 0.5 }",
                "d:10: 'slice' in [[output]] 0: there is one cell in z, expected an active "
                "direction"},
        BadDeck{"[[output]]\ntype = \"png\"\nslice = { y = 3 }",
                "d:10: 'slice' in [[output]] 0: expected y from 0 to 1, inside the box, found 3"},
        BadDeck{"[[output]]\ntype = \"png\"\nslice = { x = 0, y = 0 }",
                "d:10: 'slice' in [[output]] 0: expected a plane such as { z = 0.5 }, or \"none\", "
                "found { x = 0, y = 0 }"}));

class ReplacedValues : public testing::TestWithParam<BadDeck> {};

TEST_P(ReplacedValues, OverridesAreNamedAndExplained) {
  EXPECT_EQ(errors_of(good_deck, {GetParam().added}),
            "--set " + GetParam().added + ": " + GetParam().message);
}

INSTANTIATE_TEST_SUITE_P(
    Overrides, ReplacedValues,
    testing::Values(
        BadDeck{"grid.cells=[16,2]",
                "'cells' in [grid]: expected 1 or at least 4 cells in y, found 2"},
        BadDeck{"grid.cells=[1]",
                "'cells' in [grid]: expected more than one cell in some direction"},
        BadDeck{"grid.cells=[0, 4]",
                "'cells' in [grid]: expected one to three whole numbers >= 1 such as [64, 64], "
                "found [0, 4]"},
        BadDeck{"grid.cells=[4, 4.5]",
                "'cells' in [grid]: expected one to three whole numbers >= 1 such as [64, 64], "
                "found 4.5"},
        BadDeck{"grid.upper=[1, -1]",
                "the box in [grid] has no extent in y: expected lower < upper, found 0 and -1"},
        BadDeck{"grid.lower=[2]",
                "the box in [grid] has no extent in x: expected lower < upper, found 2 and 1"},
        BadDeck{"grid.boundary_z=outflow",
                "'boundary_z' in [grid] has no effect: there is one cell in z, remove the key"},
        BadDeck{"grid.boundary_x=[\"periodic\",\"outflow\"]",
                "'boundary_x' in [grid]: \"periodic\" must be on both faces or on none"},
        BadDeck{"grid.boundary_x=[\"outflow\"]",
                "'boundary_x' in [grid]: expected one of " + quoted_list(names_of<BoundaryKind>()) +
                    ", or a list of two of them (lower, upper), found [\"outflow\"]"},
        BadDeck{"run.end_time=0", "'end_time' in [run]: expected a number > 0, found 0"},
        BadDeck{"run.start_time=2",
                "'start_time' in [run]: expected a time before end_time = 1, found 2"},
        BadDeck{"run.wall_time=90",
                "'wall_time' in [run]: expected a time as \"hh:mm:ss\", found 90"},
        BadDeck{"run.wall_time=1:75:00",
                "'wall_time' in [run]: expected a time as \"hh:mm:ss\", found \"1:75:00\""},
        BadDeck{"run.precision=extended",
                "'precision' in [run]: \"extended\" exists only with scheme = "
                "\"finite-difference\", expected \"double\" or \"single\""},
        BadDeck{"run.max_steps=-1", "'max_steps' in [run]: expected a whole number >= 0, found -1"},
        BadDeck{"initial.density=-1", "'density' in [initial]: expected a value > 0, found -1"},
        BadDeck{"initial.pressure=0", "'pressure' in [initial]: expected a value > 0, found 0"},
        BadDeck{"physics.gamma=1.4x",
                "'gamma' in [physics]: in \"1.4x\": unexpected 'x': an operator such as * is "
                "missing before it (column 4)"},
        BadDeck{"gamma=2", "expected section.key=value, such as grid.cells=[64,64]"},
        BadDeck{"physics.gamma", "expected section.key=value, such as grid.cells=[64,64]"},
        BadDeck{"physics.gamma=", "there is no value after '='"},
        BadDeck{"grid.cells=[64", "cannot read the value: encountered end-of-file"},
        BadDeck{"run.title=\"a\"\n[=", "cannot read the value: it has more than one line"},
        BadDeck{"output.0.type=png", "the deck has no [[output]]"},
        BadDeck{"output.type=png", "say which output, as in output.0.every_time=0.1"}));

}  // namespace
}  // namespace solenoid
