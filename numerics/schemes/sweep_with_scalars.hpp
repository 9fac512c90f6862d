#pragma once
/// \file
/// A sweep that takes passive scalars along: they are updated in the march that finds the mass
/// fluxes, which else are stored and read again for a pass of their own (scalars.hpp), with the
/// same bits.

#include "numerics/schemes/muscl_hancock_update.hpp"
#include "numerics/schemes/scalars.hpp"

namespace solenoid {

/// The sweep with `count` scalars; only of marches, as devices do them. They are limited as the
/// variables are where parabolas are not taken.
template <class Scheme, class Real, int count>
struct SweepWithScalars : MusclHancockUpdate<Scheme, Real, ScalarUpdate<Real, count>::reach> {
  using Sweep = MusclHancockUpdate<Scheme, Real, ScalarUpdate<Real, count>::reach>;
  static_assert(!Scheme::of_conserved, "densities and their inverse are among the variables");

  static constexpr int inputs = Sweep::size + count;

  const Real* scalars_in[count];  ///< at interior cell (0, 0, 0)
  Real* scalars_out[count];

  explicit SweepWithScalars(const Sweep& sweep) : Sweep(sweep) {}

  SOLENOID_INLINE const Real* input(int k) const {
    return k < Sweep::size ? this->in[k] : scalars_in[k - Sweep::size];
  }
  SOLENOID_INLINE Real* output(int k) const {
    return k < Sweep::size ? this->out[k] : scalars_out[k - Sweep::size];
  }

  /// What a march keeps beside what that of the sweep does: the scalars of cells, of which six are
  /// needed, and what passes the lower face of the cell before them.
  enum : int { concentrations = Sweep::quantities, passing, quantities };
  static constexpr Carried carried(int quantity) {
    if (quantity == concentrations) return {count, 8, true};
    if (quantity == passing) return {count, 1};
    return Sweep::carried(quantity);
  }

  template <class T, class March>
  SOLENOID_INLINE void enter(March& march) const {
    for (int s = 0; s < count; ++s)
      march.template keep<concentrations>(s, march.get(Sweep::size + s, 0));
    march.template done<concentrations>();
    Sweep::template enter<T>(march);
  }

  template <class T, class March>
  SOLENOID_INLINE void step(March& march, int line, int c, const Segment& range, int lanes,
                            T& fastest) const {
    ScalarsAlong<T, March> along(*this, march);
    Sweep::template step<T>(march, line, c, range, lanes, fastest, along);
  }

  /// Rows of a host are not marched through.
  template <class T>
  void row(const RowBuffers<Real>&, int, int, int, T&) const = delete;

 private:
  /// The scalars in a step that takes in cell c.
  template <class T, class March>
  struct ScalarsAlong : NothingAlong {
    const SweepWithScalars& sweep;
    March& march;
    /// How far back the updated cell is; what passes its upper face is found in this step.
    static constexpr int lag = Sweep::template lag<T, March>;
    T density[4];          ///< of the cells c - (lag - 2) to c - (lag + 1)
    T inverse_density[3];  ///< likewise
    T passes[count];

    SOLENOID_INLINE ScalarsAlong(const SweepWithScalars& of, March& in) : sweep(of), march(in) {}

    SOLENOID_INLINE void take_in() {
      for (int s = 0; s < count; ++s)
        march.template keep<concentrations>(s, march.get(Sweep::size + s, 0));
    }
    SOLENOID_INLINE void let_go() {
      const auto variable = [&](int v, int n) {
        // That of c is not among them.
        return march.template before<Sweep::variables>(v, T(Real(0)), lag - 2 + n);
      };
      for (int n = 0; n < 4; ++n) density[n] = variable(int(Scheme::P::rho), n);
      for (int n = 1; n < 3; ++n) inverse_density[n] = variable(Sweep::size, n);
    }
    SOLENOID_INLINE void pass(const T& mass_flux) {
      const auto through = passage([&](int k) { return density[1 - k]; }, ratio() * mass_flux,
                                   [&](const LaneMask<T>& upwards, const T&) {
                                     return upwind<T>(
                                         upwards, [&](int k) { return inverse_density[1 - k]; }, 1);
                                   });
      for (int s = 0; s < count; ++s) {
        Scheme::with_limiter(sweep.parameters, [&](const auto& limiter) {
          passes[s] = passing_scalar(
              through, [&](int k) { return concentration(s, lag - 1 - k); }, limiter);
        });
        march.template keep<passing>(s, passes[s]);
      }
    }
    SOLENOID_INLINE void update(const T& below, const T& above) {
      const auto mass = mass_change([&](int k) { return density[2 - k]; }, below, above,
                                    -sweep.parameters.minus_ratio);
      for (int s = 0; s < count; ++s)
        march.put(Sweep::size + s, lag,
                  updated_scalar(
                      mass, [&](int k) { return concentration(s, lag - k); },
                      march.template before<passing>(s, passes[s]), passes[s]));
    }
    SOLENOID_INLINE void move_on() { march.template done<concentrations>(); }

   private:
    SOLENOID_INLINE T ratio() const { return T(-sweep.parameters.minus_ratio); }
    /// Of the cell c - back.
    SOLENOID_INLINE T concentration(int s, int back) const {
      const T incoming = march.get(Sweep::size + s, 0);
      return back == 0 ? incoming : march.template before<concentrations>(s, incoming, back);
    }
  };
};

}  // namespace solenoid
