/// \file
/// Roe's solver for MHD: Roe's property, shocks at rest, transonic rarefactions, near vacua.

#include <gtest/gtest.h>

#include "physics/equations/riemann/roe_mhd.hpp"
#include "tests/unit/physics/riemann_cases.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;
using P = IdealMhd::P;
using C = IdealMhd::C;

/// The seven waves, each with its speed.
struct Waves {
  std::vector<std::pair<double, IdealMhd::Conserved<double>>> all;
  Waves(const IdealMhd::Primitive<double>& left, const IdealMhd::Primitive<double>& right,
        const IdealMhd::Parameters<double>& c) {
    const auto w = RoeMhd::average(left, right, c);
    const auto d = map([](double l, double r) { return r - l; }, left, right);
    for (const double side : {-1.0, 1.0}) {
      all.emplace_back(w.vn + side * w.fast, RoeMhd::magnetosonic(w, d, 1.0, side));
      all.emplace_back(w.vn + side * w.alfven, RoeMhd::rotation(w, d, side));
      all.emplace_back(w.vn + side * w.slow, RoeMhd::magnetosonic(w, d, -1.0, side));
    }
    all.emplace_back(w.vn, RoeMhd::entropy(w, d, c));
  }
};

/// The waves make up all of the jump of the states, and with their speeds all of that of the
/// fluxes, whatever gamma is and where no wave has a direction of its own.
TEST(RoeMhdAverage, TakesTheJumpOfStatesToThatOfFluxes) {
  for (const double gamma : {1.1, 1.4, 5.0 / 3.0, 2.0}) {
    const auto c = constants<IdealMhd, double>(gamma);
    auto pairs = random_pairs<Case<RoeMhd, double>>();
    for (int n = 0; n < 64; ++n) {
      auto& [left, right] = pairs[std::size_t(n)];
      for (auto* w : {&left, &right}) {
        if (n % 4 == 1 || n % 4 == 3) (*w)[P::bn] = 0;
        if (n % 4 > 1) (*w)[P::bt1] = (*w)[P::bt2] = 0;
      }
    }
    for (const auto& [left, right] : pairs) {
      const auto ul = IdealMhd::conserved(left, c), ur = IdealMhd::conserved(right, c);
      const auto fl = IdealMhd::flux(left, c), fr = IdealMhd::flux(right, c);
      IdealMhd::Conserved<double> states{}, fluxes{};
      for (const auto& [speed, jump] : Waves(left, right, c).all)
        for (int f = 0; f < IdealMhd::size; ++f) {
          states.values[f] += jump.values[f];
          fluxes.values[f] += speed * jump.values[f];
        }
      const double tolerance =
          1e-12 * (scale<Case<RoeMhd, double>>(left) + scale<Case<RoeMhd, double>>(right));
      for (const C f : {C::rho, C::mn, C::mt1, C::mt2, C::e, C::bt1, C::bt2}) {
        EXPECT_NEAR(states[f], ur[f] - ul[f], tolerance);
        EXPECT_NEAR(fluxes[f], fr[f] - fl[f], tolerance);
      }
    }
  }
}

template <class Case>
class RoeMhdShocks : public testing::Test {};
using RoeMhdCases = InPrecisions<RoeMhd>;
TYPED_TEST_SUITE(RoeMhdShocks, RoeMhdCases);

/// A fast shock across the field that stands at the face stays as it is. Its compression r solves
/// 2 (2 - gamma) r^2 + gamma (2 (1 + beta) + (gamma - 1) beta M^2) r = gamma (gamma + 1) beta M^2
/// (from the conservation of mass, momentum, energy and flux; beta = 2 p / B^2, M the Mach number).
TYPED_TEST(RoeMhdShocks, AcrossTheFieldStayAtRest) {
  using Number = typename TypeParam::Number;
  const double gamma = 1.4;
  for (const double mach : {2.5, 4.0, 10.0})
    for (const double angle : {0.0, 0.6, 2.0}) {
      const double b = 1.2, beta = 2 / (b * b);
      const double q = 2 * (2 - gamma);
      const double l = gamma * (2 * (1 + beta) + (gamma - 1) * beta * mach * mach);
      const double k = gamma * (gamma + 1) * beta * mach * mach;
      const double r = (-l + std::sqrt(l * l + 4 * q * k)) / (2 * q);
      ASSERT_GT(r, 1);
      const double v = mach * std::sqrt(gamma);
      typename TypeParam::W left{}, right{};
      left[P::rho] = left[P::p] = 1;
      left[P::vn] = Number(v);
      left[P::bt1] = Number(b * std::cos(angle));
      left[P::bt2] = Number(b * std::sin(angle));
      right[P::rho] = Number(r);
      right[P::vn] = Number(v / r);
      right[P::p] = Number(1 + v * v * (1 - 1 / r) + b * b / 2 * (1 - r * r));
      right[P::bt1] = Number(r) * left[P::bt1];
      right[P::bt2] = Number(r) * left[P::bt2];
      expect_close(flux<TypeParam>({left, right}), physical_flux<TypeParam>(left),
                   scale<TypeParam>(left) + scale<TypeParam>(right), 64);
      expect_close(physical_flux<TypeParam>(right), physical_flux<TypeParam>(left),
                   scale<TypeParam>(left) + scale<TypeParam>(right), 64);
    }
}

/// Its mirror image in time would be an expansion shock: states with one flux that must not stay.
TYPED_TEST(RoeMhdShocks, ThatExpandDoNotStay) {
  using Number = typename TypeParam::Number;
  typename TypeParam::W left{}, right{};
  const double gamma = 1.4, mach = 2.5, b = 1.2, beta = 2 / (b * b), q = 2 * (2 - gamma);
  const double l = gamma * (2 * (1 + beta) + (gamma - 1) * beta * mach * mach);
  const double k = gamma * (gamma + 1) * beta * mach * mach;
  const double r = (-l + std::sqrt(l * l + 4 * q * k)) / (2 * q), v = mach * std::sqrt(gamma);
  right[P::rho] = right[P::p] = 1;
  right[P::vn] = Number(v);
  right[P::bt1] = Number(b);
  left[P::rho] = Number(r);
  left[P::vn] = Number(v / r);
  left[P::p] = Number(1 + v * v * (1 - 1 / r) + b * b / 2 * (1 - r * r));
  left[P::bt1] = Number(r * b);
  const auto f = flux<TypeParam>({left, right});
  EXPECT_GT(f[C::rho], 1.05 * double(left[P::rho] * left[P::vn]));
}

/// Where gases part so fast that a linear wave would leave nothing between them, HLL's flux stands.
TYPED_TEST(RoeMhdShocks, LeaveNoVacuumBehind) {
  using Number = typename TypeParam::Number;
  typename TypeParam::W left{}, right{};
  for (auto* w : {&left, &right}) {
    (*w)[P::rho] = 1;
    (*w)[P::p] = Number(0.1);
    (*w)[P::bn] = Number(0.3);
    (*w)[P::bt1] = Number(0.2);
  }
  left[P::vn] = -3;
  right[P::vn] = 3;
  const auto c = constants<IdealMhd, Number>();
  const auto f = flux<TypeParam>({left, right});
  const auto hll = Hll<IdealMhd>::flux<Number>(left, right, c);
  for (int n = 0; n < IdealMhd::size; ++n) EXPECT_EQ(f.values[n], hll.values[n]);
}

}  // namespace
}  // namespace solenoid
