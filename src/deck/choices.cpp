#include "src/deck/choices.hpp"

#include "numerics/vertices/runge_kutta.hpp"
#include "physics/equations/riemann/riemann_solver.hpp"
#include "physics/solvers/precision_names.hpp"

namespace solenoid {

std::vector<std::string> forcings() { return {"none", "random"}; }

std::vector<std::string> input_precisions() {
  return names_of(ChoiceSet<Precision>{Precision::double_precision, Precision::single_precision});
}

std::vector<std::string> difference_orders() { return {"2", "4", "6", "8"}; }

std::vector<std::string> pass_counts() { return {"1", "2"}; }

std::vector<std::string> integrator_names() {
  std::vector<std::string> names;
  for (const Integrator integrator : integrators) names.emplace_back(name_of(integrator));
  return names;
}

std::string alternatives(const std::vector<std::string>& words, const std::string& quote) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += quote + words[i] + quote;
  }
  return text;
}

std::vector<std::string> riemann_solver_names(EquationSet equations) {
  return names_of(riemann_solvers(equations == EquationSet::mhd));
}

}  // namespace solenoid
