#pragma once
/// \file
/// What tests of states and Riemann solvers share: constants, random states, packs of states.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "physics/equations/gas_memory.hpp"
#include "physics/equations/general_gas.hpp"
#include "physics/equations/hydrodynamics.hpp"
#include "physics/equations/ideal_mhd.hpp"
#include "physics/equations/isothermal.hpp"
#include "tests/same_bits.hpp"
#include "tests/unit/physics/caloric_tables.hpp"

namespace solenoid::testing_physics {

/// Constants of a gas with ratio of specific heats `gamma`, the sound speed 1.25 of an isothermal
/// one or the table of one that ionises, and a cleaning speed of 3.
template <class Equations, class Real>
auto constants(double gamma = 1.4) {
  auto c = Equations::template parameters<Real>({gamma, 1.25});
  if constexpr (Equations::gas == EquationOfState::tabulated) {
    // Kept for good: Kokkos does not let go of memory after the end of main().
    static const auto& memory =
        *new GasMemory<Equations, Real, Kokkos::HostSpace>(Gas{.caloric_table = ionising_table()});
    c = memory.for_host();
  }
  if constexpr (Equations::magnetised) {
    c.cleaning_speed = Real(3);
    c.cleaning_speed_squared = Real(9);
    c.inverse_cleaning_speed = Real(1.0 / 3.0);
  }
  return c;
}

/// A state of ordinary size: density and pressure from 0.1 to 3, vectors from -2 to 2.
template <class Equations, class Real>
typename Equations::template Primitive<Real> random_state(std::mt19937& random) {
  using P = typename Equations::P;
  std::uniform_real_distribution<Real> positive(Real(0.1), Real(3));
  std::uniform_real_distribution<Real> any(-2, 2);
  typename Equations::template Primitive<Real> w{};
  for (auto& value : w.values) value = any(random);
  w[P::rho] = positive(random);
  if constexpr (Equations::has_energy) w[P::p] = positive(random);
  return w;
}

/// The same, but that half of its vectors and psi are zeros of either sign.
template <class Equations, class Real>
typename Equations::template Primitive<Real> state_with_zeros(std::mt19937& random) {
  using P = typename Equations::P;
  const auto w = random_state<Equations, Real>(random);
  auto zeros = w;
  put_zeros_of_both_signs(zeros.values, random);
  zeros[P::rho] = w[P::rho];
  if constexpr (Equations::has_energy) zeros[P::p] = w[P::p];
  return zeros;
}

/// The pack of lane_width<T> states from `first` on.
template <class T, class S>
auto pack_of(const std::vector<S>& states, std::size_t first) {
  static_assert(std::is_same_v<typename S::Lane, LaneReal<T>>);
  return [&]<class Index>(State<LaneReal<T>, Index, S::size>) {
    State<T, Index, S::size> packed;
    for (int f = 0; f < S::size; ++f) {
      LaneReal<T> values[lane_width<T>];
      for (int i = 0; i < lane_width<T>; ++i) values[i] = states[first + std::size_t(i)].values[f];
      packed.values[f] = load<T>(values);
    }
    return packed;
  }(S{});
}

/// Every lane of `packed` is, bit for bit, the state at its place.
template <class T, class Index, int size>
void expect_lanes(const State<T, Index, size>& packed,
                  const std::vector<State<LaneReal<T>, Index, size>>& states, std::size_t first) {
  for (int f = 0; f < size; ++f) {
    LaneReal<T> values[lane_width<T>];
    store(values, packed.values[f]);
    for (int i = 0; i < lane_width<T>; ++i)
      EXPECT_PRED2(same_bits<LaneReal<T>>, values[i], states[first + std::size_t(i)].values[f])
          << "entry " << f;
  }
}

/// `value` is `wanted` to within `tolerance` units of rounding of numbers of size `scale`.
template <class Real, class Index, int size>
void expect_close(const State<Real, Index, size>& value, const State<Real, Index, size>& wanted,
                  double scale, double tolerance = 64) {
  for (int f = 0; f < size; ++f)
    EXPECT_NEAR(value.values[f], wanted.values[f],
                tolerance * scale * std::numeric_limits<Real>::epsilon())
        << "entry " << f;
}

/// The size of fluxes of a state: its fast speed and velocity (and the cleaning speed) times the
/// sum of the conserved variables.
template <class Equations, class Real>
double flux_scale(const typename Equations::template Primitive<Real>& w,
                  const typename Equations::template Parameters<Real>& c) {
  using P = typename Equations::P;
  double sum = 0;
  for (const Real value : Equations::conserved(w, c).values) sum += std::abs(double(value));
  double speed = 1 + std::abs(double(w[P::vn]));
  speed += std::sqrt(double(Equations::fast_speed_squared_times_density(w, c) / w[P::rho]));
  if constexpr (Equations::magnetised) speed += double(c.cleaning_speed_squared);
  return speed * sum;
}

}  // namespace solenoid::testing_physics
