#pragma once
/// \file
/// Cells of stored states, as measure_signal() asks for them (numerics/schemes/measure_signal.hpp).

#include "numerics/schemes/muscl_hancock_update.hpp"
#include "physics/equations/relaxing_tvd_fluid.hpp"
#include "physics/fields/stored_fields.hpp"

namespace solenoid {

/// Of a state at the centres of cells.
template <class Equations_, class Real>
struct StoredCells {
  using Number = Real;
  using Equations = Equations_;
  template <class T>
  using Conserved = typename Equations::template Conserved<T>;

  const Real* in[Equations::size];  ///< normal components first
  typename Equations::template Parameters<Real> equations;

  template <class T>
  SOLENOID_INLINE static auto within_floors(const Conserved<T>& u, const StoredCells&) {
    return Equations::physical(u);
  }
  template <class T>
  [[nodiscard]] SOLENOID_INLINE Conserved<T> state(int offset) const {
    return load_state<Conserved<T>>(in, offset);
  }
};

/// Of a state with its magnetic field on faces.
template <class StateEquations, class Real>
struct StaggeredCells {
  using Number = Real;
  using Equations = RelaxingFluid<StateEquations>;
  template <class T>
  using Conserved = typename StateEquations::template Conserved<T>;

  StaggeredFields<Real> stored;
  typename StateEquations::template Parameters<Real> equations;

  template <class T>
  SOLENOID_INLINE static auto within_floors(const Conserved<T>& u, const StaggeredCells&) {
    return StateEquations::physical(u);
  }
  template <class T>
  [[nodiscard]] SOLENOID_INLINE Conserved<T> state(int offset) const {
    Conserved<T> u;
    for (int f = 0; f < StateEquations::size; ++f) u.values[f] = stored.template in<T>(f, offset);
    return u;
  }
};

}  // namespace solenoid
