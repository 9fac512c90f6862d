#include "src/deck/choices.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "physics/solvers/precision_names.hpp"

namespace solenoid {

std::vector<std::string> input_precisions() {
  return names_of(ChoiceSet<Precision>{Precision::double_precision, Precision::single_precision});
}

std::vector<std::string> difference_orders() { return {"2", "4", "6", "8"}; }

std::vector<std::string> pass_counts() { return {"1", "2"}; }

std::string alternatives(const std::vector<std::string>& words, const std::string& quote) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " or " : ", ";
    text += quote + words[i] + quote;
  }
  return text;
}

std::vector<std::string> integrator_names(bool amplify) {
  std::vector<std::string> names;
  for (const Integrator integrator : integrators)
    if (amplifies_waves(integrator) == amplify) names.emplace_back(name_of(integrator));
  return names;
}

std::string meaning_of(Scheme scheme) { return spec_of(scheme).meaning; }

std::string meaning_of(EquationOfState gas) {
  switch (gas) {
    case EquationOfState::ideal:
      return "p = (gamma - 1) times the internal energy, which is part of the state";
    case EquationOfState::isothermal:
      return "p = sound_speed^2 rho, without an equation of energy; `pressure` is no key then "
             "(finite-difference has isothermal hydrodynamics as `equations`)";
    case EquationOfState::tabulated:
      return "internal energy over mass is a function of p/rho that `caloric_table`, or "
             "`caloric_temperature` and `caloric_energy`, give";
  }
  throw std::logic_error("an equation of state that nobody describes");
}

std::string meaning_of(Integrator integrator) {
  std::string text;
  switch (integrator) {
    case Integrator::euler:
      text = "of first order in time";
      break;
    case Integrator::rk2:
      text = "of second order, the midpoint rule";
      break;
    case Integrator::rk3:
      text = "of third order (Williamson 1980)";
      break;
    case Integrator::rk4:
      text = "of fourth order, the classical scheme";
      break;
    case Integrator::ssp_rk3:
      text = "of third order, means of Euler steps (Shu and Osher 1988)";
      break;
  }
  if (copies_of(integrator) > 2)
    text += fmt::format("; needs {} copies of the fields, others two", copies_of(integrator));
  return amplifies_waves(integrator) ? text + "; amplifies waves that nothing damps" : text;
}

namespace {

std::string character_of(RiemannSolver solver) {
  switch (solver) {
    case RiemannSolver::hlld:
    case RiemannSolver::hllc:
      return "";
    case RiemannSolver::hll:
      return "more diffusive, cheaper";
    case RiemannSolver::hll_bard_dorelli:
      return "HLL exactly as in Bard & Dorelli (2014)";
    case RiemannSolver::llf:
      return "one wave speed, the most diffusive (Rusanov 1961)";
    case RiemannSolver::roe:
      return "linearised (Roe 1981), with an entropy fix (Harten & Hyman 1983)";
    case RiemannSolver::hllcm:
      return "hllc that smears shear and so holds strong shocks along the grid together (Shen et "
             "al. 2016)";
    case RiemannSolver::exact:
      return "the exact solution (Toro 2009), many times as slow";
  }
  throw std::logic_error("a Riemann solver that nobody describes");
}

}  // namespace

std::string meaning_of(RiemannSolver solver) {
  std::string text;
  std::string without;
  for (const EquationSet equations : {EquationSet::mhd, EquationSet::hydrodynamics}) {
    const bool other = equations != EquationSet::mhd;
    if (riemann_solvers(other).contains(solver)) continue;
    const bool is_default = riemann_solver_names(equations).front() == name_of(solver);
    text += fmt::format("only {}{}", name_of(equations), is_default ? ", its default" : "");
  }
  for (const auto& [gas, name] : Names<EquationOfState>::rows)
    if (!riemann_solvers(true, gas).contains(solver) &&
        !riemann_solvers(false, gas).contains(solver))
      without += fmt::format("{}{}", without.empty() ? ", not for " : " or ", name);
  const std::string character = character_of(solver);
  if (!text.empty() && !character.empty()) text += "; ";
  return text + character + (without.empty() ? "" : without + " gases");
}

std::string meaning_of(Reconstruction reconstruction) {
  switch (reconstruction) {
    case Reconstruction::primitive:
      return "limited slopes of density, velocity, pressure and field, advanced by half a step";
    case Reconstruction::conserved:
      return "limited slopes of the stored values, as in Bard & Dorelli (2014)";
    case Reconstruction::weno_z:
      return "parabolas of the primitive variables with fifth-order edges (Borges et al. 2008), "
             "traced in time; the most accurate where a flow is smooth, at 1.5 times the cost";
  }
  throw std::logic_error("a reconstruction that nobody describes");
}

std::string meaning_of(Splitting splitting) {
  switch (splitting) {
    case Splitting::strang:
      return "x y z in one step, z y x in the next with the same time step";
    case Splitting::merged:
      return "x/2 y x/2, in 3D x/2 y/2 z y/2 x/2, the half sweeps in x of neighbouring steps made "
             "one, which is more accurate";
    case Splitting::symmetric:
      return "the mean over all orders, which treats the directions alike at several times the "
             "cost";
  }
  throw std::logic_error("a splitting that nobody describes");
}

std::string meaning_of(DivergenceDamping damping) {
  switch (damping) {
    case DivergenceDamping::dedner:
      return "c_h / L (Dedner et al. 2002, c_p^2 = L c_h), once a step";
    case DivergenceDamping::listing:
      return "the same after every sweep, as in the listing of Bard & Dorelli (2014)";
    case DivergenceDamping::paper:
      return "1 / L^2 per unit of time after every sweep, their ratio c_p / c_h = L taken "
             "literally";
    case DivergenceDamping::none:
      return "no damping";
  }
  throw std::logic_error("a damping that nobody describes");
}

std::vector<std::string> riemann_solver_names(EquationSet equations, EquationOfState gas) {
  return names_of(riemann_solvers(equations == EquationSet::mhd, gas));
}

}  // namespace solenoid
