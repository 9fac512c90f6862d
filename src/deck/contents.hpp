#pragma once
/// \file
/// What a deck holds once it is read, and the steps that lead there.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "physics/fields/defined_fields.hpp"
#include "physics/fields/field_numbers.hpp"
#include "src/deck/deck.hpp"
#include "src/deck/program_keys.hpp"
#include "src/deck/values.hpp"

namespace solenoid {

struct DeckContents {
  std::string name;  ///< file name without folder and suffix
  Origin whole;      ///< the file
  std::vector<std::pair<std::string, WrittenValue>> written_constants;  ///< in the deck's order
  Constants constants;
  std::vector<std::pair<std::string, WrittenValue>> written_tables;  ///< in the deck's order
  TableFunctions tables;
  std::vector<std::pair<std::string, WrittenValue>> written_functions;  ///< in the deck's order
  DefinedFunctions functions;
  std::vector<std::pair<std::string, WrittenValue>> written_fields;  ///< in the deck's order
  DefinedFields defined_fields;
  FormulaBuilder formulas;                                  ///< of what the next ones are parts
  std::map<std::string, FormulaBuilder::Part> field_parts;  ///< of the defined fields, by name
  std::map<std::string, NumbersOfFields> numbers;           ///< of outputs, by section
  /// By section ("grid", "boundary.lower_x", "output.0") and key. A key whose value is wrong is
  /// not there.
  std::map<std::string, std::map<std::string, Setting>> settings;
  std::map<std::string, Origin> sections;              ///< those that the deck gives
  std::map<std::string, std::set<std::string>> wrong;  ///< by section: keys whose value is wrong
  int output_count = 0;

  /// Only with the scheme finite-difference; null, too, where the program does not compile.
  std::shared_ptr<const StencilProgram> program;
  std::shared_ptr<ProgramKeys> program_keys;  ///< of the program, or of terms and scalars
  /// What a fluid's equations have beside their own; null without any.
  std::shared_ptr<const StencilProgram> terms;
  std::vector<std::string> scalars;  ///< names of passive scalars

  std::vector<DeckProblem> warnings;  ///< what looks wrong and may be meant

  Grid grid;
  Boundaries boundaries;
  std::map<std::string, Boundaries> field_boundaries;  ///< of fields that have others, by name
  std::vector<OutputSettings> outputs;
  std::optional<StateFileSettings> state_file;
  Expressions initial;
  Expressions source;
  CaloricTable caloric_table;
  CoolingLists cooling;
  Expressions gravity;  ///< the potential from outside, if there is one
  std::array<std::array<Expressions, 2>, 3> boundary_values;

  /// The value of a key, if it is there and has this type.
  template <class T>
  [[nodiscard]] const T* find(const std::string& section, const std::string& key) const {
    const Setting* setting = find_setting(section, key);
    return setting == nullptr ? nullptr : std::get_if<T>(&setting->value);
  }
  [[nodiscard]] const Setting* find_setting(const std::string& section,
                                            const std::string& key) const;
  /// Whether the deck gives a key, with whatever value.
  [[nodiscard]] bool gives(const std::string& section, const std::string& key) const;
  /// The scheme's entry in the table of schemes and the equations; none where the deck is wrong.
  [[nodiscard]] const SchemeSpec* scheme() const;
  [[nodiscard]] std::optional<EquationSet> equations() const;
  /// The equation of state; that of an ideal gas where the deck is wrong.
  [[nodiscard]] EquationOfState gas() const;
  /// Whether [grid] has one cell along an axis; not where it is wrong.
  [[nodiscard]] bool has_one_cell(int axis) const;
  /// The directions that the grid resolves; [grid] is read before all expressions.
  [[nodiscard]] MeasuredAxes measured_axes() const;
  /// The fields that outputs may hold of the scheme and the equations, or of any where the deck is
  /// wrong; and with those that the deck defines.
  [[nodiscard]] std::vector<std::string> fields_of_scheme() const;
  [[nodiscard]] std::vector<std::string> known_fields() const;
  /// Whether formulas know a field by this name.
  [[nodiscard]] bool is_formula_field(const std::string& name) const;
  /// Where a key stands, or else its section, or else the deck.
  [[nodiscard]] Origin origin(const std::string& section, const std::string& key) const;
};

/// Reads the files of [tables]; reports what is wrong with them.
void read_tables(const DeckSource& source, DeckContents& contents, Problems& problems);
/// Reads [functions]; reports what is wrong with them.
void read_functions(const DeckSource& source, DeckContents& contents, Problems& problems);
/// Reads [fields]; reports what is wrong with them. [grid], [physics] and [solver] are read
/// already.
void read_fields(const DeckSource& source, DeckContents& contents, Problems& problems);
/// Reads the numbers of the output that a section is; reports what is wrong with them.
void read_numbers(DeckContents& contents, const std::string& section, Problems& problems);
/// The text of a formula of fields with the functions of the deck put in, and the constants that it
/// knows. `functions` are those of the formula that other expressions have not.
class FormulaText {
 public:
  /// Throws ExpressionError, whose columns are those of `text`.
  FormulaText(const DeckContents& contents, const std::string& text,
              std::vector<std::string> functions = {});
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] const Constants& constants() const { return constants_; }

