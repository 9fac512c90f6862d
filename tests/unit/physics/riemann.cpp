/// \file
/// Riemann solvers: consistency, symmetries, upwinding, and the waves each resolves exactly.

#include <gtest/gtest.h>

#include "numerics/schemes/muscl_hancock.hpp"
#include "physics/equations/riemann/exact.hpp"
#include "physics/equations/riemann/hll.hpp"
#include "physics/equations/riemann/hll_bard_dorelli.hpp"
#include "physics/equations/riemann/hllc.hpp"
#include "physics/equations/riemann/hllcm.hpp"
#include "physics/equations/riemann/hlld.hpp"
#include "physics/equations/riemann/isothermal_hllc.hpp"
#include "physics/equations/riemann/isothermal_hlld.hpp"
#include "physics/equations/riemann/llf.hpp"
#include "physics/equations/riemann/roe.hpp"
#include "physics/equations/riemann/roe_mhd.hpp"
#include "tests/unit/physics/riemann_cases.hpp"

#include "extending/a_riemann_solver.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

template <class Case>
class RiemannSolvers : public testing::Test {};
using AllCases =
    InPrecisions<Llf<Hydrodynamics>, Llf<IdealMhd>, Roe, RoeMhd, Exact, Hll<Hydrodynamics>,
                 Hll<IdealMhd>, Hllc, Hllcm, Hlld, HllBardDorelli, Hll<IsothermalHydrodynamics>,
                 Hll<IsothermalMhd>, IsothermalHllc, IsothermalHlld, Llf<TabulatedMhd>,
                 Hll<TabulatedHydrodynamics>, HllcOf<TabulatedHydrodynamics>, HlldOf<TabulatedMhd>>;
TYPED_TEST_SUITE(RiemannSolvers, AllCases);

/// What holds of every Riemann solver; that of docs/extending.md is among them.
template <class Case>
class EveryRiemannSolver : public testing::Test {};
using EveryCase = JoinedCases<AllCases, InPrecisions<Rusanov<Hydrodynamics>, Rusanov<IdealMhd>>>;
TYPED_TEST_SUITE(EveryRiemannSolver, EveryCase);

TYPED_TEST(EveryRiemannSolver, GiveThePhysicalFluxOfEqualStates) {
  for (const auto& pair : random_pairs<TypeParam>())
    expect_close(flux<TypeParam>({pair.left, pair.left}), physical_flux<TypeParam>(pair.left),
                 scale<TypeParam>(pair.left));
}

/// The state seen in a mirror normal to the direction.
template <class Case>
typename Case::W mirrored(typename Case::W w) {
  w[Case::P::vn] = -w[Case::P::vn];
  if constexpr (Case::Equations::magnetised) w[Case::P::bn] = -w[Case::P::bn];
  return w;
}

TYPED_TEST(EveryRiemannSolver, GiveTheMirroredFluxOfMirroredStatesBitForBit) {
  using C = typename TypeParam::C;
  for (const auto& pair : random_pairs<TypeParam>()) {
    auto expected = flux<TypeParam>(pair);
    for (auto& value : expected.values) value = -value;
    expected[C::mn] = -expected[C::mn];
    if constexpr (TypeParam::Equations::magnetised) expected[C::bn] = -expected[C::bn];
    const auto seen =
        flux<TypeParam>({mirrored<TypeParam>(pair.right), mirrored<TypeParam>(pair.left)});
    for (int f = 0; f < TypeParam::F::size; ++f)
      EXPECT_EQ(seen.values[f], expected.values[f]) << "entry " << f;
  }
}

/// Turned by a right angle about the normal: (t1, t2) -> (t2, -t1).
template <class S, class Index>
void turn(S& s, Index t1, Index t2) {
  const auto old = s[t1];
  s[t1] = s[t2];
  s[t2] = -old;
}

