#pragma once
/// \file
/// Expressions of columns, row by row.

#include <cstddef>
#include <string>
#include <vector>

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

}  // namespace solenoid
