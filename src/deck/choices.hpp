#pragma once
/// \file
/// The names that a deck may choose among, beside those of enumerations, which names_of() gives
/// (numerics/named.hpp).

#include <string>
#include <vector>

#include "numerics/vertices/runge_kutta.hpp"
#include "physics/solvers/muscl_hancock.hpp"
#include "src/deck/schemes.hpp"

namespace solenoid {

/// How a program that comes with Solenoid is stirred.
enum class Forcing { none, random, helical };

template <>
struct Names<Forcing> {
  static constexpr Named<Forcing> rows[] = {
      {Forcing::none, "none"}, {Forcing::random, "random"}, {Forcing::helical, "helical"}};
};

/// What the numbers that a run starts from may be rounded to.
std::vector<std::string> input_precisions();
/// Orders of finite differences, and passes over the grid in a substep of theirs.
std::vector<std::string> difference_orders();
std::vector<std::string> pass_counts();

/// Joins words, each between two quotes: "a", "b" or "c".
std::string alternatives(const std::vector<std::string>& words, const std::string& quote = {});

/// What a choice is, as the end of a sentence: for the deck reference, which takes the names from
/// their tables.
std::string meaning_of(Scheme scheme);
std::string meaning_of(EquationOfState gas);
std::string meaning_of(Integrator integrator);
std::string meaning_of(RiemannSolver solver);
std::string meaning_of(Reconstruction reconstruction);
std::string meaning_of(Splitting splitting);
std::string meaning_of(DivergenceDamping damping);

/// " `a`: its meaning. `b`: its meaning." of all choices of an enumeration.
template <class Choice>
std::string meanings_of() {
  std::string text;
  for (const Named<Choice>& row : Names<Choice>::rows)
    text += " `" + std::string(row.name) + "`: " + meaning_of(row.value) + ".";
  return text;
}

/// Integrators that amplify waves which nothing damps, or that do not.
std::vector<std::string> integrator_names(bool amplify);

/// Riemann solvers of one set of equations and a gas, the default first.
std::vector<std::string> riemann_solver_names(EquationSet equations,
                                              EquationOfState gas = EquationOfState::ideal);

}  // namespace solenoid
