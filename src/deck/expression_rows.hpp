#pragma once
/// \file
/// Expressions of columns, row by row.

#include <cstddef>
#include <string>
#include <vector>

#include "src/deck/expression.hpp"

namespace solenoid {

/// A variable of an expression by its name, with a value for each row.
struct ExpressionColumn {
  std::string name;  ///< of letters, digits and _, and none that expressions know
  const std::vector<double>* values = nullptr;
};
/// The values in `rows` rows of an expression of columns, of the functions and of pi and e. Throws
/// ExpressionError as Expression::compile does.
std::vector<double> evaluate_rows(const std::string& text,
                                  const std::vector<ExpressionColumn>& columns, std::size_t rows);

/// What an expression may name besides what all know.
struct NamesOfExpression {
  const Constants& constants;
  const TableFunctions& tables;
  std::vector<std::string> variables;
  std::vector<std::string> functions;  ///< of any number of arguments
};
/// Throws ExpressionError as Expression::compile does.
void require_expression(const std::string& text, const NamesOfExpression& names);

}  // namespace solenoid
