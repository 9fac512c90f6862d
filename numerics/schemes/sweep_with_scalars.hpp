#pragma once
/// \file
/// A sweep that takes passive scalars along: they are updated in the march that finds the mass
/// fluxes, which else are stored and read again for a pass of their own (scalars.hpp), with the
/// same bits.

#include "numerics/schemes/muscl_hancock_update.hpp"
#include "numerics/schemes/scalars.hpp"

namespace solenoid {

/// The sweep with `count` scalars; only of marches, as devices do them. They are limited as the
/// variables are where parabolas are not taken. Cells beyond those that the march keeps, which
/// matter only where more than a cell passes a face, are read from memory: most marches never do.
template <class Scheme, class Real, int count>
struct SweepWithScalars : MusclHancockUpdate<Scheme, Real> {
  using Sweep = MusclHancockUpdate<Scheme, Real>;
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

  /// What a march keeps beside what that of the sweep does: the scalars of cells, what passes the
  /// lower face of the cell before them, and the density of the cell that was updated last, where
  /// the variables of cells are not kept as long.
  enum : int {
    concentrations = Sweep::quantities,
    passing,
    density_before,
    quantities = density_before + (Sweep::stencil == 1 ? 1 : 0)
  };
  static constexpr Carried carried(int quantity) {
    if (quantity == concentrations) return {count, 4, true};
    if (quantity == passing) return {count, 1};
    if (quantity == density_before) return {1, 1};
    return Sweep::carried(quantity);
  }

  /// Of limited slopes in single precision 8 teams across x have room for all that they take, too.
  template <class T>
  static constexpr int registers(bool along) {
    const bool is_small = Sweep::stencil == 1 && sizeof(Real) < sizeof(double);
    return is_small ? 128 : Sweep::template registers<T>(along);
  }
  /// Limited slopes in double precision wait for memory, across x so long that asking earlier
  /// helps.
  static constexpr int steps_ahead(bool along) {
    return !along && Sweep::stencil == 1 && sizeof(Real) == sizeof(double) ? 2 : 1;
  }
  /// Along x in double precision, too, where the sweep alone likes short marches.
  static constexpr bool counts_steps(bool) { return true; }
  /// These leave room for rings without conflicts, but where parabolas are traced.
  static constexpr bool compact_rings = Sweep::stencil == 2 || sizeof(Real) < sizeof(double);

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
    ScalarsAlong<T, March> along(*this, march, line, c, range);
    Sweep::template step<T>(march, line, c, range, lanes, fastest, along);
  }

