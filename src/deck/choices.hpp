#pragma once
/// \file
/// The names that a deck may choose among, beside those of enumerations, which names_of() gives
/// (numerics/named.hpp).

#include <string>
#include <vector>

#include "numerics/named.hpp"
#include "physics/equations/equation_set.hpp"

namespace solenoid {

std::vector<std::string> forcings();
/// What the numbers that a run starts from may be rounded to.
std::vector<std::string> input_precisions();
/// Orders of finite differences, and passes over the grid in a substep of theirs.
std::vector<std::string> difference_orders();
std::vector<std::string> pass_counts();
/// How programs of the stencil language are advanced in time.
std::vector<std::string> integrator_names();

/// Joins words, each between two quotes: "a", "b" or "c".
std::string alternatives(const std::vector<std::string>& words, const std::string& quote = {});

/// Riemann solvers of one set of equations, the default first.
std::vector<std::string> riemann_solver_names(EquationSet equations);

}  // namespace solenoid
