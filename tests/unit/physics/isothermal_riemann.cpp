/// \file
/// The waves that Riemann solvers of isothermal gases resolve exactly. What holds of all solvers is
/// in riemann.cpp.

#include <gtest/gtest.h>

#include "physics/equations/riemann/isothermal_hllc.hpp"
#include "physics/equations/riemann/isothermal_hlld.hpp"
#include "tests/unit/physics/riemann_cases.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

template <class Case>
class IsothermalHlldWaves : public testing::Test {};
using IsothermalHlldCases = InPrecisions<IsothermalHlld>;
TYPED_TEST_SUITE(IsothermalHlldWaves, IsothermalHlldCases);

TYPED_TEST(IsothermalHlldWaves, CarryARotationalDiscontinuityExactly) {
  expect_rotations_carried<TypeParam>();
}

/// Without a normal field there is no Alfven wave, and the solver comes near that as the field
/// does.
TYPED_TEST(IsothermalHlldWaves, GoOverToVanishingNormalField) {
  using P = typename TypeParam::P;
  using Number = typename TypeParam::Number;
  for (auto pair : random_pairs<TypeParam>()) {
    const auto with = [&](Number bn) {
      pair.left[P::bn] = pair.right[P::bn] = bn;
      return flux<TypeParam>(pair);
    };
    const Number little = sizeof(Number) == 4 ? Number(1e-6) : Number(1e-14);
    if (std::abs(with(0)[TypeParam::C::rho]) < Number(0.05)) continue;  // a shear that turns about
    const auto without = with(0);
    for (const Number bn : {little, -little}) {
      const auto found = with(bn);
      expect_close(found, without, scale<TypeParam>(pair.left) + scale<TypeParam>(pair.right), 512);
    }
  }
}

/// Across a fast shock along x without a normal field the transverse field grows as the density
/// does, however strong the shock is.
TYPED_TEST(IsothermalHlldWaves, LetFieldsGrowWithTheDensityInStrongShocks) {
  using P = typename TypeParam::P;
  using C = typename TypeParam::C;
  using Number = typename TypeParam::Number;
  typename TypeParam::W left{};
  left[P::rho] = 1;
  left[P::vn] = 40;
  left[P::bt1] = Number(1e-3);
  auto right = left;
  right[P::vn] = -40;
  left[P::vn] += 2;  // so that the star to the left holds the face
  right[P::vn] += 2;
  const auto f = flux<TypeParam>({left, right});
  // B_t / rho is the same on both sides of the shock.
  EXPECT_NEAR(f[C::bt1] / f[C::rho], 1e-3, 1e-6);
}

/// A shear at rest, and one that moves with the gas.
TEST(IsothermalHllc, CarriesAShearExactly) {
  using TestCase = Case<IsothermalHllc, double>;
  using P = IsothermalHllc::P;
  for (auto [left, right] : random_pairs<TestCase>()) {
    for (const double vn : {0.0, left[P::vn]}) {
      left[P::vn] = right[P::vn] = vn;
      right[P::rho] = left[P::rho];
      const auto f = flux<TestCase>({left, right});
      if (vn == 0) {
        EXPECT_EQ(f[IsothermalHllc::C::mt1], 0);
      }
      expect_close(f, physical_flux<TestCase>(vn > 0 ? left : right),
                   scale<TestCase>(left) + scale<TestCase>(right));
    }
  }
}

}  // namespace
}  // namespace solenoid
