#include <algorithm>

#include "src/deck/expression.hpp"

namespace solenoid {

std::string ExpressionName::bare() const { return name.substr(0, name.find('(')); }

const std::vector<ExpressionName>& expression_variables() {
  static const std::vector<ExpressionName> names = {
      {"x", "position in the first direction"},
      {"y", "position in the second direction"},
      {"z", "position in the third direction"},
      {"t", "time; `start_time` in [initial]"},
      {"r",
       "distance from the origin, measured in the active directions: sqrt(x^2 + y^2 + z^2) in "
       "3D, sqrt(x^2 + y^2) in the x-y plane, abs(x) along x"},
      {"pi", "3.14159..."},
      {"e", "2.71828..."},
  };
  return names;
}

const std::vector<ExpressionName>& expression_functions() {
  static const std::vector<ExpressionName> names = {
      {"sin(x)", "sine, of radians"},
      {"cos(x)", "cosine"},
      {"tan(x)", "tangent"},
      {"asin(x)", "inverse sine"},
      {"acos(x)", "inverse cosine"},
      {"atan(x)", "inverse tangent"},
      {"atan2(y, x)", "angle of the point (x, y), from -pi to pi"},
      {"sinh(x)", "hyperbolic sine"},
      {"cosh(x)", "hyperbolic cosine"},
      {"tanh(x)", "hyperbolic tangent"},
      {"asinh(x)", "inverse hyperbolic sine"},
      {"acosh(x)", "inverse hyperbolic cosine"},
      {"atanh(x)", "inverse hyperbolic tangent"},
      {"exp(x)", "e to the power x"},
      {"log(x)", "natural logarithm"},
      {"ln(x)", "natural logarithm"},
      {"log2(x)", "logarithm to the base 2"},
      {"log10(x)", "logarithm to the base 10"},
      {"sqrt(x)", "square root"},
      {"pow(a, b)", "a to the power b, the same as a^b"},
      {"hypot(a, b)", "sqrt(a^2 + b^2)"},
      {"abs(x)", "absolute value"},
      {"sign(x)", "-1, 0 or 1"},
      {"step(x)", "0 for x < 0, otherwise 1"},
      {"floor(x)", "largest integer not above x"},
      {"ceil(x)", "smallest integer not below x"},
      {"rint(x)", "nearest integer, halves away from zero"},
      {"mod(a, b)", "a - b floor(a/b), which has the sign of b"},
      {"erf(x)", "error function"},
      {"random(a, b, ...)",
       "a number from 0 to 1 that looks random and follows from the arguments alone: "
       "random(x, y, z, 1) is another one in each cell, the same in each run"},
      {"min(a, b, ...)", "smallest of any number of values"},
      {"max(a, b, ...)", "largest of any number of values"},
      {"sum(a, b, ...)", "sum of any number of values"},
      {"avg(a, b, ...)", "mean of any number of values"},
  };
  return names;
}

bool is_expression_name(const std::string& name) {
  const auto matches = [&](const ExpressionName& entry) { return entry.bare() == name; };
  return std::ranges::any_of(expression_variables(), matches) ||
         std::ranges::any_of(expression_functions(), matches);
}

}  // namespace solenoid
