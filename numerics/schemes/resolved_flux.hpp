#pragma once
/// \file
/// The flux through a face.

#include "numerics/lanes/lanes.hpp"

namespace solenoid {

/// The flux of a Riemann solver between two states, whose normal field and psi are made one before
/// if it needs that.
template <class Riemann, class T, class Real>
SOLENOID_INLINE typename Riemann::Equations::template Conserved<T> resolved_flux(
    const Riemann& riemann, typename Riemann::Equations::template Primitive<T> left,
    typename Riemann::Equations::template Primitive<T> right,
    const typename Riemann::Equations::template Parameters<Real>& c) {
  if constexpr (Riemann::needs_resolved_cleaning)
    Riemann::Equations::resolve_cleaning(left, right, c);
  return riemann.flux(left, right, c);
}

}  // namespace solenoid
