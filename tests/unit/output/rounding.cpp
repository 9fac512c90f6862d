#include "src/output/rounding.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace solenoid {
namespace {

constexpr auto single = Precision::single_precision;
constexpr auto twice = Precision::double_precision;
constexpr long double long_infinity = std::numeric_limits<long double>::infinity();

TEST(Rounding, UnitsInTheLastPlaceAreDistancesOfNeighbours) {
  for (const double value : {1.0, 1.5, 2.0, -3.7, 1e-3, 6e20}) {
    const double size = std::abs(value);
    EXPECT_EQ(unit_in_last_place(value, twice), std::nextafter(size, 1e300) - size) << value;
    const float rounded = float(size);
    EXPECT_EQ(unit_in_last_place(rounded, single), std::nextafter(rounded, 1e30F) - rounded);
  }
  EXPECT_EQ(unit_in_last_place(0, single), 0);
  EXPECT_THROW(unit_in_last_place(1, Precision::extended_precision), std::invalid_argument);
}

TEST(Rounding, AnErrorIsCountedWhereItIsLargest) {
  // At 8 the error is 2^-20, one unit in the last place; at 1 it is smaller, but four of them.
  const std::vector<long double> model{8, 1, -16};
  const auto found = rounding_error("u", model, {8 + 0x1p-20L, 1 + 0x1p-21L, -16}, single);
  EXPECT_EQ(found.name, "u");
  EXPECT_EQ(found.largest_value, 16);
  EXPECT_EQ(found.largest_error, 0x1p-20L);
  EXPECT_EQ(found.ulp, 1);
  EXPECT_EQ(found.ulp_of_largest, 0.5L);
  EXPECT_EQ(rounding_error("u", model, {8 + 0x1p-20L, 1, -16}, twice).ulp, 0x1p29L);
  EXPECT_EQ(rounding_error("u", model, model, twice).ulp, 0);
}

TEST(Rounding, CorrectlyRoundedValuesAreHalfAUnitOffAtMost) {
  std::vector<long double> model, rounded;
  for (int i = 1; i < 1000; ++i) {
    model.push_back(std::sqrt(static_cast<long double>(i)));
    rounded.push_back(float(model.back()));
  }
  const long double ulp = rounding_error("root", model, rounded, single).ulp;
  EXPECT_LE(ulp, 0.5L);
  EXPECT_GT(ulp, 0.4L);
}

TEST(Rounding, WhatIsNotANumberAndWhatShouldBeZeroAreInfinitelyFar) {
  EXPECT_EQ(rounding_error("u", {0, 0}, {0, 1e-30L}, single).ulp, long_infinity);
  EXPECT_EQ(rounding_error("u", {0, 0}, {0, 0}, single).ulp, 0);
  const auto found = rounding_error("u", {1, 1, 1}, {1, std::nanl(""), 2}, single);
  EXPECT_EQ(found.ulp, long_infinity);
  EXPECT_EQ(found.largest_error, long_infinity);
  EXPECT_EQ(found.ulp_of_largest, long_infinity);
  EXPECT_THROW(rounding_error("u", {1}, {1, 2}, single), std::invalid_argument);
}

template <class Real>
SolverState state_of(Precision precision, const std::string& name, Real value) {
  std::vector<std::byte> bytes(sizeof(Real));
  std::memcpy(bytes.data(), &value, sizeof(Real));
  return {precision, {{name, bytes}}, {}};
}

TEST(Rounding, StatesAreComparedArrayByArray) {
  const auto model = state_of(Precision::extended_precision, "u", 1.0L / 3);
  const auto errors = rounding_errors(model, state_of(twice, "u", 1.0 / 3));
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].name, "u");
  EXPECT_GT(errors[0].ulp, 0.3L);
  EXPECT_LE(errors[0].ulp, 0.5L);
  EXPECT_LE(rounding_errors(model, state_of(single, "u", 1.0F / 3))[0].ulp, 0.5L);
  EXPECT_THROW(rounding_errors(model, state_of(twice, "v", 1.0)), std::invalid_argument);
  EXPECT_THROW(rounding_errors(state_of(twice, "u", 1.0), model), std::invalid_argument);
}

}  // namespace
}  // namespace solenoid
