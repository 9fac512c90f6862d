/// \file
/// Riemann solvers of hydrodynamics: Roe's property and entropy fix, shocks at rest, and the exact
/// solution against published states.

#include <gtest/gtest.h>

#include "physics/equations/riemann/exact.hpp"
#include "physics/equations/riemann/hllcm.hpp"
#include "physics/equations/riemann/roe.hpp"
#include "tests/unit/physics/riemann_cases.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

/// Roe's property: the jump of the fluxes is the matrix times the jump of the states, so that the
/// three waves, each with its speed, make all of it.
TEST(RoeAverage, TakesTheJumpOfStatesToThatOfFluxes) {
  using P = Hydrodynamics::P;
  using C = Hydrodynamics::C;
  const auto c = constants<Hydrodynamics, double>();
  for (const auto& [left, right] : random_pairs<Case<Roe, double>>()) {
    const auto w = Roe::average(left, right, 1.4 * left[P::p] / left[P::rho],
                                1.4 * right[P::p] / right[P::rho], c);
    EXPECT_NEAR(w.sound_squared,
                0.4 * (w.enthalpy - 0.5 * (w.vn * w.vn + w.vt1 * w.vt1 + w.vt2 * w.vt2)), 1e-13);
    const double dp = right[P::p] - left[P::p], dv = right[P::vn] - left[P::vn];
    const double a = w.sound;
    const auto slow = Roe::acoustic(w, (dp - w.rho * a * dv) / (2 * a * a), -a);
    const auto fast = Roe::acoustic(w, (dp + w.rho * a * dv) / (2 * a * a), a);
    const auto ul = Hydrodynamics::conserved(left, c), ur = Hydrodynamics::conserved(right, c);
    const auto fl = physical_flux<Case<Roe, double>>(left);
    const auto fr = physical_flux<Case<Roe, double>>(right);
    // What the acoustic waves leave moves with the contact.
    for (const C n : {C::rho, C::mn, C::mt1, C::mt2, C::e}) {
      const double contact = ur[n] - ul[n] - slow[n] - fast[n];
      EXPECT_NEAR((w.vn - a) * slow[n] + w.vn * contact + (w.vn + a) * fast[n], fr[n] - fl[n],
                  1e-12 * (1 + std::abs(fr[n] - fl[n])));
    }
  }
}

/// A shock that stands at the face stays as it is: Rankine and Hugoniot's states have one flux.
template <class Case>
class ShockSolvers : public testing::Test {};
using ShockCases = InPrecisions<Roe, Exact>;
TYPED_TEST_SUITE(ShockSolvers, ShockCases);

TYPED_TEST(ShockSolvers, KeepAShockAtRest) {
  using P = Hydrodynamics::P;
  using Number = typename TypeParam::Number;
  const double gamma = 1.4;
  for (const double mach : {1.01, 1.5, 3.0, 20.0}) {
    typename TypeParam::W left{}, right{};
    const double m2 = mach * mach, ratio = (gamma + 1) * m2 / ((gamma - 1) * m2 + 2);
    left[P::rho] = left[P::p] = 1;
    left[P::vn] = Number(mach * std::sqrt(gamma));
    left[P::vt1] = right[P::vt1] = Number(0.7);
    right[P::rho] = Number(ratio);
    right[P::vn] = Number(mach * std::sqrt(gamma) / ratio);
    right[P::p] = Number(1 + 2 * gamma / (gamma + 1) * (m2 - 1));
    // Rounding of the states moves the shock, by what is small beside the flux.
    expect_close(flux<TypeParam>({left, right}), physical_flux<TypeParam>(left),
                 scale<TypeParam>(left) + scale<TypeParam>(right), 2000);
  }
}

/// The first five tests of Toro (2009), tables 4.1 and 4.2: pressure and velocity at the contact,
/// and the densities beside it.
TEST(ExactRiemannProblem, HasTheStatesOfTorosTable) {
  struct Row {
    GasState left, right;
    double p, v, rho_left, rho_right;
  };
  const Row rows[] = {{{1, 0, 1}, {0.125, 0, 0.1}, 0.30313, 0.92745, 0.42632, 0.26557},
                      {{1, -2, 0.4}, {1, 2, 0.4}, 0.00189, 0.0, 0.02185, 0.02185},
                      {{1, 0, 1000}, {1, 0, 0.01}, 460.894, 19.5975, 0.57506, 5.99924},
                      {{1, 0, 0.01}, {1, 0, 100}, 46.0950, -6.19633, 5.99242, 0.57511},
                      {{5.99924, 19.5975, 460.894},
                       {5.99242, -6.19633, 46.0950},
                       1691.64,
                       8.68975,
                       14.2823,
                       31.0426}};
  for (const Row& row : rows) {
    // Seen from beside the contact, on either side, the face has the state there.
    for (const bool right : {false, true}) {
      const double aside = row.v + (right ? 1e-3 : -1e-3) * (1 + std::abs(row.v));
      bool from_right = false;
      const GasState face =
          ExactRiemannProblem({row.left.rho, row.left.v - aside, row.left.p},
                              {row.right.rho, row.right.v - aside, row.right.p}, 1.4)
              .at_face(from_right);
      EXPECT_EQ(from_right, right);
      EXPECT_NEAR(face.p, row.p, 3e-5 * row.p + 5e-6);
      EXPECT_NEAR(face.v + aside, row.v, 5e-5);
      EXPECT_NEAR(face.rho, right ? row.rho_right : row.rho_left, 1e-5 * (1 + face.rho));
    }
  }
}

