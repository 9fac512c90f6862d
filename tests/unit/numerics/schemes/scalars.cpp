/// \file
/// The update of passive scalars as a function of what is around a cell.

#include "numerics/schemes/scalars.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

#include "tests/precisions.hpp"

namespace solenoid {
namespace {

/// A line of cells with all that an update takes in, in which some faces let more than a cell pass.
template <class Real>
struct LineOfCells {
  static constexpr int cells = 64, reach = 4;
  std::vector<Real> density, flux, scalar;

  explicit LineOfCells(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<Real> from_0_to_1(0, 1);
    for (int i = 0; i < cells + 2 * reach; ++i) {
      density.push_back(Real(0.2) + from_0_to_1(random));
      const bool strong = random() % 8 == 0;
      flux.push_back((strong ? Real(3) : Real(0.3)) * (from_0_to_1(random) - Real(0.5)));
      scalar.push_back(from_0_to_1(random));
    }
    // Some cells nearly all of whose mass leaves: of the concentration of what stays only bounds
    // are known.
    for (std::size_t i = 0; i + 1 < flux.size(); i += 1 + random() % 8) {
      flux[i] = -density[i] * from_0_to_1(random);
      flux[i + 1] = (density[i] + flux[i]) * (1 - std::numeric_limits<Real>::epsilon());
    }
  }
  template <class T>
  [[nodiscard]] T updated(int cell) const {
    const auto of = [&](const std::vector<Real>& values, int at) {
      return load<T>(values.data() + cell + reach + at);
    };
    const auto passes = [&](int face) {
      const auto through = passage<T>([&](int k) { return of(density, face + k); }, of(flux, face));
      return passing_scalar(
          through, [&](int k) { return of(scalar, face + k); }, MonotonisedCentral());
    };
    const auto mass =
        mass_change<T>([&](int k) { return of(density, k); }, of(flux, 0), of(flux, 1), Real(1));
    return updated_scalar(
        mass, [&](int k) { return of(scalar, k); }, passes(0), passes(1));
  }
};

template <class Real>
class ScalarCells : public testing::Test {};
template <class Real>
using RealsIn = testing::Types<Real>;
using Reals = InTestedPrecisions<RealsIn>;
TYPED_TEST_SUITE(ScalarCells, Reals);

// Lanes beyond the end of a row hold anything.
TYPED_TEST(ScalarCells, DoNotDependOnTheCellsInOtherLanes) {
  using Lanes = HostPack<TypeParam>;
  constexpr int width = lane_width<Lanes>;
  for (unsigned seed = 0; seed < 200; ++seed) {
    const LineOfCells<TypeParam> line(seed);
    for (int cell = 0; cell + width <= line.cells - line.reach; cell += width) {
      const Lanes together = line.template updated<Lanes>(cell);
      for (int n = 0; n < width; ++n)
        ASSERT_EQ(lane(together, n), line.template updated<TypeParam>(cell + n))
            << "seed " << seed << ", cell " << cell + n;
    }
  }
}

}  // namespace
}  // namespace solenoid