TYPED_TEST(EveryRiemannSolver, TreatBothTransverseDirectionsAlikeBitForBit) {
  using P = typename TypeParam::P;
  using C = typename TypeParam::C;
  for (const auto& pair : random_pairs<TypeParam>()) {
    auto turned = pair;
    auto expected = flux<TypeParam>(pair);
    turn(expected, C::mt1, C::mt2);
    for (auto* w : {&turned.left, &turned.right}) turn(*w, P::vt1, P::vt2);
    if constexpr (TypeParam::Equations::magnetised) {
      turn(expected, C::bt1, C::bt2);
      for (auto* w : {&turned.left, &turned.right}) turn(*w, P::bt1, P::bt2);
    }
    const auto seen = flux<TypeParam>(turned);
    for (int f = 0; f < TypeParam::F::size; ++f)
      EXPECT_EQ(seen.values[f], expected.values[f]) << "entry " << f;
  }
}

/// Whether a solver has one wave speed, and so diffuses what a supersonic flow carries, too.
template <class Riemann>
inline constexpr bool has_one_speed = std::is_same_v<Riemann, Llf<typename Riemann::Equations>>;

TYPED_TEST(RiemannSolvers, TakeTheUpwindFluxOfSupersonicFlow) {
  using P = typename TypeParam::P;
  if constexpr (has_one_speed<typename TypeParam::Riemann>) return;
  for (auto pair : random_pairs<TypeParam>()) {
    pair.left[P::vn] += 40;
    pair.right[P::vn] += 40;
    expect_close(flux<TypeParam>(pair), physical_flux<TypeParam>(pair.left),
                 scale<TypeParam>(pair.left) + scale<TypeParam>(pair.right));
    pair.left[P::vn] -= 80;
    pair.right[P::vn] -= 80;
    expect_close(flux<TypeParam>(pair), physical_flux<TypeParam>(pair.right),
                 scale<TypeParam>(pair.left) + scale<TypeParam>(pair.right));
  }
}

TYPED_TEST(EveryRiemannSolver, AreFiniteWhereTheirFormulasDegenerate) {
  for (const auto& pair : degenerate_pairs<TypeParam>()) {
    const auto f = flux<TypeParam>(pair);
    for (const auto value : f.values) EXPECT_TRUE(std::isfinite(value));
  }
}

TYPED_TEST(EveryRiemannSolver, AreConsistentWhereTheirFormulasDegenerate) {
  for (const auto& pair : degenerate_pairs<TypeParam>())
    expect_close(flux<TypeParam>({pair.left, pair.left}), physical_flux<TypeParam>(pair.left),
                 scale<TypeParam>(pair.left));
}

TYPED_TEST(EveryRiemannSolver, GivePacksTheBitsOfPlainNumbers) {
  using Number = typename TypeParam::Number;
  using T = HostPack<Number>;
  using Equations = typename TypeParam::Equations;
  std::vector<typename TypeParam::W> left, right;
  std::vector<typename TypeParam::F> fluxes;
  for (const auto& pairs :
       {random_pairs<TypeParam>(), degenerate_pairs<TypeParam>(), pairs_with_zeros<TypeParam>()})
    for (const auto& pair : pairs) {
      left.push_back(pair.left);
      right.push_back(pair.right);
      fluxes.push_back(flux<TypeParam>(pair));
    }
  const auto c = constants<Equations, Number>();
  for (std::size_t first = 0; first + lane_width<T> <= left.size(); first += lane_width<T>)
    expect_lanes(
        TypeParam::Riemann::template flux<T>(pack_of<T>(left, first), pack_of<T>(right, first), c),
        fluxes, first);
}

/// Sod's shock tube: at the face the exact solution has rho v = 0.4263 * 0.9275.
TYPED_TEST(RiemannSolvers, SendSodsGasFromHighPressureToLow) {
  using P = typename TypeParam::P;
  typename TypeParam::W high{}, low{};
  high[P::rho] = 1;
  set_pressure<TypeParam>(high, 1);
  low[P::rho] = typename TypeParam::Number(0.125);
  set_pressure<TypeParam>(low, typename TypeParam::Number(0.1));
  // Of isothermal gas the rarefaction is sonic at the face: rho v = c / e, c being 1.25.
  const double exact = TypeParam::Equations::has_energy ? 0.3954 : 0.4598;
  EXPECT_NEAR(flux<TypeParam>({high, low})[TypeParam::C::rho], exact, 0.15);
  EXPECT_NEAR(flux<TypeParam>({low, high})[TypeParam::C::rho], -exact, 0.15);
}

