#pragma once
/// \file
/// The functions of place and time that a deck defines in [functions], for use in its expressions.

#include <string>
#include <utility>
#include <vector>

#include "src/deck/expression.hpp"

namespace solenoid {

/// Names and texts, in the deck's order; the texts have the functions above them put in.
using DefinedFunctions = std::vector<std::pair<std::string, std::string>>;

/// Compiles an expression that may name such functions. Throws ExpressionError, whose columns are
/// those of `text`.
Expression compile_with(const DefinedFunctions& functions, const std::string& text,
                        const Constants& constants, const MeasuredAxes& measured,
                        const TableFunctions& tables);

/// What is to be added to the message of an ExpressionError, where the name that is unknown is that
/// of a field; else nothing.
std::string hint_of_fields(const std::string& message, const std::vector<std::string>& fields);

/// The text with each name of a function replaced by what it stands for, in brackets.
std::string with_functions_put_in(const DefinedFunctions& functions, const std::string& text);

}  // namespace solenoid
