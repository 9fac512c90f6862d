#pragma once
/// \file
/// Passive scalars: concentrations that a gas carries along, updated in one direction with the mass
/// fluxes of a sweep. What is kept is the concentration s, not the density rho s, and a cell
/// becomes
///
///     s + (f_l (s_l - s) - f_r (s_r - s)) / m,   m = rho - (f_r - f_l),   f = dt/dx F
///
/// with the mass fluxes F through its lower and upper face and the concentrations s_l and s_r of
/// what passes them: in exact arithmetic the conservative update of rho s, but one that leaves a
/// constant alone to the bit.
///
/// Along a line mass keeps its order. So what passes a face is the mass |f| that lies next to it
/// before the sweep, on the side that it comes from: a part of that cell or, where gas is squeezed,
/// all of it and a part of the one behind it. Within cells s is a limited linear function of mass,
/// whose mean over the part is known (van Leer 1977, with mass in place of length). What a cell
/// holds after the sweep is then a piece of that function, and its concentration a mean of it: no
/// new extrema arise, as long as no more than two cells pass a face.

#include "numerics/lines/update_lines.hpp"
#include "numerics/schemes/limiters.hpp"
#include "numerics/schemes/monitor.hpp"

namespace solenoid {

/// The mean of s over the part of a cell's mass that lies next to its neighbour `ahead`, `behind`
/// being the other one.
template <class T, class OneLimiter>
SOLENOID_INLINE T mean_of_part(const T& behind, const T& s, const T& ahead, const T& part,
                               const OneLimiter& limiter) {
  return fma(fma(T(-0.5), part, T(0.5)), limiter(s - behind, ahead - s), s);
}

/// The mass that passes a face.
template <class T>
struct Passage {
  LaneMask<T> upwards;
  T part;                ///< of the cell next to the face, 1 if it is more than that
  bool is_squeezed;      ///< whether it is, in some lane
  LaneMask<T> squeezed;  ///< where it is; then
  T part_behind;         ///< of the cell behind that, and
  T share_behind;        ///< how much of all that passes
};

/// k counts the cells around a face, -1 being the one next to it below and 0 that above.
template <class T, class Values>
SOLENOID_INLINE T upwind(const LaneMask<T>& upwards, const Values& values, int k) {
  return select(upwards, values(-k), values(k - 1));
}

/// What passes a face between cells of these densities where no more than one cell's mass does;
/// `flux` is dt/dx times the mass flux. inverse(upwards, mass) is 1 / mass of the cell that it
/// comes from.
template <class T, class Density, class Inverse>
SOLENOID_INLINE Passage<T> nearest_passage(const Density& density, const T& flux,
                                           const Inverse& inverse) {
  Passage<T> found;
  found.upwards = less(T(0), flux);
  const T mass = upwind<T>(found.upwards, density, 1);
  found.part = min(abs(flux) * inverse(found.upwards, mass), T(1));
  found.is_squeezed = false;
  return found;
}

/// The same where more may pass it.
template <class T, class Density, class Inverse>
SOLENOID_INLINE Passage<T> passage(const Density& density, const T& flux, const Inverse& inverse) {
  Passage<T> found = nearest_passage(density, flux, inverse);
  const T passes = abs(flux);
  const T mass = upwind<T>(found.upwards, density, 1);
  found.squeezed = less(mass, passes);
  found.is_squeezed = any(found.squeezed);
  if (!found.is_squeezed) return found;
  const T rest = passes - mass;
  found.part_behind = min(rest * reciprocal(upwind<T>(found.upwards, density, 2)), T(1));
  found.share_behind = rest * reciprocal(passes);
  return found;
}

template <class T, class Density>
SOLENOID_INLINE Passage<T> passage(const Density& density, const T& flux) {
  return passage(density, flux, [](const LaneMask<T>&, const T& mass) { return reciprocal(mass); });
}

/// The concentration of what passes a face, s(k) being those of the three cells on either side.
template <class T, class Scalar, class OneLimiter>
SOLENOID_INLINE T passing_scalar(const Passage<T>& passage, const Scalar& s,
                                 const OneLimiter& limiter) {
  const T ahead = upwind<T>(passage.upwards, s, 0);
  const T from = upwind<T>(passage.upwards, s, 1);
  const T behind = upwind<T>(passage.upwards, s, 2);
  const T nearest = mean_of_part(behind, from, ahead, passage.part, limiter);
  if (!passage.is_squeezed) return nearest;
  const T second =
      mean_of_part(upwind<T>(passage.upwards, s, 3), behind, from, passage.part_behind, limiter);
  return select(passage.squeezed, fma(passage.share_behind, second - from, from), nearest);
}

/// What a sweep makes of the mass of a cell.
template <class T>
struct MassChange {
  T from_below, to_above;  ///< dt/dx times the mass fluxes
  T per_mass;              ///< 1 / the mass after it; 0 where it leaves none
  LaneMask<T> squeezed;    ///< where more than a cell may have passed a face
};

/// That of a cell of density(0), density(-1) and density(1) being those beside it, by the mass
/// fluxes through its faces; `ratio` is dt/dx.
template <class T, class Density, class Real>
SOLENOID_INLINE MassChange<T> mass_change(const Density& density, const T& lower, const T& upper,
                                          const Real& ratio) {
  MassChange<T> found;
  found.from_below = T(ratio) * lower;
  found.to_above = T(ratio) * upper;
  // As the sweep computes it.
  const T mass = fma(T(-ratio), upper - lower, density(0));
  found.per_mass = select(less(T(0), mass), reciprocal(mass), T(0));
  const T least = min(density(0), min(density(-1), density(1)));
  found.squeezed = less(least, max(abs(found.from_below), abs(found.to_above)));
  return found;
}

/// The concentration of a cell after a sweep, from s(k), those of itself, k = 0, and three cells on
/// either side, and what passes its lower and upper face. Where the sweep leaves no mass, which
/// floors then put there, it stays.
template <class T, class Scalar>
SOLENOID_INLINE T updated_scalar(const MassChange<T>& mass, const Scalar& s, const T& lower,
                                 const T& upper) {
  const T old = s(0);
  const T gain = mass.from_below * (lower - old) - mass.to_above * (upper - old);
  T least = min(old, min(s(-1), s(1))), most = max(old, max(s(-1), s(1)));
  // Then what it holds now may come from further away.
  if (any(mass.squeezed))
    for (int k = 2; k <= 3; ++k) {
      least = select(mass.squeezed, min(least, min(s(-k), s(k))), least);
      most = select(mass.squeezed, max(most, max(s(-k), s(k))), most);
    }
  return max(min(fma(gain, mass.per_mass, old), most), least);
}

/// The update of some scalars in all cells.
template <class Real, int count>
struct ScalarUpdate : UsualLines {
  using Number = Real;
  static constexpr int reach = 3, behind = 6;
  enum : int { density, mass_flux, scalars };
  static constexpr int inputs = scalars + count;
  using LaneAcross = DeviceLane<Real>;
  using LaneAlong = Real;
  template <class T>
  static constexpr int registers(bool) {
    return 96;
  }