/// What the scheme asks of a Riemann solver it finds in every one.
TYPED_TEST(EveryRiemannSolver, FitIntoTheScheme) {
  using Scheme = MusclHancock<typename TypeParam::Riemann, Reconstruction::primitive>;
  using Number = typename TypeParam::Number;
  typename Scheme::template Parameters<Number> parameters{};
  parameters.equations = constants<typename TypeParam::Equations, Number>();
  for (const auto& [left, right] : random_pairs<TypeParam>(16)) {
    const auto through = Scheme::template flux<Number>(left, right, Number(0), parameters);
    const auto alone = flux<TypeParam>({left, right});
    for (int f = 0; f < TypeParam::F::size; ++f)
      EXPECT_NEAR(through.values[f], alone.values[f],
                  1e-5 * (scale<TypeParam>(left) + scale<TypeParam>(right)));
  }
}

/// Solvers that keep a contact.
template <class Case>
class ContactSolvers : public testing::Test {};
using ContactCases = InPrecisions<Hllc, Hllcm, Hlld, Roe, RoeMhd, Exact>;
TYPED_TEST_SUITE(ContactSolvers, ContactCases);

TYPED_TEST(ContactSolvers, CarryAMovingContactExactly) {
  using P = typename TypeParam::P;
  for (const auto& pair : random_pairs<TypeParam>()) {
    auto right = pair.left;
    right[P::rho] = pair.right[P::rho];
    const auto& upwind = pair.left[P::vn] > 0 ? pair.left : right;
    expect_close(flux<TypeParam>({pair.left, right}), physical_flux<TypeParam>(upwind),
                 scale<TypeParam>(pair.left) + scale<TypeParam>(right));
  }
}

TYPED_TEST(ContactSolvers, LetNothingThroughAContactAtRest) {
  using P = typename TypeParam::P;
  using C = typename TypeParam::C;
  for (const auto& pair : random_pairs<TypeParam>()) {
    auto left = pair.left;
    for (const P v : {P::vn, P::vt1, P::vt2}) left[v] = 0;
    auto right = left;
    right[P::rho] = pair.right[P::rho];
    const auto f = flux<TypeParam>({left, right});
    EXPECT_EQ(f[C::rho], 0);
    expect_close(f, physical_flux<TypeParam>(left),
                 scale<TypeParam>(left) + scale<TypeParam>(right));
  }
}

/// Solvers that keep shear, too.
template <class Case>
class ShearSolvers : public testing::Test {};
using ShearCases = InPrecisions<Hllc, Roe, Exact>;
TYPED_TEST_SUITE(ShearSolvers, ShearCases);

/// Shear jumps with the density, or alone.
TYPED_TEST(ShearSolvers, CarryAMovingShearExactly) {
  using P = typename TypeParam::P;
  for (const auto& pair : random_pairs<TypeParam>()) {
    auto right = pair.left;
    for (const P v : {P::rho, P::vt1, P::vt2}) right[v] = pair.right[v];
    const auto& upwind = pair.left[P::vn] > 0 ? pair.left : right;
    expect_close(flux<TypeParam>({pair.left, right}), physical_flux<TypeParam>(upwind),
                 scale<TypeParam>(pair.left) + scale<TypeParam>(right));
  }
}

/// Solvers that keep all discontinuities of MHD that are no shocks.
template <class Case>
class AlfvenSolvers : public testing::Test {};
using AlfvenCases = InPrecisions<Hlld, RoeMhd>;
TYPED_TEST_SUITE(AlfvenSolvers, AlfvenCases);

