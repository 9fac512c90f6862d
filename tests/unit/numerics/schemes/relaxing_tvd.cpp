/// \file
/// Relaxing TVD and constrained transport as functions of neighbouring values.

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "numerics/schemes/constrained_transport.hpp"
#include "numerics/schemes/relaxing_tvd.hpp"
#include "physics/equations/relaxing_tvd_fluid.hpp"
#include "tests/unit/physics/helpers.hpp"

namespace solenoid::testing_physics {
namespace {

/// d_t u + d_x (a u) = 0: the least system.
struct Advection {
  enum class C { u };
  static constexpr int size = 1;
  template <class T>
  using Values = State<T, C, 1>;
  template <class T>
  using Cell = State<T, C, 1>;
  template <class Real>
  struct Parameters {
    Real velocity;
    Real speed;  ///< the freezing speed, at least |velocity|
  };
  template <class T>
  SOLENOID_INLINE static Values<T> values(const Cell<T>& cell) {
    return cell;
  }
  template <class T>
  SOLENOID_INLINE static Values<T> relaxing(const Cell<T>& cell) {
    return cell;
  }
  template <class T>
  SOLENOID_INLINE static Cell<T> with_values(const Cell<T>&, const Values<T>& u) {
    return u;
  }
  template <class T, class Real>
  SOLENOID_INLINE static Values<T> flux(const Cell<T>& cell, T& speed, const Parameters<Real>& c) {
    speed = T(c.speed);
    return {T(c.velocity) * cell.values[0]};
  }
};

using Scheme = RelaxingTvd<Advection>;
using Value = Advection::Values<double>;

Scheme::Parameters<double> advection(double velocity, double speed, double courant) {
  return {
      {velocity, speed}, Limiter::van_leer, -0.5 * courant / speed, -courant / speed, true, 0, 0};
}

/// One step of a periodic row of cells of width 1.
std::vector<double> advected(const std::vector<double>& u, const Scheme::Parameters<double>& c) {
  const int n = int(u.size());
  const auto at = [&](int i) { return std::size_t((i % n + n) % n); };
  const auto waves = [&](double v) { return Scheme::waves<double>(Value{{v}}, c); };
  std::vector<double> half(u.size());
  for (int i = 0; i < n; ++i) {
    const auto w = waves(u[at(i)]);
    const auto lower = Scheme::upwind_flux<double>(waves(u[at(i - 1)]).right, w.left);
    const auto upper = Scheme::upwind_flux<double>(w.right, waves(u[at(i + 1)]).left);
    half[at(i)] = Scheme::half_step<double>(Value{{u[at(i)]}}, lower, upper, c).values[0];
  }
  const auto flux = [&](int i) {  // lower face of i
    const Value right[3] = {waves(half[at(i - 2)]).right, waves(half[at(i - 1)]).right,
                            waves(half[at(i)]).right};
    const Value left[3] = {waves(half[at(i - 1)]).left, waves(half[at(i)]).left,
                           waves(half[at(i + 1)]).left};
    return Scheme::limited_flux<double>(right, left, c);
  };
  std::vector<double> result(u.size());
  for (int i = 0; i < n; ++i)
    result[at(i)] = Scheme::update<double>(Value{{u[at(i)]}}, flux(i), flux(i + 1), c).values[0];
  return result;
}

double total_variation(const std::vector<double>& u) {
  double sum = std::abs(u.front() - u.back());
  for (std::size_t i = 1; i < u.size(); ++i) sum += std::abs(u[i] - u[i - 1]);
  return sum;
}

TEST(RelaxingTvdScheme, SplitsAFluxIntoWavesBothWays) {
  const auto c = advection(0.75, 2, 0.5);
  const auto w = Scheme::waves<double>(Value{{4.0}}, c);
  EXPECT_EQ(w.right.values[0], 0.5 * (2 * 4 + 0.75 * 4));
  EXPECT_EQ(w.left.values[0], 0.5 * (2 * 4 - 0.75 * 4));
}

TEST(RelaxingTvdScheme, GivesThePhysicalFluxBetweenEqualStates) {
  const auto c = advection(0.75, 2, 0.5);
  const auto w = Scheme::waves<double>(Value{{4.0}}, c);
  EXPECT_EQ(Scheme::upwind_flux<double>(w.right, w.left).values[0], 3.0);
  const Value right[3] = {w.right, w.right, w.right};
  const Value left[3] = {w.left, w.left, w.left};
  EXPECT_EQ(Scheme::limited_flux<double>(right, left, c).values[0], 3.0);
}

TEST(RelaxingTvdScheme, DiminishesTotalVariation) {
  // With the least freezing speed; a larger one mixes in waves of the other way.
  for (const double velocity : {1.0, -1.0}) {
    const auto c = advection(velocity, 1, 0.9);
    std::vector<double> u(40, 0.0);
    for (int i = 10; i < 20; ++i) u[std::size_t(i)] = 1;
    for (int step = 0; step < 60; ++step) {
      const double before = total_variation(u);
      u = advected(u, c);
      EXPECT_LE(total_variation(u), before + 1e-14) << velocity << " step " << step;
    }
  }
}

TEST(RelaxingTvdScheme, IsOfSecondOrderForSmoothFlow) {
  const auto error = [](int n) {
    // One period at the Courant number 1/2.
    const auto c = advection(1, 1, 0.5);
    std::vector<double> u;
    for (int i = 0; i < n; ++i) u.push_back(std::sin(2 * M_PI * (i + 0.5) / n));
    const auto start = u;
    for (int step = 0; step < 2 * n; ++step) u = advected(u, c);
    double sum = 0;
    for (std::size_t i = 0; i < u.size(); ++i) sum += std::abs(u[i] - start[i]);
    return sum / n;
  };
  EXPECT_GT(std::log2(error(64) / error(128)), 1.8);
}

TEST(RelaxingFluid, HasThePhysicalFluxAndASpeedThatNoWaveExceeds) {
  std::mt19937 random(1);
  const auto c = constants<IdealMhd, double>();
  using Fluid = RelaxingFluid<IdealMhd>;
  for (int n = 0; n < 100; ++n) {
    auto w = random_state<IdealMhd, double>(random);
    w[IdealMhd::P::psi] = 0;
    const auto cell = IdealMhd::conserved(w, c);
    double speed = 0;
    const auto flux = Fluid::flux(cell, speed, c);
    using C = IdealMhd::C;
    using P = IdealMhd::P;
    const double b2 = w[P::bn] * w[P::bn] + w[P::bt1] * w[P::bt1] + w[P::bt2] * w[P::bt2];
    const double pt = w[P::p] + 0.5 * b2;
    const double vb = w[P::vn] * w[P::bn] + w[P::vt1] * w[P::bt1] + w[P::vt2] * w[P::bt2];
    EXPECT_NEAR(flux[C::rho], w[P::rho] * w[P::vn], 1e-13);
    EXPECT_NEAR(flux[C::mn], w[P::rho] * w[P::vn] * w[P::vn] + pt - w[P::bn] * w[P::bn], 1e-12);
    EXPECT_NEAR(flux[C::mt1], w[P::rho] * w[P::vn] * w[P::vt1] - w[P::bn] * w[P::bt1], 1e-12);
    EXPECT_NEAR(flux[C::e], (cell[C::e] + pt) * w[P::vn] - w[P::bn] * vb, 1e-12);
    const double fast = std::sqrt(IdealMhd::fast_speed_squared_times_density(w, c) / w[P::rho]);
    EXPECT_GE(speed, (std::abs(w[P::vn]) + fast) * (1 - 1e-14));
    const double weights[3] = {1, 1, 1};
    EXPECT_GE(Fluid::signal(cell, weights, c), speed * (1 - 1e-14));
  }
}

TEST(RelaxingFluid, DoesNotDiffuseTheEnergyOfAFieldThatIsHeld) {
  // Gas at rest, of one pressure, in a field whose energy has a peak.
  using C = IdealMhd::C;
  using Fluid = RelaxingFluid<IdealMhd>;
  using FluidScheme = RelaxingTvd<Fluid>;
  const FluidScheme::Parameters<double> c{
      constants<IdealMhd, double>(), Limiter::van_leer, -0.1, -0.2, true, 0, 0};
  const auto cell = [&](double field) {
    IdealMhd::Primitive<double> w{};
    w[IdealMhd::P::rho] = 1;
    w[IdealMhd::P::p] = 0.5;
    w[IdealMhd::P::bt1] = field;
    return IdealMhd::conserved(w, c.equations);
  };
  const auto low = FluidScheme::waves<double>(cell(0.5), c);
  const auto high = FluidScheme::waves<double>(cell(1.5), c);
  // The gas has the same energy everywhere: only the difference of the speeds moves some of it.
  const auto lower = FluidScheme::upwind_flux<double>(low.right, high.left);
  const auto upper = FluidScheme::upwind_flux<double>(high.right, low.left);
  const double gas_energy = 0.5 * c.equations.inverse_gamma_minus_1;
  const double speed_low = std::sqrt(c.equations.gamma * 0.5 + 0.25);
  const double speed_high = std::sqrt(c.equations.gamma * 0.5 + 2.25);
  EXPECT_NEAR(upper[C::e] - lower[C::e], gas_energy * (speed_high - speed_low), 1e-14);
}

TEST(ConstrainedTransport, SmoothsVelocities) {
  EXPECT_EQ(ConstrainedTransport::smoothed(1.0, 2.0, 5.0), 2.5);
  EXPECT_EQ(ConstrainedTransport::face_velocity(1.0, 0.5, 2.0, 1.5), 1.5);
}

TEST(ConstrainedTransport, UpwindsByTheMeanVelocity) {
  using Ct = ConstrainedTransport;
  EXPECT_EQ(Ct::upwind_emf(2.0, 10.0, -1.0, 20.0), 10.0);
  EXPECT_EQ(Ct::upwind_emf(-2.0, 10.0, 1.0, 20.0), 20.0);
  EXPECT_EQ(Ct::upwind_emf(-1.0, 10.0, 1.0, 20.0), 15.0);
  // The last bit does not choose between products of opposite sign.
  EXPECT_EQ(Ct::upwind_emf(1.0, 10.0, -1.0 + 1e-15, -10.0), 0.0);
  EXPECT_EQ(Ct::upwind_emf(0.0, 0.0, 0.0, 0.0), 0.0);
}

TEST(ConstrainedTransport, ExtrapolatesFromTheUpwindSide) {
  using Ct = ConstrainedTransport;
  const auto emf = [](const double(&advected)[4], double velocity, Limiter limiter) {
    return Ct::limited_emf(advected, velocity, velocity, limiter);
  };
  const double linear[4] = {1, 2, 3, 4};
  for (const double velocity : {1.0, -1.0, 0.0})
    EXPECT_EQ(emf(linear, velocity, Limiter::van_leer), 2.5);
  // An extremum on the upwind side is taken as it is.
  const double peak[4] = {1, 5, 3, 2};
  EXPECT_EQ(emf(peak, 1.0, Limiter::minmod), 5.0);
  EXPECT_EQ(emf(peak, -1.0, Limiter::minmod), 3.5);
  // Mirrored values with the opposite velocity give the mirrored force.
  const double values[4] = {0.3, 1.1, 1.7, 4.0};
  const double mirrored[4] = {-4.0, -1.7, -1.1, -0.3};
  for (const double velocity : {0.7, -0.7, 0.0})
    EXPECT_EQ(emf(values, velocity, Limiter::van_leer),
              -emf(mirrored, -velocity, Limiter::van_leer));
}

template <class Real>
void expect_packs_to_equal_scalars() {
  using T = HostPack<Real>;
  using Ct = ConstrainedTransport;
  constexpr int width = lane_width<T>;
  std::mt19937 random(2);
  std::uniform_real_distribution<Real> any(-1, 1);
  Real in[6][width];
  for (auto& row : in)
    for (auto& value : row) value = any(random);
  const T packed[4] = {load<T>(in[0]), load<T>(in[1]), load<T>(in[2]), load<T>(in[3])};
  Real emf[width];
  store(emf, Ct::limited_emf(packed, load<T>(in[4]), load<T>(in[5]), Limiter::van_leer));
  for (int i = 0; i < width; ++i) {
    const Real one[4] = {in[0][i], in[1][i], in[2][i], in[3][i]};
    EXPECT_EQ(emf[i], Ct::limited_emf(one, in[4][i], in[5][i], Limiter::van_leer));
  }
}

TEST(ConstrainedTransport, IsTheSameForPacksAndNumbers) {
  expect_packs_to_equal_scalars<double>();
  expect_packs_to_equal_scalars<float>();
}

}  // namespace
}  // namespace solenoid::testing_physics
