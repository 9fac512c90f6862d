/// \file
/// The law of a tabulated gas: energy and pressure are inverse functions, monotone across points,
/// the speed of sound is that of isentropes, lanes have the bits of plain numbers.

#include "physics/equations/tabulated_law.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "tests/precisions.hpp"
#include "tests/unit/physics/caloric_tables.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

template <class Real>
using TableOnHost = TabulatedLaw::Memory<Real, Kokkos::HostSpace>;

template <class Real>
TableOnHost<Real> on_host(const CaloricTable& table) {
  return TableOnHost<Real>(Gas{.caloric_table = table});
}

/// Temperatures or energies far below and above a table, between its points and at them, and at
/// their neighbours among numbers.
template <class Real>
std::vector<Real> around(const std::vector<double>& points) {
  std::vector<Real> values{Real(points.front() * 1e-3), Real(points.back() * 1e3)};
  for (const double point : points)
    for (const Real x : {Real(point), Real(point * 1.01)}) {
      values.push_back(std::nextafter(x, Real(0)));
      values.push_back(x);
      values.push_back(std::nextafter(x, Real(1e30)));
    }
  std::ranges::sort(values);
  return values;
}

/// Points near each other and far apart, lines steep and flat.
CaloricTable uneven_table() {
  return {{1e-3, 1.0001e-3, 0.5, 0.50001, 0.6, 7, 7.5, 1e4}, {2e-3, 0.1, 0.2, 3, 3.5, 80, 81, 1e7}};
}

template <class Real>
class TabulatedLaws : public testing::Test {};
using Precisions = testing::Types<double, float>;
TYPED_TEST_SUITE(TabulatedLaws, Precisions);

// Also where the bins of a table are as narrow as numbers are.
TYPED_TEST(TabulatedLaws, OfLessThanNothingIsTheFirstLine) {
  using Real = TypeParam;
  for (const CaloricTable& points : {ionising_table(), ionising_table(2), uneven_table()}) {
    const auto table = on_host<Real>(points);
    const auto& c = table.parameters();
    const Real slope = TabulatedLaw::pressure_by_energy(Real(1), Real(0), c);
    for (const Real e : {Real(-1e-3), Real(-1), Real(-1e6)})
      EXPECT_EQ(TabulatedLaw::pressure(Real(1), Real(1), e, c), slope * e) << e;
  }
}

TYPED_TEST(TabulatedLaws, TurnEnergyIntoThePressureThatItBelongsTo) {
  using Real = TypeParam;
  for (const CaloricTable& points : {ionising_table(), ideal_table(1.4), uneven_table()}) {
    const auto table = on_host<Real>(points);
    const auto& c = table.parameters();
    Real energy_below = 0, pressure_below = 0;
    for (const Real theta : around<Real>(points.temperature)) {
      const Real e = TabulatedLaw::energy(Real(1), Real(1), theta, c);
      EXPECT_GE(e, energy_below) << theta;
      energy_below = e;
      const Real rounding = 8 * std::numeric_limits<Real>::epsilon();
      // An error of rounding of the energy is one of the pressure, larger where the line is flat.
      const Real by_energy = TabulatedLaw::pressure_by_energy(Real(1), theta, c);
      EXPECT_NEAR(TabulatedLaw::pressure(Real(1), Real(1), e, c), theta,
                  rounding * (theta + e * by_energy));
    }
    for (const Real e : around<Real>(points.energy)) {
      const Real p = TabulatedLaw::pressure(Real(1), Real(1), e, c);
      EXPECT_GE(p, pressure_below) << e;
      pressure_below = p;
    }
  }
}

TYPED_TEST(TabulatedLaws, AreThatOfTheTable) {
  using Real = TypeParam;
  const CaloricTable points = ionising_table();
  const auto table = on_host<Real>(points);
  const auto& c = table.parameters();
  const Real rounding = 8 * std::numeric_limits<Real>::epsilon();
  for (std::size_t i = 0; i < points.temperature.size(); ++i) {
    const Real theta = Real(points.temperature[i]), eps = Real(points.energy[i]);
    for (const Real rho : {Real(0.03), Real(1), Real(70)}) {
      const Real e = TabulatedLaw::energy(rho, 1 / rho, rho * theta, c);
      EXPECT_NEAR(e / (rho * eps), 1, rounding);
    }
  }
  // Below the first point and above the last one lines go on.
  const Real low = Real(points.energy[0] / points.temperature[0] * 1e-2);
  EXPECT_NEAR(TabulatedLaw::energy(Real(1), Real(1), Real(1e-2), c) / low, 1, rounding);
  EXPECT_LT(TabulatedLaw::pressure(Real(1), Real(1), Real(-1e-3), c), 0);
  EXPECT_TRUE(std::isnan(TabulatedLaw::energy(Real(1), Real(1), Real(NAN), c)));
  EXPECT_TRUE(std::isnan(TabulatedLaw::pressure(Real(1), Real(1), Real(-NAN), c)));
}

