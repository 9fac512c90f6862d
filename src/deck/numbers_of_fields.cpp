#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <utility>

#include "src/deck/contents.hpp"
#include "src/deck/formula_parser.hpp"
#include "src/text/suggest.hpp"
#include "src/text/words.hpp"

namespace solenoid {

namespace {

using Part = FormulaBuilder::Part;
using Kind = FieldReduction::Kind;
using Operation = FormulaOperation;

const std::vector<std::string> reductions = {"mean", "rms", "integral"};  // and min and max of one

/// Compiles the numbers of one output.
class NumbersReader {
 public:
  explicit NumbersReader(DeckContents& contents) : contents_(contents) {}

  void add(const std::string& name, const std::string& text) {
    const FormulaText formula(contents_, text, reductions);
    const auto field = [&](const std::string& of) -> std::optional<Part> {
      const bool place = of.size() == 1 && of.find_first_of("xyzr") == 0;
      if (!place && !contents_.is_formula_field(of)) return std::nullopt;
      throw ExpressionError(fmt::format(
          "'{}' differs from cell to cell: expected it within mean, rms, integral, min or max",
          of));
    };
    const Part part =
        parse_formula(formula.text(), numbers_,
                      {formula.constants(), contents_.tables, contents_.measured_axes(), field,
                       [&](const std::string& function, const std::vector<std::string>& arguments) {
                         return reduction(function, arguments, formula.constants());
                       }});
    found_.numbers.push_back({name, numbers_.formula(part)});
  }
  [[nodiscard]] NumbersOfFields found() && { return std::move(found_); }

 private:
  /// What a function of fields is, of reductions.
  std::optional<Part> reduction(const std::string& function,
                                const std::vector<std::string>& arguments,
                                const Constants& constants) {
    const bool extreme = function == "min" || function == "max";
    if (extreme ? arguments.size() > 1
                : std::ranges::find(reductions, function) == reductions.end())
      return std::nullopt;
    const std::size_t most = extreme || function == "integral" ? 1 : 2;
    if (arguments.size() > most)
      throw ExpressionError(fmt::format("function '{}' has too many arguments", function));
    std::vector<Part> parts;
    for (const std::string& argument : arguments) parts.push_back(cell_part(argument, constants));
    FormulaBuilder& cells = contents_.formulas;
    if (extreme) return reduced(function == "min" ? Kind::minimum : Kind::maximum, parts[0]);
    Part of = parts[0];
    if (function == "rms") of = cells.apply(Operation::multiply, of, of);
    if (parts.size() == 2) of = cells.apply(Operation::multiply, of, parts[1]);
    const Part sum = reduced(Kind::sum, of);
    const Grid grid = grid_of_deck();
    if (function == "integral")
      return numbers_.apply(Operation::multiply, sum, numbers_.number(grid.cell_volume()));
    const Part weights = parts.size() == 2 ? reduced(Kind::sum, parts[1])
                                           : numbers_.number(double(grid.cell_count()));
    const Part mean = numbers_.apply(Operation::divide, sum, weights);
    return function == "rms" ? numbers_.apply(Operation::square_root, mean) : mean;
  }
  /// What is written of each cell.
  Part cell_part(const std::string& text, const Constants& constants) {
    return parse_formula(text, contents_.formulas,
                         {constants, contents_.tables, contents_.measured_axes(),
                          [&](const std::string& name) -> std::optional<Part> {
                            const auto defined = contents_.field_parts.find(name);
                            if (defined != contents_.field_parts.end()) return defined->second;
                            if (contents_.is_formula_field(name))
                              return contents_.formulas.field(name);
                            return std::nullopt;
                          }});
  }
  Part reduced(Kind kind, Part of) {
    const auto [known, is_new] = known_.emplace(std::pair(kind, of), int(found_.reductions.size()));
    if (is_new) found_.reductions.push_back({kind, contents_.formulas.formula(of)});
    return numbers_.field(std::to_string(known->second));
  }
  [[nodiscard]] Grid grid_of_deck() const {
    const auto& cells = *contents_.find<Setting::Numbers>("grid", "cells");
    const auto& lower = *contents_.find<Setting::Numbers>("grid", "lower");
    const auto& upper = *contents_.find<Setting::Numbers>("grid", "upper");
    Grid grid;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      grid.cells[axis] = int(cells[axis]);
      grid.lower[axis] = lower[axis];
      grid.upper[axis] = upper[axis];
    }
    return grid;
  }

  DeckContents& contents_;
  FormulaBuilder numbers_;
  std::map<std::pair<Kind, Part>, int> known_;
  NumbersOfFields found_;
};

}  // namespace

void read_numbers(DeckContents& contents, const std::string& section, Problems& problems) {
  const auto* written = contents.find<Setting::Named>(section, "numbers");
  for (const char* needed : {"cells", "lower", "upper"})
    if (contents.find<Setting::Numbers>("grid", needed) == nullptr) return;
  if (written == nullptr) return;
  NumbersReader reader(contents);
  for (const auto& [name, text] : *written) {
    const auto report = [&, &of = name](const std::string& what) {
      problems.add(contents.origin(section, "numbers"),
                   fmt::format("'numbers' in {}: {}: {}", section_title(section), of, what));
    };
    const auto allowed = [](unsigned char c) {
      return std::isalnum(c) != 0 || c == '-' || c == '_';
    };
    if (name.empty() || !std::ranges::all_of(name, allowed)) {
      report("expected a name of letters, digits, - and _");
      continue;
    }
    try {
      reader.add(name, text);
    } catch (const ExpressionError& error) {
      report(fmt::format("in {}: {}", quoted_text(text), error.what()));
    } catch (const FormulaTooLarge& error) {
      report(error.what());
    }
  }
  contents.numbers[section] = std::move(reader).found();
}

}  // namespace solenoid
