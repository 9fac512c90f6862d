#pragma once
/// \file
/// From the text of an expression over fields to a formula (physics/fields/formula.hpp).

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "physics/fields/formula.hpp"
#include "src/deck/expression.hpp"

namespace solenoid {

/// What the names of a text stand for beside coordinates, time, pi and e.
struct FormulaNames {
  using Part = FormulaBuilder::Part;

  const Constants& constants;
  const TableFunctions& tables;
  MeasuredAxes measured{};
  /// The part that a name is, of a field.
  std::function<std::optional<Part>(const std::string& name)> field;
  /// Takes the place of a function of these arguments, which are texts; none where it is to be
  /// computed in each cell.
  std::function<std::optional<Part>(const std::string& function,
                                    const std::vector<std::string>& arguments)>
      function{};
};

/// Adds what a text says to a builder. The text is an expression (require_expression()), with the
/// functions of the deck put in. Throws ExpressionError for what formulas do not have.
FormulaBuilder::Part parse_formula(const std::string& text, FormulaBuilder& builder,
                                   const FormulaNames& names);

}  // namespace solenoid
