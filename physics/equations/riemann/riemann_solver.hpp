#pragma once
/// \file
/// The table of Riemann solvers: their names and the equations that each is for.

#include <stdexcept>
#include <type_traits>

#include "numerics/named.hpp"
#include "physics/equations/equation_of_state.hpp"

/// The Riemann solvers, the default of each set of equations before others: in C++, in decks, and
/// the structs that compute their fluxes in MHD and in hydrodynamics, then those for isothermal
/// gases. The enumeration, its names and the choice of kernels are made of these rows.
#define SOLENOID_RIEMANN_SOLVERS(ROW)                                                         \
  ROW(hlld, "hlld", Hlld, NoRiemannSolver, IsothermalHlld, NoRiemannSolver)                   \
  ROW(hllc, "hllc", NoRiemannSolver, Hllc, NoRiemannSolver, IsothermalHllc)                   \
  ROW(hll, "hll", Hll<IdealMhd>, Hll<Hydrodynamics>, Hll<Isothermal<IdealMhd>>,               \
      Hll<Isothermal<Hydrodynamics>>)                                                         \
  ROW(hll_bard_dorelli, "hll-bard-dorelli", HllBardDorelli, NoRiemannSolver, NoRiemannSolver, \
      NoRiemannSolver)                                                                        \
  ROW(llf, "llf", Llf<IdealMhd>, Llf<Hydrodynamics>, NoRiemannSolver, NoRiemannSolver)        \
  ROW(roe, "roe", RoeMhd, Roe, NoRiemannSolver, NoRiemannSolver)                              \
  ROW(hllcm, "hllcm", NoRiemannSolver, Hllcm, NoRiemannSolver, NoRiemannSolver)               \
  ROW(exact, "exact", NoRiemannSolver, Exact, NoRiemannSolver, NoRiemannSolver)

namespace solenoid {

struct IdealMhd;
struct Hydrodynamics;
struct Hlld;
struct Hllc;
struct Hllcm;
struct HllBardDorelli;
struct IsothermalHlld;
struct IsothermalHllc;
template <class Ideal>
struct Isothermal;
struct Roe;
struct RoeMhd;
struct Exact;
template <class Equations>
struct Hll;
template <class Equations>
struct Llf;
/// Stands for the solver that there is not.
struct NoRiemannSolver;

#define SOLENOID_ROW(value, ...) value,
enum class RiemannSolver { SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW) };
#undef SOLENOID_ROW

template <>
struct Names<RiemannSolver> {
#define SOLENOID_ROW(value, name, ...) {RiemannSolver::value, name},
  static constexpr Named<RiemannSolver> rows[] = {SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)};
#undef SOLENOID_ROW
};

namespace detail {
/// The struct of a row for a set of equations.
template <bool magnetised, bool isothermal, class InMhd, class InHydrodynamics,
          class InIsothermalMhd, class InIsothermalHydrodynamics>
using RiemannSolverFor =
    std::conditional_t<isothermal,
                       std::conditional_t<magnetised, InIsothermalMhd, InIsothermalHydrodynamics>,
                       std::conditional_t<magnetised, InMhd, InHydrodynamics>>;
}  // namespace detail

/// The Riemann solvers of MHD, or of hydrodynamics, of an ideal or an isothermal gas.
template <bool magnetised, bool isothermal>
constexpr ChoiceSet<RiemannSolver> riemann_solvers_of() {
  ChoiceSet<RiemannSolver> solvers;
#define SOLENOID_ROW(value, name, ...)                                               \
  if (!std::is_same_v<detail::RiemannSolverFor<magnetised, isothermal, __VA_ARGS__>, \
                      NoRiemannSolver>)                                              \
    solvers.add(RiemannSolver::value);
  SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)
#undef SOLENOID_ROW
  return solvers;
}
constexpr ChoiceSet<RiemannSolver> riemann_solvers(bool magnetised,
                                                   EquationOfState gas = EquationOfState::ideal) {
  if (gas == EquationOfState::isothermal)
    return magnetised ? riemann_solvers_of<true, true>() : riemann_solvers_of<false, true>();
  return magnetised ? riemann_solvers_of<true, false>() : riemann_solvers_of<false, false>();
}

/// Calls `body.operator()<Chosen>()` with the struct of a Riemann solver for a set of equations,
/// which has to have it.
template <class Equations, class Body>
void with_riemann_solver(RiemannSolver choice, const Body& body) {
  switch (choice) {
#define SOLENOID_ROW(value, name, ...)                                                        \
  case RiemannSolver::value: {                                                                \
    using Chosen =                                                                            \
        detail::RiemannSolverFor<Equations::magnetised, !Equations::has_energy, __VA_ARGS__>; \
    if constexpr (!std::is_same_v<Chosen, NoRiemannSolver>)                                   \
      return body.template operator()<Chosen>();                                              \
    break;                                                                                    \
  }
    SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)
#undef SOLENOID_ROW
  }
  throw std::logic_error("this Riemann solver does not belong to these equations");
}

}  // namespace solenoid
