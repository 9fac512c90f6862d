/// \file
/// Equation sets: conversions, fluxes, wave speeds and rates against the textbook.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "tests/unit/physics/helpers.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;
using Vector = std::array<double, 3>;

double inner(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// A state in the words of a textbook, in double precision.
struct TextbookGas {
  double rho, p;
  Vector v, b;
  double psi;
};

template <class W>
TextbookGas gas(const W& w) {
  TextbookGas g{double(w.values[0]), double(w.values[4]), {}, {}, 0};
  for (std::size_t d = 0; d < 3; ++d) g.v[d] = double(w.values[1 + d]);
  if constexpr (W::size == IdealMhd::size) {
    for (std::size_t d = 0; d < 3; ++d) g.b[d] = double(w.values[5 + d]);
    g.psi = double(w.values[8]);
  }
  return g;
}

double total_energy(const TextbookGas& g, double gamma) {
  return g.p / (gamma - 1) + 0.5 * g.rho * inner(g.v, g.v) + 0.5 * inner(g.b, g.b);
}

/// rho, m, E, B and psi, and their fluxes in the first direction: rho v, rho v v + pt I - B B,
/// (E + pt) v - (v.B) B, v B - B v + psi I, c_h^2 B.
std::array<double, 9> textbook_conserved(const TextbookGas& g, double gamma) {
  return {g.rho,  g.rho * g.v[0], g.rho * g.v[1], g.rho * g.v[2], total_energy(g, gamma),
          g.b[0], g.b[1],         g.b[2],         g.psi};
}
std::array<double, 9> textbook_flux(const TextbookGas& g, double gamma, double cleaning_speed) {
  const double pt = g.p + 0.5 * inner(g.b, g.b);
  std::array<double, 9> f{};
  f[0] = g.rho * g.v[0];
  for (std::size_t d = 0; d < 3; ++d) {
    f[1 + d] = g.rho * g.v[d] * g.v[0] - g.b[d] * g.b[0] + (d == 0 ? pt : 0);
    f[5 + d] = g.v[0] * g.b[d] - g.b[0] * g.v[d] + (d == 0 ? g.psi : 0);
  }
  f[4] = (total_energy(g, gamma) + pt) * g.v[0] - inner(g.v, g.b) * g.b[0];
  f[8] = cleaning_speed * cleaning_speed * g.b[0];
  return f;
}

/// Speeds of the fast wave along direction d: the larger root c^2 of
/// c^4 - (a^2 + b^2) c^2 + a^2 b_d^2 = 0, with a the sound speed and b = |B| / sqrt(rho).
double textbook_fast_speed(const TextbookGas& g, double gamma, std::size_t d) {
  const double a2 = gamma * g.p / g.rho;
  const double b2 = inner(g.b, g.b) / g.rho;
  const double bd2 = g.b[d] * g.b[d] / g.rho;
  return std::sqrt(0.5 * (a2 + b2 + std::sqrt((a2 + b2) * (a2 + b2) - 4 * a2 * bd2)));
}

template <class Equations_, class Number_>
struct Case {
  using Equations = Equations_;
  using Number = Number_;
  using W = typename Equations::template Primitive<Number>;
  using U = typename Equations::template Conserved<Number>;
  using P = typename Equations::P;
  using C = typename Equations::C;
};

template <class Case>
class States : public testing::Test {
 protected:
  static constexpr double gamma = 1.4;
  const typename Case::Equations::template Parameters<typename Case::Number> c =
      constants<typename Case::Equations, typename Case::Number>(gamma);
  const std::vector<typename Case::W> states = [] {
    std::mt19937 random(7);
    std::vector<typename Case::W> all(512);
    for (auto& w : all) w = random_state<typename Case::Equations, typename Case::Number>(random);
    return all;
  }();
  double scale(const typename Case::W& w) const {
    return flux_scale<typename Case::Equations, typename Case::Number>(w, c);
  }
  static constexpr double epsilon = std::numeric_limits<typename Case::Number>::epsilon();
};
using Cases = testing::Types<Case<Hydrodynamics, float>, Case<Hydrodynamics, double>,
                             Case<IdealMhd, float>, Case<IdealMhd, double>>;
TYPED_TEST_SUITE(States, Cases);

TYPED_TEST(States, ConvertToConservedAsTheTextbookSays) {
  for (const auto& w : this->states) {
    const auto u = TypeParam::Equations::conserved(w, this->c);
    const auto expected = textbook_conserved(gas(w), this->gamma);
    for (std::size_t f = 0; f < std::size(u.values); ++f)
      EXPECT_NEAR(u.values[f], expected[f], 8 * this->epsilon * this->scale(w)) << "entry " << f;
  }
}

TYPED_TEST(States, ConvertThereAndBack) {
  using E = typename TypeParam::Equations;
  for (const auto& w : this->states)
    expect_close(E::primitive(E::conserved(w, this->c), this->c), w, this->scale(w), 8);
}

TYPED_TEST(States, HaveTheFluxesOfTheTextbook) {
  const double cleaning_speed = 3;
  for (const auto& w : this->states) {
    const auto f = TypeParam::Equations::flux(w, this->c);
    const auto expected = textbook_flux(gas(w), this->gamma, cleaning_speed);
    for (std::size_t i = 0; i < std::size(f.values); ++i)
      EXPECT_NEAR(f.values[i], expected[i], 8 * this->epsilon * this->scale(w)) << "entry " << i;
  }
}

TYPED_TEST(States, HaveTheFastSpeedOfTheTextbook) {
  using E = typename TypeParam::Equations;
  for (const auto& w : this->states) {
    const double squared =
        double(E::fast_speed_squared_times_density(w, this->c)) / double(w[TypeParam::P::rho]);
    const double expected = textbook_fast_speed(gas(w), this->gamma, 0);
    EXPECT_NEAR(std::sqrt(squared), expected, 32 * this->epsilon * expected);
  }
}

/// Changing w by r = A(w) d changes the conserved variables as the difference of fluxes does:
/// U(w + h r) - U(w - h r) = F(w + h d) - F(w - h d) to third order in h.
TYPED_TEST(States, AreTransportedByTheConservationLaw) {
  using E = typename TypeParam::Equations;
  if constexpr (std::is_same_v<typename TypeParam::Number, double>) {
    std::mt19937 random(9);
    const double h = 1e-5;
    for (const auto& w : this->states) {
      const auto d = random_state<E, double>(random);
      const auto r = E::jacobian_times(w, 1 / w[TypeParam::P::rho], d, this->c);
      const auto shifted = [](double by) {
        return [by](double a, double b) { return a + by * b; };
      };
      const auto u_above = E::conserved(map(shifted(h), w, r), this->c);
      const auto u_below = E::conserved(map(shifted(-h), w, r), this->c);
      const auto f_above = E::flux(map(shifted(h), w, d), this->c);
      const auto f_below = E::flux(map(shifted(-h), w, d), this->c);
      double size = this->scale(w);
      for (const double value : r.values) size = std::max(size, std::abs(value));
      for (int f = 0; f < E::size; ++f)
        EXPECT_NEAR((u_above.values[f] - u_below.values[f]) / (2 * h),
                    (f_above.values[f] - f_below.values[f]) / (2 * h), 1e-7 * size)
            << "entry " << f;
    }
  }
}

TYPED_TEST(States, SignalIsTheLargestWeightedSpeedOfAllDirections) {
  using Number = typename TypeParam::Number;
  using E = typename TypeParam::Equations;
  const std::vector<Vector> choices = {{1, 1, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {4, 2, 8}};
  for (const auto& w : this->states)
    for (const auto& chosen : choices) {
      const Number weights[3] = {Number(chosen[0]), Number(chosen[1]), Number(chosen[2])};
      double expected = 0;
      for (std::size_t d = 0; d < 3; ++d)
        expected = std::max(expected, chosen[d] * (std::abs(gas(w).v[d]) +
                                                   textbook_fast_speed(gas(w), this->gamma, d)));
      const Number signal = E::signal(E::conserved(w, this->c), weights, this->c);
      EXPECT_NEAR(signal, expected, 8 * this->epsilon * (1 + this->scale(w)) * expected);
    }
}

/// The cheap test may say that a signal matters when it does not, never the other way round.
TYPED_TEST(States, SignalBoundMissesNoSignal) {
  using Number = typename TypeParam::Number;
  using E = typename TypeParam::Equations;
  const std::vector<Vector> choices = {{1, 1, 1}, {0, 1, 0}, {4, 2, 8}};
  int spared = 0;
  for (const auto& w : this->states)
    for (const auto& chosen : choices) {
      const Number weights[3] = {Number(chosen[0]), Number(chosen[1]), Number(chosen[2])};
      const Number inverse_weight =
          Number(1) / *std::max_element(std::begin(weights), std::end(weights));
      const auto u = E::conserved(w, this->c);
      const Number signal = E::signal(u, weights, this->c);
      for (const Number part : {Number(0), Number(0.5), Number(1 - 2 * this->epsilon)})
        EXPECT_TRUE(E::may_exceed(part * signal, u, inverse_weight, this->c));
      spared += E::may_exceed(Number(16) * signal, u, inverse_weight, this->c) ? 0 : 1;
    }
  EXPECT_GT(spared, int(this->states.size()) / 2);
}

TYPED_TEST(States, ArePhysicalWithPositiveDensityAndPressure) {
  using E = typename TypeParam::Equations;
  for (const auto& w : this->states) EXPECT_TRUE(E::physical(E::conserved(w, this->c)));
}

TYPED_TEST(States, AreUnphysicalWithoutPositiveDensityOrPressure) {
  using E = typename TypeParam::Equations;
  using Number = typename TypeParam::Number;
  using P = typename TypeParam::P;
  using C = typename TypeParam::C;
  for (const auto& w : this->states) {
    auto bad = w;
    bad[P::p] = Number(-0.05);
    EXPECT_FALSE(E::physical(E::conserved(bad, this->c))) << "pressure below zero";
    const auto good = E::conserved(w, this->c);
    for (const Number factor : {Number(0), Number(-1)}) {
      auto u = good;
      u[C::rho] *= factor;
      EXPECT_FALSE(E::physical(u)) << "density times " << factor;
      u[C::e] = -u[C::e];
      EXPECT_FALSE(E::physical(u)) << "energy below zero and density times " << factor;
    }
    auto cold = good;
    cold[C::e] = 0;
    EXPECT_FALSE(E::physical(cold)) << "no energy";
  }
}

TYPED_TEST(States, AreUnphysicalWithAnythingThatIsNoNumber) {
  using E = typename TypeParam::Equations;
  const int variables = E::magnetised ? 8 : 5;  // psi has no part in density and pressure
  for (int f = 0; f < variables; ++f) {
    auto u = E::conserved(this->states[0], this->c);
    u.values[f] = std::numeric_limits<typename TypeParam::Number>::quiet_NaN();
    EXPECT_FALSE(E::physical(u)) << "entry " << f;
  }
}

TYPED_TEST(States, GivePacksTheBitsOfPlainNumbers) {
  using E = typename TypeParam::Equations;
  using T = HostPack<typename TypeParam::Number>;
  std::vector<typename TypeParam::W> back, rates;
  std::vector<typename TypeParam::U> conserved, fluxes;
  auto all = this->states;
  std::mt19937 random(6);
  for (int n = 0; n < 512; ++n)
    all.push_back(state_with_zeros<E, typename TypeParam::Number>(random));
  for (const auto& w : all) {
    conserved.push_back(E::conserved(w, this->c));
    back.push_back(E::primitive(conserved.back(), this->c));
    fluxes.push_back(E::flux(w, this->c));
    rates.push_back(
        E::jacobian_times(w, 1 / w[TypeParam::P::rho], back[conserved.size() / 2], this->c));
  }
  for (std::size_t first = 0; first < all.size(); first += lane_width<T>) {
    const auto w = pack_of<T>(all, first);
    const auto u = E::conserved(w, this->c);
    expect_lanes(u, conserved, first);
    expect_lanes(E::primitive(u, this->c), back, first);
    expect_lanes(E::flux(w, this->c), fluxes, first);
    std::vector<typename TypeParam::W> differences(back.size());
    for (std::size_t i = 0; i < back.size(); ++i) differences[i] = back[(i + 1) / 2];
    expect_lanes(
        E::jacobian_times(w, T(1) / w[TypeParam::P::rho], pack_of<T>(differences, first), this->c),
        rates, first);
  }
}

/// Limits of the fast speed where the textbook's root simplifies.
TEST(FastSpeed, IsTheSpeedOfSoundWithoutField) {
  EXPECT_EQ(IdealMhd::fast_speed_squared_times_density(2.0, 0.0, 0.0), 2.0);
}
TEST(FastSpeed, AddsThePressureOfATransverseField) {
  EXPECT_EQ(IdealMhd::fast_speed_squared_times_density(2.0, 0.0, 3.0), 5.0);
}
TEST(FastSpeed, IsTheLargerOfSoundAndAlfvenSpeedAlongTheField) {
  EXPECT_EQ(IdealMhd::fast_speed_squared_times_density(2.0, 3.0, 0.0), 3.0);
  EXPECT_EQ(IdealMhd::fast_speed_squared_times_density(2.0, 1.0, 0.0), 2.0);
  EXPECT_EQ(IdealMhd::fast_speed_squared_times_density(2.0, 2.0, 0.0), 2.0);
}
TEST(FastSpeed, IsNeverBelowTheOthersWhenRounded) {
  for (const float bn2 : {1e-12f, 1e-3f, 1.0f, 1e6f})
    for (const float bt2 : {0.0f, 1e-12f, 1e-3f, 1e6f}) {
      const float fast = IdealMhd::fast_speed_squared_times_density(1.0f, bn2, bt2);
      EXPECT_GE(fast * (1 + 1e-6f), std::max({1.0f, bn2, bt2}));
    }
}

}  // namespace
}  // namespace solenoid