/// Pressure balances across a sheet along the field; density, shear and field jump at will.
TYPED_TEST(AlfvenSolvers, CarryATangentialDiscontinuityExactly) {
  using P = IdealMhd::P;
  using Number = typename TypeParam::Number;
  for (auto [left, right] : random_pairs<TypeParam>()) {
    left[P::bn] = right[P::bn] = 0;
    right[P::vn] = left[P::vn];
    left[P::p] += 5;  // so that the other side's pressure is positive
    right[P::p] = left[P::p] + (left[P::bt1] * left[P::bt1] + left[P::bt2] * left[P::bt2] -
                                right[P::bt1] * right[P::bt1] - right[P::bt2] * right[P::bt2]) *
                                   Number(0.5);
    const auto& upwind = left[P::vn] > 0 ? left : right;
    if (std::abs(left[P::vn]) < Number(0.01)) continue;  // rounding may turn the contact about
    expect_close(flux<TypeParam>({left, right}), physical_flux<TypeParam>(upwind),
                 scale<TypeParam>(left) + scale<TypeParam>(right));
  }
}

TYPED_TEST(AlfvenSolvers, CarryARotationalDiscontinuityExactly) {
  expect_rotations_carried<TypeParam>();
}

template <class Case>
class HlldWaves : public testing::Test {};
using HlldCases = InPrecisions<Hlld>;
TYPED_TEST_SUITE(HlldWaves, HlldCases);

/// Behind a shock along the field the Alfven wave may come upon the outer one and pass it, and
/// jumps of the field are divided by their distance. These states are of an Orszag-Tang vortex at t
/// = 0.386, whose energy was lost there.
TYPED_TEST(HlldWaves, BoundTheEnergyWhereAlfvenWavesMeetTheOuterOnes) {
  using P = IdealMhd::P;
  using C = IdealMhd::C;
  using Number = typename TypeParam::Number;
  const auto state = [](double rho, double vn, double vt1, double p, double bt1) {
    typename TypeParam::W w{};
    w[P::rho] = Number(rho);
    w[P::vn] = Number(vn);
    w[P::vt1] = Number(vt1);
    w[P::p] = Number(p);
    w[P::bn] = Number(0.31222064359837154);
    w[P::bt1] = Number(bt1);
    return w;
  };
  const auto left = state(0.12636753900142264, -0.35318423369539115, 0.94294550478752748,
                          0.061182266890462904, 0.02006778253453351);
  const auto right = state(0.11040389244132483, -0.39300684712990575, 0.83400932522142968,
                           0.044273676225648838, 0.020772640624794583);
  const auto energy = [](const auto& l, const auto& r) {
    return double(Hlld::flux<Number>(l, r, constants<IdealMhd, Number>(5.0 / 3.0))[C::e]);
  };
  const double far = energy(left, state(0.11, -0.36, 0.834, 0.044, 0.0208));
  for (double offset = 1e-2; offset > 1e-17; offset /= 2)
    for (const double sign : {-1.0, 1.0}) {
      auto beside = right;
      beside[P::vn] += Number(sign * offset);
      EXPECT_NEAR(energy(left, beside), far, 0.02) << offset * sign;
      // Mirrored, the other outer wave has the Alfven wave beside it.
      auto l = beside, r = left;
      for (auto* w : {&l, &r}) (*w)[P::vn] *= -1, (*w)[P::bn] *= -1;
      EXPECT_NEAR(energy(l, r), -far, 0.02) << offset * sign;
    }
}

/// The normal field and psi at a face obey two waves of speeds -c_h and c_h.
TEST(ResolveCleaning, TakesTheUpwindStateOfEachWave) {
  using P = IdealMhd::P;
  const auto c = constants<IdealMhd, double>();
  std::mt19937 random(3);
  for (const double direction : {-1.0, 1.0}) {
    auto left = random_state<IdealMhd, double>(random);
    auto right = random_state<IdealMhd, double>(random);
    right[P::psi] = left[P::psi] + direction * 3.0 * (right[P::bn] - left[P::bn]);
    const auto upwind = direction > 0 ? left : right;
    IdealMhd::resolve_cleaning(left, right, c);
    for (const auto& w : {left, right}) {
      EXPECT_NEAR(w[P::bn], upwind[P::bn], 1e-14);
      EXPECT_NEAR(w[P::psi], upwind[P::psi], 1e-14);
    }
  }
}

}  // namespace
}  // namespace solenoid
