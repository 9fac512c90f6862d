#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "src/deck/contents.hpp"
#include "src/deck/expression_rows.hpp"
#include "src/deck/expression_syntax.hpp"
#include "src/deck/fields.hpp"
#include "src/deck/formula_parser.hpp"
#include "src/deck/functions.hpp"
#include "src/deck/spectra.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

/// What is wrong with a field is reported already.
struct ReportedAlready {};

/// Compiles the fields of [fields], each when it is asked for.
class FieldsReader {
 public:
  FieldsReader(DeckContents& contents, Problems& problems)
      : contents_(contents), problems_(problems), of_scheme_(contents.fields_of_scheme()) {}

  void read(const WrittenSection& section) {
    for (const auto& [name, written] : section.entries) {
      if (written.as<Unreadable>() != nullptr) {
        wrong_.insert(name);
        continue;
      }
      contents_.written_fields.emplace_back(name, written);
      if (const std::string why = refusal(name, written); !why.empty()) report(name, written, why);
    }
    for (const auto& [name, written] : contents_.written_fields) add(name);
    contents_.defined_fields = DefinedFields(std::move(defined_));
  }

 private:
  using Part = FormulaBuilder::Part;

  void report(const std::string& name, const WrittenValue& written, const std::string& what) {
    if (wrong_.insert(name).second)
      problems_.add(written.origin, fmt::format("field '{}': {}", name, what));
  }
  /// Why a field cannot be called so, or be what is written.
  [[nodiscard]] std::string refusal(const std::string& name, const WrittenValue& written) const {
    const auto has = [&](const auto& names) {
      return std::ranges::any_of(names, [&](const auto& entry) { return entry.first == name; });
    };
    if (written.as<std::string>() == nullptr)
      return fmt::format("expected an expression in quotes, found {}", shown(written));
    if (!can_be_name(name)) return "expected a name of letters, digits and _, a letter first";
    const auto spectra = spectrum_names(of_scheme_);
    const auto all = spectrum_names(field_names(EquationSet::mhd));
    if (std::ranges::find(spectra, name) != spectra.end() ||
        std::ranges::find(all, name) != all.end())
      return "outputs already know a field of this name, choose another";
    if (is_expression_name(name) || has(contents_.tables) || has(contents_.constants) ||
        has(contents_.functions))
      return fmt::format("expressions already know '{}', choose another name", name);
    return {};
  }

  void add(const std::string& name) {
    try {
      defined_.push_back({name, contents_.formulas.formula(part_of(name))});
    } catch (const ReportedAlready&) {
    } catch (const FormulaTooLarge& error) {
      report(name, written_of(name), error.what());
    }
  }
  [[nodiscard]] const WrittenValue& written_of(const std::string& name) const {
    return std::ranges::find(contents_.written_fields, name,
                             [](const auto& entry) { return entry.first; })
        ->second;
  }
  [[nodiscard]] bool is_defined(const std::string& name) const {
    return std::ranges::any_of(contents_.written_fields,
                               [&](const auto& entry) { return entry.first == name; });
  }

  /// The part that a field is, compiled now if it was not before.
  Part part_of(const std::string& name) {
    if (const auto known = contents_.field_parts.find(name); known != contents_.field_parts.end())
      return known->second;
    if (wrong_.contains(name)) throw ReportedAlready();
    if (const auto within = std::ranges::find(under_way_, name); within != under_way_.end()) {
      std::string circle;
      for (auto at = within; at != under_way_.end(); ++at) circle += *at + " -> ";
      report(name, written_of(name), fmt::format("it is defined by itself: {}{}", circle, name));
      throw ReportedAlready();
    }
    under_way_.push_back(name);
    const auto& text = *written_of(name).as<std::string>();
    try {
      const Part part = compile(text);
      under_way_.pop_back();
      return contents_.field_parts[name] = part;
    } catch (const ExpressionError& error) {
      under_way_.pop_back();
      report(name, written_of(name), fmt::format("in {}: {}", quoted_text(text), error.what()));
      throw ReportedAlready();
    } catch (const ReportedAlready&) {
      under_way_.pop_back();
      wrong_.insert(name);
      throw;
    }
  }
  Part compile(const std::string& text) {
    FormulaText formula(contents_, text);
    return parse_formula(formula.text(), contents_.formulas,
                         {formula.constants(), contents_.tables, contents_.measured_axes(),
                          [&](const std::string& name) -> std::optional<Part> {
                            if (is_defined(name)) return part_of(name);
                            if (contents_.is_formula_field(name))
                              return contents_.formulas.field(name);
                            return std::nullopt;
                          }});
  }

