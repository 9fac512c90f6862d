/// \file
/// What becomes of cells whose parabolas leave little of their density or pressure at a face.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include "numerics/schemes/muscl_hancock.hpp"
#include "physics/equations/riemann/hllc.hpp"
#include "physics/equations/riemann/hlld.hpp"
#include "tests/unit/numerics/equation_parameters.hpp"

namespace solenoid {
namespace {

template <class Riemann_, class Real_>
struct FallbackCase {
  using Riemann = Riemann_;
  using Real = Real_;
};

template <class C>
class WenoZFallback : public testing::Test {
 protected:
  using Real = typename C::Real;
  using Parabolas = MusclHancock<typename C::Riemann, Reconstruction::weno_z>;
  using Slopes = MusclHancock<typename C::Riemann, Reconstruction::primitive>;
  using Equations = typename Parabolas::Equations;
  using P = typename Equations::P;
  using Variables = typename Parabolas::template Variables<Real>;
  static constexpr int size = Equations::size;

  template <class Scheme>
  static auto parameters(bool first_order_fallback) {
    typename Scheme::template Parameters<Real> p{};
    p.equations = equation_parameters<Equations, Real>();
    p.limiter = Limiter::monotonised_central;
    p.half_ratio = Real(0.1);
    p.minus_ratio = Real(-0.2);
    p.first_order_fallback = first_order_fallback;
    return p;
  }

  /// Five cells beside each other, whose density and pressure differ by up to a thousand.
  std::array<Variables, 5> cells() {
    std::uniform_real_distribution<Real> value(-1, 1);
    std::array<Variables, 5> all;
    for (Variables& q : all) {
      for (int v = 0; v < size; ++v) q.values[v] = value(random_);
      for (const P v : {P::rho, P::p}) q[v] = std::pow(Real(10), Real(1.5) * value(random_));
      q.values[size] = 1 / q[P::rho];
    }
    return all;
  }
  static auto faces(const std::array<Variables, 5>& q, bool first_order_fallback) {
    return Parabolas::template faces<Real>(
        [&](int v, int k) { return q[std::size_t(2 + k)].values[v]; },
        parameters<Parabolas>(first_order_fallback));
  }
  template <class Faces>
  static bool positive(const Faces& f) {
    return f.lower[P::rho] > 0 && f.lower[P::p] > 0 && f.upper[P::rho] > 0 && f.upper[P::p] > 0;
  }

 private:
  std::mt19937 random_{5};
};
using FallbackCases = testing::Types<FallbackCase<Hllc, double>, FallbackCase<Hllc, float>,
                                     FallbackCase<Hlld, double>>;
TYPED_TEST_SUITE(WenoZFallback, FallbackCases);

TYPED_TEST(WenoZFallback, IsToLimitedSlopesToTheBit) {
  int limited = 0, not_limited = 0;
  for (int n = 0; n < 2000; ++n) {
    const auto q = this->cells();
    const auto found = this->faces(q, false);
    const auto slopes = TestFixture::Slopes::template faces<typename TypeParam::Real>(
        q[1], q[2], q[3], this->template parameters<typename TestFixture::Slopes>(false));
    EXPECT_FALSE(found.repairs.flattened || found.repairs.floored);
    if (found.repairs.limited) {
      ++limited;
      for (int v = 0; v < TestFixture::size; ++v) {
        EXPECT_EQ(found.lower.values[v], slopes.lower.values[v]);
        EXPECT_EQ(found.upper.values[v], slopes.upper.values[v]);
      }
    } else {
      ++not_limited;
      for (const auto& face : {found.lower, found.upper})
        for (const auto v : {TestFixture::P::rho, TestFixture::P::p})
          EXPECT_GT(face[v], q[2][v] / 2);
    }
  }
  EXPECT_GT(limited, 100);
  EXPECT_GT(not_limited, 100);
}

TYPED_TEST(WenoZFallback, IsToFirstOrderWhereSlopesAreNotPositiveEither) {
  int flattened = 0, only_limited = 0;
  for (int n = 0; n < 2000; ++n) {
    const auto q = this->cells();
    const auto found = this->faces(q, true);
    EXPECT_TRUE(this->positive(found));
    if (!found.repairs.flattened) {
      only_limited += found.repairs.limited;
      continue;
    }
    ++flattened;
    EXPECT_TRUE(found.repairs.limited);
    for (int v = 0; v < TestFixture::size; ++v) {
      EXPECT_EQ(found.lower.values[v], q[2].values[v]);
      EXPECT_EQ(found.upper.values[v], q[2].values[v]);
    }
  }
  EXPECT_GT(flattened, 10);
  EXPECT_GT(only_limited, 100);
}

}  // namespace
}  // namespace solenoid