/// At constant entropy d eps = p / rho^2 d rho.
TEST(TabulatedLaw, HasTheSpeedOfSoundOfIsentropes) {
  const CaloricTable points = ionising_table();
  const auto table = on_host<double>(points);
  const auto& c = table.parameters();
  for (std::size_t i = 0; i + 1 < points.temperature.size(); ++i) {
    const double rho = 0.7;
    const double theta = 0.5 * (points.temperature[i] + points.temperature[i + 1]);
    const double eps = TabulatedLaw::energy(rho, 1 / rho, rho * theta, c) / rho, h = 1e-4 * rho;
    const auto pressure_at = [&](double change) {
      // A midpoint rule of that equation along the isentrope.
      double at = rho, energy = eps;
      const int steps = 100;
      for (int s = 0; s < steps; ++s) {
        const double d = change / steps;
        const double half =
            energy + 0.5 * d * TabulatedLaw::pressure(at, 1 / at, at * energy, c) / (at * at);
        const double middle = at + 0.5 * d;
        energy +=
            d * TabulatedLaw::pressure(middle, 1 / middle, middle * half, c) / (middle * middle);
        at += d;
      }
      return TabulatedLaw::pressure(at, 1 / at, at * energy, c);
    };
    const double sound_squared = (pressure_at(h) - pressure_at(-h)) / (2 * h);
    const double by_energy = TabulatedLaw::pressure_by_energy(1 / rho, rho * theta, c);
    EXPECT_NEAR(TabulatedLaw::stiffness(rho * theta, by_energy, c) / rho / sound_squared, 1, 1e-6);
  }
}

TYPED_TEST(TabulatedLaws, BoundTheSpeedOfSound) {
  using Real = TypeParam;
  for (const CaloricTable& points : {ionising_table(), ideal_table(1.4), uneven_table()}) {
    const auto table = on_host<Real>(points);
    const auto& c = table.parameters();
    const Real most = TabulatedLaw::largest_sound_squared_by_energy(c);
    Real largest = 0;
    for (const Real theta : around<Real>(points.temperature)) {
      const Real by_energy = TabulatedLaw::pressure_by_energy(Real(1), theta, c);
      const Real ratio = TabulatedLaw::stiffness(theta, by_energy, c) /
                         TabulatedLaw::energy(Real(1), Real(1), theta, c);
      EXPECT_LE(ratio, most * (1 + 4 * std::numeric_limits<Real>::epsilon()));
      largest = std::max(largest, ratio);
    }
    EXPECT_GT(largest, Real(0.9) * most);
  }
}

TYPED_TEST(TabulatedLaws, HaveTheSameBitsInPacks) {
  using Real = TypeParam;
  using T = HostPack<Real>;
  const auto table = on_host<Real>(ionising_table());
  const auto& c = table.parameters();
  std::mt19937 random(7);
  std::uniform_real_distribution<Real> positive(Real(0.01), Real(30));
  for (int pack = 0; pack < 200; ++pack) {
    Real rho[lane_width<T>], x[lane_width<T>], inverse[lane_width<T>];
    for (int i = 0; i < lane_width<T>; ++i) {
      rho[i] = positive(random);
      // Every other pack lies on one line, as most do.
      x[i] = pack % 2 == 0 || i == 0 ? positive(random) : x[0] * rho[i] / rho[0];
      inverse[i] = 1 / rho[i];
    }
    const T r = load<T>(rho), xs = load<T>(x), inverses = load<T>(inverse);
    const T e = TabulatedLaw::energy(r, inverses, xs, c);
    const T p = TabulatedLaw::pressure(r, inverses, xs, c);
    const T s = TabulatedLaw::stiffness(xs, TabulatedLaw::pressure_by_energy(inverses, xs, c), c);
    for (int i = 0; i < lane_width<T>; ++i) {
      EXPECT_EQ(lane(e, i), TabulatedLaw::energy(rho[i], inverse[i], x[i], c));
      EXPECT_EQ(lane(p, i), TabulatedLaw::pressure(rho[i], inverse[i], x[i], c));
      const Real by_energy = TabulatedLaw::pressure_by_energy(inverse[i], x[i], c);
      EXPECT_EQ(lane(s, i), TabulatedLaw::stiffness(x[i], by_energy, c));
    }
  }
}

TEST(TabulatedLaw, RefusesWhatIsNoTable) {
  const CaloricTable wrong[] = {{},
                                {{1}, {1}},
                                {{1, 2}, {1, 2, 3}},
                                {{1, 2}, {2, 2}},
                                {{2, 1}, {1, 2}},
                                {{0, 1}, {1, 2}},
                                {{1, 2}, {-1, 2}},
                                {{1, INFINITY}, {1, 2}}};
  for (const CaloricTable& table : wrong)
    EXPECT_THROW(on_host<double>(table), std::invalid_argument);
  // Points that rounding to single precision makes one.
  EXPECT_NO_THROW(on_host<float>({{1, 1 + 1e-9, 2}, {1, 1 + 1e-9, 2}}));
  EXPECT_THROW(on_host<float>({{1e-300, 1e-299}, {1, 2}}), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