  const Real* in[inputs];  ///< at interior cell (0, 0, 0); fluxes through the lower faces of cells
  Real* out[count];
  Lines lines;
  Real ratio;  ///< dt / dx
  Limiter limiter;
  Monitor<Real> monitor;  ///< nothing is recorded

  SOLENOID_INLINE const Real* input(int k) const { return in[k]; }
  SOLENOID_INLINE Real* output(int k) const { return out[k]; }

  /// What a march keeps: what passes the face below the one that it came to.
  enum : int { passing, quantities };
  static constexpr Carried carried(int) { return {count, 1}; }

  /// Takes in cell c, finds what passes the lower face of cell c - 2, and updates cell c - 3.
  template <class T, class March>
  SOLENOID_INLINE void step(March& march, int line, int c, const Segment& range, int, T&) const {
    if constexpr (Pack<T>) {
      // A host reads what came before where it stands, from the first face on.
      if (c < range.first + 2) {
        for (int s = 0; s < count; ++s) march.template keep<passing>(s, T(Real(0)));
        return;
      }
      take_in<T>(march, c, range, [&](int k, int back) {
        return load<T>(in[k] + (line + lines.read_at(c - back) * lines.stride));
      });
    } else {
      march.warp_sync();
      take_in<T>(march, c, range, [&](int k, int back) { return march.get(k, back); });
    }
  }

  /// The buffers: what passes lower faces.
  static constexpr int buffers = count;

  template <class T>
  SOLENOID_INLINE void row(const RowBuffers<Real>& b, int line, int first, int cells, T&) const {
    constexpr int width = lane_width<T>;
    const auto of = [&](int k, int at) -> T { return load<T>(in[k] + at); };
    for (int e = reach; e < cells + reach + 1; e += width) {
      const int at = line + first + e - reach;
      const auto through =
          passage_at<T>([&](int k) { return of(density, at + k); }, of(mass_flux, at));
      for (int s = 0; s < count; ++s)
        store(b.at(s, e), passes<T>(through, [&](int k) { return of(scalars + s, at + k); }));
    }
    for (int e = reach; e < cells + reach; e += width) {
      const int at = line + first + e - reach;
      const auto mass = mass_change([&](int k) { return of(density, at + k); }, of(mass_flux, at),
                                    of(mass_flux, at + 1), ratio);
      for (int s = 0; s < count; ++s)
        store(out[s] + at, updated_scalar(
                               mass, [&](int k) { return of(scalars + s, at + k); },
                               load<T>(b.at(s, e)), load<T>(b.at(s, e + 1))));
    }
  }

 private:
  /// The step, with of(k, back), input k of cell c - back.
  template <class T, class March, class Input>
  SOLENOID_INLINE void take_in(March& march, int c, const Segment& range, const Input& of) const {
    const T flux = of(mass_flux, 2);
    const auto through = passage_at<T>([&](int k) { return of(density, 2 - k); }, flux);
    T above[count];
    for (int s = 0; s < count; ++s) {
      above[s] = passes<T>(through, [&](int k) { return of(scalars + s, 2 - k); });
      march.template keep<passing>(s, above[s]);
    }
    march.warp_sync();
    const int updated = c - reach;
    if (updated < range.first || range.last <= updated) return;
    const auto mass =
        mass_change([&](int k) { return of(density, 3 - k); }, of(mass_flux, 3), flux, ratio);
    for (int s = 0; s < count; ++s)
      march.put(s, reach,
                updated_scalar(
                    mass, [&](int k) { return of(scalars + s, 3 - k); },
                    march.template before<passing>(s, above[s]), above[s]));
  }
  template <class T, class Density>
  SOLENOID_INLINE Passage<T> passage_at(const Density& rho, const T& flux) const {
    return passage(rho, T(ratio) * flux);
  }
  template <class T, class Scalar>
  SOLENOID_INLINE T passes(const Passage<T>& through, const Scalar& s) const {
    T result;
    with_limiter(limiter, [&](const auto& one) { result = passing_scalar(through, s, one); });
    return result;
  }
};

}  // namespace solenoid