  DeckContents& contents_;
  Problems& problems_;
  std::vector<std::string> of_scheme_;
  std::set<std::string> wrong_;         ///< what is reported
  std::vector<std::string> under_way_;  ///< fields that are being compiled, outermost first
  std::vector<DefinedField> defined_;
};

/// Sums of squares as they are written in formulas, with what they are of.
struct SquareOfVector {
  const char *name, *vector, *in_words;
};
constexpr SquareOfVector squares[] = {{"B2", "magnetic_field", "magnetic field"},
                                      {"v2", "velocity", "velocity"}};

/// Adds the squares that nothing else in the deck is called, of vectors that there are.
void add_squares(DefinedFunctions& defined, const std::string& text, const Constants& constants,
                 const std::vector<std::string>& fields, const TableFunctions& tables) {
  const auto is_field = [&](const std::string& name) {
    return std::ranges::find(fields, name) != fields.end();
  };
  for (const SquareOfVector& square : squares) {
    const std::string name = square.name, vector = square.vector;
    if (is_field(name) || constants.contains(name) || tables.contains(name) ||
        std::ranges::find(defined, name, &DefinedFunctions::value_type::first) != defined.end())
      continue;
    if (is_field(vector + "_x") && is_field(vector + "_y") && is_field(vector + "_z"))
      defined.emplace_back(name, fmt::format("{0}_x^2 + {0}_y^2 + {0}_z^2", vector));
    else if (with_functions_put_in({{name, {}}}, text) != text)
      throw ExpressionError(
          fmt::format("{} is the square of the {}, and there is none", name, square.in_words));
  }
}

}  // namespace

FormulaText::FormulaText(const DeckContents& contents, const std::string& text,
                         std::vector<std::string> functions)
    : constants_(contents.constants) {
  std::vector<std::string> variables;
  for (const std::string& name : contents.known_fields())
    if (!is_expression_name(name)) variables.push_back(name);
  DefinedFunctions defined;
  // A field is what its name says here, whatever else is called so.
  for (const std::string& name : variables) constants_.erase(name);
  for (const auto& function : contents.functions)
    if (std::ranges::find(variables, function.first) == variables.end())
      defined.push_back(function);
  add_squares(defined, text, constants_, variables, contents.tables);
  std::vector<std::string> with_functions = variables;
  for (const auto& [name, definition] : defined) with_functions.push_back(name);
  require_expression(text, {constants_, contents.tables, with_functions, std::move(functions)});
  text_ = with_functions_put_in(defined, text);
}

bool DeckContents::is_formula_field(const std::string& text) const {
  const std::vector<std::string> known = known_fields();
  return !is_expression_name(text) && std::ranges::find(known, text) != known.end();
}

std::vector<std::string> DeckContents::fields_of_scheme() const {
  if (program_keys != nullptr && program != nullptr) return program_keys->names;
  const auto set = equations();
  const SchemeSpec* of = scheme();
  std::vector<std::string> names = field_names(
      set.value_or(EquationSet::mhd), of == nullptr ? std::nullopt : std::optional(of->scheme),
      gas(), sections.contains("gravity"));
  names.insert(names.end(), scalars.begin(), scalars.end());
  return names;
}

std::vector<std::string> DeckContents::known_fields() const {
  std::vector<std::string> names = fields_of_scheme();
  for (const auto& [defined, written] : written_fields) names.push_back(defined);
  return names;
}

MeasuredAxes DeckContents::measured_axes() const {
  const auto* cells = find<Setting::Numbers>("grid", "cells");
  if (cells == nullptr) return {true, true, true};
  return {(*cells)[0] > 1, (*cells)[1] > 1, (*cells)[2] > 1};
}

void read_fields(const DeckSource& source, DeckContents& contents, Problems& problems) {
  const WrittenSection* section = source.find("fields");
  if (section == nullptr) return;
  contents.sections["fields"] = section->origin;
  FieldsReader(contents, problems).read(*section);
}

}  // namespace solenoid
