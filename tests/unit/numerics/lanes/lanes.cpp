/// \file
/// Lanes: the functions of numerics/lanes/lanes.hpp do what their comments say, to the bit, for
/// plain numbers, pairs, and packs of every width that this machine has.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "numerics/lanes/lanes.hpp"

namespace solenoid {
namespace {

template <class Real>
auto bits(Real value) {
  return std::bit_cast<std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>>(value);
}

/// Numbers at which functions go wrong: zeros of both signs, the ends of the range, no numbers.
template <class Real>
std::vector<Real> special_values() {
  using L = std::numeric_limits<Real>;
  return {Real(0),
          -Real(0),
          Real(1),
          -Real(1),
          Real(2.5),
          -Real(0.3),
          L::min(),
          -L::denorm_min(),
          L::max(),
          -L::max(),
          L::infinity(),
          -L::infinity(),
          Real(1) + L::epsilon(),
          L::quiet_NaN(),
          -L::quiet_NaN()};
}

/// Three arguments of as many calls as fill whole lanes.
template <class Real>
struct Arguments {
  std::vector<Real> a, b, c;
};

template <class T>
Arguments<LaneReal<T>> all_pairs_of_special_values() {
  Arguments<LaneReal<T>> x;
  const auto values = special_values<LaneReal<T>>();
  for (const auto a : values)
    for (const auto b : values) {
      x.a.push_back(a);
      x.b.push_back(b);
    }
  while (x.a.size() % lane_width<T> != 0) {
    x.a.push_back(1);
    x.b.push_back(2);
  }
  x.c = x.a;
  return x;
}

template <class T>
Arguments<LaneReal<T>> random_arguments() {
  std::mt19937 random(20140);
  std::normal_distribution<LaneReal<T>> normal;
  Arguments<LaneReal<T>> x;
  for (int i = 0; i < 64 * lane_width<T>; ++i) {
    x.a.push_back(normal(random));
    x.b.push_back(normal(random));
    x.c.push_back(normal(random));
  }
  return x;
}

/// Reports a wrong result.
void report(double value, double wanted, double a, double b, double c) {
  ADD_FAILURE() << value << " instead of " << wanted << " of " << a << ", " << b << ", " << c;
}

/// Compares function(T...) lane by lane with expected(Real...), bit for bit; NaN equals NaN.
template <class T, class Function, class Expected>
void expect_same(const Arguments<LaneReal<T>>& x, const Function& function,
                 const Expected& expected) {
  using Real = LaneReal<T>;
  Real results[lane_width<T>];
  for (std::size_t first = 0; first < x.a.size(); first += lane_width<T>) {
    store(results, T(function(load<T>(&x.a[first]), load<T>(&x.b[first]), load<T>(&x.c[first]))));
    for (int i = 0; i < lane_width<T>; ++i) {
      const std::size_t n = first + std::size_t(i);
      const Real wanted = expected(x.a[n], x.b[n], x.c[n]);
      const bool same =
          std::isnan(wanted) ? std::isnan(results[i]) : bits(results[i]) == bits(wanted);
      if (!same) report(results[i], wanted, x.a[n], x.b[n], x.c[n]);
    }
  }
}

/// Compares the mask function(T, T) lane by lane with expected(Real, Real).
template <class T, class Function, class Expected>
void expect_same_mask(const Function& function, const Expected& expected) {
  const auto x = all_pairs_of_special_values<T>();
  for (std::size_t first = 0; first < x.a.size(); first += lane_width<T>) {
    const LaneMask<T> mask = function(load<T>(&x.a[first]), load<T>(&x.b[first]));
    for (int i = 0; i < lane_width<T>; ++i) {
      const std::size_t n = first + std::size_t(i);
      const bool wanted = expected(x.a[n], x.b[n]);
      if (lane(mask, i) != wanted) report(lane(mask, i), wanted, x.a[n], x.b[n], 0);
    }
  }
}

/// A mask that is true in lane `i` alone.
template <class T>
LaneMask<T> only_lane(int i) {
  std::vector<LaneReal<T>> values(lane_width<T>, LaneReal<T>(0));
  values[std::size_t(i)] = LaneReal<T>(1);
  return less(T(0), load<T>(values.data()));
}

/// Every lane of packs loaded from `values` is the value at its place.
template <class T>
void expect_lanes(const std::vector<LaneReal<T>>& values) {
  for (std::size_t first = 0; first < values.size(); first += lane_width<T>)
    for (int i = 0; i < lane_width<T>; ++i) {
      const auto value = lane(load<T>(&values[first]), i);
      const auto wanted = values[first + std::size_t(i)];
      if (value != wanted) report(value, wanted, wanted, 0, 0);
    }
}

template <class T>
class Lanes : public testing::Test {};

template <class Real, class Abi>
using PackOf = simd::basic_simd<Real, Abi>;
// Native packs, and the other width of float.
using LaneTypes =
    testing::Types<float, double, Pair<float>, Pair<double>, HostPack<float>, HostPack<double>
#if defined(KOKKOS_ARCH_AVX512XEON)
                   ,
                   PackOf<float, simd::simd_abi::avx512_fixed_size<8>>
#elif defined(KOKKOS_ARCH_AVX2)
                   ,
                   PackOf<float, simd::simd_abi::avx2_fixed_size<4>>
#endif
                   >;
TYPED_TEST_SUITE(Lanes, LaneTypes);

TYPED_TEST(Lanes, HoldAsManyNumbersAsTheirWidthSays) {
  using Real = LaneReal<TypeParam>;
  EXPECT_EQ(sizeof(TypeParam), sizeof(Real) * std::size_t(lane_width<TypeParam>));
  EXPECT_EQ(Pack<TypeParam>, (!std::is_same_v<Real, TypeParam> && !Paired<TypeParam>));
}

TYPED_TEST(Lanes, LoadAndStoreTakeNeighboursInMemory) {
  using Real = LaneReal<TypeParam>;
  constexpr int width = lane_width<TypeParam>;
  for (int shift = 0; shift < width; ++shift) {
    std::vector<Real> from(2 * width), to(2 * width + 1, Real(-1));
    for (int i = 0; i < 2 * width; ++i) from[std::size_t(i)] = Real(i + 0.25);
    store(&to[std::size_t(shift)], load<TypeParam>(&from[std::size_t(shift)]));
    for (int i = 0; i <= 2 * width; ++i) {
      const bool written = i >= shift && i < shift + width;
      EXPECT_EQ(to[std::size_t(i)], written ? Real(i + 0.25) : Real(-1)) << "shift " << shift;
    }
  }
}

TYPED_TEST(Lanes, LaneNamesTheEntriesInTheOrderOfMemory) {
  expect_lanes<TypeParam>(random_arguments<TypeParam>().a);
}

TYPED_TEST(Lanes, LaneOfMaskAndAnySeeEverySingleLane) {
  constexpr int width = lane_width<TypeParam>;
  EXPECT_FALSE(any(LaneMask<TypeParam>(false)));
  EXPECT_TRUE(any(LaneMask<TypeParam>(true)));
  for (int i = 0; i < width; ++i) {
    const auto mask = only_lane<TypeParam>(i);
    EXPECT_TRUE(any(mask));
    for (int j = 0; j < width; ++j) EXPECT_EQ(lane(mask, j), i == j);
  }
}

TYPED_TEST(Lanes, MasksCombineLaneByLane) {
  constexpr int width = lane_width<TypeParam>;
  const auto first = only_lane<TypeParam>(0);
  const auto last = only_lane<TypeParam>(width - 1);
  for (int i = 0; i < width; ++i) {
    EXPECT_EQ(lane(LaneMask<TypeParam>(first || last), i), i == 0 || i == width - 1);
    EXPECT_EQ(lane(LaneMask<TypeParam>(first && last), i), i == 0 && i == width - 1);
    EXPECT_EQ(lane(LaneMask<TypeParam>(!first), i), i != 0);
  }
}

TYPED_TEST(Lanes, LessComparesAllPairsOfSpecialValues) {
  expect_same_mask<TypeParam>([](const auto& a, const auto& b) { return less(a, b); },
                              [](auto a, auto b) { return a < b; });
}

TYPED_TEST(Lanes, NegatedLessIsTrueForNaN) {
  expect_same_mask<TypeParam>([](const auto& a, const auto& b) { return !less(a, b); },
                              [](auto a, auto b) { return !(a < b); });
}

TYPED_TEST(Lanes, SelectTakesTheFirstWhereTheConditionHolds) {
  const auto choose = [](const auto& a, const auto& b, const auto& c) {
    return select(less(a, b), c, a);
  };
  const auto expected = [](auto a, auto b, auto c) { return a < b ? c : a; };
  expect_same<TypeParam>(random_arguments<TypeParam>(), choose, expected);
}

TYPED_TEST(Lanes, SelectCopiesBitsOfSpecialValues) {
  const auto choose = [](const auto& a, const auto& b, const auto&) {
    return select(less(a, b), a, b);
  };
  expect_same<TypeParam>(all_pairs_of_special_values<TypeParam>(), choose,
                         [](auto a, auto b, auto) { return a < b ? a : b; });
}

TYPED_TEST(Lanes, MinIsTheSecondUnlessTheFirstIsLess) {
  expect_same<TypeParam>(
      all_pairs_of_special_values<TypeParam>(),
      [](const auto& a, const auto& b, const auto&) { return min(a, b); },
      [](auto a, auto b, auto) { return a < b ? a : b; });
}

TYPED_TEST(Lanes, MaxIsTheSecondUnlessItIsLess) {
  expect_same<TypeParam>(
      all_pairs_of_special_values<TypeParam>(),
      [](const auto& a, const auto& b, const auto&) { return max(a, b); },
      [](auto a, auto b, auto) { return b < a ? a : b; });
}

TYPED_TEST(Lanes, AbsClearsTheSignAlsoOfZero) {
  expect_same<TypeParam>(
      all_pairs_of_special_values<TypeParam>(),
      [](const auto& a, const auto&, const auto&) { return abs(a); },
      [](auto a, auto, auto) { return std::fabs(a); });
}

TYPED_TEST(Lanes, CopysignTakesTheSignAlsoOfZeroAndNaN) {
  expect_same<TypeParam>(
      all_pairs_of_special_values<TypeParam>(),
      [](const auto& a, const auto& b, const auto&) { return copysign(a, b); },
      [](auto a, auto b, auto) { return std::copysign(a, b); });
}

TYPED_TEST(Lanes, NegativeChangesTheSignAlsoOfZero) {
  expect_same<TypeParam>(
      all_pairs_of_special_values<TypeParam>(),
      [](const auto& a, const auto&, const auto&) { return negative(a); },
      [](auto a, auto, auto) { return -a; });
}

TYPED_TEST(Lanes, OneOnAndOneBeforeAreTheLanesAtTheNeighbours) {
  if constexpr (!Pack<TypeParam>) {
    constexpr int width = lane_width<TypeParam>;
    const auto values = random_arguments<TypeParam>().a;
    const auto here = load<TypeParam>(&values[width]);
    const auto next = shift_left(here, load<TypeParam>(&values[2 * width]));
    const auto before = shift_right(last(load<TypeParam>(&values[0])), here);
    for (int i = 0; i < width; ++i) {
      EXPECT_EQ(lane(next, i), values[std::size_t(width + i + 1)]);
      EXPECT_EQ(lane(before, i), values[std::size_t(width + i - 1)]);
    }
  }
}

TYPED_TEST(Lanes, SqrtIsRoundedCorrectly) {
  const auto root = [](const auto& a, const auto&, const auto&) { return sqrt(a); };
  const auto expected = [](auto a, auto, auto) { return std::sqrt(a); };
  expect_same<TypeParam>(all_pairs_of_special_values<TypeParam>(), root, expected);
  expect_same<TypeParam>(random_arguments<TypeParam>(), root, expected);
}

TYPED_TEST(Lanes, ReciprocalIsRoundedCorrectly) {
  const auto inverse = [](const auto& a, const auto&, const auto&) { return reciprocal(a); };
  const auto expected = [](auto a, auto, auto) { return 1 / a; };
  expect_same<TypeParam>(all_pairs_of_special_values<TypeParam>(), inverse, expected);
  expect_same<TypeParam>(random_arguments<TypeParam>(), inverse, expected);
}

TYPED_TEST(Lanes, SameSignComparesSignBits) {
  expect_same_mask<TypeParam>([](const auto& a, const auto& b) { return same_sign(a, b); },
                              [](auto a, auto b) { return std::signbit(a) == std::signbit(b); });
}

/// Reciprocals and roots of many numbers on the device: on a GPU they are our own.
template <class Real>
void expect_device_to_round_like_the_host(int exponent_range) {
  const int count = 1 << 20;
  Kokkos::View<Real*> numbers("numbers", count), inverses("inverses", count), roots("roots", count);
  const auto on_host = Kokkos::create_mirror_view(numbers);
  std::mt19937 random(8);
  std::uniform_int_distribution exponent(-exponent_range, exponent_range);
  std::uniform_real_distribution<Real> mantissa(1, 2);
  for (int i = 0; i < count; ++i) on_host(i) = std::ldexp(mantissa(random), exponent(random));
  // Neighbours of powers of two, for which iterations are known to go wrong.
  for (int i = 0; i < 64; ++i) {
    on_host(3 * i) = std::ldexp(Real(1), i - 32);
    on_host(3 * i + 1) = std::nextafter(on_host(3 * i), Real(0));
    on_host(3 * i + 2) = std::nextafter(on_host(3 * i), std::numeric_limits<Real>::max());
  }
  Kokkos::deep_copy(numbers, on_host);
  Kokkos::parallel_for(
      count, KOKKOS_LAMBDA(const int i) {
        inverses(i) = reciprocal(numbers(i));
        roots(i) = sqrt(numbers(i));
      });
  const auto got_inverses = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, inverses);
  const auto got_roots = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, roots);
  int wrong = 0;
  for (int i = 0; i < count; ++i)
    if (got_inverses(i) != 1 / on_host(i) || got_roots(i) != std::sqrt(on_host(i))) ++wrong;
  EXPECT_EQ(wrong, 0);
}

