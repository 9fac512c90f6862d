#pragma once
/// \file
/// The names that a deck may choose among.

#include <string>
#include <string_view>
#include <vector>

namespace solenoid {

inline constexpr std::string_view muscl = "muscl-hancock";
inline constexpr std::string_view relaxing = "relaxing-tvd";
inline constexpr std::string_view differences = "finite-difference";
/// Schemes for flows with shocks, as in KeySpec::scheme.
inline constexpr std::string_view godunov = "muscl-hancock relaxing-tvd";

/// Schemes that a deck may ask for.
std::vector<std::string> scheme_names();
std::vector<std::string> every_equation_set();
/// Equations that a scheme has.
std::vector<std::string> equation_sets(const std::string& scheme);
std::vector<std::string> forcings();
std::vector<std::string> precisions();
/// What the numbers that a run starts from may be rounded to.
std::vector<std::string> input_precisions();
std::vector<std::string> boundary_kinds();
std::vector<std::string> every_riemann_solver();
/// Riemann solvers of one set of equations, the default first.
std::vector<std::string> riemann_solvers(const std::string& equations);
std::vector<std::string> limiters();
std::vector<std::string> reconstructions();
std::vector<std::string> splittings();
/// Orders of finite differences, and passes over the grid in a substep of theirs.
std::vector<std::string> difference_orders();
std::vector<std::string> pass_counts();
/// How programs of the stencil language are advanced in time.
std::vector<std::string> integrator_names();
/// Ways to damp the field that cleans divergences.
std::vector<std::string> dampings();
std::vector<std::string> output_types();

}  // namespace solenoid
