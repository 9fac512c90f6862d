#pragma once
/// \file
/// The floors of density and pressure of a fluid, as kernels know them.

#include "numerics/lanes/lanes.hpp"
#include "numerics/schemes/fluid_equations.hpp"
#include "numerics/schemes/repair_settings.hpp"

namespace solenoid {

template <class Real>
struct Floors {
  bool any;       ///< whether there is one
  Real density;   ///< 0: none
  Real pressure;  ///< 0: none
};

template <class Real>
Floors<Real> floors_of(const RepairSettings<Real>& settings) {
  return {settings.density_floor > 0 || settings.pressure_floor > 0, settings.density_floor,
          settings.pressure_floor};
}

/// Where a state may stay as it is: density and pressure are numbers above their floors. (A
/// pressure that follows from the density has none.)
template <FluidEquations Equations, class T, class Real>
SOLENOID_INLINE LaneMask<T> within_floors(
    const typename Equations::template Conserved<T>& u, const Floors<Real>& floors,
    const typename Equations::template Parameters<Real>& equations) {
  if (!floors.any) return Equations::physical(u);
  auto above = u;
  if constexpr (Equations::has_energy)
    above[Equations::C::e] =
        above[Equations::C::e] -
        Equations::internal_energy(u[Equations::C::rho], T(floors.pressure), equations);
  return Equations::physical(above) && less(T(floors.density), u[Equations::C::rho]);
}

}  // namespace solenoid
