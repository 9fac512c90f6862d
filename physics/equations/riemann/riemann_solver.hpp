#pragma once
/// \file
/// The table of Riemann solvers: their names and the equations that each is for.

#include <cstddef>
#include <stdexcept>
#include <tuple>
#include <type_traits>

#include "numerics/named.hpp"
#include "physics/equations/equation_of_state.hpp"

/// The Riemann solvers, the default of each set of equations before others: in C++, in decks, and
/// the structs that compute their fluxes in MHD and in hydrodynamics, then those for isothermal
/// and those for tabulated gases. The enumeration, its names and the choice of kernels are made of
/// these rows.
#define SOLENOID_RIEMANN_SOLVERS(ROW)                                                              \
  ROW(hlld, "hlld", Hlld, NoRiemannSolver, IsothermalHlld, NoRiemannSolver, HlldOf<TabulatedMhd>,  \
      NoRiemannSolver)                                                                             \
  ROW(hllc, "hllc", NoRiemannSolver, Hllc, NoRiemannSolver, IsothermalHllc, NoRiemannSolver,       \
      HllcOf<TabulatedHydrodynamics>)                                                              \
  ROW(hll, "hll", Hll<IdealMhd>, Hll<Hydrodynamics>, Hll<Isothermal<IdealMhd>>,                    \
      Hll<Isothermal<Hydrodynamics>>, Hll<TabulatedMhd>, Hll<TabulatedHydrodynamics>)              \
  ROW(hll_bard_dorelli, "hll-bard-dorelli", HllBardDorelli, NoRiemannSolver, NoRiemannSolver,      \
      NoRiemannSolver, NoRiemannSolver, NoRiemannSolver)                                           \
  ROW(llf, "llf", Llf<IdealMhd>, Llf<Hydrodynamics>, NoRiemannSolver, NoRiemannSolver,             \
      Llf<TabulatedMhd>, Llf<TabulatedHydrodynamics>)                                              \
  ROW(roe, "roe", RoeMhd, Roe, NoRiemannSolver, NoRiemannSolver, NoRiemannSolver, NoRiemannSolver) \
  ROW(hllcm, "hllcm", NoRiemannSolver, Hllcm, NoRiemannSolver, NoRiemannSolver, NoRiemannSolver,   \
      NoRiemannSolver)                                                                             \
  ROW(exact, "exact", NoRiemannSolver, Exact, NoRiemannSolver, NoRiemannSolver, NoRiemannSolver,   \
      NoRiemannSolver)

namespace solenoid {

struct IdealMhd;
struct Hydrodynamics;
template <class Equations>
struct HlldOf;
template <class Equations>
struct HllcOf;
using Hlld = HlldOf<IdealMhd>;
using Hllc = HllcOf<Hydrodynamics>;
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
struct TabulatedLaw;
template <class Ideal, class Law>
struct GeneralGas;
using TabulatedMhd = GeneralGas<IdealMhd, TabulatedLaw>;
using TabulatedHydrodynamics = GeneralGas<Hydrodynamics, TabulatedLaw>;
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
template <bool magnetised, EquationOfState gas, class... OfRow>
using RiemannSolverFor =
    std::tuple_element_t<2 * std::size_t(gas) + (magnetised ? 0 : 1), std::tuple<OfRow...>>;
}  // namespace detail

/// The Riemann solvers of MHD, or of hydrodynamics, of a gas.
template <bool magnetised, EquationOfState gas>
constexpr ChoiceSet<RiemannSolver> riemann_solvers_of() {
  ChoiceSet<RiemannSolver> solvers;
#define SOLENOID_ROW(value, name, ...)                                                          \
  if (!std::is_same_v<detail::RiemannSolverFor<magnetised, gas, __VA_ARGS__>, NoRiemannSolver>) \
    solvers.add(RiemannSolver::value);
  SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)
#undef SOLENOID_ROW
  return solvers;
}
constexpr ChoiceSet<RiemannSolver> riemann_solvers(bool magnetised,
                                                   EquationOfState gas = EquationOfState::ideal) {
  using E = EquationOfState;
  switch (gas) {  // (no default: a gas without a case is a warning of the compiler)
    case E::ideal:
      return magnetised ? riemann_solvers_of<true, E::ideal>()
                        : riemann_solvers_of<false, E::ideal>();
    case E::isothermal:
      return magnetised ? riemann_solvers_of<true, E::isothermal>()
                        : riemann_solvers_of<false, E::isothermal>();
    case E::tabulated:
      return magnetised ? riemann_solvers_of<true, E::tabulated>()
                        : riemann_solvers_of<false, E::tabulated>();
  }
  throw std::logic_error("a gas without Riemann solvers");
}

/// What keeps densities and pressures positive where others break down, of any equations and gas.
inline constexpr RiemannSolver robust_riemann_solver = RiemannSolver::hll;

/// Calls `body.operator()<Chosen>()` with the struct of a Riemann solver for a set of equations,
/// which has to have it.
template <class Equations, class Body>
void with_riemann_solver(RiemannSolver choice, const Body& body) {
  switch (choice) {
#define SOLENOID_ROW(value, name, ...)                                                           \
  case RiemannSolver::value: {                                                                   \
    using Chosen = detail::RiemannSolverFor<Equations::magnetised, Equations::gas, __VA_ARGS__>; \
    if constexpr (!std::is_same_v<Chosen, NoRiemannSolver>)                                      \
      return body.template operator()<Chosen>();                                                 \
    break;                                                                                       \
  }
    SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)
#undef SOLENOID_ROW
  }
  throw std::logic_error("this Riemann solver does not belong to these equations");
}

}  // namespace solenoid