 private:
  Constants constants_;
  std::string text_;
};
/// Whether a text can be a name in expressions: letters, digits and _, a letter first.
bool can_be_name(const std::string& text);
/// Makes functions of [atmosphere], which is read already, as [physics], [grid] and the program
/// are; reports what is wrong with it.
void define_atmosphere(DeckContents& contents, Problems& problems);
/// The program that the deck asks for, compiled, with its keys; reports why there is none. [solver]
/// is read already.
void read_program(const DeckSource& source, DeckContents& contents, Problems& problems);
/// The terms that the deck adds to a fluid, compiled, with their keys; reports why there are none.
/// Returns whether the keys are known.
bool read_terms(const DeckSource& source, DeckContents& contents, Problems& problems);
/// Reads the names of passive scalars, whose keys are then known; reports what is wrong with them.
/// [constants], [tables], [functions], [solver] and the terms are read already.
void read_scalars(const DeckSource& source, DeckContents& contents, Problems& problems);
/// Reads the table of a tabulated gas; reports what is wrong with it. [physics] and [solver] are
/// read already.
void read_caloric_table(DeckContents& contents, Problems& problems);
/// Throws std::runtime_error where the deck does not give a table that a program looks things up
/// in.
void require_tables(const StencilProgram& program, const DeckContents& contents);
/// Reads the curve of [cooling], which is read already, as [physics] is; reports what is wrong with
/// it.
void read_cooling(DeckContents& contents, Problems& problems);
/// The keys of [grid] that the deck leaves to the file of [initial], as TOML; reports why that
/// cannot be read. Nothing where there is no file, or all keys are there.
std::map<std::string, std::string> grid_of_state_file(const DeckSource& source, Problems& problems);
/// A file that a deck names relative to itself, or an override relative to the current folder.
std::string path_of(const std::string& name, const Origin& origin);
/// Reads every section, key and value by the table of keys, and adds defaults.
DeckContents read_contents(const DeckSource& source, Problems& problems);
/// Checks what concerns more than one key.
void check_contents(const DeckContents& contents, Problems& problems);
/// The part of that which concerns forces on a fluid.
void check_forces(const DeckContents& contents, Problems& problems);
/// Checks that no key has a value which others leave without a use.
void check_unused(const DeckContents& contents, Problems& problems);
/// Checks what limits the time step of a program. `warnings` are things that may be meant.
void check_time_step(const DeckContents& contents, Problems& problems, Problems& warnings);
/// Checks the [[output]] blocks: names, when and what they write.
void check_outputs(const DeckContents& contents, Problems& problems);
/// Checks what one output of type profile, pdf or histogram, which a section is, is of.
void check_table_output(const DeckContents& contents, const std::string& section,
                        Problems& problems);
/// Fills in grid, boundaries, outputs and expressions from settings without a problem.
void assemble(DeckContents& contents);
/// The whole deck as TOML, with defaults.
std::string resolved_toml(const DeckContents& contents);
/// A section as messages call it: "[grid]", "[[output]] 1".
std::string section_title(const std::string& section);

}  // namespace solenoid
