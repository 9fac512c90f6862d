#pragma once
/// \file
/// The table of Riemann solvers: their names and the equations that each is for.

#include <stdexcept>
#include <type_traits>

#include "numerics/named.hpp"

/// The Riemann solvers, the default of each set of equations before others: in C++, in decks, and
/// the structs that compute their fluxes in MHD and in hydrodynamics. The enumeration, its names
/// and the choice of kernels are made of these rows.
#define SOLENOID_RIEMANN_SOLVERS(ROW)                \
  ROW(hlld, "hlld", Hlld, NoRiemannSolver)           \
  ROW(hllc, "hllc", NoRiemannSolver, Hllc)           \
  ROW(hll, "hll", Hll<IdealMhd>, Hll<Hydrodynamics>) \
  ROW(hll_bard_dorelli, "hll-bard-dorelli", HllBardDorelli, NoRiemannSolver)

namespace solenoid {

struct IdealMhd;
struct Hydrodynamics;
struct Hlld;
struct Hllc;
struct HllBardDorelli;
template <class Equations>
struct Hll;
/// Stands for the solver that there is not.
struct NoRiemannSolver;

#define SOLENOID_ROW(value, name, in_mhd, in_hydrodynamics) value,
enum class RiemannSolver { SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW) };
#undef SOLENOID_ROW

template <>
struct Names<RiemannSolver> {
#define SOLENOID_ROW(value, name, in_mhd, in_hydrodynamics) {RiemannSolver::value, name},
  static constexpr Named<RiemannSolver> rows[] = {SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)};
#undef SOLENOID_ROW
};

/// The Riemann solvers of MHD, or of hydrodynamics.
constexpr ChoiceSet<RiemannSolver> riemann_solvers(bool magnetised) {
  ChoiceSet<RiemannSolver> solvers;
#define SOLENOID_ROW(value, name, in_mhd, in_hydrodynamics)            \
  if (magnetised ? !std::is_same_v<in_mhd, NoRiemannSolver>            \
                 : !std::is_same_v<in_hydrodynamics, NoRiemannSolver>) \
    solvers.add(RiemannSolver::value);
  SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)
#undef SOLENOID_ROW
  return solvers;
}

/// Calls `body.operator()<Chosen>()` with the struct of a Riemann solver for MHD, or for
/// hydrodynamics, which has to have it.
template <bool magnetised, class Body>
void with_riemann_solver(RiemannSolver choice, const Body& body) {
  switch (choice) {
#define SOLENOID_ROW(value, name, in_mhd, in_hydrodynamics)                  \
  case RiemannSolver::value: {                                               \
    using Chosen = std::conditional_t<magnetised, in_mhd, in_hydrodynamics>; \
    if constexpr (!std::is_same_v<Chosen, NoRiemannSolver>)                  \
      return body.template operator()<Chosen>();                             \
    break;                                                                   \
  }
    SOLENOID_RIEMANN_SOLVERS(SOLENOID_ROW)
#undef SOLENOID_ROW
  }
  throw std::logic_error("this Riemann solver does not belong to these equations");
}

}  // namespace solenoid
