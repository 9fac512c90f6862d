#pragma once
/// \file
/// Pairs of states for tests of Riemann solvers, and the fluxes between them.

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tests/precisions.hpp"
#include "tests/unit/physics/helpers.hpp"

namespace solenoid::testing_physics {

template <class Riemann_, class Real_>
struct Case {
  using Riemann = Riemann_;
  using Equations = typename Riemann::Equations;
  using Number = Real_;
  using W = typename Equations::template Primitive<Number>;
  using F = typename Equations::template Conserved<Number>;
  using P = typename Equations::P;
  using C = typename Equations::C;
};

namespace of_cases {
template <class... Riemann>
struct SolverCases {
  template <class Real>
  using In = testing::Types<Case<Riemann, Real>...>;
};
}  // namespace of_cases
/// Solvers in all precisions that are tested.
template <class... Riemann>
using InPrecisions = InTestedPrecisions<of_cases::SolverCases<Riemann...>::template In>;

/// Two states at a face, with one normal field and psi.
template <class W>
struct StatePair {
  W left, right;
};

template <class Case>
auto flux(const StatePair<typename Case::W>& states) {
  return Case::Riemann::template flux<typename Case::Number>(
      states.left, states.right, constants<typename Case::Equations, typename Case::Number>());
}

template <class Case>
auto physical_flux(const typename Case::W& w) {
  return Case::Equations::flux(w, constants<typename Case::Equations, typename Case::Number>());
}

template <class Case>
double scale(const typename Case::W& w) {
  return flux_scale<typename Case::Equations, typename Case::Number>(
      w, constants<typename Case::Equations, typename Case::Number>());
}

/// Pairs of states that make_state(random) gives.
template <class Case, class MakeState>
std::vector<StatePair<typename Case::W>> pairs_of(int count, const MakeState& make_state) {
  std::mt19937 random(2005);
  std::vector<StatePair<typename Case::W>> pairs;
  for (int i = 0; i < count; ++i) {
    using E = typename Case::Equations;
    auto left = make_state(random);
    auto right = make_state(random);
    if constexpr (E::magnetised) {
      right[E::P::bn] = left[E::P::bn];
      right[E::P::psi] = left[E::P::psi];
    }
    pairs.push_back({left, right});
  }
  return pairs;
}
template <class Case>
std::vector<StatePair<typename Case::W>> random_pairs(int count = 512) {
  return pairs_of<Case>(count, random_state<typename Case::Equations, typename Case::Number>);
}
/// With zeros of both signs in vectors and psi.
template <class Case>
std::vector<StatePair<typename Case::W>> pairs_with_zeros() {
  return pairs_of<Case>(512, state_with_zeros<typename Case::Equations, typename Case::Number>);
}

/// Gives a state a pressure, if it has one of its own.
template <class Case>
void set_pressure(typename Case::W& w, typename Case::Number p) {
  if constexpr (Case::Equations::has_energy) w[Case::P::p] = p;
}

/// Pairs at which formulas come to 0/0 or nearly so.
template <class Case>
std::vector<StatePair<typename Case::W>> degenerate_pairs() {
  using P = typename Case::P;
  using Number = typename Case::Number;
  const Number tiny = sizeof(Number) == 4 ? Number(1e-7) : Number(1e-12);
  std::vector<StatePair<typename Case::W>> pairs;
  for (const auto& pair : random_pairs<Case>(16)) {
    auto rarefied = pair;
    rarefied.left[P::vn] = -3;
    rarefied.right[P::vn] = 3;
    for (auto* w : {&rarefied.left, &rarefied.right}) set_pressure<Case>(*w, tiny);
    pairs.push_back(rarefied);
    auto cold = pair;
    cold.left[P::rho] = tiny;
    set_pressure<Case>(cold.left, tiny);
    pairs.push_back(cold);
    auto still = pair;
    still.left[P::vn] = still.right[P::vn] = 0;
    pairs.push_back(still);
    pairs.push_back({still.left, still.left});
    // Speeds so small that one over them is infinite.
    for (const double part : {1e-3, 0.1, 1.0, 1e3}) {
      auto barely = StatePair<typename Case::W>{still.left, still.left};
      if constexpr (Case::Equations::magnetised)
        for (auto* w : {&barely.left, &barely.right}) (*w)[P::bn] = (*w)[P::bt1] = (*w)[P::bt2] = 0;
      barely.right[P::vn] = Number(part) * std::numeric_limits<Number>::min();
      barely.left[P::vn] = -barely.right[P::vn];
      pairs.push_back(barely);
    }
    if constexpr (Case::Equations::magnetised)
      for (int zeros = 1; zeros < 8; ++zeros) {
        auto without = pair;
        for (auto* w : {&without.left, &without.right}) {
          if (zeros & 1) (*w)[P::bn] = 0;
          if (zeros & 2) (*w)[P::bt1] = (*w)[P::bt2] = 0;
          if (zeros & 4)
            set_pressure<Case>(*w, tiny);  // Alfven and fast speed meet where b_t = 0, too
        }
        pairs.push_back(without);
        pairs.push_back({without.left, without.left});
      }
  }
  return pairs;
}

/// The field turns about the normal; the Alfven wave carries [v_t] = -+ [b_t] / sqrt(rho) at the
/// speed v_n +- b_n / sqrt(rho).
template <class Case>
void expect_rotations_carried() {
  using P = typename Case::P;
  using Number = typename Case::Number;
  std::mt19937 random(1);
  std::uniform_real_distribution<Number> angle(0, 6);
  for (const auto& pair : random_pairs<Case>())
    for (const Number direction : {Number(-1), Number(1)}) {
      const auto& left = pair.left;
      auto right = left;
      const Number a = angle(random);
      right[P::bt1] = std::cos(a) * left[P::bt1] - std::sin(a) * left[P::bt2];
      right[P::bt2] = std::sin(a) * left[P::bt1] + std::cos(a) * left[P::bt2];
      const Number root = std::sqrt(left[P::rho]);
      right[P::vt1] -= direction * (right[P::bt1] - left[P::bt1]) / root;
      right[P::vt2] -= direction * (right[P::bt2] - left[P::bt2]) / root;
      const Number speed = left[P::vn] + direction * left[P::bn] / root;
      if (std::abs(speed) < Number(0.01)) continue;
      expect_close(flux<Case>({left, right}), physical_flux<Case>(speed > 0 ? left : right),
                   scale<Case>(left) + scale<Case>(right), 256);
    }
}

}  // namespace solenoid::testing_physics
