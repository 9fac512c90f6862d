#pragma once
/// \file
/// The MUSCL-Hancock scheme in one direction (van Leer 1984; Bard & Dorelli 2014, eqs. 6-10), as
/// functions of the states of a cell and its neighbours: limited slopes and half-step prediction,
/// or parabolas traced in time, Riemann flux, update. Of the equations it knows what FluidEquations
/// lists, no more.

#include <type_traits>

#include "numerics/lanes/state.hpp"
#include "numerics/schemes/floors.hpp"
#include "numerics/schemes/fluid_equations.hpp"
#include "numerics/schemes/limiters.hpp"
#include "numerics/schemes/reconstruction.hpp"
#include "numerics/schemes/resolved_flux.hpp"
#include "numerics/schemes/traced_parabolas.hpp"

namespace solenoid {

/// Where a scheme changed the predicted face states of a cell.
template <class T>
struct FaceRepairs {
  LaneMask<T> limited;    ///< limited slopes in place of a parabola
  LaneMask<T> flattened;  ///< first order in place of them
  LaneMask<T> floored;    ///< raised to a floor
};

/// What is decided when a kernel is compiled. Everything may be asked for at run time,
struct AllFeatures {
  static constexpr bool extras = true;  ///< gravity, floors, fallback to first order
  template <class Body>
  SOLENOID_INLINE static void with_limiter(Limiter choice, const Body& body) {
    solenoid::with_limiter(choice, body);
  }
};
/// or there are no extras, and one limiter: fewer branches leave the compiler more to reorder.
template <class OneLimiter>
struct PlainFeatures {
  static constexpr bool extras = false;
  template <class Body>
  SOLENOID_INLINE static void with_limiter(Limiter, const Body& body) {
    body(OneLimiter{});
  }
};

/// One composition of the scheme: a Riemann solver (which brings its equation set), the variables
/// that are reconstructed, and what is decided beforehand.
template <class Riemann_, Reconstruction reconstruction, class Features = AllFeatures>
struct MusclHancock {
  using Riemann = Riemann_;
  using Equations = typename Riemann::Equations;
  static_assert(FluidEquations<Equations>);
  static constexpr int size = Equations::size;
  static constexpr bool of_conserved = reconstruction == Reconstruction::conserved;
  static constexpr int stencil = stencil_of(reconstruction);
  /// Cells on either side that the update of a cell depends on.
  static constexpr int ghosts = stencil + 1;
  /// Whether cells may have to be repaired after a sweep (numerics/schemes/repair.hpp).
  static constexpr bool repairs = Features::extras;
  template <class T>
  using Primitive = typename Equations::template Primitive<T>;
  template <class T>
  using Conserved = typename Equations::template Conserved<T>;
  using P = typename Equations::P;
  using C = typename Equations::C;
  /// The variables whose slopes are limited.
  template <class T>
  using Reconstructed = std::conditional_t<of_conserved, Conserved<T>, Primitive<T>>;
  /// What a cell hands on to its neighbours: those, and behind primitive ones 1/rho, which the
  /// half-step predictor needs again.
  template <class T>
  using Variables = std::conditional_t<of_conserved, Conserved<T>, State<T, P, size + 1>>;

  /// What one sweep needs beside the states.
  template <class Real>
  struct Parameters {
    typename Equations::template Parameters<Real> equations;
    Limiter limiter;
    Riemann riemann;            ///< holds nothing if it is known when the kernel is compiled
    bool first_order_fallback;  ///< flatten cells whose face states would be unphysical
    Real half_ratio;            ///< dt / (2 dx)
    Real minus_ratio;           ///< -dt / dx
    Real gravity_dt;            ///< acceleration along the direction, times dt
    bool walls[2];              ///< whether gravity moves nothing through the lower, upper boundary
    Real damping;               ///< factor on psi after the update
    Floors<Real> floors;
  };

  /// Calls body(limiter) with the one of the parameters.
  template <class Real, class Body>
  SOLENOID_INLINE static void with_limiter(const Parameters<Real>& c, const Body& body) {
    Features::with_limiter(c.limiter, body);
  }

  /// States at the two faces of a cell, half a step on, and where they had to be repaired.
  template <class T>
  struct Faces {
    Primitive<T> lower, upper;
    FaceRepairs<T> repairs;
  };