/// A gas that opens so fast that nothing is left: none is at the face, none flows through it.
TEST(ExactRiemannProblem, LeavesAVacuum) {
  bool from_right = false;
  const GasState face = ExactRiemannProblem({1, -10, 1}, {1, 10, 1}, 1.4).at_face(from_right);
  EXPECT_EQ(face.rho, 0);
  EXPECT_EQ(face.p, 0);
  // Within the left one's rarefaction: v - a = 0 and v + 2a/(gamma - 1) as in the gas.
  const GasState fan = ExactRiemannProblem({1, -1, 1}, {1, 20, 1}, 1.4).at_face(from_right);
  const double sound = std::sqrt(1.4 * fan.p / fan.rho);
  EXPECT_NEAR(fan.v, sound, 1e-14);
  EXPECT_NEAR(fan.v + 5 * sound, -1 + 5 * std::sqrt(1.4), 1e-13);
}

/// Roe's solver alone would keep the expansion shock of a transonic rarefaction.
TEST(ExactSolver, LeavesWhatIsNoGasToHll) {
  using C = Case<Exact, double>;
  using P = Hydrodynamics::P;
  for (const auto& pair : random_pairs<C>(8))
    for (const P of : {P::rho, P::p}) {
      auto without = pair;
      without.right[of] = -0.01 * without.right[of];
      const auto f = flux<C>(without), hll = flux<Case<Hll<Hydrodynamics>, double>>(without);
      if (of == P::p) {
        for (const double value : f.values) EXPECT_TRUE(std::isfinite(value));
      }
      for (int n = 0; n < Hydrodynamics::size; ++n) {
        if (std::isfinite(hll.values[n])) {
          EXPECT_EQ(f.values[n], hll.values[n]);
        }
      }
    }
}

TEST(RoeSolver, OpensATransonicRarefaction) {
  using P = Hydrodynamics::P;
  Hydrodynamics::Primitive<double> left{}, right{};
  // Across a rarefaction v + 2a/(gamma - 1) and p/rho^gamma are the same; v - a = -+ 0.5.
  const double invariant = 6, gamma = 1.4;
  const auto gas = [&](double slow) {
    Hydrodynamics::Primitive<double> w{};
    const double sound = (invariant - slow) / (1 + 2 / (gamma - 1));
    w[P::vn] = slow + sound;
    w[P::rho] = std::pow(sound * sound / gamma, 1 / (gamma - 1));
    w[P::p] = std::pow(w[P::rho], gamma);
    return w;
  };
  left = gas(-0.5);
  right = gas(0.5);
  const auto sonic = physical_flux<Case<Roe, double>>(gas(0));
  const auto f = flux<Case<Roe, double>>({left, right});
  const auto exact = flux<Case<Exact, double>>({left, right});
  expect_close(exact, sonic, 1, 1e3);
  for (int n = 0; n < 5; ++n)
    EXPECT_NEAR(f.values[n], sonic.values[n], 0.06 * std::abs(sonic.values[4]));
}

template <class Case>
class HllcmFluxes : public testing::Test {};
using HllcmCases = InPrecisions<Hllcm>;
TYPED_TEST_SUITE(HllcmFluxes, HllcmCases);

/// Without shear there is nothing to smear.
TYPED_TEST(HllcmFluxes, AreThoseOfHllcWithoutShear) {
  using P = Hydrodynamics::P;
  using Number = typename TypeParam::Number;
  for (auto pair : random_pairs<TypeParam>()) {
    for (const P v : {P::vt1, P::vt2}) pair.right[v] = pair.left[v];
    const auto hllc = Hllc::flux(pair.left, pair.right, constants<Hydrodynamics, Number>());
    expect_close(flux<TypeParam>(pair), hllc,
                 scale<TypeParam>(pair.left) + scale<TypeParam>(pair.right));
  }
}

/// Streams past each other drag each other along, by rho c (v_R - v_L) / 2 where they are the same
/// gas, and their energy goes over as the drag of one does work on the other.
TYPED_TEST(HllcmFluxes, LetStreamsDragEachOther) {
  using P = Hydrodynamics::P;
  using C = Hydrodynamics::C;
  typename TypeParam::W left{}, right{};
  left[P::rho] = right[P::rho] = left[P::p] = right[P::p] = 1;
  left[P::vt1] = 3;
  right[P::vt1] = 1;
  const auto f = flux<TypeParam>({left, right});
  const double half_impedance = std::sqrt(1.4) / 2;
  EXPECT_NEAR(f[C::mt1], half_impedance * 2, 1e-6);
  EXPECT_NEAR(f[C::e], half_impedance * (9.0 - 1.0) / 2, 1e-5);
  EXPECT_EQ(f[C::rho], 0);
}

}  // namespace
}  // namespace solenoid
