#pragma once
/// \file
/// A gas whose specific internal energy eps is a function of its temperature theta = p/rho alone,
/// as that of gases with rotating, vibrating or ionising particles: from (0, 0) to the first point
/// of a table, from point to point and on beyond the last two in straight lines,
///
///   eps = eps_k + s_k (theta - theta_k),   theta = theta_k + (eps - eps_k) / s_k.
///
/// At constant entropy d eps = (p / rho^2) d rho, so that
///
///   c^2 = (dp/drho)_s = theta (1 + 1/s_k),   (dp/de)_rho = 1/s_k.

#include <Kokkos_Core.hpp>
#include <cstdint>
#include <vector>

#include "numerics/device/piece_tables.hpp"
#include "numerics/lanes/lanes.hpp"
#include "numerics/lanes/piece_table.hpp"
#include "physics/equations/caloric_table.hpp"
#include "physics/equations/equation_of_state.hpp"

namespace solenoid {

/// A straight line: where it begins, its slope d eps / d theta and 1 over that.
template <class Real>
struct CaloricLine {
  Real temperature, energy, slope, inverse_slope;
};

/// The law as a gas of physics/equations/general_gas.hpp has it.
struct TabulatedLaw {
  static constexpr EquationOfState gas = EquationOfState::tabulated;

  /// A table in memory of the device that uses it. Behind the last line one begins at NaN, so that
  /// a search ends there.
  template <class Real>
  struct Parameters {
    const CaloricLine<Real>* lines;
    PieceBins<Real> by_temperature, by_energy;
    Real largest_ratio;  ///< an upper bound of c^2 / eps
  };

  /// e = rho eps of a gas with rho and p.
  template <class T, class Real>
  SOLENOID_INLINE static T energy(const T& rho, const T& inverse_rho, const T& p,
                                  const Parameters<Real>& c) {
    const T temperature = p * inverse_rho;
    const CaloricLine<T> on = line_of<false>(temperature, c);
    return rho * fma(on.slope, temperature - on.temperature, on.energy);
  }

  template <class T, class Real>
  SOLENOID_INLINE static T pressure(const T& rho, const T& inverse_rho, const T& e,
                                    const Parameters<Real>& c) {
    const T energy = e * inverse_rho;
    const CaloricLine<T> on = line_of<true>(energy, c);
    return rho * fma(on.inverse_slope, energy - on.energy, on.temperature);
  }

  /// (dp/de)_rho.
  template <class T, class Real>
  SOLENOID_INLINE static T pressure_by_energy(const T& inverse_rho, const T& p,
                                              const Parameters<Real>& c) {
    return line_of<false>(p * inverse_rho, c).inverse_slope;
  }

  /// rho c^2, c being the speed of sound, where (dp/de)_rho is known.
  template <class T, class Real>
  SOLENOID_INLINE static T stiffness(const T& p, const T& pressure_by_energy,
                                     const Parameters<Real>&) {
    return fma(p, pressure_by_energy, p);
  }

  template <class Real>
  SOLENOID_INLINE static Real largest_sound_squared_by_energy(const Parameters<Real>& c) {
    return c.largest_ratio;
  }

  template <class Real, class MemorySpace>
  class Memory;

 private:
  template <bool of_energy, class Real>
  KOKKOS_FORCEINLINE_FUNCTION static int number_of(Real x, const Parameters<Real>& c) {
    const PieceBins<Real>& bins = of_energy ? c.by_energy : c.by_temperature;
    int k = bins.first_piece(x);
    while ((of_energy ? c.lines[k + 1].energy : c.lines[k + 1].temperature) <= x) ++k;
    return k;
  }

  /// The lines on which lanes of temperatures lie, or of energies. Packs look each of theirs up.
  template <bool of_energy, class T, class Real>
  SOLENOID_INLINE static CaloricLine<T> line_of(const T& x, const Parameters<Real>& c) {
    if constexpr (Pack<T>) {
      const auto start = of_energy ? &CaloricLine<Real>::energy : &CaloricLine<Real>::temperature;
      const CaloricLine<Real>* const first = c.lines + number_of<of_energy>(lane(x, 0), c);
      const T begin(first[0].*start), end(first[1].*start);
      if (!any(less(x, begin) || less(end, x) || x == end))  // all on one line
        return {T(first->temperature), T(first->energy), T(first->slope), T(first->inverse_slope)};
      Real values[lane_width<T>];
      int k[lane_width<T>];
      store(values, x);
      for (int i = 0; i < lane_width<T>; ++i) k[i] = number_of<of_energy>(values[i], c);
      const auto all = [&](Real CaloricLine<Real>::*entry) {
        return T([&](auto i) { return c.lines[k[std::size_t(i)]].*entry; });
      };
      return {all(&CaloricLine<Real>::temperature), all(&CaloricLine<Real>::energy),
              all(&CaloricLine<Real>::slope), all(&CaloricLine<Real>::inverse_slope)};
    } else if constexpr (lane_width<T> == 2) {
      const CaloricLine<Real> a = c.lines[number_of<of_energy>(x.first, c)];
      const CaloricLine<Real> b = c.lines[number_of<of_energy>(x.second, c)];
      return {T(a.temperature, b.temperature), T(a.energy, b.energy), T(a.slope, b.slope),
              T(a.inverse_slope, b.inverse_slope)};
    } else {
      return c.lines[number_of<of_energy>(x, c)];
    }
  }
};

/// The lines of a table and their bins, in memory of the host.
template <class Real>
struct CaloricLines {
  std::vector<CaloricLine<Real>> lines;
  Real largest_ratio = 0;

  /// Of no gas that is given: none. Throws std::invalid_argument for numbers that are no table.
  explicit CaloricLines(const CaloricTable& table);
  /// Of lines that begin at temperatures, or at energies.
  [[nodiscard]] PieceBinsOnHost<Real> bins(Real CaloricLine<Real>::*start) const;
};
extern template struct CaloricLines<float>;
extern template struct CaloricLines<double>;

/// A table on a device.
template <class Real, class MemorySpace>
class TabulatedLaw::Memory {
 public:
  explicit Memory(const Gas& gas) {
    const CaloricLines<Real> table(gas.caloric_table);
    lines_ = sent_to<MemorySpace>(table.lines);
    parameters_.lines = lines_.data();
    const auto send = [&](Values<std::uint16_t>& to, Real CaloricLine<Real>::*start) {
      const PieceBinsOnHost<Real> bins = table.bins(start);
      to = sent_to<MemorySpace>(bins.first_pieces);
      return bins.in_memory(to.data());
    };
    parameters_.by_temperature = send(first_by_temperature_, &CaloricLine<Real>::temperature);
    parameters_.by_energy = send(first_by_energy_, &CaloricLine<Real>::energy);
    parameters_.largest_ratio = table.largest_ratio;
  }
  [[nodiscard]] const Parameters<Real>& parameters() const { return parameters_; }

 private:
  template <class Value>
  using Values = Kokkos::View<Value*, MemorySpace>;

  Values<CaloricLine<Real>> lines_;
  Values<std::uint16_t> first_by_temperature_, first_by_energy_;
  Parameters<Real> parameters_{};
};

}  // namespace solenoid
