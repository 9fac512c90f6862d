#include "src/deck/reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "src/deck/choices.hpp"
#include "src/deck/expression.hpp"
#include "src/deck/fields.hpp"
#include "src/deck/keys.hpp"

namespace solenoid {

namespace {

struct SectionText {
  std::string section;  ///< as the table of keys calls it
  std::string title;
  std::string about;
};

const std::vector<SectionText>& section_texts() {
  static const std::vector<SectionText> texts = {
      {"run", "[run]", "When the run starts and ends."},
      {"physics", "[physics]", "The equations and their parameters."},
      {"tables", "[tables]",
       "Files of numbers, relative to the deck, `name = \"file.dat\"`, whose columns are functions "
       "of the first one in all expressions: `name_column(z)`, or `name(z)` where there is one. "
       "Columns are parted by blanks or commas; the last line of comment, after #, above the "
       "numbers names them, without one they are `name_2`, `name_3`, ... The first column "
       "increases or decreases. `name_column_integral(z)` is the integral from the lowest row. "
       "Between rows the functions are cubic and monotone (Fritsch & "
       "Butland 1984); outside of the table they are an error. Stencil programs have them as "
       "`uniform Table` (docs/stencil-language.md)."},
      {"constants", "[constants]",
       "Names for the problem's own numbers: `name = value`, the value a number or an expression "
       "of the constants above it. All expressions of the deck may use them."},
      {"functions", "[functions]",
       "Names for what depends on place or time: `name = \"expression\"`, in which the functions "
       "above it may be used. All expressions of the keys below may use them, by their names "
       "alone: `width = \"1 + z/10\"`, then `density = \"exp(-(x/width)^2)\"`."},
      {"grid", "[grid]", "The box, its cells and what lies beyond its faces."},
      {"atmosphere", "[atmosphere]",
       "An atmosphere in hydrostatic balance, of a program with the uniforms gravity_x, gravity_y "
       "and gravity_z, one of which is not 0. It makes functions of the place along gravity, "
       "`atmosphere_density(z)` and `atmosphere_pressure(z)`, for the expressions of the sections "
       "below: at all vertices the difference of this pressure, of the order of the scheme, is "
       "gravity times this density, to rounding; behind the faces both go on."},
      {"boundary", "[boundary.lower_x], [boundary.upper_x], [boundary.lower_y], ...",
       "The state behind a face whose kind is `fixed`, at the centres of its ghost cells and at "
       "all times. With finite-difference and a face that is not periodic a key may name the kind "
       "of one field, `velocity_x = \"antisymmetric\"`, whatever [grid] says of the others; a "
       "field "
       "with an expression is fixed, with `\"fixed\"` it is what [initial] says."},
      {"solver", "[solver]", "The scheme and its choices."},
      {"initial", "[initial]", "The state at `start_time`, at cell centres."},
      {"source", "[source]",
       "What acts from outside, as expressions in x, y, z and t at cell centres. Where they depend "
       "on t they are evaluated in each step, for its middle, on the threads of the host, and sent "
       "to the device. With finite-difference the keys are the fields of the program, whose rates "
       "of change get what is given, and each `in field` that it declares, all at the time of each "
       "substep; <stratified.stencil> has the four keys below."},
      {"gravity", "[gravity]",
       "The gravity of the gas itself, and a potential from outside ([gravity](gravity.md)). A "
       "constant acceleration is `gravity` in [physics]."},
      {"shearing_box", "[shearing_box]",
       "A small box of a disc, which rotates with it, with scheme = \"muscl-hancock\" ([shearing "
       "box](shearing-box.md)). x is "
       "outwards, y along the flow -q Omega x, z along the axis of rotation; velocities are those "
       "beside that flow. It takes `angular_velocity`; `boundary_x = \"periodic\"` means the same "
       "box again, which has moved along y by q Omega times the width of the box and t."},
      {"fields", "[fields]",
       "Fields by formula, `name = \"expression\"`, of the fields below, of others of this "
       "section, "
       "x, y, z, r, t, [constants], [functions] and [tables]: `beta = "
       "\"2*pressure/B2\"`. B2 and v2 are B^2 and v^2, the sums of the squares of the components, "
       "unless the deck calls something else so. "
       "Outputs take them by their names as all others. They are evaluated at cell centres, on the "
       "device and in double precision; a name that is both a field's and another's is the "
       "field's. They know the operators and functions of expressions but asinh, acosh, atanh, "
       "erf and random. Where a field is outside of a table, they are not a number."},
      {"driving", "[driving]",
       "An acceleration of random waves that stirs the gas, each with amplitudes that are "
       "Ornstein-Uhlenbeck processes ([driving](driving.md)). It takes `correlation_time` and one "
       "of `power`, `acceleration` and `mach_number`."},
      {"cooling", "[cooling]",
       "Optically thin radiation of an ideal gas, d_t E = -rho^2 Lambda(T), T = p/rho, exact in "
       "time "
       "at the density of each step ([cooling](cooling.md)). The curve Lambda is a `table` or "
       "`temperature` and `rate`: power laws between the entries, of which the last one goes on "
       "above "
       "them; below there is no cooling."},
      {"output", "[[output]]",
       "What to write and when: any number of blocks, each beginning with a line `[[output]]`. "
       "The first and the last state are always written."}};
  return texts;
}

std::string default_text(const KeySpec& key) {
  if (key.required) return "required";
  if (key.default_value.empty()) return "not set";
  std::string text(key.default_value);
  const SchemeDefault& other = key.other_default;
  if (!other.schemes.empty())
    text += fmt::format(", with {} {}", alternatives(names_of(other.schemes)), other.value);
  return text;
}

/// " Only with equations = "mhd"." and the like.
std::string restriction(const KeySpec& key) {
  std::string text;
  if (!key.schemes.empty()) text += fmt::format(" Only with {}.", schemes_text(key.schemes));
  if (!key.equations.empty()) text += fmt::format(" Only with {}.", equations_of(key));
  if (!key.gases.empty()) text += fmt::format(" Only with {}.", gases_of(key));
  if (!key.outputs.empty()) {
    text += fmt::format(" Only in outputs of type {}.", output_types_of(key));
  }
  return text;
}

/// `text` as it stands in a cell of a Markdown table, where a bare | would end the cell.
std::string cell(const std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

/// What a key is, and what its choices are.
std::string description_of(const KeySpec& key) {
  return std::string(key.description) + (key.meanings == nullptr ? "" : key.meanings());
}

std::string key_rows(const std::string& section) {
  std::string rows;
  for (const KeySpec& key : key_table()) {
    if (key.section != section) continue;
    std::string shown_default = key.required || key.default_value.empty()
                                    ? default_text(key)
                                    : fmt::format("`{}`", key.default_value);
    const SchemeDefault& other = key.other_default;
    if (!other.schemes.empty()) {
      shown_default +=
          fmt::format(", with {} `{}`", alternatives(names_of(other.schemes)), other.value);
    }
    rows += fmt::format("| `{}` | {} | {} | {} | {}{} |\n", key.key, expectation(key),
                        shown_default, key.unit, cell(description_of(key)), restriction(key));
  }
  if (rows.empty()) return {};
  return "| Key | Value | Default | Unit | Meaning |\n|---|---|---|---|---|\n" + rows + "\n";
}

/// Equations and scheme that have the field.
std::string with_what(const FieldSpec& field) {
  std::string text = field.magnetic ? "mhd" : "all";
  if (!field.schemes.empty()) text += ", " + alternatives(names_of(field.schemes));
  for (const auto& [gas, name] : Names<EquationOfState>::rows)
    if (!field.gases.empty() && !field.gases.contains(gas)) text += fmt::format(", not {}", name);
  if (field.of_gravity) text += ", with [gravity]";
  return text;
}

const char* kind(const FieldSpec& field) { return field.primitive ? "primitive" : "derived"; }

std::string field_rows() {
  std::string rows = "| Field | Meaning | Equations, scheme | Kind |\n|---|---|---|---|\n";
  for (const FieldSpec& field : field_table()) {
    rows += fmt::format("| `{}` | {} | {} | {} |\n", field.name, cell(field.meaning),
                        with_what(field), kind(field));
  }
  return rows;
}

std::string name_rows(const std::vector<ExpressionName>& names) {
  std::string rows = "| Name | Meaning |\n|---|---|\n";
  for (const ExpressionName& entry : names) {
    rows += fmt::format("| `{}` | {} |\n", entry.name, cell(entry.meaning));
  }
  return rows;
}

constexpr std::size_t terminal_width = 100;

/// `text` in lines of at most `width` columns, each after `indent` blanks.
std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::istringstream words(text);
  std::string result;
  std::string line(indent, ' ');
  for (std::string word; words >> word;) {
    const bool first = line.size() == indent;
    if (!first && line.size() + 1 + word.size() > width) {
      result += line + '\n';
      line = std::string(indent, ' ') + word;
    } else {
      line += (first ? "" : " ") + word;
    }
  }
  return result + line + '\n';
}

/// A name and, beside it, its meaning.
std::string named(const std::string_view name, const std::string& meaning) {
  constexpr std::size_t column = 30;
  const std::string lines = wrapped(meaning, column, terminal_width);
  return fmt::format("{:<{}}{}", fmt::format("  {}", name), column, lines.substr(column));
}

constexpr const char* introduction =
    "# Deck reference\n\n"
    "<!-- Generated from the table of keys (src/deck/key_table.cpp); edits here are lost. -->\n\n"
    "A deck is a [TOML](https://toml.io) file and the whole problem: `solenoid check DECK` reads "
    "it, reports everything that is wrong with it, each with its line, and prints it with all "
    "defaults. An unknown key, a value of the wrong type or out of range, and keys that "
    "contradict each other are errors. On the command line, `--set section.key=value` replaces a "
    "value: `--set grid.cells=[64,64]`, `--set solver.limiter=minmod`, "
    "`--set output.0.every_time=0.1` or, by the name of the output, "
    "`--set output.density.every_time=0.1`. `solenoid help deck` prints this page.\n\n";

constexpr const char* numbers_about =
    "Wherever a number stands, so may an expression in quotes: `gamma = \"5/3\"`. Units are the "
    "problem's own; the magnetic pressure is B^2/2.";

constexpr const char* expressions_about =
    "Expressions have the operators `+ - * / ^` (power, before a sign: -2^2 is -4), the "
    "comparisons `< <= > >= == !=`, `&&`, `||`, and `condition ? value : other value`. "
    "`0 < x < 1` is an error: write `0 < x && x < 1`. They know the constants of [constants] "
    "and:";

}  // namespace

std::string deck_reference_markdown() {
  std::string text = std::string(introduction) + numbers_about + "\n";
  for (const SectionText& section : section_texts()) {
    text +=
        fmt::format("\n## {}\n\n{}\n\n{}", section.title, section.about, key_rows(section.section));
    text.erase(text.find_last_not_of('\n') + 2);
  }
  text += fmt::format("\n## Fields\n\n{}", field_rows());
  text += fmt::format("\n## Expressions\n\n{}\n\n{}\n{}", expressions_about,
                      name_rows(expression_variables()), name_rows(expression_functions()));
  return text;
}

std::string deck_reference_text() {
  std::string text = wrapped(numbers_about, 0, terminal_width);
  for (const SectionText& section : section_texts()) {
    text += fmt::format("\n{}\n{}", section.title, wrapped(section.about, 2, terminal_width));
    for (const KeySpec& key : key_table()) {
      if (key.section != section.section) continue;
      text += fmt::format("\n  {}  ({}{}{})\n", key.key, default_text(key),
                          key.unit.empty() ? "" : "; unit: ", key.unit);
      text += wrapped(fmt::format("{}{} Expected: {}.", description_of(key), restriction(key),
                                  expectation(key)),
                      6, terminal_width);
    }
  }
  text += "\nFields\n";
  for (const FieldSpec& field : field_table()) {
    text +=
        named(field.name, fmt::format("{} ({}; {})", field.meaning, kind(field), with_what(field)));
  }
  text += "\nExpressions\n" + wrapped(expressions_about, 2, terminal_width) + "\n";
  for (const auto* names : {&expression_variables(), &expression_functions()}) {
    for (const ExpressionName& entry : *names) text += named(entry.name, entry.meaning);
  }
  return text;
}

}  // namespace solenoid