TEST(DeviceMath, RoundsLikeTheHost) {
  expect_device_to_round_like_the_host<double>(960);
  expect_device_to_round_like_the_host<float>(99);
}

/// 0 and -1 in both precisions; a function, since nvcc takes no lambda of a test.
Kokkos::View<double[4], Kokkos::HostSpace> special_roots() {
  Kokkos::View<double[4]> roots("roots");
  Kokkos::parallel_for(
      1, KOKKOS_LAMBDA(int) {
        roots(0) = sqrt(0.0);
        roots(1) = double(sqrt(0.0f));
        roots(2) = sqrt(-1.0);
        roots(3) = double(sqrt(-1.0f));
      });
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, roots);
}

TEST(DeviceMath, RootOfZeroIsZeroAndOfNegativeNumbersNone) {
  const auto got = special_roots();
  EXPECT_EQ(got(0), 0);
  EXPECT_EQ(got(1), 0);
  EXPECT_TRUE(std::isnan(got(2)));
  EXPECT_TRUE(std::isnan(got(3)));
}

TYPED_TEST(Lanes, FmaRoundsOnce) {
  using Real = LaneReal<TypeParam>;
  // (1 + e)^2 - (1 + 2e) is e^2; rounding the product first gives zero.
  const Real e = std::numeric_limits<Real>::epsilon();
  Arguments<Real> x = random_arguments<TypeParam>();
  for (std::size_t i = 0; i < std::size_t(lane_width<TypeParam>); ++i) {
    x.a[i] = x.b[i] = Real(1) + e;
    x.c[i] = -(Real(1) + 2 * e);
    EXPECT_EQ(std::fma(x.a[i], x.b[i], x.c[i]), e * e);
  }
  expect_same<TypeParam>(
      x, [](const auto& a, const auto& b, const auto& c) { return fma(a, b, c); },
      [](auto a, auto b, auto c) { return std::fma(a, b, c); });
  expect_same<TypeParam>(
      x, [](const auto& a, const auto& b, const auto& c) { return a * b + c; },
      [](auto a, auto b, auto c) {
        const volatile auto product = a * b;
        return product + c;
      });
}

TYPED_TEST(Lanes, ArithmeticIsThatOfPlainNumbers) {
  expect_same<TypeParam>(
      random_arguments<TypeParam>(),
      [](const auto& a, const auto& b, const auto& c) { return (a + b * c) / (a * c - b); },
      [](auto a, auto b, auto c) {
        const volatile auto product = b * c;
        const volatile auto other = a * c;
        return (a + product) / (other - b);
      });
}

TYPED_TEST(Lanes, DotIsSymmetricInTheTransversePair) {
  const auto expected = [](auto a, auto b, auto c) {
    const volatile auto first = b * a;
    const volatile auto second = c * b;
    return std::fma(a, c, first + second);
  };
  const auto x = random_arguments<TypeParam>();
  expect_same<TypeParam>(
      x, [](const auto& a, const auto& b, const auto& c) { return dot(a, b, c, c, a, b); },
      expected);
  expect_same<TypeParam>(
      x, [](const auto& a, const auto& b, const auto& c) { return dot(a, c, b, c, b, a); },
      expected);
}

}  // namespace
}  // namespace solenoid
