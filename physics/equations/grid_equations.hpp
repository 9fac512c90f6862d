#pragma once
/// \file
/// What solvers, Riemann solvers and outputs ask of a set of equations beside what schemes do.

#include <array>

#include "numerics/schemes/fluid_equations.hpp"

namespace solenoid {

template <class E>
concept GridEquations = FluidEquations<E> &&
    requires(const typename E::template Primitive<double>& w,
             const typename E::template Parameters<double>& c, const double& number) {
  // Names of the fields, in the order of the entries when x is normal, and which is psi.
  { E::stored_names[0] } -> std::convertible_to<const char*>;
  { E::primitive_names[0] } -> std::convertible_to<const char*>;
  requires E::stored_names.size() == std::size_t(E::size);
  requires E::primitive_names.size() == std::size_t(E::size);
  { E::is_psi(0) } -> std::same_as<bool>;
  // The first entries of the vectors, which turn with the direction.
  { E::vectors[0] } -> std::convertible_to<int>;
  // Energy and total pressure, and the flux of a state for which both are known.
  { E::energy(w, c) } -> std::same_as<double>;
  { E::total_pressure(w) } -> std::same_as<double>;
  { E::flux(w, number, number, c) } -> std::same_as<typename E::template Conserved<double>>;
  { E::fast_speed_squared_times_density(w, c) } -> std::same_as<double>;
};

}  // namespace solenoid
