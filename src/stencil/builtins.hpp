#pragma once
/// \file
/// The functions that every program has. docs/stencil-language.md lists them for users.

#include <array>
#include <string>
#include <vector>

#include "src/stencil/types.hpp"
#include "src/text/suggest.hpp"

namespace solenoid::stencil {

/// What a built-in function does; one that works on several types has several rows in the table.
enum class Operation {
  exponential,
  logarithm,
  sine,
  cosine,
  tangent,
  root,
  magnitude,
  power,
  min,
  max,
  dot,
  cross,
  length,
  apply,     ///< matrix times vector
  multiply,  ///< matrix times matrix
  transpose,
  trace,
  contract,  ///< sum of the squares of a matrix' elements (Pekkila 2019, eq. 3.8)
  value,
  difference,  ///< the partial derivative of Builtin::orders
  derivative,  ///< the partial derivative of the orders given as arguments
  gradient,
  hessian,
  divergence,
  curl,
  laplacian,
  gradient_of_divergence,
  curl_of_curl,
  runge_kutta
};

struct Builtin {
  std::string name;
  Operation operation;
  Type result;
  std::vector<Type> parameters;
  std::array<int, 3> orders{};  ///< of a difference: how often it derives along x, y, z
};

/// All of them.
const std::vector<Builtin>& builtins();

/// What books and other codes call functions and names of the language.
const Synonyms& names_elsewhere();

}  // namespace solenoid::stencil