  template <class T, class Real>
  SOLENOID_INLINE static Variables<T> variables(const Conserved<T>& u, const Parameters<Real>& c) {
    if constexpr (!of_conserved) {
      const T inverse_density = reciprocal(u[C::rho]);
      const Primitive<T> w = Equations::primitive(u, inverse_density, c.equations);
      Variables<T> q;
      for (int f = 0; f < size; ++f) q.values[f] = w.values[f];
      q.values[size] = inverse_density;
      return q;
    } else {
      return u;
    }
  }

  /// Face states of the cell `middle` with neighbours `below` and `above`.
  template <class T, class Real>
  SOLENOID_INLINE static Faces<T> faces(const Variables<T>& below, const Variables<T>& middle,
                                        const Variables<T>& above, const Parameters<Real>& c) {
    static_assert(stencil == 1);
    Faces<T> f = predict<T>(below, middle, above, c);
    repair_faces<T>(reconstructed<T>(middle), f, c);
    return f;
  }

  /// Face states of the cell 0, at(v, k) being variable v of the cell k, -2 <= k <= 2. Where edges
  /// or traced states have little of its density or pressure, limited slopes take their place.
  template <class T, ParabolaForm form = ParabolaForm::apart, class Real, class At>
  SOLENOID_INLINE static Faces<T> faces(const At& at, const Parameters<Real>& c) {
    static_assert(stencil == 2);
    const auto cell = [&](int k) {
      Variables<T> q;
      for (int v = 0; v < size + 1; ++v) q.values[v] = at(v, k);
      return q;
    };
    const Variables<T> middle = cell(0);
    const Primitive<T> q = reconstructed<T>(middle);
    const Parabolas<Primitive<T>> traced = parabolas<T, form>(at, c);
    Faces<T> f;
    trace_parabolas<Equations>(q, middle.values[size], traced, c.half_ratio, c.equations, f.lower,
                               f.upper);
    f.repairs = no_repairs<T>();
    f.repairs.limited =
        !(has_near_edges<T>(q, traced) && near<T>(f.lower, q) && near<T>(f.upper, q));
    if constexpr (!Equations::has_energy)
      f.repairs.limited =
          f.repairs.limited ||
          Equations::runs_together(q, T(Real(1) / Real(6)) * traced.rise[P::vn], c.equations);
    if (any(f.repairs.limited)) {
      const Faces<T> limited = predict<T>(cell(-1), middle, cell(1), c);
      const auto choose = [&](const T& l, const T& w) { return select(f.repairs.limited, l, w); };
      f.lower = map(choose, limited.lower, f.lower);
      f.upper = map(choose, limited.upper, f.upper);
    }
    repair_faces<T>(q, f, c);
    return f;
  }

  /// What gravity adds to the normal velocity at a face in half a step: nothing at a wall, which
  /// face 0 and face `cells` of a row may be.
  template <class Real>
  SOLENOID_INLINE static Real kick(int face, int cells, const Parameters<Real>& c) {
    if (!has_gravity(c)) return Real(0);
    const bool wall = (face == 0 && c.walls[0]) || (face == cells && c.walls[1]);
    return wall ? Real(0) : Real(0.5) * c.gravity_dt;
  }

  /// Flux through a face between its two states, whose normal velocities gain `kick`.
  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> flux(Primitive<T> left, Primitive<T> right, const T& kick,
                                           const Parameters<Real>& c) {
    if (has_gravity(c)) {
      left[P::vn] = left[P::vn] + kick;
      right[P::vn] = right[P::vn] + kick;
    }
    return resolved_flux<Riemann, T, Real>(c.riemann, left, right, c.equations);
  }

  /// The cell's state after the step: fluxes, gravity (momentum by the mean density of the step,
  /// energy by the mass fluxes, so that energy and potential energy together are conserved) and the
  /// damping of psi.
  template <class T, class Real>
  SOLENOID_INLINE static Conserved<T> update(const Conserved<T>& u, const Conserved<T>& below,
                                             const Conserved<T>& above, const Parameters<Real>& c) {
    Conserved<T> next =
        map([&](const T& v, const T& lo, const T& hi) { return fma(T(c.minus_ratio), hi - lo, v); },
            u, below, above);
    if (has_gravity(c)) {
      const T half_kick = T(Real(0.5) * c.gravity_dt);
      next[C::mn] = fma(half_kick, u[C::rho] + next[C::rho], next[C::mn]);
      if constexpr (Equations::has_energy)
        next[C::e] = fma(half_kick, below[C::rho] + above[C::rho], next[C::e]);
    }
    if constexpr (Equations::magnetised) next[C::psi] = next[C::psi] * T(c.damping);
    return next;
  }

