/// \file
/// The law of docs/extending.md: another one than those that ship fits the same place.

#include <gtest/gtest.h>

#include "physics/equations/general_gas.hpp"
#include "physics/equations/riemann/hll.hpp"
#include "physics/equations/riemann/hllc.hpp"
#include "physics/equations/riemann/hlld.hpp"
#include "physics/equations/riemann/llf.hpp"
#include "tests/unit/physics/helpers.hpp"

#include "extending/an_equation_of_state.hpp"

namespace solenoid {
namespace {

using namespace testing_physics;

using StiffenedMhd = GeneralGas<IdealMhd, StiffenedLaw>;
using StiffenedHydrodynamics = GeneralGas<Hydrodynamics, StiffenedLaw>;
static_assert(GridEquations<StiffenedMhd> && GridEquations<StiffenedHydrodynamics>);

template <class Equations>
typename Equations::template Parameters<double> stiffened_constants(double stiffening) {
  auto c = Equations::template parameters<double>({});
  c.law = {1.4, stiffening};
  c.cleaning_speed = 3;
  c.cleaning_speed_squared = 9;
  c.inverse_cleaning_speed = 1.0 / 3.0;
  return c;
}

/// With stiffening 0 it is an ideal gas, by every Riemann solver; with more, states of one side
/// still have their physical flux.
template <class Riemann, class OfIdeal>
void expect_fluxes() {
  using Equations = typename Riemann::Equations;
  using Ideal = typename OfIdeal::Equations;
  const auto ideal = constants<Ideal, double>();
  const auto soft = stiffened_constants<Equations>(0), stiff = stiffened_constants<Equations>(7);
  std::mt19937 random(3);
  for (int i = 0; i < 200; ++i) {
    const auto left = random_state<Equations, double>(random);
    auto right = random_state<Equations, double>(random);
    if constexpr (Equations::magnetised) {
      right[Equations::P::bn] = left[Equations::P::bn];
      right[Equations::P::psi] = left[Equations::P::psi];
    }
    const double scale =
        flux_scale<Ideal, double>(left, ideal) + flux_scale<Ideal, double>(right, ideal);
    expect_close(Riemann::template flux<double>(left, right, soft),
                 OfIdeal::template flux<double>(left, right, ideal), scale, 1024);
    const double sound =
        Equations::stiffness(left[Equations::P::rho], left[Equations::P::p], stiff);
    EXPECT_DOUBLE_EQ(sound, 1.4 * (left[Equations::P::p] + 7));
    expect_close(Riemann::template flux<double>(left, left, stiff), Equations::flux(left, stiff),
                 flux_scale<Equations, double>(left, stiff));
    expect_close(Equations::primitive(Equations::conserved(left, stiff), stiff), left, 100);
  }
}

TEST(StiffenedGas, HasTheFluxesOfAnIdealOneWhereItIsOne) {
  expect_fluxes<HllcOf<StiffenedHydrodynamics>, Hllc>();
  expect_fluxes<Hll<StiffenedMhd>, Hll<IdealMhd>>();
  expect_fluxes<Llf<StiffenedHydrodynamics>, Llf<Hydrodynamics>>();
  expect_fluxes<HlldOf<StiffenedMhd>, Hlld>();
}

}  // namespace
}  // namespace solenoid
