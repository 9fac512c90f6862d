#pragma once
/// \file
/// What the expression library accepts, or reports unclearly, and a user did not mean.

#include <string>

namespace solenoid {

bool is_digit(char c);
/// The run of letters, digits, points and underscores that starts at `position`; may be empty.
std::string name_at(const std::string& text, std::size_t position);

/// Throws ExpressionError for an empty text, unbalanced brackets, an assignment, ** for a power,
/// or a chain of comparisons such as 0 < x < 1 (which would compare a truth value).
void check_expression_syntax(const std::string& text);

}  // namespace solenoid