  /// Where a state may stay as it is.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> within_floors(const Conserved<T>& u,
                                                   const Parameters<Real>& c) {
    if constexpr (!Features::extras) return Equations::physical(u);
    return solenoid::within_floors<Equations, T>(u, c.floors, c.equations);
  }

 private:
  template <class Real>
  SOLENOID_INLINE static bool has_gravity(const Parameters<Real>& c) {
    return Features::extras && c.gravity_dt != Real(0);
  }

  template <class T>
  SOLENOID_INLINE static FaceRepairs<T> no_repairs() {
    return {LaneMask<T>(false), LaneMask<T>(false), LaneMask<T>(false)};
  }

  /// By WENO-Z, but for psi, which carries errors away and needs no more than limited slopes.
  template <class T, ParabolaForm form, class Real, class At>
  SOLENOID_INLINE static Parabolas<Primitive<T>> parabolas(const At& at,
                                                           const Parameters<Real>& c) {
    if constexpr (Equations::magnetised) {
      constexpr int psi = int(P::psi);
      static_assert(psi == size - 1, "psi is behind all others");
      auto result = weno_z_parabolas<Equations, T, form, psi>(at);
      const T middle = at(psi, 0);
      with_limiter(c, [&](const auto& limiter) {
        result.rise.values[psi] = T(Real(6)) * limiter(middle - at(psi, -1), at(psi, 1) - middle);
      });
      result.bend.values[psi] = T(Real(0));
      return result;
    } else {
      return weno_z_parabolas<Equations, T, form>(at);
    }
  }

  /// Parabolas may leave a cell with so much of its density and pressure at its faces. Less is a
  /// jump beside it, where parabolas swing, and little density makes signals fast.
  static constexpr double least_share = 0.5;
  /// False for NaN.
  template <class T>
  SOLENOID_INLINE static LaneMask<T> near(const Primitive<T>& face, const Primitive<T>& q) {
    const T least(least_share);
    const LaneMask<T> dense = less(least * q[P::rho], face[P::rho]);
    if constexpr (Equations::has_energy)
      return dense && less(least * q[P::p], face[P::p]);
    else
      return dense;
  }
  /// Of the lower one of its two edges.
  template <class T>
  SOLENOID_INLINE static LaneMask<T> has_near_edges(const Primitive<T>& q,
                                                    const Parabolas<Primitive<T>>& parabolas) {
    const T most(12 * (1 - least_share));
    const auto has = [&](P v) {
      return less(abs(parabolas.rise[v]) + parabolas.bend[v], most * q[v]);
    };
    if constexpr (Equations::has_energy)
      return has(P::rho) && has(P::p);
    else
      return has(P::rho);
  }

  /// Face states from limited slopes.
  template <class T, class Real>
  SOLENOID_INLINE static Faces<T> predict(const Variables<T>& below, const Variables<T>& middle,
                                          const Variables<T>& above, const Parameters<Real>& c) {
    const Reconstructed<T> q = reconstructed<T>(middle);
    Reconstructed<T> slope =
        limited_slope<T>(reconstructed<T>(below), q, reconstructed<T>(above), c);
    if constexpr (!Equations::has_energy && !of_conserved) bound_convergence<T>(q, slope, c);
    Faces<T> f;
    if constexpr (!of_conserved) {
      const Primitive<T> minus_rate =
          Equations::jacobian_times(q, middle.values[size], slope, c.equations);
      const auto half_step = [&](const T& w, const T& r) { return fma(T(-c.half_ratio), r, w); };
      const Primitive<T> half = map(half_step, q, minus_rate);
      f.lower = map([](const T& m, const T& d) { return fma(T(-0.5), d, m); }, half, slope);
      f.upper = map([](const T& m, const T& d) { return fma(T(0.5), d, m); }, half, slope);
    } else {
      predict_conserved<T>(q, slope, f, c);
    }
    f.repairs = no_repairs<T>();
    return f;
  }

