#include "src/deck/choices.hpp"

#include "numerics/vertices/runge_kutta.hpp"

namespace solenoid {

std::vector<std::string> scheme_names() {
  return {std::string(muscl), std::string(relaxing), std::string(differences)};
}

std::vector<std::string> every_equation_set() { return {"mhd", "hydrodynamics", "isothermal"}; }

std::vector<std::string> equation_sets(const std::string& scheme) {
  if (scheme == differences) return {"mhd", "isothermal"};
  return {"mhd", "hydrodynamics"};
}

std::vector<std::string> forcings() { return {"none", "random"}; }

std::vector<std::string> precisions() { return {"double", "single", "extended"}; }

std::vector<std::string> input_precisions() { return {"double", "single"}; }

std::vector<std::string> boundary_kinds() {
  return {"periodic", "outflow", "reflecting", "fixed", "symmetric", "antisymmetric"};
}

std::vector<std::string> every_riemann_solver() {
  return {"hlld", "hllc", "hll", "hll-bard-dorelli"};
}

std::vector<std::string> riemann_solvers(const std::string& equations) {
  if (equations == "mhd") return {"hlld", "hll", "hll-bard-dorelli"};
  return {"hllc", "hll"};
}

std::vector<std::string> limiters() { return {"monotonised-central", "van-leer", "minmod"}; }

std::vector<std::string> reconstructions() { return {"primitive", "conserved"}; }

std::vector<std::string> splittings() { return {"strang", "symmetric"}; }

std::vector<std::string> difference_orders() { return {"2", "4", "6", "8"}; }

std::vector<std::string> pass_counts() { return {"1", "2"}; }

std::vector<std::string> integrator_names() {
  std::vector<std::string> names;
  for (const Integrator integrator : integrators) names.emplace_back(name_of(integrator));
  return names;
}

std::vector<std::string> dampings() { return {"dedner", "listing", "paper", "none"}; }

std::vector<std::string> output_types() { return {"hdf5", "png", "history", "spectrum"}; }

}  // namespace solenoid
