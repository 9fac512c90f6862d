#pragma once
/// \file
/// A Riemann solver that is chosen when a program runs, for what is compiled once for all of them.

#include <type_traits>

#include "numerics/lanes/lanes.hpp"
#include "numerics/schemes/resolved_flux.hpp"

namespace solenoid {

/// One of the Riemann solvers of a set of equations, by pointers to its flux: with the same bits as
/// the struct that it stands for, and a call for each pack of faces. For hosts alone.
template <class Equations_, class Real>
class ChosenRiemannSolver {
 public:
  using Equations = Equations_;
  /// Whichever solver it is sees to that itself.
  static constexpr bool needs_resolved_cleaning = false;

  template <class Riemann>
  [[nodiscard]] static ChosenRiemannSolver of() {
    static_assert(std::is_same_v<typename Riemann::Equations, Equations>);
    ChosenRiemannSolver chosen;
    chosen.of_packs_ = flux_of<Riemann, HostPack<Real>>;
    chosen.of_numbers_ = flux_of<Riemann, Real>;
    return chosen;
  }

  template <class T>
  [[nodiscard]] typename Equations::template Conserved<T> flux(
      const typename Equations::template Primitive<T>& left,
      const typename Equations::template Primitive<T>& right,
      const typename Equations::template Parameters<Real>& c) const {
    typename Equations::template Conserved<T> found;
    if constexpr (std::is_same_v<T, Real>)
      of_numbers_(left, right, c, found);
    else
      of_packs_(left, right, c, found);
    return found;
  }

 private:
  template <class T>
  using Flux = void (*)(const typename Equations::template Primitive<T>&,
                        const typename Equations::template Primitive<T>&,
                        const typename Equations::template Parameters<Real>&,
                        typename Equations::template Conserved<T>&);

  template <class Riemann, class T>
  static void flux_of(const typename Equations::template Primitive<T>& left,
                      const typename Equations::template Primitive<T>& right,
                      const typename Equations::template Parameters<Real>& c,
                      typename Equations::template Conserved<T>& found) {
    found = resolved_flux<Riemann, T, Real>(Riemann{}, left, right, c);
  }

  Flux<HostPack<Real>> of_packs_;
  Flux<Real> of_numbers_;
};

}  // namespace solenoid
