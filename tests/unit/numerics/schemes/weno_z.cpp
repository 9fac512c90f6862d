/// \file
/// Edges of fifth order, and parabolas traced in time.

#include "numerics/schemes/weno_z.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "numerics/schemes/traced_parabolas.hpp"
#include "tests/same_bits.hpp"

namespace solenoid {
namespace {

/// Means of five cells.
template <class Real>
using Means = std::array<Real, 5>;

template <class T>
CellParabola<T> parabola_of(const T (&q)[5]) {
  return weno_z<T>(q[1] - q[0], q[2] - q[1], q[3] - q[2], q[4] - q[3], abs(q[2]));
}

template <class Real>
CellParabola<Real> parabola_of(const Means<Real>& q) {
  return parabola_of<Real>({q[0], q[1], q[2], q[3], q[4]});
}

/// Six times the changes from the lower edge to the mean, and from there to the upper edge.
template <class Real>
struct EdgeChanges {
  Real lower, upper;
};

template <class Real>
EdgeChanges<Real> changes_of(const Means<Real>& q) {
  const auto parabola = parabola_of<Real>(q);
  return {(parabola.rise + parabola.bend) / 2, (parabola.rise - parabola.bend) / 2};
}

/// Means of cells of width h around 0, of a function with this integral.
template <class Integral>
Means<double> means(const Integral& integral, double h, double centre = 0) {
  Means<double> q;
  for (int k = -2; k <= 2; ++k)
    q[std::size_t(k + 2)] =
        (integral(centre + (k + 0.5) * h) - integral(centre + (k - 0.5) * h)) / h;
  return q;
}

/// Data of all sizes and shapes: smooth, with jumps, flat in parts.
template <class Real>
std::vector<Means<Real>> any_data() {
  std::mt19937 random(11);
  std::uniform_real_distribution<Real> value(-1, 1);
  std::uniform_real_distribution<Real> exponent(-12, 12);
  std::uniform_int_distribution<int> kind(0, 3);
  std::vector<Means<Real>> all = {{0, 0, 0, 0, 0}, {0, 0, 0, 0, 1}, {0, 0, 0, 1, 1},
                                  {1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}};
  while (all.size() < 4096) {
    Means<Real> q;
    const Real scale = std::pow(Real(10), exponent(random));
    const Real small = std::pow(Real(10), exponent(random) / 2 - 6);
    const int shape = kind(random);
    for (int k = 0; k < 5; ++k) {
      auto& v = q[std::size_t(k)];
      if (shape == 0) v = value(random);
      if (shape == 1) v = Real(k) + small * value(random);
      if (shape == 2) v = (k < 3 ? Real(0) : Real(1)) + small * value(random);
      if (shape == 3) v = std::size_t(k) == all.size() % 5 ? value(random) : Real(1);
      v *= scale;
    }
    all.push_back(q);
  }
  return all;
}

template <class Real>
class WenoZ : public testing::Test {};
using WenoZPrecisions = testing::Types<float, double>;
TYPED_TEST_SUITE(WenoZ, WenoZPrecisions);

TYPED_TEST(WenoZ, KeepsConstantDataAsTheyAre) {
  for (const double value : {0.0, 1.0, -3.7, 1e-12, 1e12, 1e30}) {
    Means<TypeParam> q;
    q.fill(TypeParam(value));
    const auto parabola = parabola_of<TypeParam>(q);
    EXPECT_EQ(parabola.rise, 0);
    EXPECT_EQ(parabola.bend, 0);
  }
}

TYPED_TEST(WenoZ, TreatsMirroredDataAlike) {
  for (const auto& q : any_data<TypeParam>()) {
    const auto parabola = parabola_of<TypeParam>(q);
    const auto mirrored = parabola_of<TypeParam>({q[4], q[3], q[2], q[1], q[0]});
    EXPECT_EQ(mirrored.rise, -parabola.rise);
    EXPECT_EQ(mirrored.bend, parabola.bend);
    const auto negative = parabola_of<TypeParam>({-q[0], -q[1], -q[2], -q[3], -q[4]});
    EXPECT_EQ(negative.rise, -parabola.rise);
    EXPECT_EQ(negative.bend, -parabola.bend);
  }
}

TYPED_TEST(WenoZ, IsFiniteAndBoundedOverTheRangeOfTheNumbers) {
  for (const auto& q : any_data<TypeParam>()) {
    TypeParam most = 0;
    for (std::size_t k = 1; k < 5; ++k) most = std::max(most, std::abs(q[k] - q[k - 1]));
    const auto edges = changes_of<TypeParam>(q);
    // A convex combination of three, of which none is larger than (5 + 2) / 6 of a difference.
    EXPECT_LE(std::abs(edges.lower), TypeParam(7.0001) * most);
    EXPECT_LE(std::abs(edges.upper), TypeParam(7.0001) * most);
  }
  const TypeParam tiny = std::numeric_limits<TypeParam>::denorm_min();
  const auto edges = changes_of<TypeParam>({0, tiny, 0, tiny, tiny});
  EXPECT_TRUE(std::isfinite(edges.lower) && std::isfinite(edges.upper));
}

TYPED_TEST(WenoZ, LeavesAJumpToTheOtherSide) {
  const auto below = changes_of<TypeParam>({1, 1, 1, 2, 2});
  EXPECT_LT(std::abs(below.upper), std::numeric_limits<TypeParam>::epsilon());
  EXPECT_LT(std::abs(below.lower), std::numeric_limits<TypeParam>::epsilon());
  const auto before = changes_of<TypeParam>({1, 1, 1, 1, 2});
  EXPECT_LT(std::abs(before.upper), std::numeric_limits<TypeParam>::epsilon());
}

TYPED_TEST(WenoZ, GivesPacksAndPairsTheBitsOfPlainNumbers) {
  auto all = any_data<TypeParam>();
  std::mt19937 random(12);
  for (std::size_t n = 0; n < 512; ++n) {
    all.push_back(all[n]);
    put_zeros_of_both_signs(all.back(), random);
  }
  const auto compare = [&]<class T>(T) {
    constexpr std::size_t width = lane_width<T>;
    for (std::size_t first = 0; first + width <= all.size(); first += width) {
      T q[5];
      for (std::size_t k = 0; k < 5; ++k) {
        TypeParam lanes[width];
        for (std::size_t i = 0; i < width; ++i) lanes[i] = all[first + i][k];
        q[k] = load<T>(lanes);
      }
      const auto parabola = parabola_of<T>(q);
      for (std::size_t i = 0; i < width; ++i) {
        const auto plain = parabola_of<TypeParam>(all[first + i]);
        EXPECT_PRED2(same_bits<TypeParam>, lane(parabola.rise, int(i)), plain.rise);
        EXPECT_PRED2(same_bits<TypeParam>, lane(parabola.bend, int(i)), plain.bend);
      }
    }
  };
  compare(HostPack<TypeParam>());
  compare(Pair<TypeParam>());
}

/// In smooth flow weights are the ideal ones, and edges to rounding those of the quartic through
/// the five means, 1/60 (2, -13, 47, 27, -3); beside a jump they are not.
TYPED_TEST(WenoZ, IsTheQuarticOfSmoothDataAlone) {
  const auto quartic = [](const Means<TypeParam>& q) {
    return (2 * q[0] - 13 * q[1] - 13 * q[2] + 27 * q[3] - 3 * q[4]) / 10;
  };
  const auto distance = [&](const Means<TypeParam>& q) {
    return std::abs(changes_of<TypeParam>(q).upper - quartic(q));
  };
  const TypeParam rounding = 64 * std::numeric_limits<TypeParam>::epsilon();
  for (const double phase : {0.0, 0.1, 0.7, 1.2, 1.53, 2.0, 3.1}) {
    Means<TypeParam> wave;
    for (std::size_t k = 0; k < 5; ++k)
      wave[k] = TypeParam(std::sin(phase + 0.02 * double(k)) + 0.5 * std::cos(0.5 + phase));
    EXPECT_LT(distance(wave), rounding) << phase;
    wave[4] += TypeParam(0.3);
    EXPECT_GT(distance(wave), TypeParam(0.01)) << phase;
  }
  // At a crest of few cells parabolas differ, and weights are not the ideal ones.
  EXPECT_GT(distance({0, 2, 3, TypeParam(2.5), 0}), TypeParam(0.01));
}

/// A jump is seen wherever it is among the five means, spread over how many cells, however small
/// beside the mean, and so are the ends of a ramp: edges are not those of the quartic. Where they
/// stand alike on both sides of the cell, the weights Z are the ideal ones.
TYPED_TEST(WenoZ, SeesJumpsAndTheEndsOfRamps) {
  for (int width = 1; width <= 5; ++width)
    for (int first = -width; first < 4; ++first) {
      Means<TypeParam> q;
      for (int k = 0; k < 5; ++k)
        q[std::size_t(k)] =
            TypeParam(3) + TypeParam(0.25) * TypeParam(std::clamp(k - first, 0, width)) / width;
      const bool straight = first + width >= 4 && first <= 0;
      const auto changes = changes_of<TypeParam>(q);
      const TypeParam quartic = (2 * q[0] - 13 * q[1] - 13 * q[2] + 27 * q[3] - 3 * q[4]) / 10;
      const TypeParam inverse = (3 * q[0] - 27 * q[1] + 13 * q[2] + 13 * q[3] - 2 * q[4]) / 10;
      const TypeParam away =
          std::max(std::abs(changes.upper - quartic), std::abs(changes.lower - inverse));
      const bool constant = first + width <= 0;
      if (2 * first + width == 4) continue;
      if (straight || constant)
        EXPECT_LT(away, TypeParam(1e-5)) << width << " from " << first;
      else
        EXPECT_GT(away, TypeParam(1e-4)) << width << " from " << first;
    }
}

/// What rounding does to means is not taken for something that is not smooth: resolved waves on a
/// larger constant are smooth everywhere, at crests, too, where differences are of the size of
/// rounding. Steps well above it are seen.
TYPED_TEST(WenoZ, TakesRoundingOfResolvedWavesForSmooth) {
  const auto rough = [](const Means<TypeParam>& q) {
    return is_rough<TypeParam>(q[1] - q[0], q[2] - q[1], q[3] - q[2], q[4] - q[3], std::abs(q[2]));
  };
  const int cells = 4096;
  for (const double amplitude : {1.0, 0.1, 0.01}) {
    const auto value = [&](int i) {
      return TypeParam(3 + amplitude * std::sin(2 * std::acos(-1.0) * (i + 0.5) / cells));
    };
    int rough_cells = 0;
    for (int i = 0; i < cells; ++i)
      rough_cells += rough({value(i - 2), value(i - 1), value(i), value(i + 1), value(i + 2)});
    EXPECT_EQ(rough_cells, 0) << amplitude;
  }
  const TypeParam above = TypeParam(1 + 1e-5);
  EXPECT_TRUE(rough({1, 1, 1, above, above}));
  EXPECT_TRUE(rough({1, above, above, above, above}));
}

/// Odd and even powers leave both outer measures equal, so that weights are the ideal ones.
TEST(WenoZOrder, IsExactForPolynomialsWithIdealWeights) {
  for (int power = 0; power <= 4; ++power) {
    const auto integral = [&](double x) { return std::pow(x, power + 1) / (power + 1); };
    const auto q = means(integral, 1);
    const auto edges = changes_of<double>(q);
    EXPECT_NEAR(q[2] - edges.lower / 6, std::pow(-0.5, power), 1e-14) << power;
    EXPECT_NEAR(q[2] + edges.upper / 6, std::pow(0.5, power), 1e-14) << power;
  }
}

TEST(WenoZOrder, IsFiveForSmoothDataWithCrests) {
  const auto error = [](int cells) {
    const double h = 1.0 / cells;
    const double k = 2 * std::acos(-1.0);
    double largest = 0;
    for (int i = 0; i < cells; ++i) {
      const double x = (i + 0.3) * h;
      const auto q = means([&](double s) { return -std::cos(k * s) / k; }, h, x);
      const auto edges = changes_of<double>(q);
      largest = std::max(largest, std::abs(q[2] - edges.lower / 6 - std::sin(k * (x - h / 2))));
      largest = std::max(largest, std::abs(q[2] + edges.upper / 6 - std::sin(k * (x + h / 2))));
    }
    return largest;
  };
  const double coarse = error(32);
  const double middle = error(64);
  const double fine = error(128);
  EXPECT_GT(std::log2(coarse / middle), 4.8);
  EXPECT_GT(std::log2(middle / fine), 4.8);
  EXPECT_LT(fine, 2e-8);
}

TYPED_TEST(WenoZ, ScalesRoughly) {
  using Real = TypeParam;
  for (Real a = std::numeric_limits<Real>::min() * 2; a < std::numeric_limits<Real>::max() / 8;
       a *= Real(1.0371)) {
    EXPECT_NEAR(rough_reciprocal(a) * a, 1, 0.13) << a;
    using T = HostPack<Real>;
    EXPECT_EQ(lane(rough_reciprocal(T(a)), 0), rough_reciprocal(a));
  }
  for (const Real a : {Real(0), std::numeric_limits<Real>::denorm_min()}) {
    EXPECT_TRUE(std::isfinite(rough_reciprocal(a))) << a;
    EXPECT_GT(rough_reciprocal(a), 0) << a;
  }
}

/// Sound in a medium at rest: p_t = -v_x, v_t = -speed^2 p_x.
struct Sound {
  enum class P { p, v };
  using State = solenoid::State<double, P, 2>;
  double speed;
  static State jacobian_times(const State&, double, const State& d, const Sound& c) {
    return {d.values[1], c.speed * c.speed * d.values[0]};
  }
};

/// With A constant the traced states are those of the exact solution in the mean of the step.
TEST(TracedParabolas, AreExactForLinearEquations) {
  const Sound sound{1.7};
  const double ratio = 0.45;  // dt / dx
  // Changes from edge to mean to edge, and the parabola w + d x + s (x^2 - 1/12) that they mean.
  const double mean[] = {0.3, -0.8};
  const double lower[] = {0.7, -0.4};
  const double upper[] = {0.1, 0.9};
  const auto parabola = [&](int f, double x) {
    return mean[f] + (upper[f] + lower[f]) * x + 3 * (upper[f] - lower[f]) * (x * x - 1.0 / 12);
  };
  ASSERT_NEAR(parabola(0, 0.5), mean[0] + upper[0], 1e-15);
  ASSERT_NEAR(parabola(1, -0.5), mean[1] - lower[1], 1e-15);
  Parabolas<Sound::State> parabolas;
  for (int f = 0; f < 2; ++f) {
    parabolas.rise.values[f] = 6 * (upper[f] + lower[f]);
    parabolas.bend.values[f] = 6 * (lower[f] - upper[f]);
  }
  Sound::State at_lower, at_upper;
  trace_parabolas<Sound>(Sound::State{mean[0], mean[1]}, 1.0, parabolas, 0.5 * ratio, sound,
                         at_lower, at_upper);
  for (const bool is_upper : {false, true}) {
    // Waves c p + v run up, c p - v down. Simpson's rule is exact for their parabolas.
    const double face = is_upper ? 0.5 : -0.5;
    const auto wave = [&](int sign, double x) {
      return sound.speed * parabola(0, x) + sign * parabola(1, x);
    };
    const auto averaged = [&](int sign) {
      const double way = -sign * sound.speed * ratio;
      return (wave(sign, face) + 4 * wave(sign, face + way / 2) + wave(sign, face + way)) / 6;
    };
    const Sound::State& found = is_upper ? at_upper : at_lower;
    EXPECT_NEAR(found.values[0], (averaged(1) + averaged(-1)) / (2 * sound.speed), 1e-14);
    EXPECT_NEAR(found.values[1], (averaged(1) - averaged(-1)) / 2, 1e-14);
  }
}

/// A number and a vector.
struct NumberAndVector {
  enum class P { number, x, y, z };
  template <class T>
  using Primitive = solenoid::State<T, P, 4>;
  static constexpr std::array<int, 1> vectors{1};
};

/// Fluxes carry the rounding of a vector's large component into one that is almost zero, where it
/// is no more a jump than beside the large one; what is well above it is. The same in all
/// directions, to the last bit.
TEST(TracedParabolas, CountRoundingByWholeVectors) {
  const Means<float> noise{3e-8F, -5e-8F, 6e-8F, 2e-8F, -4e-8F};
  const Means<float> large{1, 1, 1 + 1e-4F, 1 + 2e-4F, 1 + 2e-4F};
  const Means<float> jump{0, 0, 0, 1e-4F, 1e-4F};
  const auto ideal_rise = [](const Means<float>& q) {
    return std::fma(-0.5F, (q[1] - q[0]) + (q[4] - q[3]), 3.5F * ((q[2] - q[1]) + (q[3] - q[2])));
  };
  const auto parabolas_of = [&](const std::array<Means<float>, 4>& q) {
    return weno_z_parabolas<NumberAndVector, float>(
        [&](int v, int k) { return q[std::size_t(v)][std::size_t(k + 2)]; });
  };
  for (int turn = 0; turn < 3; ++turn) {
    const auto component = [&](int c) { return std::size_t(1 + (c + turn) % 3); };
    std::array<Means<float>, 4> q;
    q[0] = noise;
    q[component(0)] = large;
    q[component(1)] = noise;
    q[component(2)] = jump;
    const auto rise = [&](std::size_t v) { return parabolas_of(q).rise.values[v]; };
    EXPECT_EQ(rise(component(1)), ideal_rise(noise)) << turn;
    EXPECT_GT(std::abs(rise(component(2)) - ideal_rise(jump)), 1e-5F) << turn;
    EXPECT_NE(rise(0), ideal_rise(noise)) << "no vector is beside it";
    EXPECT_NE(rise(0), rise(component(1)));
  }
}

/// Whatever is computed side by side, or by a call: the same, where data are smooth and where not.
TYPED_TEST(WenoZ, HasTheSameParabolasInAllForms) {
  using Real = TypeParam;
  std::mt19937 random(11);
  std::uniform_real_distribution<Real> noise(-1, 1);
  int rough = 0;
  for (int n = 0; n < 2000; ++n) {
    std::array<Means<Real>, 4> q;
    for (auto& means : q) {
      const Real uneven = noise(random) > 0 ? Real(0.3) : Real(1e-3);
      const Real rise = noise(random);
      for (int k = 0; k < 5; ++k)
        means[std::size_t(k)] = 2 + rise * Real(k) + uneven * noise(random);
    }
    const auto at = [&](int v, int k) { return q[std::size_t(v)][std::size_t(k + 2)]; };
    const auto apart = weno_z_parabolas<NumberAndVector, Real, ParabolaForm::apart>(at);
    const auto grouped = weno_z_parabolas<NumberAndVector, Real, ParabolaForm::grouped>(at);
    const auto called = weno_z_parabolas<NumberAndVector, Real, ParabolaForm::called>(at);
    for (int v = 0; v < 4; ++v) {
      for (const auto* other : {&grouped, &called}) {
        EXPECT_EQ(apart.rise.values[v], other->rise.values[v]);
        EXPECT_EQ(apart.bend.values[v], other->bend.values[v]);
      }
      const Means<Real>& p = q[std::size_t(v)];
      rough += apart.rise.values[v] !=
               ideal_parabola<Real>(p[1] - p[0], p[2] - p[1], p[3] - p[2], p[4] - p[3]).rise;
    }
  }
  EXPECT_GT(rough, 1000);
  EXPECT_LT(rough, 7000);
}

}  // namespace
}  // namespace solenoid