  /// Gas that no shock heats runs together in a cell no faster than its signals move: heavy gas
  /// between streams would move inwards at both faces, and what comes in would never get out.
  template <class T, class Real>
  SOLENOID_INLINE static void bound_convergence(const Reconstructed<T>& q, Reconstructed<T>& slope,
                                                const Parameters<Real>& c) {
    const LaneMask<T> together = Equations::runs_together(q, slope[P::vn], c.equations);
    if (any(together))
      slope[P::vn] = select(together, Equations::fastest_convergence(q, c.equations), slope[P::vn]);
  }

  /// Falls back to first order and raises to floors, where that is asked for.
  template <class T, class Real>
  SOLENOID_INLINE static void repair_faces(const Reconstructed<T>& q, Faces<T>& f,
                                           const Parameters<Real>& c) {
    if constexpr (Features::extras) {
      if (c.first_order_fallback) flatten<T>(q, f, c);
      if (c.floors.any) {
        const LaneMask<T> lower = apply_floors<T>(f.lower, c);
        f.repairs.floored = apply_floors<T>(f.upper, c) || lower;
      }
    }
  }

  template <class T>
  SOLENOID_INLINE static Reconstructed<T> reconstructed(const Variables<T>& q) {
    Reconstructed<T> r;
    for (int f = 0; f < size; ++f) r.values[f] = q.values[f];
    return r;
  }

  template <class T, class Real>
  SOLENOID_INLINE static Reconstructed<T> limited_slope(const Reconstructed<T>& below,
                                                        const Reconstructed<T>& q,
                                                        const Reconstructed<T>& above,
                                                        const Parameters<Real>& c) {
    Reconstructed<T> slope;
    with_limiter(c, [&](const auto& limiter) {
      slope = map([&](const T& b, const T& m, const T& a) { return limiter(m - b, a - m); }, below,
                  q, above);
    });
    return slope;
  }

  /// Bard & Dorelli (2014), eqs. 6 and 8: both face states advance by half a step with the
  /// difference of the physical fluxes at the faces.
  template <class T, class Real>
  SOLENOID_INLINE static void predict_conserved(const Conserved<T>& u, const Conserved<T>& slope,
                                                Faces<T>& f, const Parameters<Real>& c) {
    const Conserved<T> lower =
        map([](const T& m, const T& d) { return fma(T(-0.5), d, m); }, u, slope);
    const Conserved<T> upper =
        map([](const T& m, const T& d) { return fma(T(0.5), d, m); }, u, slope);
    const Conserved<T> flux_lower =
        Equations::flux(Equations::primitive(lower, c.equations), c.equations);
    const Conserved<T> flux_upper =
        Equations::flux(Equations::primitive(upper, c.equations), c.equations);
    const auto half_step = [&](const T& v, const T& lo, const T& hi) {
      return fma(T(c.half_ratio), lo - hi, v);
    };
    f.lower = Equations::primitive(map(half_step, lower, flux_lower, flux_upper), c.equations);
    f.upper = Equations::primitive(map(half_step, upper, flux_lower, flux_upper), c.equations);
  }

  /// First order where a face state has no positive density and pressure.
  template <class T, class Real>
  SOLENOID_INLINE static void flatten(const Reconstructed<T>& q, Faces<T>& f,
                                      const Parameters<Real>& c) {
    T least;
    if constexpr (Equations::has_energy)
      least = min(min(f.lower[P::rho], f.lower[P::p]), min(f.upper[P::rho], f.upper[P::p]));
    else
      least = min(f.lower[P::rho], f.upper[P::rho]);
    f.repairs.flattened = !less(T(0), least);
    if (!any(f.repairs.flattened)) return;
    Primitive<T> centre;
    if constexpr (!of_conserved)
      centre = q;
    else
      centre = Equations::primitive(q, c.equations);
    const auto flat = [&](const T& face, const T& w) {
      return select(f.repairs.flattened, w, face);
    };
    f.lower = map(flat, f.lower, centre);
    f.upper = map(flat, f.upper, centre);
  }

  /// Raises density and pressure of a face state to their floors; returns where it had to.
  template <class T, class Real>
  SOLENOID_INLINE static LaneMask<T> apply_floors(Primitive<T>& face, const Parameters<Real>& c) {
    LaneMask<T> floored(false);
    const auto raise = [&](T& value, const Real& floor) {
      if (!(floor > Real(0))) return;
      floored = floored || less(value, T(floor));
      value = max(value, T(floor));
    };
    raise(face[P::rho], c.floors.density);
    if constexpr (Equations::has_energy) raise(face[P::p], c.floors.pressure);
    return floored;
  }
};

}  // namespace solenoid
