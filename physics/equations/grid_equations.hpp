#pragma once
/// \file
/// What solvers, Riemann solvers and outputs ask of a set of equations beside what schemes do.

#include <array>

#include "numerics/schemes/fluid_equations.hpp"
#include "physics/equations/equation_of_state.hpp"

namespace solenoid {

template <class E>
concept GridEquations = FluidEquations<E> &&
    requires(const typename E::template Primitive<double>& w,
             const typename E::template Parameters<double>& c, const double& number,
             const Gas& gas) {
  // Its constants, but for those of the cleaning, which change with the state.
  { E::template parameters<double>(gas) } -> std::same_as<typename E::template Parameters<double>>;
  // Names of the fields, in the order of the entries when x is normal, and which is psi.
  { E::stored_names[0] } -> std::convertible_to<const char*>;
  { E::primitive_names[0] } -> std::convertible_to<const char*>;
  requires E::stored_names.size() == std::size_t(E::size);
  requires E::primitive_names.size() == std::size_t(E::size);
  { E::is_psi(0) } -> std::same_as<bool>;
  { E::pressure(w, c) } -> std::same_as<double>;
  // Its equation of state.
  { E::gas } -> std::convertible_to<EquationOfState>;
  // Energy and total pressure, the flux of a state for which both are known, and rho times the
  // square of the speed of sound at a density and a pressure.
  requires !E::has_energy || requires {
    { E::energy(w, c) } -> std::same_as<double>;
    { E::total_pressure(w) } -> std::same_as<double>;
    { E::stiffness(number, number, c) } -> std::same_as<double>;
    { E::flux(w, number, number, c) } -> std::same_as<typename E::template Conserved<double>>;
  };
  { E::fast_speed_squared_times_density(w, c) } -> std::same_as<double>;
};

/// Which stored field is the first component of the magnetic field; their number where there is
/// none.
template <class E>
inline constexpr int first_magnetic = [] {
  if constexpr (E::magnetised)
    return int(E::C::bn);
  else
    return E::size;
}();

}  // namespace solenoid