  /// Updates the scalars of a cell anew from what memory has, by the mass fluxes that a repair
  /// found for its faces.
  KOKKOS_FUNCTION void update_along_anew(int offset, const Real& below, const Real& above) const {
    const Real ratio = -this->parameters.minus_ratio;
    const auto from = [&](const Real* values, int face) {
      return
          [=, stride = this->lines.stride](int k) { return values[offset + (face + k) * stride]; };
    };
    const Real* const density = this->in[int(Scheme::C::rho)];
    const auto through = [&](int face, const Real& flux) {
      return passage(from(density, face), ratio * flux);
    };
    const Passage<Real> enters = through(0, below), leaves = through(1, above);
    const auto mass = mass_change(from(density, 0), below, above, ratio);
    for (int s = 0; s < count; ++s)
      Scheme::with_limiter(this->parameters, [&](const auto& limiter) {
        const auto passes = [&](int face, const Passage<Real>& what) {
          return passing_scalar(what, from(scalars_in[s], face), limiter);
        };
        scalars_out[s][offset] =
            updated_scalar(mass, from(scalars_in[s], 0), passes(0, enters), passes(1, leaves));
      });
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
    int line, c;
    Segment range;
    /// How far back the updated cell is; what passes its upper face is found in this step.
    static constexpr int lag = Sweep::template lag<T, March>;
    static constexpr bool keeps_density = Sweep::stencil == 1 && !March::keeps_all_as_long;
    T density[4];          ///< of the cells c - (lag - 2) to c - (lag + 1)
    T inverse_density[3];  ///< likewise
    T passes[count];

    SOLENOID_INLINE ScalarsAlong(const SweepWithScalars& of, March& in, int of_line, int cell,
                                 const Segment& updated)
        : sweep(of), march(in), line(of_line), c(cell), range(updated) {}

    SOLENOID_INLINE void take_in() {
      for (int s = 0; s < count; ++s)
        march.template keep<concentrations>(s, march.get(Sweep::size + s, 0));
    }
    template <class V>
    SOLENOID_INLINE void let_go(const V& incoming) {
      const auto variable = [&](int v, int n) {
        const int back = lag - 2 + n;
        return back == 0 ? incoming.values[v]
                         : march.template before<Sweep::variables>(v, incoming.values[v], back);
      };
      constexpr int rho = int(Scheme::P::rho);
      for (int n = 0; n < 3; ++n) density[n] = variable(rho, n);
      for (int n = 1; n < 3; ++n) inverse_density[n] = variable(Sweep::size, n);
      if constexpr (keeps_density)
        march.template keep<density_before>(0, density[2]);
      else
        density[3] = variable(rho, 3);
    }
    SOLENOID_INLINE void pass(const T& mass_flux) {
      if constexpr (keeps_density)
        density[3] = march.template before<density_before>(0, density[2]);
      pass_on(nearest_passage(density_beside(), ratio() * mass_flux, inverse_beside()));
      // Who marches beside this one waits for it.
      if constexpr (!March::is_alone) take_what_is_behind(mass_flux);
    }
    SOLENOID_INLINE void skip(const T& mass_flux) {
      if constexpr (March::is_alone) take_what_is_behind(mass_flux);
    }
    SOLENOID_INLINE void update(const T& below, const T& above) {
      const auto mass = mass_change([&](int k) { return density[2 - k]; }, below, above,
                                    -sweep.parameters.minus_ratio);
      // Where more than a cell has passed the upper face, this one has less than that, too.
      if (March::is_alone && any(mass.squeezed)) [[unlikely]]
        take_what_is_behind(above);
      for (int s = 0; s < count; ++s)
        march.put(Sweep::size + s, lag,
                  updated_scalar(
                      mass, [&](int k) { return concentration(s, lag - k, k < -1 || 1 < k); },
                      march.template before<passing>(s, passes[s]), passes[s]));
    }
    SOLENOID_INLINE void move_on() { march.template done<concentrations>(); }

   private:
    SOLENOID_INLINE T ratio() const { return T(-sweep.parameters.minus_ratio); }
    /// Of the cells around the face.
    SOLENOID_INLINE auto density_beside() const {
      return [this](int k) { return density[1 - k]; };
    }
    SOLENOID_INLINE auto inverse_beside() const {
      return [this](const LaneMask<T>& upwards, const T&) {
        return upwind<T>(
            upwards, [&](int k) { return inverse_density[1 - k]; }, 1);
      };
    }
    /// Finds the concentrations of what passes the face.
    SOLENOID_INLINE void pass_on(const Passage<T>& through) {
      for (int s = 0; s < count; ++s) {
        Scheme::with_limiter(sweep.parameters, [&](const auto& limiter) {
          passes[s] = passing_scalar(
              through, [&](int k) { return concentration(s, lag - 1 - k, k < -2 || 1 < k); },
              limiter);
        });
        march.template keep<passing>(s, passes[s]);
      }
    }
    /// Finds them anew where more than a cell passes the face: rare, and so apart from what is done
    /// in each step.
    SOLENOID_INLINE void take_what_is_behind(const T& mass_flux) {
      const auto through = passage(density_beside(), ratio() * mass_flux, inverse_beside());
      // Of other faces nothing is asked, and what would be read for them may be nowhere.
      const int face = c - lag + 1, faces = March::along ? lane_width<T> : 1;
      if (through.is_squeezed && range.first < face + faces && face <= range.last) pass_on(through);
    }
    /// Of the cell c - back, from memory if it is far: no longer kept, or not yet.
    SOLENOID_INLINE T concentration(int s, int back, bool is_far) const {
      if (is_far) return read(s, c - back);
      const T incoming = march.get(Sweep::size + s, 0);
      return back == 0 ? incoming : march.template before<concentrations>(s, incoming, back);
    }
    /// Of a cell or, along the direction, of the lane that begins there.
    SOLENOID_INLINE T read(int s, int cell) const {
      const auto place = [&](int n) {
        return sweep.scalars_in[s] + (line + sweep.lines.read_at(cell + n) * sweep.lines.stride);
      };
      if constexpr (March::along)
        return lanes_of<T>([&](int n) { return *place(n); });
      else
        return load<T>(place(0));
    }
  };
};

}  // namespace solenoid
