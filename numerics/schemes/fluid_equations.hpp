#pragma once
/// \file
/// What the schemes for fluids ask of a set of equations. Folders of numerics know no equations:
/// this list is all that they take for granted, and they include no header of physics.

#include <concepts>

#include "numerics/lanes/state.hpp"

namespace solenoid {

/// A set of equations of a fluid with density and momentum, and, where it is magnetised, with the
/// field psi that carries divergences away. A gas that `has_energy` has an energy and a pressure of
/// its own; that of any other follows from the density. States are those of one direction, n being
/// normal.
template <class E>
concept FluidEquations = requires(typename E::template Primitive<double> w,
                                  typename E::template Conserved<double> u,
                                  const typename E::template Parameters<double>& c,
                                  const double& number, const double (&weights)[3]) {
  // Entries that gravity, floors and the fallback to first order change or look at.
  w[E::P::rho], w[E::P::vn];
  u[E::C::rho], u[E::C::mn];
  requires !E::has_energy || requires {
    w[E::P::p], u[E::C::e];
    // The internal energy density at a density and a pressure.
    { E::internal_energy(number, number, c) } -> std::same_as<double>;
  };
  // Of a gas without, where what differs by a number in normal velocity across a cell runs together
  // faster than its signals move, and the number that is just as fast.
  requires E::has_energy || requires {
    { E::runs_together(w, number, c) } -> std::same_as<LaneMask<double>>;
    { E::fastest_convergence(w, c) } -> std::same_as<double>;
  };
  requires !E::magnetised || requires { u[E::C::psi]; };
  requires E::size == decltype(w)::size&& E::size == decltype(u)::size;
  // The first entries of the vectors, which turn with the direction, in both of them.
  { E::vectors[0] } -> std::convertible_to<int>;
  // From conserved to primitive variables, once more where 1 / rho is known, and back.
  { E::primitive(u, c) } -> std::same_as<decltype(w)>;
  { E::primitive(u, number, c) } -> std::same_as<decltype(w)>;
  { E::conserved(w, c) } -> std::same_as<decltype(u)>;
  // The flux, and minus the rate of change that differences across a cell make.
  { E::flux(w, c) } -> std::same_as<decltype(u)>;
  { E::jacobian_times(w, number, w, c) } -> std::same_as<decltype(w)>;
  // Makes the normal field and psi of the two states at a face one.
  E::resolve_cleaning(w, w, c);
  // Where a state can go on, the largest signal speed, and where that may be above a number.
  { E::physical(u) } -> std::same_as<LaneMask<double>>;
  { E::signal(u, weights, c) } -> std::same_as<double>;
  { E::may_exceed(number, u, number, c) } -> std::same_as<LaneMask<double>>;
};

}  // namespace solenoid
